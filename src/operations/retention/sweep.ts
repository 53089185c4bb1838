/**
 * Deletes expired rows in small batches, in one process at a time. Each batch is a short commit, skips locked rows, and
 * stops when another process sweeps.
 */
import { sql } from 'drizzle-orm';
import { tryLockUntilCommit } from '../../infrastructure/database/advisory-locks.ts';
import { type Database, rawRows } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { type RetentionRule, retentionRules } from './rules.ts';

const batchSize = 500;

/** Returns the number of deleted rows, or 'taken' if another process sweeps. */
async function sweepBatch(db: Database, rule: RetentionRule, realNow: Date): Promise<number | 'taken'> {
  const table = sql.identifier(rule.table);
  const rows = sql`array(select location from expired)`;
  // Attached rows are deleted in the same statement, because foreign keys are checked at its end.
  const attached = rule.with
    ? sql`, attached as (delete from ${sql.identifier(rule.with.table)}
        where ${sql.identifier(rule.with.of)} in (select t.id from ${table} t where t.ctid = any(${rows})))`
    : sql``;
  return transact(db, async (tx) => {
    if (!(await tryLockUntilCommit(tx, 'retentionSweep'))) return 'taken';
    const swept = await rawRows(
      tx,
      sql`with expired as materialized (
            select t.ctid as location from ${table} t where ${rule.expired(realNow)}
            limit ${batchSize} for update of t skip locked
          )${attached}
          delete from ${table} where ctid = any(${rows}) returning 1`,
    );
    return swept.length;
  });
}

/** Deletes all rows that are expired at an instant of real time. Returns the number of deleted rows by table. */
export async function sweep(
  db: Database,
  realNow: Date,
  { canContinue = async () => true }: { canContinue?: () => Promise<boolean> } = {},
): Promise<ReadonlyMap<string, number>> {
  const swept = new Map<string, number>();
  for (const rule of retentionRules) {
    for (let batch: number | 'taken' = batchSize; batch === batchSize; ) {
      if (!(await canContinue())) return swept;
      batch = await sweepBatch(db, rule, realNow);
      if (batch === 'taken') return swept;
      swept.set(rule.table, (swept.get(rule.table) ?? 0) + batch);
    }
  }
  return swept;
}
