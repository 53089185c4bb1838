/**
 * Once per key: the effect, its answer and the key are one commit. The same key and request answers the record that
 * the first call made; another request under it is refused; while the first still runs, the second waits.
 *
 * Decision: only a success is kept. A refusal rolls the key back with everything else, so a retry after it runs again.
 *
 * Source: gaps 1.8.
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Conflict, DomainError, invariant } from '../../kernel/errors.ts';
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

/** Who calls and what: one key under two of these is two keys. */
export interface OnceScope {
  readonly platformUuid: string;
  /** `platform`, whatever its token, or an agent's id. */
  readonly caller: string;
  readonly operation: string;
}

export interface OnceRequest<T> {
  readonly scope: OnceScope;
  readonly key: string | undefined;
  /** The parsed input with its defaults: what must be the same for the key to answer again. */
  readonly input: unknown;
  /**
   * Id of the record that the answer is read back by. `undefined` for an answer that is not the effect yet, such as a
   * challenge to sign: the key is left free for the call that has it.
   */
  readonly idOf: (result: Exclude<T, DomainError>) => string | undefined;
  /** Reads the record of an earlier call as it is now. */
  readonly replay: (tx: Executor, id: string) => Promise<T>;
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

interface KeyUsed {
  readonly scope: OnceScope;
  readonly key: string;
  readonly isReplay: boolean;
}

/** The key that an answer was made or replayed by. */
const keysUsed = new WeakMap<object, KeyUsed>();
const keyOf = (answer: unknown): KeyUsed | undefined =>
  typeof answer === 'object' && answer !== null ? keysUsed.get(answer) : undefined;

/** Whether this answer was replayed from an earlier call: REST says so in a header. */
export const isReplay = (answer: unknown): boolean => keyOf(answer)?.isReplay ?? false;

/**
 * The body that was first sent under the key that an answer came by: this one, where none was. Kept after the effect's
 * commit: who never got a body is sent the record as it is by then, and that again from there on.
 */
export async function firstBody(db: Executor, answer: unknown, body: string): Promise<string> {
  const known = keyOf(answer);
  if (!known) return body;
  const { platformUuid, caller, operation } = known.scope;
  const [kept] = await rawRows<{ body: string }>(
    db,
    sql`update idempotency_keys set body = coalesce(body, ${body})
        where platform_id = ${platformUuid} and caller = ${caller} and operation = ${operation} and key = ${known.key}
        returning body`,
  );
  return kept?.body ?? body;
}

/** Runs `work` in a transaction, once for the key; without a key, each time. */
export async function once<T>(
  db: Database,
  { scope, key, input, idOf, replay }: OnceRequest<T>,
  work: (tx: Executor) => Promise<T>,
): Promise<T | IdempotencyKeyReused | IdempotencyKeyInUse> {
  if (key === undefined) return transact(db, work);
  const fingerprint = fingerprintOf(input);
  let replayed = false;
  try {
    const answered = await transact(db, async (tx): Promise<T | IdempotencyKeyReused> => {
      const { platformUuid, caller, operation } = scope;
      // Inserting waits for a call that holds the key; how long is bounded, and only for this statement. Somewhat less than
      // the ten seconds that any statement and operation has, so that this is what is answered.
      await send(tx, sql`set local lock_timeout = '9s'`);
      const [taken] = await rawRows(
        tx,
        sql`insert into idempotency_keys (platform_id, caller, operation, key, fingerprint)
            values (${platformUuid}, ${caller}, ${operation}, ${key}, ${fingerprint})
            on conflict do nothing returning key`,
      );
      await send(tx, sql`set local lock_timeout = 0`);
      const thisKey = sql`platform_id = ${platformUuid} and caller = ${caller}
        and operation = ${operation} and key = ${key}`;
      if (taken) {
        // Of this try: one before it may have found a key that is gone.
        replayed = false;
        const result = await work(tx);
        if (result instanceof DomainError) return result;
        const id = idOf(result as Exclude<T, DomainError>);
        await send(
          tx,
          id === undefined
            ? sql`delete from idempotency_keys where ${thisKey}`
            : sql`update idempotency_keys set result_id = ${id} where ${thisKey}`,
        );
        return result;
      }
      const [first] = await rawRows<{ fingerprint: string; result_id: string | null }>(
        tx,
        sql`select fingerprint, result_id from idempotency_keys where ${thisKey}`,
      );
      invariant(first?.result_id, 'a committed idempotency key has a result');
      if (first.fingerprint !== fingerprint) return new IdempotencyKeyReused();
      const answer = await replay(tx, first.result_id);
      replayed = true;
      return answer;
    });
    if (typeof answered === 'object' && answered !== null && !(answered instanceof DomainError)) {
      keysUsed.set(answered, { scope, key, isReplay: replayed });
    }
    return answered;
  } catch (error) {
    if (sqlState(error) === '55P03') return new IdempotencyKeyInUse();
    throw error;
  }
}

/** The arguments of an operation that takes a key beside its input. */
export const withIdempotencyKey = <T extends z.ZodType>(input: T) =>
  z.object({ input, idempotencyKey: IdempotencyKey });
