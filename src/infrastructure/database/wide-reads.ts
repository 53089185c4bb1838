/**
 * Wide reads: counts and searches. They may read many more records than their result has, so they have their own timeouts,
 * much shorter than that of other statements.
 *
 * Decision: a count is exact or fails. A limit on the number of counted records would stop counts that find many, but not
 * those that search a whole table and find few.
 * Decision: the embedded database has no timeout, because it cannot stop a statement.
 * Decision: a wide read keeps a processor of the database server busy until it ends, so wide reads have a limit below that
 * of connections: of ten connections, five run wide reads at once, two of them for one platform, and one for a platform
 * while another platform used the database in the last second.
 */
import { sql } from 'drizzle-orm';
import type { Ports } from '../ports.ts';
import { type Database, type Executor, isShared } from './client.ts';
import { FairSemaphore } from './fair-queue.ts';
import { isStatementTimeout, send, transact } from './transact.ts';

/** A statement of a wide read did not finish in time. The message is for callers. The cause is the error of the database. */
export class ReadTooLong extends Error {
  readonly seconds: number;
  constructor(seconds: number, cause?: unknown) {
    super(
      `The search took longer than the limit of ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, and was stopped. Narrow the filter: search for longer words, or for the records of one customer.`,
      { cause },
    );
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
 * Runs a wide read in turn with those of other platforms. The timeout of each of its statements starts when the statement
 * starts.
 */
export async function readWithin<T>(
  db: Database,
  seconds: number,
  read: (db: Executor) => Promise<T>,
): Promise<T | ReadTooLong> {
  if (db.kind === 'embedded') return read(db.orm);
  try {
    return await semaphoreOf(db).run(db.partitionOf(), () =>
      transact(db, async (tx) => {
        await send(
          tx,
          sql`select set_config('statement_timeout', ${String(Math.max(1, Math.round(seconds * 1000)))}, true)`,
        );
        return read(tx);
      }),
    );
  } catch (error) {
    if (isStatementTimeout(error)) return new ReadTooLong(seconds, error);
    throw error;
  }
}

/**
 * Reads a page of a list: as a wide read if its filter has no index in the order of the list.
 *
 * @throws ReadTooLong, also for `isStatementTimeout`.
 */
export async function readList<T>(
  { db, searchSeconds }: Pick<Ports, 'db' | 'searchSeconds'>,
  isWide: boolean,
  read: (db: Executor) => Promise<T>,
): Promise<T> {
  if (!isWide) return read(db.orm);
  const result = await readWithin(db, searchSeconds, read);
  if (result instanceof ReadTooLong) throw result;
  return result;
}
