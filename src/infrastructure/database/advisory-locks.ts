/**
 * PostgreSQL advisory locks. A database has one space of lock keys for all of its users, so every key is listed here,
 * and no other file calls a `pg_advisory…` function.
 */
import { sql } from 'drizzle-orm';
import type { Executor } from './client.ts';
import { readValues } from './row-decoding/rows.ts';

/** Each purpose has a key of its own: two that shared one would wait for each other without need, or deadlock. */
export const advisoryLockKeys = {
  /** Held while migrations run. */
  migrations: 7_203_115_091,
  /** Held by the sequencer while it numbers events. */
  eventSequencer: 7_203_115_092,
  /** Held while a key that signs access tokens is made. */
  accessTokenKey: 7_203_115_093,
  /** Held while a batch of rows that are no longer retained is deleted. */
  retentionSweep: 7_203_115_094,
  /** Held while the first platform is made. */
  bootstrap: 7_203_115_095,
} as const;

export type AdvisoryLock = keyof typeof advisoryLockKeys;

/** Locks of names: PostgreSQL has a second space of keys, of two numbers each. These are the first numbers. */
export const namedLockKeys = {
  /** A UMA domain: shared while a customer gets an address at it, held alone while a platform takes it. */
  umaDomain: 1,
} as const;

/** Waits for the lock of a name and holds it, alone or with others who share it, until the transaction ends. */
export async function lockNameUntilCommit(
  tx: Executor,
  lock: keyof typeof namedLockKeys,
  name: string,
  strength: 'share' | 'update',
): Promise<void> {
  const key = sql`${namedLockKeys[lock]}::int, hashtext(${name})`;
  await tx.execute(
    strength === 'share'
      ? sql`select pg_advisory_xact_lock_shared(${key})`
      : sql`select pg_advisory_xact_lock(${key})`,
  );
}

/** Waits for the lock and holds it until the transaction ends. */
export async function lockUntilCommit(tx: Executor, lock: AdvisoryLock): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys[lock]})`);
}

/** Holds the lock until the transaction ends, unless another transaction holds it: then returns false at once. */
export async function tryLockUntilCommit(tx: Executor, lock: AdvisoryLock): Promise<boolean> {
  const [row] = await readValues(tx, sql`select pg_try_advisory_xact_lock(${advisoryLockKeys[lock]})`);
  return row?.[0] === true;
}

/** The statement that waits for the lock and holds it until the connection ends. */
export const lockUntilDisconnect = (lock: AdvisoryLock): string =>
  `select pg_advisory_lock(${advisoryLockKeys[lock]})`;
