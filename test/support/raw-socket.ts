/** A WebSocket client that records every message and the close code. It sends nothing automatically. */
import type { Writable } from 'node:stream';
import { WebSocket } from 'ws';
import { basic, type Service } from './service.ts';

export interface SocketMessage {
  readonly type: string;
  readonly id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields of the response.
  readonly payload?: any;
}

export interface TestSocket {
  readonly messages: readonly SocketMessage[];
  send(message: object): void;
  /** Sends the messages in one packet. */
  sendTogether(messages: readonly object[]): void;
  subscribe(id: string, query: string, variables?: object): void;
  /** The first message that matches, including messages that were received before the call. */
  until(matches: (message: SocketMessage) => boolean): Promise<SocketMessage>;
  /** The close code of the socket. */
  readonly closed: Promise<number>;
  /** The reason that the server gives for the close. */
  readonly closeReason: Promise<string>;
  readonly isOpen: boolean;
  close(): void;
}

/** Connects and sends `connection_init` with the given parameters; by default with the platform's token. */
export async function openSocket(
  service: Pick<Service, 'url' | 'platform'>,
  params: unknown = { authorization: basic(service.platform.token) },
): Promise<TestSocket> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const messages: SocketMessage[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const closeReason = new Promise<string>((resolve) =>
    socket.on('close', (_code, reason) => resolve(String(reason))),
  );
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)));
    for (const wake of [...waiting]) wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  const send = (message: object) => socket.send(JSON.stringify(message));
  send({ type: 'connection_init', payload: params });
  return {
    messages,
    closed,
    closeReason,
    send,
    sendTogether(several) {
      const { _socket: connection } = socket as unknown as { readonly _socket: Writable };
      connection.cork();
      for (const message of several) send(message);
      connection.uncork();
    },
    subscribe: (id, query, variables) => send({ type: 'subscribe', id, payload: { query, variables } }),
    until: (matches) =>
      new Promise((resolve, reject) => {
        const description = () =>
          `no message for which ${matches}, of ${JSON.stringify(messages).slice(0, 2_000)}`;
        const timeout = setTimeout(() => reject(new Error(description())), 60_000);
        const check = () => {
          const found = messages.find(matches);
          if (!found) return;
          waiting.delete(check);
          clearTimeout(timeout);
          resolve(found);
        };
        waiting.add(check);
        void closed.then((code) => {
          clearTimeout(timeout);
          reject(new Error(`the socket closed with ${code}: ${description()}`));
        });
        check();
      }),
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    close: () => socket.close(),
  };
}

/** The status of the response to an upgrade request; 101 when it is accepted. */
export const upgradeStatus = (url: string, origin: string | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      ...(origin !== undefined && { origin }),
    });
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      socket.on('error', () => undefined);
      socket.terminate();
      resolve(statusCode);
    });
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
  });
