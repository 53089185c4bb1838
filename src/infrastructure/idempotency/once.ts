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
import { Conflict, DomainError, invariant, RateLimited } from '../../kernel/errors.ts';
import { optional, text } from '../../kernel/parse.ts';
import { type Attribution, withoutAttribution } from '../database/attribution.ts';
import type { Database, Executor } from '../database/client.ts';
import { GroupCommit, QueueFull } from '../database/group-commit.ts';
import { isLockTimeout, transact } from '../database/transact.ts';
import {
  claimKeys,
  type FinishedKey,
  finishKeys,
  type KeyState,
  keyText,
  limitLockWaits,
  type OnceScope,
  type StoredKey,
} from './key-store.ts';

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

export interface OnceRequest<T> {
  readonly scope: OnceScope;
  readonly key: string | undefined;
  /** In a group: the actor of the changes of this request. `work` attributes its records. */
  readonly attribution?: Attribution | undefined;
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

const maxWaitMs = 9_000;
/** In a group others wait too. After this wait, for a key or for any other lock, each request is tried alone. */
const maxWaitInGroupMs = 1_000;

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
  const isGroup = requests.length > 1;
  // The view of the database belongs to the first request.
  return transact(isGroup ? withoutAttribution(db) : db, async (tx) => {
    if (isGroup) await limitLockWaits(tx, maxWaitInGroupMs);
    const states = await claimKeys(
      tx,
      keyed.filter((key) => key !== undefined),
      isGroup ? undefined : maxWaitMs,
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
    const finished: FinishedKey[] = [];
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
      if (key) finished.push({ storedKey: key.storedKey, resultId: id });
      results.push(
        result instanceof DomainError
          ? new OnceResult(result)
          : new OnceResult(result, false, key?.storedKey),
      );
    }
    if (finished.length > 0) await finishKeys(tx, finished);
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
): (
  db: Database,
  request: Item,
) => Promise<OnceResult<T | IdempotencyKeyReused | IdempotencyKeyInUse | RateLimited>> {
  const group = new GroupCommit<Item, OnceResult<T | IdempotencyKeyReused>>({
    maxItems,
    perform: (db, requests) => onceTogether(db, requests, work),
    keyOf: ({ scope, key }) => (key === undefined ? undefined : keyText({ ...scope, key })),
  });
  return async (db, request) => {
    // Alone: a group is committed.
    if (db.dryRun) {
      const alone = async (tx: Executor): Promise<T> => {
        const [result] = await work(tx, [request]);
        invariant(result !== undefined, 'every request has a result');
        return result;
      };
      return new OnceResult(await transact(db, alone));
    }
    try {
      const item = { ...request, attribution: db.attribution() };
      return await group.submit(db, request.scope.platformId, item);
    } catch (error) {
      if (isLockTimeout(error)) return new OnceResult(new IdempotencyKeyInUse());
      if (error instanceof QueueFull) return new OnceResult(new RateLimited(1));
      throw error;
    }
  };
}

/**
 * Runs `work` in a transaction: once per key, or on every call without a key. A domain error rolls everything back. A dry run
 * has no effect that a key could name, so it ignores the key.
 */
export async function once<T>(
  db: Database,
  { scope, key, input, idOf, replay }: OnceRequest<T>,
  work: (tx: Executor) => Promise<T>,
): Promise<OnceResult<T | IdempotencyKeyReused | IdempotencyKeyInUse>> {
  if (key === undefined || db.dryRun) return new OnceResult(await transact(db, work));
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
      await finishKeys(tx, [{ storedKey, resultId: id }]);
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
