/**
 * One WebSocket with the subprotocol graphql-transport-ws, for any number of subscriptions.
 *
 * Decision: not the client of the package `graphql-ws`. It requires the package `graphql`, it repeats a subscription with
 * the variables of its start, without a cursor, and it has no bound for messages that are not read.
 */
import { RequestError } from '../errors.ts';
import { type ExecutionResult, type GraphQLRequest, resultOf } from '../requests/http.ts';
import { reasonOf } from '../requests/linked.ts';
import { closeError } from './close-codes.ts';
import { type Queue, queueOf } from './queue.ts';
import type { WebSocketConstructor, WebSocketLike } from './web-socket.ts';

/** Time for the opening handshake and `connection_ack`. */
const ackTimeoutMs = 15_000;

/** The client sends a ping when nothing arrived for this time, and closes the socket after twice of it. */
const pingIntervalMs = 15_000;

/** Messages of one subscription that are not read. Beyond them it is stopped and continues after the last one. */
const maxUnread = 100;

type Message =
  | { readonly type: 'connection_ack' | 'ping' | 'pong' }
  | { readonly type: 'next' | 'error'; readonly id: string; readonly payload: ExecutionResult }
  | { readonly type: 'complete'; readonly id: string };

/** Ends a stream whose reader is too slow. The subscription continues after the last message when all are read. */
const unreadMessages = () =>
  new RequestError('UNREAD_MESSAGES', 'Too many messages are not read.', { retryable: true });

export interface Socket {
  readonly isOpen: boolean;
  subscribe(request: GraphQLRequest, signal: AbortSignal): AsyncIterable<ExecutionResult>;
  close(): void;
}

/** The message in a text; undefined unless it is one of the protocol. */
function messageIn(data: unknown): Message | undefined {
  let message: unknown;
  try {
    message = JSON.parse(String(data));
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
  const { type, payload } = message as { type: unknown; payload?: unknown };
  if (type !== 'next' && type !== 'error') return message as Message;
  const result = resultOf(type === 'next' ? payload : { errors: payload });
  return result && ({ ...message, payload: result } as Message);
}

/**
 * Resolves when the server has accepted the credential.
 *
 * @param ended is called once, when the socket has closed.
 */
export function openSocket(
  WebSocket: WebSocketConstructor,
  url: string,
  authorization: string | undefined,
  ended: (error: RequestError) => void,
): Promise<Socket> {
  const webSocket: WebSocketLike = new WebSocket(url, 'graphql-transport-ws');
  const queues = new Map<string, Queue<ExecutionResult>>();
  let isOpen = true;
  let lastId = 0;
  let isSilent = false;
  let pings: ReturnType<typeof setInterval> | undefined;
  const send = (message: object) => webSocket.send(JSON.stringify(message));

  const finish = (error: RequestError): void => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(pings);
    for (const queue of queues.values()) queue.end(error);
    queues.clear();
    webSocket.close(1000);
    ended(error);
  };
  const ping = (): void => {
    if (isSilent) finish(closeError(1006, 'the server sent nothing'));
    else send({ type: 'ping' });
    isSilent = true;
  };

  const subscribe: Socket['subscribe'] = ({ query, variables }, signal) => {
    lastId += 1;
    const id = String(lastId);
    const abort = () => queue.end(reasonOf(signal));
    const stop = () => {
      signal.removeEventListener('abort', abort);
      if (queues.delete(id)) send({ type: 'complete', id });
      if (queues.size === 0) finish(closeError(1000, 'no subscription is left'));
    };
    const queue = queueOf<ExecutionResult>(stop);
    queues.set(id, queue);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    send({ type: 'subscribe', id, payload: { query, variables } });
    return queue;
  };
  const socket: Socket = {
    get isOpen() {
      return isOpen;
    },
    subscribe,
    close: () => finish(closeError(1000, 'the client was closed')),
  };

  const receive = (message: Message): void => {
    isSilent = false;
    if (message.type === 'ping') send({ type: 'pong' });
    if (!('id' in message)) return;
    const queue = queues.get(message.id);
    if (!queue) return;
    if (message.type === 'next') {
      queue.push(message.payload);
      if (queue.length < maxUnread) return;
      send({ type: 'complete', id: message.id });
      queue.end(unreadMessages());
    } else if (message.type === 'error') {
      queue.push(message.payload);
      queue.end();
    } else queue.end();
    queues.delete(message.id);
  };

  return new Promise((resolve, reject) => {
    const fail = (error: RequestError) => {
      clearTimeout(timer);
      finish(error);
      reject(error);
    };
    const timer = setTimeout(() => fail(closeError(1006, 'no connection_ack')), ackTimeoutMs);
    webSocket.onopen = () =>
      send({ type: 'connection_init', payload: authorization === undefined ? {} : { authorization } });
    webSocket.onmessage = ({ data }: { data: unknown }) => {
      const message = messageIn(data);
      // Thrown here it would end the process.
      if (!message) return fail(closeError(1006, 'a message is not of the protocol'));
      if (message.type === 'connection_ack') {
        clearTimeout(timer);
        // Not before: `send` throws while the socket connects, and an error in a timer ends the process.
        pings ??= setInterval(ping, pingIntervalMs);
        resolve(socket);
      }
      receive(message);
    };
    // A close event follows. Without a listener the package ws throws the error.
    webSocket.onerror = () => undefined;
    webSocket.onclose = ({ code, reason }: { code: number; reason: string }) =>
      fail(closeError(code, reason));
  });
}
