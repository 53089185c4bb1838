/**
 * The client that the query builder uses in place of the driver's own: statements and transactions on pooled connections.
 *
 * A transaction has its connection to itself until it ends. Statements sent after its end, or after its connection broke,
 * are rejected, because they would run outside of the transaction.
 *
 * Decision: a transaction waits only for results that its work awaits. BEGIN is sent together with the first reads, and
 * COMMIT together with the last writes, which saves up to two round trips. Writes, and reads that lock with `for update`, wait for the
 * response to BEGIN: without a transaction each write would commit by itself. When one of the last writes fails, the server responds to COMMIT with a
 * rollback.
 */
import type { Partition } from '../fair-queue.ts';
import type { Pool } from '../pool/pool.ts';
import { Connection } from '../postgres-driver/connection.ts';
import { isRejection, mayWrite } from '../unavailable.ts';
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

/** Resolves when the driver has encoded all statements so far: it does so in the microtasks of the turn. */
const nextTick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

const toSavepoint = /^\s*rollback to\b/i;

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
    let failures: unknown[] = [];
    const recordFailure = (error?: unknown) => {
      if (error !== undefined) failures.push(error);
    };
    /** A rollback to a savepoint undoes what the server rejected, and not what never reached it. */
    const recordRollback = (error?: unknown) => {
      if (error === undefined) failures = failures.filter((failure) => !isRejection(failure));
      else failures.push(error);
    };
    const started = connection.run('begin');
    let hasStarted = false;
    started.then(() => {
      hasStarted = true;
    }, recordFailure);
    let hasWritten = false;
    const runWithin: Run = (text, params, asValues) => {
      const run = () =>
        hasEnded
          ? Promise.reject(new Error('Invariant broken: nothing is sent after a transaction ends'))
          : runOn(
              connection,
              text,
              params,
              asValues,
              false,
              toSavepoint.test(text) ? recordRollback : recordFailure,
            );
      hasWritten ||= mayWrite(text);
      // What follows a write that waits for BEGIN waits too, and is sent after it.
      return hasStarted || !hasWritten ? run() : started.then(run);
    };
    try {
      const result = await work({ unsafe: (text, params = []) => new Statement(runWithin, text, params) });
      if (!hasStarted) await started;
      // A statement that the driver cannot encode never reaches the server, which would then commit the others.
      await nextTick();
      // The server rolls back after a failed statement, even if the caller ignored the error.
      if (failures.length > 0) throw failures[0];
      hasEnded = true;
      const ended = await connection.run('commit', [], { commits: true }).catch((error: unknown) => {
        throw failures.find(isRejection) ?? error;
      });
      if (failures.length > 0) throw failures[0];
      const { command } = ended as { command?: string };
      if (command !== 'COMMIT')
        throw new Error(`Invariant broken: the response to COMMIT is COMMIT, not ${command}`);
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
