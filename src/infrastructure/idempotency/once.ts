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

interface OnceRequest<T> {
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

/** Runs `work` in a transaction: once per key, or on every call without a key. */
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
      // The insert waits for a call that holds the key. The limit applies to this statement only. It is lower than the
      // ten seconds of a statement and of an operation, so the caller gets this error and not a timeout.
      await send(tx, sql`set local lock_timeout = '9s'`);
      const [claimed] = await rawRows(
        tx,
        sql`insert into idempotency_keys (platform_id, caller, operation, key, fingerprint)
            values (${uuidOf(scope.platformId)}, ${scope.caller}, ${scope.operation}, ${key}, ${fingerprint})
            on conflict do nothing returning key`,
      );
      await send(tx, sql`set local lock_timeout = 0`);
      // `transact` may run this function again, and another attempt may find the other case.
      replayed = claimed === undefined;
      if (replayed) {
        const [first] = await rawRows<{ fingerprint: string; result_id: string | null }>(
          tx,
          sql`select fingerprint, result_id from idempotency_keys where ${isKey(storedKey)}`,
        );
        invariant(first?.result_id, 'a committed idempotency key has a result');
        if (first.fingerprint !== fingerprint) return new IdempotencyKeyReused();
        return replay(tx, first.result_id);
      }
      const made = await work(tx);
      if (made instanceof DomainError) return made;
      const id = idOf(made as Exclude<T, DomainError>);
      await send(
        tx,
        id === undefined
          ? sql`delete from idempotency_keys where ${isKey(storedKey)}`
          : sql`update idempotency_keys set result_id = ${id} where ${isKey(storedKey)}`,
      );
      return made;
    });
    return result instanceof DomainError
      ? new OnceResult(result)
      : new OnceResult(result, replayed, storedKey);
  } catch (error) {
    if (sqlState(error) === '55P03') return new OnceResult(new IdempotencyKeyInUse());
    throw error;
  }
}
