/**
 * Carries the protocol of graphql-ws over one socket of `ws`: liveness, backpressure and fairness.
 *
 * A reader that stops reading holds a bounded piece of memory and nobody else's time: what goes to it waits once its
 * buffer is full, and it is closed alone after a while.
 */
import type { IncomingMessage } from 'node:http';
import { CloseCode, type Server } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { ToldResult } from './told.ts';

const pingMs = 12_000;
/** A reader that took nothing for this long, although something waits, is closed: it can resume by cursor. */
const stalledMs = 15_000;
/** Once this much waits for a reader, the next message waits until one before it is gone. */
const waitingBytes = 64 * 1024;
/** Delivering may keep the process from other work for this long at once. */
const turnMs = 8;

export const slowReader = 1013;

export interface SocketExtra extends Record<PropertyKey, unknown> {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
}

let turnEndsAt = 0;
let nextTurn: Promise<void> | undefined;

/** Answers nothing while this turn lasts, and else what to wait for. A thousand readers of one event share a turn. */
function turn(): Promise<void> | undefined {
  if (nextTurn) return nextTurn;
  const now = performance.now();
  if (turnEndsAt === 0) {
    turnEndsAt = now + turnMs;
    setImmediate(() => {
      turnEndsAt = 0;
    });
  }
  if (now < turnEndsAt) return undefined;
  nextTurn = new Promise((resolve) => {
    setImmediate(() => {
      nextTurn = undefined;
      resolve();
    });
  });
  return nextTurn;
}

/** Sends, and answers what to wait for before the next. A socket that is closing takes nothing and nobody waits. */
function send(socket: WebSocket, text: string): Promise<void> | undefined {
  if (socket.readyState !== WebSocket.OPEN) return undefined;
  if (socket.bufferedAmount < waitingBytes) {
    socket.send(text, () => undefined);
    return turn();
  }
  return new Promise((resolve) => {
    socket.send(text, () => resolve());
  });
}

/**
 * Stands in for the results of a subscription: sends each by itself, so that what is the same for many readers is made
 * into text once, and comes to an end when they do.
 */
export function delivering(
  socket: WebSocket,
  id: string,
  source: AsyncIterableIterator<ToldResult>,
  textOf: (told: ToldResult) => string,
): AsyncIterableIterator<ToldResult> {
  const beginning = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  let ended = false;
  return {
    async next() {
      for (;;) {
        const { value, done } = await source.next();
        if (done || ended) return { value: undefined, done: true };
        const wait = send(socket, `${beginning}${textOf(value)}}`);
        if (wait) await wait;
      }
    },
    async return() {
      ended = true;
      await source.return?.();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Pings, and ends a socket from which nothing came back; closes one whose reader takes nothing. */
function watch(socket: WebSocket, { socket: connection }: IncomingMessage): NodeJS.Timeout {
  let heardAt = Date.now();
  let pingedAt = heardAt;
  let takenAt = heardAt;
  let taken = 0;
  for (const event of ['pong', 'ping', 'message'] as const) {
    socket.on(event, () => {
      heardAt = Date.now();
    });
  }
  return setInterval(() => {
    const now = Date.now();
    const takenNow = connection.bytesWritten - connection.writableLength;
    if (socket.bufferedAmount === 0 || takenNow !== taken) takenAt = now;
    taken = takenNow;
    if (now - takenAt >= stalledMs) {
      socket.close(slowReader, 'Too slow: resume by cursor');
      setTimeout(() => socket.terminate(), 1_000).unref();
    } else if (now - heardAt >= pingMs * 3) {
      socket.terminate();
    } else if (now - pingedAt >= pingMs && socket.readyState === WebSocket.OPEN) {
      pingedAt = now;
      socket.ping();
    }
  }, 1_000).unref();
}

/** Serves a socket until it closes. */
export function carry(
  protocol: Server<SocketExtra>,
  socket: WebSocket,
  request: IncomingMessage,
  report: (defect: unknown) => void,
): void {
  const watching = watch(socket, request);
  // A broken frame or connection: `ws` closes the socket, and nobody needs to know.
  socket.on('error', () => undefined);
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (text) =>
        new Promise((resolve) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(text, () => resolve());
          else resolve();
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (take) => {
        socket.on('message', (data) => {
          take(String(data)).catch((error: unknown) => {
            report(error);
            socket.close(CloseCode.InternalServerError, 'Internal server error');
          });
        });
      },
    },
    { socket, request },
  );
  socket.once('close', (code, reason) => {
    clearInterval(watching);
    closed(code, String(reason)).catch(report);
  });
}
