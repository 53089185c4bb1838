/**
 * Counts of lists. A count reads every record that it counts, so it has its own timeout, much shorter than that of other
 * statements.
 *
 * Decision: a count is exact or fails. A limit on the number of counted records would stop counts that find many, but not
 * those that search a whole table and find few.
 * Decision: the embedded database has no timeout, because it cannot stop a statement.
 * Decision: a count keeps a processor of the database server busy until it ends, so counts have a limit below that of
 * connections: of ten connections, five count at once, two of them for one platform, and one for a platform while another
 * platform used the database in the last second.
 */
import { sql } from 'drizzle-orm';
import { type Database, type Executor, isShared } from './client.ts';
import { FairSemaphore } from './fair-queue.ts';
import { isStatementTimeout, send, transact } from './transact.ts';

/** The count did not finish in time. */
export class CountTooLong {
  readonly seconds: number;
  constructor(seconds: number) {
    this.seconds = seconds;
  }
}

const semaphores = new WeakMap<Database, FairSemaphore>();

function semaphoreOf({ origin, pool }: Database): FairSemaphore {
  let semaphore = semaphores.get(origin);
  if (!semaphore) {
    const connections = pool?.maxConnections ?? 1;
    const partOf = (divisor: number) => Math.max(1, Math.floor(connections / divisor));
    semaphore = new FairSemaphore({
      maxRunning: partOf(2),
      maxRunningPerKey: (key) => partOf(isShared(origin, key) ? 10 : 5),
    });
    semaphores.set(origin, semaphore);
  }
  return semaphore;
}

/**
 * Runs a count with a timeout, in turn with those of other platforms. The timeout starts when the count starts.
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
    return await semaphoreOf(db).run(db.partitionOf(), () =>
      transact(db, async (tx) => {
        await send(
          tx,
          sql`select set_config('statement_timeout', ${String(Math.max(1, Math.round(seconds * 1000)))}, true)`,
        );
        return count(tx);
      }),
    );
  } catch (error) {
    if (isStatementTimeout(error)) return new CountTooLong(seconds);
    throw error;
  }
}
