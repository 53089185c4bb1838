/** Two transactions that take the same two locks, on PostgreSQL. */
import { expect } from 'vitest';
import type { Database, Executor } from '../../src/infrastructure/database/client.ts';
import { transact } from '../../src/infrastructure/database/transact.ts';
import { audit, soundLedger } from './audit.ts';
import { untilLocked } from './database.ts';

type TakeLock = (tx: Executor) => Promise<unknown>;

/**
 * Takes the first lock of one transaction, waits until the other transaction waits for it, and takes the next lock. Fails if the other
 * one has that lock already.
 */
export async function expectNoDeadlock(
  db: Database,
  other: () => Promise<unknown>,
  first: TakeLock,
  next: TakeLock,
): Promise<void> {
  let runs = 0;
  let running: Promise<unknown> | undefined;
  await transact(db, async (tx) => {
    runs += 1;
    // A deadlock ends this transaction, which is then repeated.
    await tx.execute(`set local deadlock_timeout = '10ms'`);
    await first(tx);
    running ??= other();
    const ended = running.then(() => Promise.reject(new Error('the other transaction waited for no lock')));
    if (runs === 1) await Promise.race([untilLocked(db), ended]);
    ended.catch(() => undefined);
    await next(tx);
  });
  await running;
  expect(runs).toBe(1);
  expect(await audit(db)).toEqual(soundLedger);
}
