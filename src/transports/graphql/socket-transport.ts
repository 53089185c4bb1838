/**
 * Carries the protocol of graphql-ws over one socket of `ws`: liveness, backpressure and fairness.
 *
 * A reader that stops reading holds a bounded piece of memory and nobody else's time: what goes to it waits once its
 * buffer is full, and it is closed alone after a while. So is what answers its own messages: nothing more is read from a
 * client that does not read.
 */
import type { IncomingMessage } from 'node:http';
import { CloseCode, type Server } from 'graphql-ws';
import { WebSocket, WebSocketServer } from 'ws';
import type { SubscriptionResult } from './subscription-executor.ts';

const pingMs = 12_000;
/** A reader that took nothing for this long, although something waits, is closed: it can resume by cursor. */
const stalledMs = 15_000;
/** Once this much waits for a reader, the next message waits until one before it is gone. */
const waitingBytes = 64 * 1024;
/** Delivering may keep the process from other work for this long at once. */
const turnMs = 8;

/** What a message takes while it waits, beside its text. */
const messageBytes = 256;
const maxPayloadBytes = 256 * 1024;
/** Of a message of somebody who has not said yet who it is: enough for any credential. */
const maxUnknownBytes = 16 * 1024;

export const slowReader = 1013;
const tooLarge = 1009;

export interface SocketExtra extends Record<PropertyKey, unknown> {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  /** Once it has said who it is. */
  isKnown: boolean;
}

/** Makes the sockets that are carried here. */
export const createSocketServer = (): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    maxPayload: maxPayloadBytes,
    // By ourselves, within the bound on answers that wait.
    autoPong: false,
    handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
  });

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
 * Stands in for the results of a subscription: sends each by itself, because it is text already, and comes to an end
 * when they do.
 */
export function delivering(
  socket: WebSocket,
  id: string,
  source: AsyncIterableIterator<SubscriptionResult>,
): AsyncIterableIterator<SubscriptionResult> {
  const beginning = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  let ended = false;
  return {
    async next() {
      for (;;) {
        const { value, done } = await source.next();
        if (done || ended) return { value: undefined, done: true };
        const wait = send(socket, `${beginning}${value.text}}`);
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

/**
 * Sends what answers the client's own messages. While too much of it waits for the client to read, nothing is read from
 * the client: what it asks meanwhile waits where it is.
 *
 * @param write sends, and calls when that has left.
 */
type Answer = (length: number, write: (left: () => void) => void) => Promise<void>;

function answersOn(socket: WebSocket): Answer {
  let waiting = 0;
  return (length, write) =>
    new Promise((resolve) => {
      if (socket.readyState !== WebSocket.OPEN) return resolve();
      waiting += length + messageBytes;
      if (waiting > waitingBytes) socket.pause();
      write(() => {
        waiting -= length + messageBytes;
        if (socket.isPaused && waiting <= waitingBytes) socket.resume();
        resolve();
      });
    });
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
    } else if (socket.isPaused) {
      // Nothing is heard from it because nothing is read; that it takes what waits is sign enough.
      heardAt = now;
    } else if (now - heardAt >= pingMs * 3) {
      socket.terminate();
    } else if (now - pingedAt >= pingMs && socket.readyState === WebSocket.OPEN) {
      pingedAt = now;
      socket.ping();
    }
  }, 1_000).unref();
}

/** A client that sends what only servers do: the protocol's library has no other sign of it. */
const isOfServersOnly = (error: unknown): boolean =>
  error instanceof Error && /^Unexpected message of type \w+ received$/.test(error.message);

/** Serves a socket until it closes. */
export function serveSocket<Extra extends SocketExtra>(
  protocol: Server<Extra>,
  extra: Extra,
  report: (defect: unknown) => void,
): void {
  const { socket, request } = extra;
  const watching = watch(socket, request);
  const answer = answersOn(socket);
  // A broken frame or connection: `ws` closes the socket, and nobody needs to know.
  socket.on('error', () => undefined);
  socket.on('ping', (data) => void answer(data.length, (left) => socket.pong(data, false, left)));
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (text) => answer(text.length, (left) => socket.send(text, left)),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (take) => {
        socket.on('message', (data) => {
          const text = String(data);
          if (!extra.isKnown && text.length > maxUnknownBytes) {
            socket.close(tooLarge, 'Too large for a socket that was not acknowledged');
            return;
          }
          take(text).catch((error: unknown) => {
            if (isOfServersOnly(error)) {
              socket.close(CloseCode.BadRequest, 'Only a server sends such messages');
              return;
            }
            report(error);
            socket.close(CloseCode.InternalServerError, 'Internal server error');
          });
        });
      },
    },
    extra,
  );
  socket.once('close', (code, reason) => {
    clearInterval(watching);
    closed(code, String(reason)).catch(report);
  });
}
