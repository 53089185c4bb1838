/** Sends a case and returns its response and duration. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { Case, HttpCase, RawCase, SocketCase } from './case.ts';

export interface HttpOutcome {
  readonly how: 'responded';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface RawOutcome {
  readonly how: 'written';
  /** All received bytes. Either side closes the connection after them. */
  readonly text: string;
}

export interface SocketOutcome {
  readonly how: 'said';
  /** The HTTP status of a rejected upgrade; absent if the socket was opened. */
  readonly rejected: number | undefined;
  readonly messages: readonly string[];
  /** The close code of the server; absent if the socket stayed open. */
  readonly closed: number | undefined;
}

/** The connection closed without a response, which is invalid for a complete request. */
export interface NoResponse {
  readonly how: 'no-response';
  readonly error: string;
}

export type Outcome = (HttpOutcome | RawOutcome | SocketOutcome | NoResponse) & {
  /** The duration until the first response was complete. */
  readonly milliseconds: number;
};

/** Longer than any valid response takes. */
const timeoutMs = 30_000;
/** An endless response is read for this time. */
const streamMs = 50;

export interface Sender {
  send(one: Case): Promise<Outcome>;
  close(): void;
}

function sendHttp(agent: Agent, url: URL, one: HttpCase): Promise<HttpOutcome | NoResponse> {
  return new Promise((resolve) => {
    const length = one.body === undefined ? undefined : Buffer.byteLength(one.body);
    const sent = request({
      agent,
      host: url.hostname,
      port: url.port,
      method: one.method,
      path: one.path,
      headers: { ...one.headers, ...(length !== undefined && { 'content-length': length }) },
      timeout: timeoutMs,
    });
    let responded = false;
    sent.on('response', (response) => {
      responded = true;
      const chunks: Buffer[] = [];
      const settle = () =>
        resolve({
          how: 'responded',
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', settle);
      response.on('error', settle);
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        setTimeout(() => {
          settle();
          sent.destroy();
        }, streamMs);
      }
    });
    sent.on('timeout', () => sent.destroy(new Error('no response came')));
    sent.on('error', (error) => !responded && resolve({ how: 'no-response', error: error.message }));
    sent.end(one.body);
  });
}

/** Waits until the server closes the connection, or until it has sent nothing for a moment, because it may wait for more. */
function sendRaw(url: URL, { bytes, resetAfter }: RawCase): Promise<RawOutcome> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    const chunks: Buffer[] = [];
    let quiet = setTimeout(() => socket.destroy(), 150);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(() => socket.destroy(), 30);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(quiet);
      resolve({ how: 'written', text: Buffer.concat(chunks).toString('latin1') });
    });
    socket.write(bytes);
    if (resetAfter !== undefined) {
      socket.once('connect', () => setTimeout(() => socket.resetAndDestroy(), resetAfter));
    }
  });
}

/** The last message is a ping. The server has processed the earlier messages when it sends the pong or closes the socket. */
function sendSocket(
  url: URL,
  { path, protocols, messages }: SocketCase,
): Promise<SocketOutcome | NoResponse> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${url.host}${path}`, [...protocols]);
    const heard: string[] = [];
    let rejected: number | undefined;
    let opened = false;
    let left = false;
    const timeout = setTimeout(() => {
      left = true;
      socket.terminate();
    }, timeoutMs);
    const end = '{"type":"ping","payload":{"last":true}}';
    socket.on('unexpected-response', (_request, response) => {
      rejected = response.statusCode;
      response.resume();
      socket.terminate();
    });
    let isProtocolRejected = false;
    // If the server selects none of the offered protocols, the client closes the connection.
    socket.on('error', (error) => {
      isProtocolRejected ||= /subprotocol/i.test(error.message);
    });
    socket.on('open', () => {
      opened = true;
      for (const message of messages) socket.send(message);
      socket.send(end);
    });
    socket.on('message', (data) => {
      const text = String(data);
      heard.push(text);
      if (text.startsWith('{"type":"pong"') && text.includes('"last"')) {
        left = true;
        socket.close();
      }
    });
    socket.on('close', (code) => {
      clearTimeout(timeout);
      if (!opened && !isProtocolRejected && rejected === undefined)
        resolve({ how: 'no-response', error: 'the socket was never opened' });
      else resolve({ how: 'said', rejected, messages: heard, closed: left ? undefined : code });
    });
  });
}

/** @param connections the maximum number of keep-alive connections. */
export function senderTo(url: string, connections: number): Sender {
  const target = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const sent = (one: Case) => {
    if (one.transport === 'raw') return sendRaw(target, one);
    return one.transport === 'socket' ? sendSocket(target, one) : sendHttp(agent, target, one);
  };
  return {
    async send(one) {
      const startMs = performance.now();
      const outcome = await sent(one);
      return { ...outcome, milliseconds: performance.now() - startMs };
    },
    close: () => agent.destroy(),
  };
}
