/**
 * The client that the query builder uses in place of the driver's own: statements and transactions on pooled connections.
 *
 * A transaction has its connection to itself until it ends. Statements sent after its end, or after its connection broke,
 * are rejected, because they would run outside of the transaction.
 */
import type { Partition } from '../fair-queue.ts';
import type { Pool } from '../pool/pool.ts';
import { Connection } from '../postgres-driver/connection.ts';
import type { StatementListener } from './instrumentation.ts';

type Run = (text: string, params: readonly unknown[], asValues: boolean) => Promise<unknown[]>;

/** A statement that is sent when its result is awaited: rows as objects, or as arrays of values. */
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
    onFulfilled?: ((rows: unknown[]) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run(this.#text, this.#params, false).then(onFulfilled, onRejected);
  }
}

interface TransactionClient {
  unsafe(text: string, params?: readonly unknown[]): Statement;
}

interface PooledClient extends TransactionClient {
  begin<T>(work: (tx: TransactionClient) => Promise<T>): Promise<T>;
  /** The query builder writes its parsers and serializers here. Each connection has its own (`ValueCodecs`). */
  readonly options: { readonly parsers: object; readonly serializers: object };
}

/**
 * @param isRepeated whether a statement text was seen before and should be prepared.
 * @param listener called for every statement except those that start and end transactions.
 * @param partitionOf whose share the connections count against; called for each lease.
 */
export function pooledClient(
  pool: Pool,
  isRepeated: (text: string) => boolean,
  listener: StatementListener,
  partitionOf: () => Partition,
): PooledClient {
  const runOn = (
    connection: Connection,
    text: string,
    params: readonly unknown[],
    asValues: boolean,
    commits: boolean,
    settled: (error?: unknown) => void,
  ): Promise<unknown[]> => {
    const sentAt = performance.now();
    return connection.run(text, params, {
      prepared: isRepeated(text),
      asValues,
      commits,
      settled: (error) => {
        listener(text, sentAt, performance.now(), error !== undefined);
        settled(error);
      },
    });
  };

  const runAlone: Run = (text, params, asValues) => {
    const runAndRelease = (connection: Connection) =>
      runOn(connection, text, params, asValues, true, () => pool.release(connection));
    const leased = pool.lease(partitionOf());
    return leased instanceof Connection ? runAndRelease(leased) : leased.then(runAndRelease);
  };

  const begin = async <T>(work: (tx: TransactionClient) => Promise<T>): Promise<T> => {
    const leased = pool.lease(partitionOf());
    const connection = leased instanceof Connection ? leased : await leased;
    let hasEnded = false;
    const failures: unknown[] = [];
    const recordFailure = (error?: unknown) => {
      if (error !== undefined) failures.push(error);
    };
    const runWithin: Run = (text, params, asValues) =>
      hasEnded
        ? Promise.reject(new Error('Invariant broken: nothing is sent after a transaction ends'))
        : runOn(connection, text, params, asValues, false, recordFailure);
    try {
      await connection.run('begin');
      const result = await work({ unsafe: (text, params = []) => new Statement(runWithin, text, params) });
      // The server rolls back after a failed statement, even if the caller ignored the error.
      if (failures.length > 0) throw failures[0];
      hasEnded = true;
      await connection.run('commit', [], { commits: true });
      return result;
    } catch (error) {
      hasEnded = true;
      if (!connection.failure) {
        await connection.run('rollback').catch((rollbackError: unknown) => connection.fail(rollbackError));
      }
      throw error;
    } finally {
      pool.release(connection);
    }
  };

  return {
    unsafe: (text, params = []) => new Statement(runAlone, text, params),
    begin,
    options: { parsers: {}, serializers: {} },
  };
}
