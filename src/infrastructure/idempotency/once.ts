/**
 * Idempotency keys. The effect, the id of its record and the key are one commit. A repeated request with the same key
 * returns the record that the first call made, as it is now. Another request with the same key is an error. While the
 * first call still runs, the second waits for it.
 *
 * Decision: only a success stores the key. A domain error rolls the key back with everything else, so a retry after it
 * runs again.
 *
 * Source: docs/behaviour/conventions.md#idempotency.
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Conflict, DomainError, invariant } from '../../kernel/errors.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import { optional, text } from '../../kernel/parse.ts';
import { type Database, type Executor, rawRows } from '../database/client.ts';
import { GroupCommit } from '../database/group-commit.ts';
import { readValues } from '../database/row-decoding/rows.ts';
import { statement } from '../database/statements.ts';
import { send, sqlState, transact } from '../database/transact.ts';

/** 1 to 255 characters, compared exactly. */
export const IdempotencyKey = optional(text(255));

/** The key was used with another request. */
export class IdempotencyKeyReused extends Conflict {
  override readonly name = 'IdempotencyKeyReused';
  constructor() {
    super('The idempotency key was used with another request.', {
      reason: 'Idempotency-Key used with another request',
    });
  }
}

/** The first request with this key is still running. */
export class IdempotencyKeyInUse extends Conflict {
  override readonly name = 'IdempotencyKeyInUse';
  readonly retryAfterSeconds = 1;
  constructor() {
    super('A request with this idempotency key is still running. Try again.', {
      reason: 'Idempotency-Key in use',
    });
  }
}

/** The namespace of a key. The same key in two scopes is two keys. */
interface OnceScope {
  readonly platformId: Id<'Platform'>;
  /** `platform` for every token of the platform, or the id of an agent. */
  readonly caller: string;
  readonly operation: string;
}

export interface OnceRequest<T> {
  readonly scope: OnceScope;
  readonly key: string | undefined;
  /** The parsed input with its defaults. A repeated request must have the same. */
  readonly input: unknown;
  /**
   * Id of the record that a repeated request returns. `undefined` for a result without an effect, such as a challenge to
   * sign: the key is then not stored, and the call that has the effect can use it.
   */
  readonly idOf: (result: Exclude<T, DomainError>) => string | undefined;
  /** Reads the record of an earlier call as it is now. */
  readonly replay: (tx: Executor, id: string) => Promise<T>;
}

/** A stored key, by which the body of its first response can be stored too. */
interface StoredKey extends OnceScope {
  readonly key: string;
}

/** The result of an operation that takes an idempotency key. */
export class OnceResult<T> {
  readonly result: T;
  /** An earlier call with the same key had the effect. REST reports this in a header. */
  readonly replayed: boolean;
  /** `undefined` without a key and for a domain error. */
  readonly storedKey: StoredKey | undefined;

  constructor(result: T, replayed = false, storedKey?: StoredKey) {
    this.result = result;
    this.replayed = replayed;
    this.storedKey = storedKey;
  }
}

/** A digest of the input that does not depend on the order of its keys. */
export function fingerprintOf(input: unknown): string {
  const canonical = JSON.stringify(input, (_, value) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (value && typeof value === 'object' && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
    }
    return value;
  });
  return createHash('sha256')
    .update(canonical ?? 'undefined')
    .digest('base64url');
}

/** The result within an operation's return type. */
export type ResultOf<T> = T extends OnceResult<infer Result> ? Result : T;

const isKey = ({ platformId, caller, operation, key }: StoredKey) =>
  sql`platform_id = ${uuidOf(platformId)} and caller = ${caller} and operation = ${operation} and key = ${key}`;

/**
 * The response body that was first sent for the key; stores and returns `body` when none was. The body is stored after
 * the commit of the effect. If the process stops in between, the next call sends the record as it is then, and later
 * calls repeat that.
 */
export async function firstBody(db: Executor, key: StoredKey, body: string): Promise<string> {
  const [stored] = await rawRows<{ body: string }>(
    db,
    sql`update idempotency_keys set body = coalesce(body, ${body}) where ${isKey(key)} returning body`,
  );
  return stored?.body ?? body;
}

/** A key of this transaction: claimed by it, or stored by an earlier call. */
type KeyState = 'claimed' | { readonly fingerprint: string; readonly resultId: string };

const keyText = ({ caller, operation, key }: StoredKey): string => JSON.stringify([caller, operation, key]);

const keyColumns = sql`platform_id uuid, caller text, operation text, key text, fingerprint text, result_id text`;

/** Inserts keys in order, so that two transactions with the same keys cannot deadlock. Waits for calls that hold one. */
const insertKeys = statement<'keys'>(sql`
  insert into idempotency_keys (platform_id, caller, operation, key, fingerprint)
  select platform_id, caller, operation, key, fingerprint
  from json_to_recordset(${sql.placeholder('keys')}::json) as k (${keyColumns})
  order by platform_id, caller, operation, key
  on conflict do nothing returning caller, operation, key`);

const readKeys = statement<'keys'>(sql`
  select i.caller, i.operation, i.key, i.fingerprint, i.result_id
  from idempotency_keys i join json_to_recordset(${sql.placeholder('keys')}::json) as k (${keyColumns})
  using (platform_id, caller, operation, key)`);

const finishKeys = statement<'keys'>(sql`
  with finished as (
    select * from json_to_recordset(${sql.placeholder('keys')}::json) as k (${keyColumns})
  ), removed as (
    delete from idempotency_keys i using finished f
    where f.result_id is null and i.platform_id = f.platform_id and i.caller = f.caller
      and i.operation = f.operation and i.key = f.key
  )
  update idempotency_keys i set result_id = f.result_id from finished f
  where f.result_id is not null and i.platform_id = f.platform_id and i.caller = f.caller
    and i.operation = f.operation and i.key = f.key`);

interface RequestedKey {
  readonly storedKey: StoredKey;
  readonly fingerprint: string;
}

const keyRow = ({ platformId, caller, operation, key }: StoredKey) => ({
  platform_id: uuidOf(platformId),
  caller,
  operation,
  key,
});

/** Claims different keys. The limit of the wait is below the ten seconds of a statement and of an operation. */
async function claimKeys(
  tx: Executor,
  requested: readonly RequestedKey[],
  maxWaitMs: number,
): Promise<Map<string, KeyState>> {
  const states = new Map<string, KeyState>();
  if (requested.length === 0) return states;
  const keys = JSON.stringify(
    requested.map(({ storedKey, fingerprint }) => ({ ...keyRow(storedKey), fingerprint })),
  );
  const textOf = ([caller, operation, key]: unknown[]): string => JSON.stringify([caller, operation, key]);
  // The limit applies to this statement only.
  await send(tx, sql`set local lock_timeout = ${sql.raw(String(maxWaitMs))}`);
  for (const row of await readValues(tx, insertKeys({ keys }))) states.set(textOf(row), 'claimed');
  await send(tx, sql`set local lock_timeout = 0`);
  if (states.size === requested.length) return states;
  for (const row of await readValues(tx, readKeys({ keys }))) {
    if (states.has(textOf(row))) continue;
    const [, , , fingerprint, resultId] = row;
    invariant(typeof resultId === 'string', 'a committed idempotency key has a result');
    states.set(textOf(row), { fingerprint: fingerprint as string, resultId });
  }
  return states;
}

const maxWaitMs = 9_000;
/** In a group others wait too. After this wait each request of the group is tried alone. */
const maxWaitInGroupMs = 250;

/**
 * Runs the requests whose key is new, and those without a key, together in one transaction. The keys of the requests are
 * different. Replays the others.
 *
 * @param work returns a result for each of the requests that it gets. A domain error among them has written nothing.
 */
async function onceTogether<Item extends OnceRequest<T>, T>(
  db: Database,
  requests: readonly Item[],
  work: (tx: Executor, fresh: readonly Item[]) => Promise<readonly T[]>,
): Promise<OnceResult<T | IdempotencyKeyReused>[]> {
  const keyed = requests.map((request) => {
    if (request.key === undefined) return undefined;
    const storedKey: StoredKey = { ...request.scope, key: request.key };
    return { storedKey, fingerprint: fingerprintOf(request.input) };
  });
  return transact(db, async (tx) => {
    const states = await claimKeys(
      tx,
      keyed.filter((key) => key !== undefined),
      requests.length > 1 ? maxWaitInGroupMs : maxWaitMs,
    );
    const stateOf = (index: number): KeyState => {
      const key = keyed[index];
      const state = key ? states.get(keyText(key.storedKey)) : 'claimed';
      invariant(state, 'an idempotency key is claimed or stored');
      return state;
    };
    const fresh = requests.filter((_, index) => stateOf(index) === 'claimed');
    const made = new Map(
      fresh.length > 0 ? (await work(tx, fresh)).map((result, index) => [fresh[index], result]) : [],
    );
    const finished: object[] = [];
    const results: OnceResult<T | IdempotencyKeyReused>[] = [];
    for (const [index, request] of requests.entries()) {
      const state = stateOf(index);
      const key = keyed[index];
      if (state !== 'claimed') {
        const isSame = state.fingerprint === key?.fingerprint;
        const result = isSame ? await request.replay(tx, state.resultId) : new IdempotencyKeyReused();
        results.push(isSame ? new OnceResult(result, true, key?.storedKey) : new OnceResult(result));
        continue;
      }
      const result = made.get(request) as T;
      const id = result instanceof DomainError ? undefined : request.idOf(result as Exclude<T, DomainError>);
      if (key) finished.push({ ...keyRow(key.storedKey), result_id: id ?? null });
      results.push(
        result instanceof DomainError
          ? new OnceResult(result)
          : new OnceResult(result, false, key?.storedKey),
      );
    }
    if (finished.length > 0) await send(tx, finishKeys({ keys: JSON.stringify(finished) }));
    return results;
  });
}

/**
 * An operation that takes an idempotency key and is committed in groups.
 *
 * @param work as for `onceTogether`.
 */
export function groupedOnce<Item extends OnceRequest<T>, T>(
  maxItems: number,
  work: (tx: Executor, requests: readonly Item[]) => Promise<readonly T[]>,
): (db: Database, request: Item) => Promise<OnceResult<T | IdempotencyKeyReused | IdempotencyKeyInUse>> {
  const group = new GroupCommit<Item, OnceResult<T | IdempotencyKeyReused>>({
    maxItems,
    perform: (db, requests) => onceTogether(db, requests, work),
    keyOf: ({ scope, key }) => (key === undefined ? undefined : keyText({ ...scope, key })),
  });
  return async (db, request) => {
    try {
      return await group.submit(db, request.scope.platformId, request);
    } catch (error) {
      if (isLockTimeout(error)) return new OnceResult(new IdempotencyKeyInUse());
      throw error;
    }
  };
}

const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';

/** Runs `work` in a transaction: once per key, or on every call without a key. A domain error rolls everything back. */
export async function once<T>(
  db: Database,
  { scope, key, input, idOf, replay }: OnceRequest<T>,
  work: (tx: Executor) => Promise<T>,
): Promise<OnceResult<T | IdempotencyKeyReused | IdempotencyKeyInUse>> {
  if (key === undefined) return new OnceResult(await transact(db, work));
  const storedKey: StoredKey = { ...scope, key };
  const fingerprint = fingerprintOf(input);
  let replayed = false;
  try {
    const result = await transact(db, async (tx): Promise<T | IdempotencyKeyReused> => {
      const [state] = (await claimKeys(tx, [{ storedKey, fingerprint }], maxWaitMs)).values();
      invariant(state, 'an idempotency key is claimed or stored');
      // `transact` may run this function again, and another attempt may find the other case.
      replayed = state !== 'claimed';
      if (state !== 'claimed') {
        return state.fingerprint === fingerprint ? replay(tx, state.resultId) : new IdempotencyKeyReused();
      }
      const made = await work(tx);
      if (made instanceof DomainError) return made;
      const id = idOf(made as Exclude<T, DomainError>);
      await send(tx, finishKeys({ keys: JSON.stringify([{ ...keyRow(storedKey), result_id: id ?? null }]) }));
      return made;
    });
    return result instanceof DomainError
      ? new OnceResult(result)
      : new OnceResult(result, replayed, storedKey);
  } catch (error) {
    if (isLockTimeout(error)) return new OnceResult(new IdempotencyKeyInUse());
    throw error;
  }
}
