/**
 * Wide reads: counts and searches. They may read many more records than their result has, so they have their own timeouts,
 * much shorter than that of other statements.
 *
 * Decision: a count is exact or fails. A limit on the number of counted records would stop counts that find many, but not
 * those that search a whole table and find few.
 * Decision: the embedded database has no timeout, because it cannot stop a statement.
 * Decision: a wide read keeps a processor of the database server busy until it ends, so wide reads have a limit below that
 * of connections: of ten connections, five run wide reads at once, two of them for one platform. While another platform
 * used the database in the last second, a platform has one, and pauses as long as it has read, so that it uses half of a
 * processor.
 * Decision: a wide read that has waited for its turn for ten seconds is not sent. The caller has its response by then or is
 * gone, and a platform that requests searches faster than they end would fill the memory of the process.
 */
import { sql } from 'drizzle-orm';
import type { Ports } from '../ports.ts';
import { type Database, type Executor, isShared, pauseForOthers } from './client.ts';
import { FairSemaphore } from './fair-queue.ts';
import { isStatementTimeout, queryCanceled, send, transact } from './transact.ts';

/** The maximum time for which a wide read waits for its turn. */
const maxWaitSeconds = 10;

/** A wide read did not finish in time, or did not start. The message is for callers. The cause is the error of the database. */
export class ReadTooLong extends Error {
  /** The state of a statement that the server stopped, for `isStatementTimeout`. */
  readonly code = queryCanceled;
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
  const since = performance.now();
  try {
    const partition = db.partitionOf();
    return await semaphoreOf(db).run<T | ReadTooLong>(
      partition,
      async () => {
        if (performance.now() - since > maxWaitSeconds * 1_000) return new ReadTooLong(maxWaitSeconds);
        return transact(db, async (tx) => {
          await send(
            tx,
            sql`select set_config('statement_timeout', ${String(Math.max(1, Math.round(seconds * 1000)))}, true)`,
          );
          return read(tx);
        });
      },
      (workedMs) => pauseForOthers(db.origin, partition.key, workedMs),
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
