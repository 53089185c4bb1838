/**
 * Who is told of statements: whoever listens to the whole database, and the one for whom a view of it was made. A
 * view costs two small objects, so that each request can have its own; a store that asks a view knows no difference.
 */
import type { PGlite, Transaction } from '@electric-sql/pglite';
import type { Executor } from './client.ts';
import { type FairGate, type Partition, servicePartition } from './fair-queue.ts';

/** Told of every statement that was answered: its text, and when it was sent and answered by `performance.now()`. */
export type StatementListener = (text: string, sentAt: number, answeredAt: number, failed: boolean) => void;

export interface InstrumentedClient {
  readonly orm: Executor;
  /** For as long as the database is open. */
  listenAll(listener: StatementListener): void;
  /** @param partitionOf for whom its statements are sent; asked again for each. */
  view(listener: StatementListener, partitionOf: () => Partition): Executor;
}

/** The query builder on another client than its own. It has no way to say that, so its parts are stood in for. */
function onClient(orm: Executor, client: object): Executor {
  const { session } = orm._;
  const other = Object.assign(Object.create(session) as typeof session, { client });
  return Object.assign(Object.create(orm) as Executor, { session: other, _: { ...orm._, session: other } });
}

/** @param clientTelling a client of the driver that tells of its statements. */
export function instrumented(
  clientTelling: (told: StatementListener, partitionOf: () => Partition) => object,
  ormOn: (client: object) => Executor,
): InstrumentedClient {
  const listeners: StatementListener[] = [];
  const all: StatementListener = (text, sentAt, answeredAt, failed) => {
    for (const listener of listeners) listener(text, sentAt, answeredAt, failed);
  };
  const orm = ormOn(clientTelling(all, () => servicePartition));
  return {
    orm,
    listenAll: (listener) => void listeners.push(listener),
    view: (listener, partitionOf) =>
      onClient(
        orm,
        clientTelling((text, sentAt, answeredAt, failed) => {
          listener(text, sentAt, answeredAt, failed);
          all(text, sentAt, answeredAt, failed);
        }, partitionOf),
      ),
  };
}

type Engine = Pick<PGlite, 'query' | 'transaction'>;

/**
 * The embedded engine as the query builder uses it, telling of its statements. It does one transaction at a time; the
 * gate decides whose is next.
 */
export function instrumentedEngine(
  engine: Engine,
  told: StatementListener,
  gate: FairGate,
  partitionOf: () => Partition,
): Engine {
  const queryOf =
    (on: Pick<Transaction, 'query'>): Engine['query'] =>
    async (text, params, options) => {
      const sentAt = performance.now();
      let failed = true;
      try {
        const rows = await on.query<never>(text, params, options);
        failed = false;
        return rows;
      } finally {
        told(text, sentAt, performance.now(), failed);
      }
    };
  const query = queryOf(engine);
  return {
    query: (text, params, options) => gate.run(partitionOf(), () => query(text, params, options)),
    transaction: (work) =>
      gate.run(partitionOf(), () =>
        engine.transaction((tx) =>
          work(Object.assign(Object.create(tx) as Transaction, { query: queryOf(tx) })),
        ),
      ),
  };
}
