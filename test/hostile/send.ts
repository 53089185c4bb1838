/** Sends a case and says what came back, and how long it took to come. */
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
  /** All that was received; the connection is closed after it, by either side. */
  readonly text: string;
}

export interface SocketOutcome {
  readonly how: 'said';
  /** Absent where the socket was never opened: the status of the rejection then. */
  readonly rejected: number | undefined;
  readonly messages: readonly string[];
  /** The code that the server closed it with; absent where it was left open. */
  readonly closed: number | undefined;
}

/** Nothing came, and the connection was cut: never right for a whole request. */
export interface NoResponse {
  readonly how: 'silence';
  readonly error: string;
}

export type Outcome = (HttpOutcome | RawOutcome | SocketOutcome | NoResponse) & {
  /** Until the first response was whole. */
  readonly milliseconds: number;
};

/** Longer than anything may take, and shorter than anybody wants to wait. */
const patienceMs = 30_000;
/** Of a response without end, enough is read after this. */
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
      timeout: patienceMs,
    });
    let responded = false;
    sent.on('response', (response) => {
      responded = true;
      const chunks: Buffer[] = [];
      const told = () =>
        resolve({
          how: 'responded',
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', told);
      response.on('error', told);
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        setTimeout(() => {
          told();
          sent.destroy();
        }, streamMs);
      }
    });
    sent.on('timeout', () => sent.destroy(new Error('no response came')));
    sent.on('error', (error) => !responded && resolve({ how: 'silence', error: error.message }));
    sent.end(one.body);
  });
}

/** Waits until the server closes, or until it has said nothing for a moment: it may rightly wait for more. */
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

/** The last message is a ping: what was said before it has been taken once it has a pong, or the socket is closed. */
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
    const patience = setTimeout(() => {
      left = true;
      socket.terminate();
    }, patienceMs);
    const end = '{"type":"ping","payload":{"last":true}}';
    socket.on('unexpected-response', (_request, response) => {
      rejected = response.statusCode;
      response.resume();
      socket.terminate();
    });
    let unwanted = false;
    // Where the server chose none of the protocols that were offered, it is the client that closes.
    socket.on('error', (error) => {
      unwanted ||= /subprotocol/i.test(error.message);
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
      clearTimeout(patience);
      if (!opened && !unwanted && rejected === undefined)
        resolve({ how: 'silence', error: 'the socket was never opened' });
      else resolve({ how: 'said', rejected, messages: heard, closed: left ? undefined : code });
    });
  });
}

/** @param connections At most so many requests at once go over kept connections. */
export function senderTo(url: string, connections: number): Sender {
  const target = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const sent = (one: Case) => {
    if (one.face === 'raw') return sendRaw(target, one);
    return one.face === 'socket' ? sendSocket(target, one) : sendHttp(agent, target, one);
  };
  return {
    async send(one) {
      const begun = performance.now();
      const outcome = await sent(one);
      return { ...outcome, milliseconds: performance.now() - begun };
    },
    close: () => agent.destroy(),
  };
}
