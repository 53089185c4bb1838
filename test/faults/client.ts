/**
 * A correct client: it repeats a request without a response with the same key, over either API and to either server, until
 * it gets one. It checks every response: never a 500, and a 503 only while the database is unavailable to that server, with
 * Retry-After.
 */
import { basic } from '../support/service.ts';
import type { Disturbances } from './outages.ts';
import { pause, type Random } from './random.ts';
import type { Operation, RunRecord } from './record.ts';
import { type FaultyServer, platformToken } from './servers.ts';

// biome-ignore lint/suspicious/noExplicitAny: the fields of a body are checked one by one.
export type Body = any;

/** One operation as a GraphQL and as a REST request. */
export interface Call {
  readonly kind: string;
  /** The document; its field has the alias `response`. */
  readonly query: string;
  readonly variables?: object;
  readonly rest?: { readonly method: string; readonly path: string; readonly body?: object };
  readonly key?: string;
  readonly authorization?: string;
  /** The id of the created record in the REST body. */
  readonly restId?: (body: Body) => string;
}

export interface CallResult {
  readonly id: string | undefined;
  readonly rejection: string | undefined;
  readonly reason: string | undefined;
  readonly body: Body;
  readonly api: 'GraphQL' | 'REST';
  readonly replayed: boolean;
}

/** Longer than any response takes that is not lost. A proxy holds bytes for at most two seconds. */
const timeoutMs = 15_000;
const giveUpAfterMs = 240_000;

/** The record of a client that gives up, because the operation may have had an effect. */
export const noResponse = {
  id: undefined,
  rejection: 'NO_RESPONSE',
  reason: undefined,
  body: undefined,
  replayed: false,
} as const;

export interface Client {
  /** One attempt; `undefined` if the result is unknown. */
  attempt(call: Call): Promise<CallResult | undefined>;
  /** Repeats until there is a response. */
  settle(call: Call): Promise<{ readonly response: CallResult; readonly uncertain: boolean }>;
  /** The same for an operation with a key, with a record of it. */
  operate(call: Call & { readonly key: string }): Promise<{ operation: Operation; response: CallResult }>;
  /** Repeats a finished call and compares the responses. */
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

  /** Whether the response is an outage error, which is allowed only while the database is unavailable. */
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
    if (late !== undefined) record.recordMax('last response of 503 after the database was back, ms', late);
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
      signal: AbortSignal.timeout(timeoutMs),
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
      api: 'GraphQL',
      replayed: false,
    };
  }

  async function overRest(server: FaultyServer, call: Call): Promise<CallResult | undefined> {
    const { method = '', path = '', body: sent } = call.rest ?? {};
    const response = await fetch(`${server.url}/2025-10-13${path}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
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
      api: 'REST',
      replayed: headers.has('idempotent-replayed'),
    };
  }

  async function attempt(call: Call): Promise<CallResult | undefined> {
    // Without a response, the client tries the next server first, as behind a load balancer.
    const server = last?.hasFailed ? nextOf(last.server) : random.pick(servers);
    last = { server, hasFailed: true };
    const send = call.rest && random.chance(0.5) ? overRest : overGraphql;
    try {
      const response = await send(server, call);
      if (response) last = { server, hasFailed: false };
      // Another attempt of this client is still running.
      return response?.reason === 'Idempotency-Key in use' ? undefined : response;
    } catch (error) {
      // Rejected, interrupted or timed out. A response that is not JSON would be a defect of the service.
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
        record.count(`${call.kind} over ${response.api}`);
        return { response, uncertain: attempts > 1 };
      }
      record.count('retries');
      if (Date.now() > until) {
        record.finding(`${call.kind} had no response for ${giveUpAfterMs / 1000} s`);
        return { response: { ...noResponse, api: 'REST' }, uncertain: true };
      }
      await pause(random.between(50, 300));
    }
  }

  async function replay(call: Call, id: string): Promise<void> {
    const { response } = await settle(call);
    record.count('replays compared');
    if (response.id !== id)
      record.finding(`${call.kind} sent again returns ${response.id ?? response.rejection}, first ${id}`);
    if (response.api === 'REST' && response.id === id && !response.replayed) {
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
