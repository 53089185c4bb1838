/**
 * Dry runs: an operation runs as always, in a transaction that is rolled back after its result was read. The view of the
 * database says so, and `transact` ends each transaction of the view with a rollback. So an operation has no second path, and
 * cannot write by mistake.
 *
 * A dry run wakes no worker, is in no group commit, and neither reads nor stores an idempotency key.
 *
 * Decision: a dry run holds the same locks as the operation, for a few statements more. It waits at most `maxLockWaitMs` for
 * one, so that previews of a busy account do not queue up before its payments.
 *
 * Source: docs/behaviour/payments.md#dry-runs.
 */
import { sql } from 'drizzle-orm';
import { Conflict, DomainError } from '../../kernel/errors.ts';
import type { Database, Executor } from './client.ts';
import { isLockTimeout, send } from './transact.ts';

const maxLockWaitMs = 2_000;

/** Another operation holds what the dry run needs. */
export class RecordsBusy extends Conflict {
  override readonly name = 'RecordsBusy';
  readonly retryAfterSeconds = 1;
  constructor() {
    super('Another payment uses the same records. Try the dry run again.', { reason: 'Records in use' });
  }
}

interface DryRunSteps<Made, Seen> {
  /** Runs first in the transaction: locks and reads what the operation will change. */
  readonly before?: (tx: Executor) => Promise<void>;
  /** Reads what the operation wrote, before it is rolled back. Not called for a domain error. */
  readonly after: (tx: Executor, made: Made) => Promise<Seen>;
}

const dryTransactions = new WeakSet<Executor>();

/** Whether the transaction will be rolled back whatever its result is. */
export const isDryRun = (tx: Executor): boolean => dryTransactions.has(tx);

/**
 * Runs an operation without effect.
 *
 * @param run the operation. It gets the view of the database, and runs one transaction.
 * @returns what `after` read, or the domain error of the operation.
 */
export async function dryRun<Made, Seen>(
  db: Database,
  run: (dry: Database) => Promise<unknown>,
  { before, after }: DryRunSteps<Made, Seen>,
): Promise<Seen | DomainError> {
  let seen: { readonly value: Seen } | undefined;
  const dry: Database = {
    ...db,
    dryRun: {
      async before(tx) {
        seen = undefined;
        dryTransactions.add(tx);
        await send(tx, sql`set local lock_timeout = ${sql.raw(String(maxLockWaitMs))}`);
        await before?.(tx);
      },
      async after(tx, made) {
        // What a commit would check: the balance of each entry, and foreign keys.
        await send(tx, sql`set constraints all immediate`);
        seen = { value: await after(tx, made as Made) };
      },
    },
  };
  try {
    const result = await run(dry);
    if (result instanceof DomainError) return result;
    if (!seen) throw new Error('a dry run has a transaction');
    return seen.value;
  } catch (error) {
    if (isLockTimeout(error)) return new RecordsBusy();
    throw error;
  }
}
