/**
 * Connects graphql-ws to a `ws` socket: liveness checks, backpressure and fairness.
 *
 * A client that stops reading uses a bounded amount of memory and does not delay other clients. When its buffer is full,
 * its subscriptions pause; after a timeout its socket closes. Responses to its own messages are limited in the same way:
 * the server reads nothing more from a client that does not read.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { CloseCode, type Server } from 'graphql-ws';
import { WebSocket, WebSocketServer } from 'ws';
import type { SubscriptionResult } from './subscription-executor.ts';

const pingMs = 12_000;
/** A client that reads nothing for this long while data is buffered is disconnected. It can resume by cursor. */
const stalledMs = 15_000;
/** When this many bytes are buffered for a client, the next message waits until an earlier one has left. */
const maxBufferedBytes = 64 * 1024;
/** How long sending may occupy the event loop before it yields. */
const turnMs = 8;

/** The memory of a buffered message, without its text. */
const messageOverheadBytes = 256;
const maxPayloadBytes = 256 * 1024;
/** The limit on messages of an unauthenticated socket: enough for any credential. */
const maxUnauthenticatedBytes = 16 * 1024;

const slowReaderCloseCode = 1013;
const messageTooBigCloseCode = 1009;

export interface SocketExtra extends Record<PropertyKey, unknown> {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  isAuthenticated: boolean;
}

export const createSocketServer = (): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    maxPayload: maxPayloadBytes,
    // `serveSocket` sends pongs, so that they count against the limit on buffered responses.
    autoPong: false,
    // Each message has a turn of the event loop: thousands that arrive together do not delay the requests of others.
    allowSynchronousEvents: false,
    handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
  });

let turnEndsAt = 0;
let nextTurn: Promise<void> | undefined;

/** Returns undefined while the current turn lasts, otherwise a promise of the next turn. All sockets share one turn. */
function endOfTurn(): Promise<void> | undefined {
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

const corked = new Set<Socket>();

/** The messages of one turn on a connection leave it together, with one system call instead of one for each. */
function sendTogether(connection: Socket): void {
  if (corked.has(connection)) return;
  if (corked.size === 0) {
    setImmediate(() => {
      for (const one of corked) one.uncork();
      corked.clear();
    });
  }
  corked.add(connection);
  connection.cork();
}

/** Sends a message; returns what to await before the next one. Does nothing on a socket that is closing. */
function send({ socket, request }: SocketExtra, text: string): Promise<void> | undefined {
  if (socket.readyState !== WebSocket.OPEN) return undefined;
  sendTogether(request.socket);
  if (socket.bufferedAmount < maxBufferedBytes) {
    socket.send(text, () => undefined);
    return endOfTurn();
  }
  return new Promise((resolve) => {
    socket.send(text, () => resolve());
  });
}

/**
 * Sends the results of a subscription directly, because they are serialized already. The returned iterator yields
 * nothing; it ends when the results end.
 */
export function streamResults(
  extra: SocketExtra,
  id: string,
  source: AsyncIterableIterator<SubscriptionResult>,
): AsyncIterableIterator<SubscriptionResult> {
  const prefix = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  let ended = false;
  return {
    async next() {
      for (;;) {
        const { value, done } = await source.next();
        if (done || ended) return { value: undefined, done: true };
        const wait = send(extra, `${prefix}${value.text}}`);
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
 * Sends a response to one of the client's own messages. While too many bytes of responses are buffered, the server reads
 * nothing from the client.
 *
 * @param write sends the response and calls `onSent` when it has left the buffer.
 */
type Respond = (length: number, write: (onSent: () => void) => void) => Promise<void>;

function createResponder(socket: WebSocket): Respond {
  let buffered = 0;
  return (length, write) =>
    new Promise((resolve) => {
      if (socket.readyState !== WebSocket.OPEN) return resolve();
      buffered += length + messageOverheadBytes;
      if (buffered > maxBufferedBytes) socket.pause();
      write(() => {
        buffered -= length + messageOverheadBytes;
        if (socket.isPaused && buffered <= maxBufferedBytes) socket.resume();
        resolve();
      });
    });
}

/** Pings the client. Terminates a socket that receives nothing, and closes one whose client reads nothing. */
function watchLiveness(socket: WebSocket, { socket: connection }: IncomingMessage): NodeJS.Timeout {
  let receivedAt = Date.now();
  let pingedAt = receivedAt;
  let progressAt = receivedAt;
  let sentBytes = 0;
  for (const event of ['pong', 'ping', 'message'] as const) {
    socket.on(event, () => {
      receivedAt = Date.now();
    });
  }
  return setInterval(() => {
    const now = Date.now();
    const sentBytesNow = connection.bytesWritten - connection.writableLength;
    if (socket.bufferedAmount === 0 || sentBytesNow !== sentBytes) progressAt = now;
    sentBytes = sentBytesNow;
    if (now - progressAt >= stalledMs) {
      socket.close(slowReaderCloseCode, 'Too slow: resume by cursor');
      setTimeout(() => socket.terminate(), 1_000).unref();
    } else if (socket.isPaused) {
      // A paused socket receives nothing. The check above still detects a client that has disconnected.
      receivedAt = now;
    } else if (now - receivedAt >= pingMs * 3) {
      socket.terminate();
    } else if (now - pingedAt >= pingMs && socket.readyState === WebSocket.OPEN) {
      pingedAt = now;
      socket.ping();
    }
  }, 1_000).unref();
}

/** Whether graphql-ws rejects a message type that only servers send. The message is the only way to detect it. */
const isServerMessageError = (error: unknown): boolean =>
  error instanceof Error && /^Unexpected message of type \w+ received$/.test(error.message);

/** Serves a socket until it closes. */
export function serveSocket<Extra extends SocketExtra>(
  protocol: Server<Extra>,
  extra: Extra,
  report: (defect: unknown) => void,
): void {
  const { socket, request } = extra;
  const liveness = watchLiveness(socket, request);
  const respond = createResponder(socket);
  // On an invalid frame or a broken connection `ws` closes the socket. There is nothing to log.
  socket.on('error', () => undefined);
  socket.on('ping', (data) => void respond(data.length, (onSent) => socket.pong(data, false, onSent)));
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (text) => respond(text.length, (onSent) => socket.send(text, onSent)),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (handle) => {
        socket.on('message', (data) => {
          const text = String(data);
          if (!extra.isAuthenticated && text.length > maxUnauthenticatedBytes) {
            socket.close(messageTooBigCloseCode, 'Too large for a socket that was not acknowledged');
            return;
          }
          handle(text).catch((error: unknown) => {
            if (isServerMessageError(error)) {
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
    clearInterval(liveness);
    closed(code, String(reason)).catch(report);
  });
}
