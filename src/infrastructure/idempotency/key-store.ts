/** SQL of idempotency keys. */
import { sql } from 'drizzle-orm';
import { invariant } from '../../kernel/errors.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import { type Executor, rawRows } from '../database/client.ts';
import { readValues } from '../database/row-decoding/rows.ts';
import { statement } from '../database/statements.ts';
import { send } from '../database/transact.ts';

/** The namespace of a key. The same key in two scopes is two keys. */
export interface OnceScope {
  readonly platformId: Id<'Platform'>;
  /** `platform` for every token of the platform, or the id of an agent. */
  readonly caller: string;
  readonly operation: string;
}

/** A stored key, by which the body of its first response can be stored too. */
export interface StoredKey extends OnceScope {
  readonly key: string;
}

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
export type KeyState = 'claimed' | { readonly fingerprint: string; readonly resultId: string };

export const keyText = ({ caller, operation, key }: StoredKey): string =>
  JSON.stringify([caller, operation, key]);

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

const finish = statement<'keys'>(sql`
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

/** Every statement of the transaction that waits longer for a lock fails with 55P03. 0 is no limit. */
export const limitLockWaits = (tx: Executor, maxWaitMs: number): Promise<void> =>
  send(tx, sql`select set_config('lock_timeout', ${String(maxWaitMs)}, true)`);

/**
 * Claims different keys.
 *
 * @param maxWaitMs limits the wait for a key, and for nothing that follows. It is below the ten seconds of a statement.
 */
export async function claimKeys(
  tx: Executor,
  requested: readonly RequestedKey[],
  maxWaitMs: number | undefined,
): Promise<Map<string, KeyState>> {
  const states = new Map<string, KeyState>();
  if (requested.length === 0) return states;
  const keys = JSON.stringify(
    requested.map(({ storedKey, fingerprint }) => ({ ...keyRow(storedKey), fingerprint })),
  );
  const textOf = ([caller, operation, key]: unknown[]): string => JSON.stringify([caller, operation, key]);
  if (maxWaitMs !== undefined) await limitLockWaits(tx, maxWaitMs);
  for (const row of await readValues(tx, insertKeys({ keys }))) states.set(textOf(row), 'claimed');
  if (maxWaitMs !== undefined) await limitLockWaits(tx, 0);
  if (states.size === requested.length) return states;
  for (const row of await readValues(tx, readKeys({ keys }))) {
    if (states.has(textOf(row))) continue;
    const [, , , fingerprint, resultId] = row;
    invariant(typeof resultId === 'string', 'a committed idempotency key has a result');
    states.set(textOf(row), { fingerprint: fingerprint as string, resultId });
  }
  return states;
}

export interface FinishedKey {
  readonly storedKey: StoredKey;
  /** The id of the record that a replay returns. Without one the key is deleted. */
  readonly resultId: string | undefined;
}

/** Stores the results of claimed keys. */
export const finishKeys = (tx: Executor, keys: readonly FinishedKey[]): Promise<void> =>
  send(
    tx,
    finish({
      keys: JSON.stringify(
        keys.map(({ storedKey, resultId }) => ({ ...keyRow(storedKey), result_id: resultId ?? null })),
      ),
    }),
  );
