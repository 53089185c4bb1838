/**
 * A client as clients should be: what had no response is sent again with the same key, over either API and to either
 * server, until it is. Every response is compared with what is allowed at all: never a 500, and a 503 only while the
 * database is away from that server, with the seconds to wait.
 */
import { basic } from '../support/service.ts';
import type { Disturbances } from './disturbances.ts';
import { pause, type Random } from './random.ts';
import type { Operation, RunRecord } from './record.ts';
import { type FaultyServer, platformToken } from './servers.ts';

// biome-ignore lint/suspicious/noExplicitAny: a body is looked at field by field.
export type Body = any;

/** One operation in the words of both faces. */
export interface Call {
  readonly kind: string;
  /** Its field is aliased `response`. */
  readonly query: string;
  readonly variables?: object;
  readonly rest?: { readonly method: string; readonly path: string; readonly body?: object };
  readonly key?: string;
  readonly authorization?: string;
  /** Where REST's body has the id of what was made. */
  readonly restId?: (body: Body) => string;
}

export interface CallResult {
  readonly id: string | undefined;
  readonly rejection: string | undefined;
  readonly reason: string | undefined;
  readonly body: Body;
  readonly face: 'GraphQL' | 'REST';
  readonly replayed: boolean;
}

/** Longer than anything takes that is not lost: a proxy holds bytes for two seconds at most. */
const patienceMs = 15_000;
const giveUpAfterMs = 240_000;

/** What a client that gives up writes down: the operation may have been done all the same. */
export const noResponse = {
  id: undefined,
  rejection: 'NO_RESPONSE',
  reason: undefined,
  body: undefined,
  replayed: false,
} as const;

export interface Client {
  /** One attempt; `undefined` when the outcome is not known. */
  attempt(call: Call): Promise<CallResult | undefined>;
  /** Attempts until there is a response. */
  settle(call: Call): Promise<{ readonly response: CallResult; readonly uncertain: boolean }>;
  /** The same for what has a key, written down. */
  operate(call: Call & { readonly key: string }): Promise<{ operation: Operation; response: CallResult }>;
  /** Sends a finished call again and compares. */
  replay(call: Call, id: string): Promise<void>;
}

export interface Harness {
  readonly servers: readonly FaultyServer[];
  readonly record: RunRecord;
  readonly disturbed: Disturbances;
}

const platform = basic(platformToken);

export function createClient({ servers, record, disturbed }: Harness, random: Random): Client {
  let last: { readonly server: FaultyServer; readonly hasFailed: boolean } | undefined;
  const nextOf = (server: FaultyServer): FaultyServer =>
    servers[(servers.indexOf(server) + 1) % servers.length] ?? server;

  /** Whether the response says that there is none, which it may only while the database is unavailable. */
  function withoutResponse(
    server: FaultyServer,
    call: Call,
    status: number,
    retryAfter: unknown,
    said: string,
  ): boolean {
    if (status >= 500 && status !== 503) {
      const when = disturbed.around(server.name)
        ? 'while the database is unavailable'
        : 'while the database is there';
      record.finding(`${status} to ${call.kind} ${when}: ${said}`);
    }
    if (status !== 503) return status >= 500;
    record.count('responses of 503');
    const late = disturbed.sinceBack(server.name);
    if (late !== undefined) record.highest('last response of 503 after the database was back, ms', late);
    if (retryAfter === undefined || retryAfter === null)
      record.finding(`503 without Retry-After to ${call.kind}`);
    if (!disturbed.around(server.name))
      record.finding(`503 to ${call.kind} while the database is there: ${said}`);
    return true;
  }

  async function overGraphql(server: FaultyServer, call: Call): Promise<CallResult | undefined> {
    const { query, variables, key } = call;
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: call.authorization ?? platform,
      },
      body: JSON.stringify({ query, variables: { ...variables, ...(key !== undefined && { key }) } }),
    });
    const { data, errors } = (await response.json()) as Body;
    const [error] = errors ?? [];
    const status = error?.extensions?.httpStatus ?? response.status;
    const retryAfter = response.headers.get('retry-after') ?? error?.extensions?.retryAfterSeconds;
    if (withoutResponse(server, call, status, retryAfter, error?.message ?? '')) return undefined;
    const body = data?.response;
    const rejection = error?.extensions?.code ?? body?.errorCode;
    const reason = error ? (error.extensions?.reason ?? error.message) : body?.reason;
    return {
      id: rejection ? undefined : body?.id,
      rejection,
      reason,
      body,
      face: 'GraphQL',
      replayed: false,
    };
  }

  async function overRest(server: FaultyServer, call: Call): Promise<CallResult | undefined> {
    const { method = '', path = '', body: sent } = call.rest ?? {};
    const response = await fetch(`${server.url}/2025-10-13${path}`, {
      method,
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        authorization: call.authorization ?? platform,
        ...(sent && { 'content-type': 'application/json' }),
        ...(call.key !== undefined && { 'idempotency-key': call.key }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    const body = (await response.json()) as Body;
    const { status, headers } = response;
    if (withoutResponse(server, call, status, headers.get('retry-after'), body?.message ?? ''))
      return undefined;
    const rejection = status >= 400 ? String(body?.code) : undefined;
    return {
      id: rejection ? undefined : (call.restId ?? ((made) => made.id))(body),
      rejection,
      reason: body?.reason,
      body,
      face: 'REST',
      replayed: headers.has('idempotent-replayed'),
    };
  }

  async function attempt(call: Call): Promise<CallResult | undefined> {
    // Who had no response asks the next one first, as behind a balancer.
    const server = last?.hasFailed ? nextOf(last.server) : random.pick(servers);
    last = { server, hasFailed: true };
    const send = call.rest && random.chance(0.5) ? overRest : overGraphql;
    try {
      const response = await send(server, call);
      if (response) last = { server, hasFailed: false };
      // Another attempt of ours is still at it.
      return response?.reason === 'Idempotency-Key in use' ? undefined : response;
    } catch (error) {
      // Rejected, broken off, or without a response in time. A response that is no JSON would be a defect of ours.
      if (error instanceof SyntaxError) record.finding(`a response to ${call.kind} is no JSON`);
      record.count(
        (error as Error).name === 'TimeoutError'
          ? 'requests without a response in time'
          : 'requests broken off',
      );
      return undefined;
    }
  }

  async function settle(call: Call): Promise<{ response: CallResult; uncertain: boolean }> {
    const until = Date.now() + giveUpAfterMs;
    for (let attempts = 1; ; attempts += 1) {
      const response = await attempt(call);
      if (response) {
        record.count(`${call.kind} over ${response.face}`);
        return { response, uncertain: attempts > 1 };
      }
      record.count('retries');
      if (Date.now() > until) {
        record.finding(`${call.kind} had no response for ${giveUpAfterMs / 1000} s`);
        return { response: { ...noResponse, face: 'REST' }, uncertain: true };
      }
      await pause(random.between(50, 300));
    }
  }

  async function replay(call: Call, id: string): Promise<void> {
    const { response } = await settle(call);
    record.count('replays compared');
    if (response.id !== id)
      record.finding(`${call.kind} sent again returns ${response.id ?? response.rejection}, first ${id}`);
    if (response.face === 'REST' && response.id === id && !response.replayed) {
      record.finding(`${call.kind} sent again is not said to be replayed`);
    }
  }

  return {
    attempt,
    settle,
    replay,
    async operate(call) {
      const { response, uncertain } = await settle(call);
      const { id, rejection } = response;
      if (id === undefined && rejection === undefined) {
        throw new Error(
          `${call.kind} returned neither a record nor a rejection: ${JSON.stringify(response.body)}`,
        );
      }
      const operation = { kind: call.kind, key: call.key, call, id, rejection, uncertain };
      record.operations.push(operation);
      if (id !== undefined && random.chance(0.1)) await replay(call, id);
      return { operation, response };
    },
  };
}
