/**
 * Forgets what is kept no longer, a few rows at a time and one process at a time: each batch is a short commit of its
 * own, passes over rows that somebody has locked, and leaves when another process sweeps.
 */
import { sql } from 'drizzle-orm';
import { tryLockUntilCommit } from '../../infrastructure/database/advisory-locks.ts';
import { type Database, rawRows } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { type RetentionRule, retentionRules } from './rules.ts';

const sweptAtOnce = 500;

/** Answers how many rows of the table went, or 'taken' where another process sweeps. */
async function sweepBatch(db: Database, rule: RetentionRule, realNow: Date): Promise<number | 'taken'> {
  const table = sql.identifier(rule.table);
  const rows = sql`array(select place from forgotten)`;
  // What goes with a row goes first, in the same statement: its reference is checked at the end of it.
  const attached = rule.with
    ? sql`, attached as (delete from ${sql.identifier(rule.with.table)}
        where ${sql.identifier(rule.with.of)} in (select t.id from ${table} t where t.ctid = any(${rows})))`
    : sql``;
  return transact(db, async (tx) => {
    if (!(await tryLockUntilCommit(tx, 'retentionSweep'))) return 'taken';
    const swept = await rawRows(
      tx,
      sql`with forgotten as materialized (
            select t.ctid as place from ${table} t where ${rule.forgotten(realNow)}
            limit ${sweptAtOnce} for update of t skip locked
          )${attached}
          delete from ${table} where ctid = any(${rows}) returning 1`,
    );
    return swept.length;
  });
}

/** Forgets all that is due at an instant of real time. Answers how many rows of each table. */
export async function sweep(
  db: Database,
  realNow: Date,
  { goesOn = async () => true }: { goesOn?: () => Promise<boolean> } = {},
): Promise<ReadonlyMap<string, number>> {
  const swept = new Map<string, number>();
  for (const rule of retentionRules) {
    for (let batch: number | 'taken' = sweptAtOnce; batch === sweptAtOnce; ) {
      if (!(await goesOn())) return swept;
      batch = await sweepBatch(db, rule, realNow);
      if (batch === 'taken') return swept;
      swept.set(rule.table, (swept.get(rule.table) ?? 0) + batch);
    }
  }
  return swept;
}
