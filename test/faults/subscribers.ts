/**
 * Subscribers that resume from their last cursor, over both transports and on either server: after an error, after the end
 * of a connection, and sometimes without a reason.
 */
import { createClient as createSocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { basic } from '../support/service.ts';
import type { Harness } from './client.ts';
import type { Party } from './load.ts';
import { pause, type Random } from './random.ts';
import { type FaultyServer, platformToken } from './servers.ts';

/** The filter of a subscriber, and the events of the log that it must receive. */
export interface Scope {
  readonly name: string;
  readonly field: 'transactionUpdated' | 'agentActionUpdated';
  readonly wanted: Readonly<Record<string, string>>;
  readonly authorization?: string;
  /** The only record whose updates this client may receive. */
  readonly customer?: string;
}

export interface ReceivedUpdate {
  readonly cursor: string;
  readonly status: string;
  readonly id: string;
}

export interface Subscriber extends Scope {
  readonly transport: 'WebSocket' | 'SSE';
  readonly updates: readonly ReceivedUpdate[];
  /** Reconnects only after its connection ends. */
  settleDown(): void;
  stop(): Promise<void>;
}

interface Update {
  readonly cursor: string;
  readonly status: string;
  readonly record: { readonly id: string };
}

interface Result {
  readonly data?: { readonly updated: Update } | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly httpStatus?: number };
  }[];
}

interface Request {
  readonly query: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly authorization: string;
  readonly push: (result: Result) => void;
  readonly signal: AbortSignal;
}

/** Resolves at the end of the subscription with its reason. */
type Transport = (url: string, request: Request) => Promise<unknown>;

const overSocket: Transport = (url, { query, variables, authorization, push, signal }) => {
  const client = createSocketClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    retryAttempts: 0,
    lazyCloseTimeout: 0,
  });
  return new Promise((resolve) => {
    const stop = client.subscribe<never>(
      { query, variables },
      {
        next: (result) => push(result as Result),
        // An error result has errors. The end of a connection has a close event.
        error: (error) => {
          if (Array.isArray(error)) push({ errors: error });
          resolve(error);
        },
        complete: () => resolve(undefined),
      },
    );
    signal.addEventListener('abort', () => {
      stop();
      resolve(undefined);
    });
  });
};

const overStream: Transport = async (url, { query, variables, authorization, push, signal }) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    signal,
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query, variables }),
  });
  if (!response.ok) {
    push((await response.json()) as Result);
    return;
  }
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (data !== undefined) push(JSON.parse(data) as Result);
    }
  }
};

const documentOf = ({ field, wanted }: Scope): string => {
  const names = [...Object.keys(wanted), 'after'];
  const declared = names.map((name) => `$${name}: ${name === 'after' ? 'String' : 'ID'}`).join(', ');
  const given = names.map((name) => `${name}: $${name}`).join(', ');
  const record = field === 'transactionUpdated' ? 'transaction' : 'action';
  return `subscription (${declared}) { updated: ${field}(${given}) { cursor status record: ${record} { id } } }`;
};

/** @param after the start cursor. */
export function startSubscriber(
  { servers, record, disturbed }: Harness,
  random: Random,
  scope: Scope,
  transport: Subscriber['transport'],
  after: string,
): Subscriber {
  const updates: ReceivedUpdate[] = [];
  const query = documentOf(scope);
  const connect = transport === 'SSE' ? overStream : overSocket;
  let stopping = false;
  let settled = false;
  let current = new AbortController();

  const rejected = (server: FaultyServer, { errors = [] }: Result) => {
    for (const { message, extensions } of errors) {
      const isOutage = extensions?.httpStatus === 503;
      if (!isOutage) record.finding(`a subscription to ${scope.field} is rejected: ${message}`);
      else if (!disturbed.around(server.name))
        record.finding(`503 to ${scope.field} while the database is there`);
    }
  };

  const follow = async (server: FaultyServer): Promise<void> => {
    current = new AbortController();
    const { signal } = current;
    const hop = setTimeout(
      () => {
        if (!settled) current.abort();
      },
      random.between(3_000, 20_000),
    );
    const request: Request = {
      query,
      variables: { ...scope.wanted, after: updates.at(-1)?.cursor ?? after },
      authorization: scope.authorization ?? basic(platformToken),
      signal,
      push: (result) => {
        if (signal.aborted) return;
        const update = result.data?.updated;
        if (!update) return rejected(server, result);
        updates.push({ cursor: update.cursor, status: update.status, id: update.record.id });
      },
    };
    await connect(server.url, request).catch(() => undefined);
    // Updates of an ended connection must not be recorded after updates of the next one.
    current.abort();
    clearTimeout(hop);
  };

  const loop = (async () => {
    while (!stopping) {
      record.count('started subscriptions');
      await follow(random.pick(servers));
      if (!stopping) await pause(random.between(20, 300));
    }
  })();

  return {
    ...scope,
    transport,
    updates,
    settleDown() {
      settled = true;
    },
    async stop() {
      stopping = true;
      current.abort();
      await loop;
    },
  };
}

/** One subscriber of each kind: the platform over both transports, a customer, an account, an agent, the approvers. */
export function startSubscribers(
  harness: Harness,
  random: Random,
  parties: readonly Party[],
  after: string,
): Subscriber[] {
  const [first, second] = parties;
  const acting = parties.find(({ agent }) => agent !== undefined);
  if (!first || !second || !acting?.agent) throw new Error('there are customers, and one has an agent');
  const field = 'transactionUpdated';
  const everything: Scope = { name: 'the platform', field, wanted: {} };
  const scopes: readonly (readonly [Scope, Subscriber['transport']])[] = [
    [everything, 'WebSocket'],
    [everything, 'SSE'],
    [{ name: 'a customer', field, wanted: { customerId: first.customerId } }, 'WebSocket'],
    [{ name: 'an account', field, wanted: { accountId: second.accountId } }, 'SSE'],
    [
      {
        name: 'an agent',
        field,
        wanted: {},
        authorization: acting.agent.authorization,
        customer: acting.customerId,
      },
      'WebSocket',
    ],
    [{ name: 'the approvers', field: 'agentActionUpdated', wanted: {} }, 'SSE'],
  ];
  return scopes.map(([scope, transport]) =>
    startSubscriber(harness, random.branch(), scope, transport, after),
  );
}
