/** The webhook handler in each framework, on a real listener where the framework has one. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import {
  expressHandler,
  fastifyPlugin,
  fetchHandler,
  honoHandler,
  nodeHandler,
  type ReceiverOptions,
} from '../../src/webhooks/index.ts';

export interface App {
  /** Sends a request to the endpoint. */
  send(init: RequestInit): Promise<Response>;
  /** The address of the endpoint, where the framework listens itself. */
  readonly url: string | undefined;
  close(): Promise<void>;
}

async function listening(server: Server): Promise<App> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return appAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
}

const appAt = (url: string, close: () => Promise<void>): App => ({
  url,
  send: (init) => fetch(url, init),
  close,
});

const appOf = (handle: (request: Request) => Promise<Response> | Response): App => ({
  url: undefined,
  send: async (init) => handle(new Request('http://app.example/hooks', init)),
  close: async () => undefined,
});

export const frameworks: Readonly<Record<string, (options: ReceiverOptions) => Promise<App>>> = {
  'node:http': (options) => listening(createServer(nodeHandler(options))),
  Express: (options) => {
    const app = express();
    app.all('/hooks', expressHandler(options));
    app.use(express.json());
    return listening(createServer(app));
  },
  'Express with express.raw': (options) => {
    const app = express();
    app.use(express.raw({ type: () => true, limit: '10mb' }));
    app.all('/hooks', expressHandler(options));
    return listening(createServer(app));
  },
  Fastify: async (options) => {
    const app = fastify();
    await app.register(fastifyPlugin, { path: '/hooks', ...options });
    return appAt(`${await app.listen({ port: 0, host: '127.0.0.1' })}/hooks`, () => app.close());
  },
  Hono: async (options) => {
    const app = new Hono();
    app.all('/hooks', honoHandler(options));
    return appOf((request) => app.fetch(request));
  },
  'fetch handlers': async (options) => appOf(fetchHandler(options)),
};
