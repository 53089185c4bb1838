/** Clients that subscribe to transaction updates over WebSocket and over SSE. */
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type {
  TransactionUpdatesSubscription,
  TransactionUpdatesSubscriptionVariables,
} from '../graphql/graphql.ts';
import { graphql } from '../graphql/index.ts';
import { basic } from './service.ts';

export const TransactionUpdates = graphql(`
  subscription TransactionUpdates($transactionId: ID, $customerId: ID, $accountId: ID, $after: String) {
    transactionUpdated(transactionId: $transactionId, customerId: $customerId, accountId: $accountId, after: $after) {
      cursor
      previousStatus
      status
      refundStatus
      transaction { id status }
    }
  }
`);

export const EventCursor = graphql(`
  query EventCursor {
    eventCursor
  }
`);

export type Update = TransactionUpdatesSubscription['transactionUpdated'];
export type UpdateFilter = TransactionUpdatesSubscriptionVariables;

/** A subscription and the updates that it has received. */
export interface UpdateSubscription {
  readonly updates: Update[];
  /** Resolves when that number of updates was received. */
  reached(count: number): Promise<void>;
  /** Resolves at the end of the subscription: with the error, the close event of the connection, or undefined. */
  readonly over: Promise<unknown>;
  stop(): void;
}

function updateBuffer() {
  const updates: Update[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    updates,
    push(update: Update) {
      updates.push(update);
      for (const { count, resolve } of waiting) if (updates.length >= count) resolve();
    },
    reached: (count: number) =>
      new Promise<void>((resolve, reject) => {
        if (updates.length >= count) return resolve();
        const timeout = setTimeout(
          () => reject(new Error(`${updates.length} of ${count} updates were received`)),
          60_000,
        );
        waiting.push({ count, resolve: () => resolve(clearTimeout(timeout)) });
      }),
  };
}

/** A socket without automatic reconnection. */
export const socketTo = (url: string, token: string): Client =>
  createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: basic(token) },
    retryAttempts: 0,
    lazyCloseTimeout: 1_000,
  });

/** Subscribes over a WebSocket. */
export function subscribeOverSocket(client: Client, filter: UpdateFilter = {}): UpdateSubscription {
  const { updates, push, reached } = updateBuffer();
  let stop = () => {};
  const over = new Promise<unknown>((resolve) => {
    stop = client.subscribe<TransactionUpdatesSubscription>(
      { query: TransactionUpdates.toString(), variables: { ...filter } },
      {
        next: ({ data, errors }) => (data ? push(data.transactionUpdated) : resolve(errors)),
        error: resolve,
        complete: () => resolve(undefined),
      },
    );
  });
  return { updates, reached, over, stop: () => stop() };
}

/** Sends a query over a socket and returns the response. */
export const sendQuery = async (client: Client, query: string): Promise<unknown> => {
  for await (const response of client.iterate({ query })) return response;
  return undefined;
};

export interface Message {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string;
}

export interface SseSubscription extends UpdateSubscription {
  readonly status: number;
  readonly messages: Message[];
  /** The complete body so far, including heartbeats. */
  text(): string;
}

/** Subscribes over SSE. `over` resolves at the end of the body, or with the error that interrupted it. */
export async function subscribeOverSse(
  url: string,
  token: string,
  filter: UpdateFilter = {},
  { method = 'POST', headers = {} }: { method?: 'GET' | 'POST'; headers?: Record<string, string> } = {},
): Promise<SseSubscription> {
  const query = TransactionUpdates.toString();
  const ending = new AbortController();
  const parameters = new URLSearchParams({ query, variables: JSON.stringify(filter) });
  const response = await fetch(`${url}/graphql${method === 'GET' ? `?${parameters}` : ''}`, {
    method,
    signal: ending.signal,
    headers: {
      Accept: 'text/event-stream',
      authorization: basic(token),
      ...(method === 'POST' && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(method === 'POST' && { body: JSON.stringify({ query, variables: filter }) }),
  });
  const { updates, push, reached } = updateBuffer();
  const messages: Message[] = [];
  let text = '';
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const part = decoder.decode(chunk, { stream: true });
      text += part;
      const blocks = (rest + part).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
        const data = field('data');
        if (data === undefined) continue;
        messages.push({ id: field('id'), event: field('event'), data });
        const update = data && (JSON.parse(data).data?.transactionUpdated as Update | undefined);
        if (update) push(update);
      }
    }
  };
  const over = read().catch((error: unknown) => error);
  return {
    status: response.status,
    messages,
    updates,
    reached,
    over,
    text: () => text,
    stop: () => ending.abort(),
  };
}
