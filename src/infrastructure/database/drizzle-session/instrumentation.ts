/**
 * Reports statements to listeners: one set for the whole database, and one listener for each view of it. A view costs two
 * small objects, so every request can have one. Stores use a view like the database itself.
 */
import type { PGlite, Transaction } from '@electric-sql/pglite';
import type { Executor } from '../client.ts';
import { type FairSemaphore, type Partition, servicePartition } from '../fair-queue.ts';

/** Called when a statement has settled. Times are `performance.now()`. */
export type StatementListener = (text: string, sentAt: number, respondedAt: number, failed: boolean) => void;

export interface InstrumentedClient {
  readonly orm: Executor;
  /** Adds a listener for as long as the database is open. */
  addListener(listener: StatementListener): void;
  /** @param partitionOf whose share the statements count against; called for each statement. */
  view(listener: StatementListener, partitionOf: () => Partition): Executor;
}

/** The same query builder on another client. Drizzle has no function for this, so the session is overridden. */
function withClient(orm: Executor, client: object): Executor {
  const session = Object.assign(Object.create(orm._.session) as typeof orm._.session, { client });
  return Object.assign(Object.create(orm) as Executor, { session, _: { ...orm._, session } });
}

/**
 * @param createClient makes a client of the driver that reports its statements.
 * @param createOrm makes the query builder on a client.
 */
export function instrumented(
  createClient: (listener: StatementListener, partitionOf: () => Partition) => object,
  createOrm: (client: object) => Executor,
): InstrumentedClient {
  const listeners: StatementListener[] = [];
  const reportToAll: StatementListener = (text, sentAt, respondedAt, failed) => {
    for (const listener of listeners) listener(text, sentAt, respondedAt, failed);
  };
  const orm = createOrm(createClient(reportToAll, () => servicePartition));
  return {
    orm,
    addListener: (listener) => void listeners.push(listener),
    view: (listener, partitionOf) =>
      withClient(
        orm,
        createClient((text, sentAt, respondedAt, failed) => {
          listener(text, sentAt, respondedAt, failed);
          reportToAll(text, sentAt, respondedAt, failed);
        }, partitionOf),
      ),
  };
}

type Engine = Pick<PGlite, 'query' | 'transaction'>;

/**
 * The embedded engine as a client of the query builder. It runs one transaction at a time, in the order of the gate.
 *
 * @param run runs a statement, inside or outside of a transaction.
 */
export function instrumentedEngine(
  engine: Pick<PGlite, 'transaction'>,
  run: Engine['query'],
  listener: StatementListener,
  gate: FairSemaphore,
  partitionOf: () => Partition,
): Engine {
  const query: Engine['query'] = async (text, params, options) => {
    const sentAt = performance.now();
    let failed = true;
    try {
      const rows = await run<never>(text, params, options);
      failed = false;
      return rows;
    } finally {
      listener(text, sentAt, performance.now(), failed);
    }
  };
  const queryIn =
    (tx: Transaction): Engine['query'] =>
    async (text, params, options) => {
      if (tx.closed) throw new Error('Transaction is closed');
      return query(text, params, options);
    };
  return {
    query: (text, params, options) => gate.run(partitionOf(), () => query(text, params, options)),
    transaction: (work) =>
      gate.run(partitionOf(), () =>
        engine.transaction((tx) =>
          work(Object.assign(Object.create(tx) as Transaction, { query: queryIn(tx) })),
        ),
      ),
  };
}
