/**
 * Counts of lists. A count reads every record that it counts, so it has its own timeout, much shorter than that of other
 * statements.
 *
 * Decision: a count is exact or fails. A limit on the number of counted records would stop counts that find many, but not
 * those that search a whole table and find few.
 * Decision: the embedded database has no timeout, because it cannot stop a statement.
 */
import { sql } from 'drizzle-orm';
import type { Database, Executor } from './client.ts';
import { isStatementTimeout, send, transact } from './transact.ts';

/** The count did not finish in time. */
export class CountTooLong {
  readonly seconds: number;
  constructor(seconds: number) {
    this.seconds = seconds;
  }
}

/**
 * Runs a count with a timeout.
 *
 * @param count runs one statement.
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
