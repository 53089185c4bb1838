/**
 * PostgreSQL advisory locks. All users of a database share one space of lock keys, so this file lists every key, and no
 * other file calls a `pg_advisory…` function.
 */
import { sql } from 'drizzle-orm';
import type { Executor } from './client.ts';
import { readValues } from './row-decoding/rows.ts';

/** One key for each purpose. Purposes that shared a key would block each other without need, or deadlock. */
export const advisoryLockKeys = {
  /** Held while migrations run. */
  migrations: 7_203_115_091,
  /** Held by the sequencer while it numbers events. */
  eventSequencer: 7_203_115_092,
  /** Held while a signing key for access tokens is created. */
  accessTokenKey: 7_203_115_093,
  /** Held while a batch of rows that are no longer retained is deleted. */
  retentionSweep: 7_203_115_094,
  /** Held while the first platform is created. */
  bootstrap: 7_203_115_095,
  /** Held while a partition is made, closed, archived or restored. */
  partitions: 7_203_115_096,
  /** Held by the sequencer of the audit log. */
  auditSequencer: 7_203_115_097,
  /** Held while a process selects the bank connection that it exchanges next. */
  bankExchanges: 7_203_115_098,
} as const;

export type AdvisoryLock = keyof typeof advisoryLockKeys;

/** Locks on names. PostgreSQL has a second space of keys with two numbers: these are the first numbers. */
const namedLockKeys = {
  /** A UMA domain: shared while a customer gets an address at it, exclusive while a platform claims it. */
  umaDomain: 1,
  /** The members of a platform: exclusive while one gets an email address. */
  members: 2,
  /** The one-off mandate of an external account: exclusive while a payment by it starts. */
  mandate: 3,
  /** The virtual IBANs of a platform: exclusive while accounts at one of its connections get numbers. */
  virtualIbans: 4,
  /** The records of a bank connection: exclusive while a file is recorded, shared while records are booked. */
  bankRecords: 5,
  /** The currencies of a platform: exclusive while they change, shared while customers get accounts in all of them. */
  currencies: 6,
} as const;

type NamedLock = keyof typeof namedLockKeys;

const namedKey = (lock: NamedLock, name: string) => sql`${namedLockKeys[lock]}::int, hashtext(${name})`;

/** Waits for the lock on a name and holds it, shared or exclusive, until the transaction ends. */
export async function lockNameUntilCommit(
  tx: Executor,
  lock: NamedLock,
  name: string,
  strength: 'share' | 'update',
): Promise<void> {
  const key = namedKey(lock, name);
  await tx.execute(
    strength === 'share'
      ? sql`select pg_advisory_xact_lock_shared(${key})`
      : sql`select pg_advisory_xact_lock(${key})`,
  );
}

/**
 * Takes the shared lock on a name until the transaction ends. Returns false at once if another transaction holds it exclusively, or
 * waits for that.
 */
export async function tryShareNameUntilCommit(tx: Executor, lock: NamedLock, name: string): Promise<boolean> {
  const [row] = await readValues(tx, sql`select pg_try_advisory_xact_lock_shared(${namedKey(lock, name)})`);
  return row?.[0] === true;
}

/** Waits for the lock and holds it until the transaction ends. */
export async function lockUntilCommit(tx: Executor, lock: AdvisoryLock): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys[lock]})`);
}

/** Takes the lock until the transaction ends. Returns false at once if another transaction holds it. */
export async function tryLockUntilCommit(tx: Executor, lock: AdvisoryLock): Promise<boolean> {
  const [row] = await readValues(tx, sql`select pg_try_advisory_xact_lock(${advisoryLockKeys[lock]})`);
  return row?.[0] === true;
}

/** The statement that waits for the lock and holds it until the connection ends. */
export const lockUntilDisconnect = (lock: AdvisoryLock): string =>
  `select pg_advisory_lock(${advisoryLockKeys[lock]})`;
