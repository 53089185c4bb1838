/**
 * Counts of lists, which read every record that they count: each ends after a time of its own, long before other
 * statements do, and gives its connection back.
 *
 * Decision: a count is exact or is not given. A limit on how many are counted would end those that find many, but not
 * those that look through a whole table to find few.
 * Decision: the embedded database counts as long as it takes: it cannot stop a statement.
 */
import { sql } from 'drizzle-orm';
import type { Database, Executor } from './client.ts';
import { isStatementTimeout, send, transact } from './transact.ts';

/** The count took longer than it may. */
export class CountTooLong {
  readonly seconds: number;
  constructor(seconds: number) {
    this.seconds = seconds;
  }
}

/**
 * Counts, as long as that may take.
 *
 * @param count one statement.
 */
export async function countWithin<T>(
  db: Database,
  seconds: number,
  count: (db: Executor) => Promise<T>,
): Promise<T | CountTooLong> {
  if (db.kind === 'embedded') return count(db.orm);
  try {
    return await transact(db, async (tx) => {
      await send(
        tx,
        sql`select set_config('statement_timeout', ${String(Math.max(1, Math.round(seconds * 1000)))}, true)`,
      );
      return count(tx);
    });
  } catch (error) {
    if (isStatementTimeout(error)) return new CountTooLong(seconds);
    throw error;
  }
}
