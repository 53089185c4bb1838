/**
 * Receives webhooks on this computer and forwards each, unchanged, to another address.
 *
 * Only what the platform signed is forwarded and shown: every page in a browser and every user of the computer can send
 * requests to the port, and with a tunnel every computer.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { usageError } from '../errors.ts';

/** Bodies hold one object of the API. The largest are customers with many accounts, below 100 KiB. */
const maxBodyBytes = 1024 * 1024;
/** A receiver that restarts, for example under a watcher, is called again for this time before the platform retries. */
const reconnectMs = 3_000;
/** The platform waits 10 seconds for a response. */
const forwardTimeoutMs = 9_000;

/** A delivery and the response of the local receiver. */
export interface Forwarded {
  readonly id: string | undefined;
  readonly type: string | undefined;
  readonly sequence: number | undefined;
  readonly resourceId: string | undefined;
  /** Status of the response, or undefined without one. */
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly error: string | undefined;
}

interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The headers that the platform signs or describes the body with. */
const forwardedHeaders = ['content-type', 'user-agent', 'x-service-signature', 'x-sandbox-fault'];

function headersOf(request: IncomingMessage): Record<string, string> {
  const entries = forwardedHeaders.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

interface Reply {
  readonly status: number;
  readonly type: string | null;
  readonly body: Buffer;
}

async function post(
  target: string,
  headers: Record<string, string>,
  body: Buffer,
  signal: AbortSignal,
): Promise<Reply> {
  const response = await fetch(target, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
    redirect: 'manual',
    signal,
  });
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: Buffer.from(await response.arrayBuffer()) };
}

const isRefused = (error: unknown): boolean =>
  (error as { cause?: { code?: unknown } }).cause?.code === 'ECONNREFUSED';

async function forward(target: string, headers: Record<string, string>, body: Buffer): Promise<Reply> {
  const signal = AbortSignal.timeout(forwardTimeoutMs);
  const end = performance.now() + reconnectMs;
  for (;;) {
    try {
      return await post(target, headers, body, signal);
    } catch (error) {
      // A refused connection has delivered nothing.
      if (!isRefused(error) || performance.now() > end) throw error;
      await pause(200, undefined, { signal });
    }
  }
}

interface Envelope {
  readonly id?: string;
  readonly type?: string;
  readonly sequence?: number;
  readonly data?: { readonly id?: string };
}

function envelopeOf(body: Buffer): Envelope {
  try {
    return (JSON.parse(body.toString('utf8')) as Envelope | null) ?? {};
  } catch {
    return {};
  }
}

interface ReceiverOptions {
  /** 0 for a free one. */
  readonly port: number;
  readonly target: string;
  /** Whether the platform signed the body. */
  readonly isSigned: (body: Uint8Array, signature: string | undefined) => Promise<boolean>;
  readonly onForwarded: (forwarded: Forwarded) => void;
  /** Called for a request that the platform did not sign. */
  readonly onRejected: () => void;
}

async function handle(
  { target, isSigned, onForwarded, onRejected }: ReceiverOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = request.method === 'POST' ? await bodyOf(request) : undefined;
  if (!body) return void response.writeHead(request.method === 'POST' ? 413 : 405).end();
  const headers = headersOf(request);
  if (!(await isSigned(body, headers['x-service-signature']))) {
    response.writeHead(401).end();
    return onRejected();
  }
  const startedAt = performance.now();
  const { id, type, sequence, data } = envelopeOf(body);
  const done = (status: number | undefined, error: string | undefined) =>
    onForwarded({
      ...{ id, type, sequence, resourceId: data?.id, status, error },
      durationMs: Math.round(performance.now() - startedAt),
    });
  try {
    const reply = await forward(target, headers, body);
    // The body decides a payment approval.
    response.writeHead(reply.status, reply.type ? { 'content-type': reply.type } : {}).end(reply.body);
    done(reply.status, undefined);
  } catch (error) {
    // The platform retries what is not delivered.
    response.writeHead(502).end();
    done(undefined, isRefused(error) ? 'connection refused' : 'no response');
  }
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? usageError(`Port ${port} is in use.`, 'Give another one: --port <n>. 0 selects a free one.')
          : error,
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });

export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const server = createServer((request, response) => {
    handle(options, request, response).catch(() => response.destroy());
  });
  await listening(server, options.port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 1_000).unref();
      }),
  };
}
