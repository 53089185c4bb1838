/**
 * A client as clients should be: what was not answered is sent again with the same key, over either face and to either
 * server, until it is. Every answer is held against what may be answered at all: never a 500, and a 503 only while the
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
  /** Its field is aliased `answer`. */
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
  readonly refusal: string | undefined;
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
  refusal: 'NO_ANSWER',
  reason: undefined,
  body: undefined,
  replayed: false,
} as const;

export interface Client {
  /** One attempt; `undefined` when the outcome is not known. */
  attempt(call: Call): Promise<CallResult | undefined>;
  /** Attempts until there is an answer. */
  settle(call: Call): Promise<{ readonly answer: CallResult; readonly uncertain: boolean }>;
  /** The same for what has a key, written down. */
  operate(call: Call & { readonly key: string }): Promise<{ operation: Operation; answer: CallResult }>;
  /** Sends an answered call again and compares. */
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

  /** Whether the answer says that there is none, which it may only while the database is away. */
  function unanswered(
    server: FaultyServer,
    call: Call,
    status: number,
    retryAfter: unknown,
    said: string,
  ): boolean {
    if (status >= 500 && status !== 503) {
      const when = disturbed.around(server.name)
        ? 'while the database is away'
        : 'while the database is there';
      record.finding(`${status} to ${call.kind} ${when}: ${said}`);
    }
    if (status !== 503) return status >= 500;
    record.count('answers of 503');
    const late = disturbed.sinceBack(server.name);
    if (late !== undefined) record.highest('last answer of 503 after the database was back, ms', late);
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
    if (unanswered(server, call, status, retryAfter, error?.message ?? '')) return undefined;
    const body = data?.answer;
    const refusal = error?.extensions?.code ?? body?.errorCode;
    const reason = error ? (error.extensions?.reason ?? error.message) : body?.reason;
    return { id: refusal ? undefined : body?.id, refusal, reason, body, face: 'GraphQL', replayed: false };
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
    if (unanswered(server, call, status, headers.get('retry-after'), body?.message ?? '')) return undefined;
    const refusal = status >= 400 ? String(body?.code) : undefined;
    return {
      id: refusal ? undefined : (call.restId ?? ((made) => made.id))(body),
      refusal,
      reason: body?.reason,
      body,
      face: 'REST',
      replayed: headers.has('idempotent-replayed'),
    };
  }

  async function attempt(call: Call): Promise<CallResult | undefined> {
    // Who was not answered asks the next one first, as behind a balancer.
    const server = last?.hasFailed ? nextOf(last.server) : random.pick(servers);
    last = { server, hasFailed: true };
    const send = call.rest && random.chance(0.5) ? overRest : overGraphql;
    try {
      const answer = await send(server, call);
      if (answer) last = { server, hasFailed: false };
      // Another attempt of ours is still at it.
      return answer?.reason === 'Idempotency-Key in use' ? undefined : answer;
    } catch (error) {
      // Refused, broken off, or not answered in time. An answer that is no JSON would be a defect of ours.
      if (error instanceof SyntaxError) record.finding(`an answer to ${call.kind} is no JSON`);
      record.count(
        (error as Error).name === 'TimeoutError' ? 'requests not answered in time' : 'requests broken off',
      );
      return undefined;
    }
  }

  async function settle(call: Call): Promise<{ answer: CallResult; uncertain: boolean }> {
    const until = Date.now() + giveUpAfterMs;
    for (let attempts = 1; ; attempts += 1) {
      const answer = await attempt(call);
      if (answer) {
        record.count(`${call.kind} over ${answer.face}`);
        return { answer, uncertain: attempts > 1 };
      }
      record.count('retries');
      if (Date.now() > until) {
        record.finding(`${call.kind} was not answered for ${giveUpAfterMs / 1000} s`);
        return { answer: { ...noResponse, face: 'REST' }, uncertain: true };
      }
      await pause(random.between(50, 300));
    }
  }

  async function replay(call: Call, id: string): Promise<void> {
    const { answer } = await settle(call);
    record.count('replays compared');
    if (answer.id !== id)
      record.finding(`${call.kind} sent again answers ${answer.id ?? answer.refusal}, first ${id}`);
    if (answer.face === 'REST' && answer.id === id && !answer.replayed) {
      record.finding(`${call.kind} sent again is not said to be replayed`);
    }
  }

  return {
    attempt,
    settle,
    replay,
    async operate(call) {
      const { answer, uncertain } = await settle(call);
      const { id, refusal } = answer;
      if (id === undefined && refusal === undefined) {
        throw new Error(
          `${call.kind} answered neither a record nor a refusal: ${JSON.stringify(answer.body)}`,
        );
      }
      const operation = { kind: call.kind, key: call.key, call, id, refusal, uncertain };
      record.operations.push(operation);
      if (id !== undefined && random.chance(0.1)) await replay(call, id);
      return { operation, answer };
    },
  };
}
