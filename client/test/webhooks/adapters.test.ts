/** The responses of the webhook handler in each framework. */
import { createServer } from 'node:http';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  BodyAlreadyRead,
  expressHandler,
  fastifyPlugin,
  honoHandler,
  type NotifiedEvent,
  type ReceiverOptions,
} from '../../src/webhooks/index.ts';
import { type App, frameworks } from './frameworks.ts';
import { anEvent, aSigner } from './signing.ts';

const signer = aSigner();

const delivery = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', 'x-service-signature': signer.sign(body), ...headers },
});

describe.each(Object.entries(frameworks))('the handler in %s', (_, start) => {
  let app: App;
  const onEvent = vi.fn<(event: NotifiedEvent) => void>();
  const onError = vi.fn();

  const startWith = async (options: Partial<ReceiverOptions> = {}) => {
    app = await start({ keys: signer.publicKey, maxBytes: 2_000, onEvent, onError, ...options });
  };
  const statusOf = async (init: RequestInit) => {
    const response = await app.send(init);
    return [response.status, ((await response.json()) as { code?: string }).code];
  };

  beforeEach(() => {
    onEvent.mockReset();
    onError.mockReset();
  });
  afterEach(() => app.close());

  test('receives an event', async () => {
    await startWith();
    const body = anEvent();
    const response = await app.send(delivery(body));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(onEvent).toHaveBeenCalledExactlyOnceWith(JSON.parse(body), { isStale: false });
  });

  test('verifies the bytes as they came, whatever spaces and characters they have', async () => {
    await startWith();
    const body = ` ${JSON.stringify({ ...JSON.parse(anEvent()), more: 'Ünïcode 🙂' }, undefined, 3)}\n`;
    expect(await statusOf(delivery(body, { 'content-type': 'Application/JSON; charset=utf-8' }))).toEqual([
      200,
      undefined,
    ]);
  });

  test('rejects a wrong signature, and does not call the handler', async () => {
    await startWith();
    expect(await statusOf({ ...delivery(anEvent()), body: anEvent() })).toEqual([401, 'SIGNATURE_WRONG']);
    const { 'x-service-signature': _, ...headers } = delivery('').headers as Record<string, string>;
    expect(await statusOf({ ...delivery(anEvent()), headers })).toEqual([401, 'SIGNATURE_MISSING']);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test.each(['GET', 'PUT', 'DELETE'])('rejects the method %s', async (method) => {
    await startWith();
    const response = await app.send({ method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test.each(['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded'])(
    'rejects the content type %s',
    async (type) => {
      await startWith();
      expect(await statusOf(delivery(anEvent(), { 'content-type': type }))).toEqual([
        415,
        'CONTENT_TYPE_UNSUPPORTED',
      ]);
    },
  );

  test('accepts a body of the maximum size, and rejects one more byte', async () => {
    await startWith();
    expect(await statusOf(delivery(anEvent().padEnd(1_999)))).toEqual([200, undefined]);
    // The text has one character of two bytes.
    expect(await statusOf(delivery(anEvent().padEnd(2_000)))).toEqual([413, 'BODY_TOO_LARGE']);
  });

  test('rejects a large body without a declared length', async () => {
    await startWith();
    const stream = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 3; sent += 1) controller.enqueue(new Uint8Array(1_000).fill(32));
        controller.close();
      },
    });
    const init = { ...delivery(''), body: stream, duplex: 'half' } as RequestInit;
    expect(await statusOf(init)).toEqual([413, 'BODY_TOO_LARGE']);
  });

  test('responds with 500 after an error of the handler, and calls it again for the next attempt', async () => {
    await startWith();
    const body = anEvent();
    onEvent.mockImplementationOnce(() => {
      throw new Error('secret text');
    });
    const response = await app.send(delivery(body));
    expect([response.status, await response.json()]).toEqual([500, { code: 'HANDLER_FAILED' }]);
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('secret text'));
    expect(await statusOf(delivery(body))).toEqual([200, undefined]);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  test('responds with 200 to a duplicate, and does not call the handler', async () => {
    await startWith();
    const body = anEvent();
    expect(await statusOf(delivery(body))).toEqual([200, undefined]);
    expect(await statusOf(delivery(body))).toEqual([200, undefined]);
    expect(onEvent).toHaveBeenCalledOnce();
  });
});

describe('a body that was parsed before the handler', () => {
  const onError = vi.fn();
  const options = { keys: signer.publicKey, onEvent: () => undefined, onError };
  beforeEach(() => {
    onError.mockReset();
  });

  test('in Express is reported, because its bytes are lost', async () => {
    const app = express();
    app.use(express.json());
    app.all('/hooks', expressHandler(options));
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const response = await fetch(`http://127.0.0.1:${port}/hooks`, delivery(anEvent()));
    server.closeAllConnections();
    server.close();
    expect(response.status).toBe(500);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(BodyAlreadyRead));
  });

  test('in Hono is reported, because its bytes are lost', async () => {
    const app = new Hono();
    app.use(async ({ req }, next) => {
      await req.raw.text();
      await next();
    });
    app.all('/hooks', honoHandler(options));
    const response = await app.request('/hooks', delivery(anEvent()));
    expect(response.status).toBe(500);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(BodyAlreadyRead));
  });

  test('in Fastify cannot be: other routes of the application parse theirs', async () => {
    const app = fastify();
    app.post('/other', async ({ body }) => body);
    await app.register(fastifyPlugin, { path: '/hooks', ...options });
    const other = await app.inject({ method: 'POST', url: '/other', payload: { parsed: true } });
    expect(other.json()).toEqual({ parsed: true });
    await app.close();
  });
});
