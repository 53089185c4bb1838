/**
 * What the query builder takes for the driver: statements and transactions on the connections of a pool.
 *
 * A transaction keeps its connection to itself until it has ended. What the work of one that has ended, or whose
 * connection broke, still tries to send is refused: it would be done outside of it.
 */
import type { Partition } from './fair-queue.ts';
import type { StatementListener } from './instrumentation.ts';
import type { Pool } from './pool.ts';
import { Session } from './session.ts';

type Run = (text: string, params: readonly unknown[], asValues: boolean) => Promise<unknown[]>;

/** A statement that is sent when its answer is asked for: rows as objects, or as values by their place. */
class Statement implements PromiseLike<unknown[]> {
  readonly #run: Run;
  readonly #text: string;
  readonly #params: readonly unknown[];
  constructor(run: Run, text: string, params: readonly unknown[]) {
    this.#run = run;
    this.#text = text;
    this.#params = params;
  }
  values(): Promise<unknown[]> {
    return this.#run(this.#text, this.#params, true);
  }
  // biome-ignore lint/suspicious/noThenProperty: the driver's own statements are awaited.
  then<A = unknown[], B = never>(
    done?: ((rows: unknown[]) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run(this.#text, this.#params, false).then(done, failed);
  }
}

/** Of how many statement texts it is known at least whether they come again. */
const textsKnown = 500;

/**
 * The driver asks the server twice for a statement that is not prepared: what its parameters are, then its rows, and
 * what follows waits meanwhile. The query builder never prepares, so texts that come again are prepared here. Texts
 * with lists of many lengths could go on for ever: those that were not used for longest are forgotten, by whole
 * generations, since to put each use in order would cost more than it tells.
 */
export function repeatedTexts(): (text: string) => boolean {
  let older = new Set<string>();
  let newer = new Set<string>();
  return (text) => {
    if (newer.has(text)) return true;
    const again = older.has(text);
    newer.add(text);
    if (newer.size >= textsKnown) {
      older = newer;
      newer = new Set();
    }
    return again;
  };
}

interface TransactionClient {
  unsafe(text: string, params?: readonly unknown[]): Statement;
}

export interface PooledClient extends TransactionClient {
  begin<T>(work: (tx: TransactionClient) => Promise<T>): Promise<T>;
  /** Where the query builder sets how values are read and written; each session does that for itself. */
  readonly options: { readonly parsers: object; readonly serializers: object };
}

/**
 * @param listener told of every statement, but not of where transactions begin and end.
 * @param partitionOf for whom the connections are leased; asked again for each lease.
 */
export function pooledClient(
  pool: Pool,
  comesAgain: (text: string) => boolean,
  listener: StatementListener,
  partitionOf: () => Partition,
): PooledClient {
  const run = (
    session: Session,
    text: string,
    params: readonly unknown[],
    asValues: boolean,
    commits: boolean,
    settled: (error?: unknown) => void,
  ): Promise<unknown[]> => {
    const sentAt = performance.now();
    return session.run(text, params, {
      prepared: comesAgain(text),
      asValues,
      commits,
      settled: (error) => {
        listener(text, sentAt, performance.now(), error !== undefined);
        settled(error);
      },
    });
  };

  const runAlone: Run = (text, params, asValues) => {
    const on = (session: Session) => run(session, text, params, asValues, true, () => pool.giveBack(session));
    const leased = pool.lease(partitionOf());
    return leased instanceof Session ? on(leased) : leased.then(on);
  };

  const begin = async <T>(work: (tx: TransactionClient) => Promise<T>): Promise<T> => {
    const leased = pool.lease(partitionOf());
    const session = leased instanceof Session ? leased : await leased;
    let ended = false;
    const failures: unknown[] = [];
    const note = (error?: unknown) => {
      if (error !== undefined) failures.push(error);
    };
    const runWithin: Run = (text, params, asValues) =>
      ended
        ? Promise.reject(new Error('Invariant broken: nothing is sent after a transaction ends'))
        : run(session, text, params, asValues, false, note);
    try {
      await session.run('begin');
      const result = await work({ unsafe: (text, params = []) => new Statement(runWithin, text, params) });
      // The server rolls back a transaction of which a statement failed, also where the work thought nothing of it.
      if (failures.length > 0) throw failures[0];
      ended = true;
      await session.run('commit', [], { commits: true });
      return result;
    } catch (error) {
      ended = true;
      if (!session.lost) await session.run('rollback').catch((why: unknown) => session.lose(why));
      throw error;
    } finally {
      pool.giveBack(session);
    }
  };

  return {
    unsafe: (text, params = []) => new Statement(runAlone, text, params),
    begin,
    options: { parsers: {}, serializers: {} },
  };
}
