/** A graphql-ws client with which a test can wait for updates. */
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

export interface Subscription<T> {
  readonly updates: readonly T[];
  readonly isRejected: boolean;
  /** The next update that was not yet read. */
  next(): Promise<T>;
  stop(): void;
}

export interface Socket {
  readonly client: Client;
  readonly closed: Promise<{ code: number }>;
  subscribe<T>(query: string, variables: Record<string, unknown>): Subscription<T>;
  dispose(): void;
}

export function openSocket(url: string, authorization: string): Socket {
  let ended: (event: { code: number }) => void = () => undefined;
  const closed = new Promise<{ code: number }>((resolve) => {
    ended = resolve;
  });
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    retryAttempts: 0,
    on: { closed: (event) => ended(event as { code: number }) },
  });
  return {
    client,
    closed,
    subscribe<T>(query: string, variables: Record<string, unknown>) {
      const updates: T[] = [];
      const waiting: ((update: T) => void)[] = [];
      let readCount = 0;
      let isRejected = false;
      const stop = client.subscribe<T>(
        { query, variables },
        {
          next: ({ data, errors }) => {
            if (!data) throw new Error(JSON.stringify(errors));
            updates.push(data);
            const reader = waiting.shift();
            if (reader) {
              readCount += 1;
              reader(data);
            }
          },
          error: () => {
            isRejected = true;
          },
          complete: () => undefined,
        },
      );
      return {
        updates,
        get isRejected() {
          return isRejected;
        },
        next() {
          const ready = updates[readCount];
          if (ready) {
            readCount += 1;
            return Promise.resolve(ready);
          }
          return new Promise<T>((resolve, reject) => {
            const timeout = setTimeout(
              () => reject(new Error(`update ${updates.length + 1} of ${query} never came`)),
              60_000,
            );
            waiting.push((update) => {
              clearTimeout(timeout);
              resolve(update);
            });
          });
        },
        stop,
      };
    },
    dispose: () => void client.dispose(),
  };
}
