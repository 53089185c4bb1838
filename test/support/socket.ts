/** A graphql-ws client whose updates can be waited for. */
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

export interface Following<T> {
  readonly updates: readonly T[];
  readonly isRejected: boolean;
  /** The next update that was not taken yet. */
  next(): Promise<T>;
  stop(): void;
}

export interface Socket {
  readonly client: Client;
  readonly closed: Promise<{ code: number }>;
  follow<T>(query: string, variables: Record<string, unknown>): Following<T>;
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
    follow<T>(query: string, variables: Record<string, unknown>) {
      const updates: T[] = [];
      const waiting: ((update: T) => void)[] = [];
      let taken = 0;
      let isRejected = false;
      const stop = client.subscribe<T>(
        { query, variables },
        {
          next: ({ data, errors }) => {
            if (!data) throw new Error(JSON.stringify(errors));
            updates.push(data);
            const taker = waiting.shift();
            if (taker) {
              taken += 1;
              taker(data);
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
          const ready = updates[taken];
          if (ready) {
            taken += 1;
            return Promise.resolve(ready);
          }
          return new Promise<T>((resolve, reject) => {
            const patience = setTimeout(
              () => reject(new Error(`update ${updates.length + 1} of ${query} never came`)),
              60_000,
            );
            waiting.push((update) => {
              clearTimeout(patience);
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
