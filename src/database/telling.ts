/**
 * Who is told of statements: whoever listens to the whole database, and the one for whom a view of it was made. A
 * view costs two small objects, so that each request can have its own; a store that asks a view knows no difference.
 */
import type { PGlite, Transaction } from '@electric-sql/pglite';
import type { Executor } from './client.ts';

/** Told of every statement that was answered: its text, and when it was sent and answered by `performance.now()`. */
export type StatementListener = (text: string, sentAt: number, answeredAt: number, failed: boolean) => void;

export interface Telling {
  readonly orm: Executor;
  /** For as long as the database is open. */
  listenAll(listener: StatementListener): void;
  view(listener: StatementListener): Executor;
}

/** The query builder on another client than its own. It has no way to say that, so its parts are stood in for. */
function onClient(orm: Executor, client: object): Executor {
  const { session } = orm._;
  const other = Object.assign(Object.create(session) as typeof session, { client });
  return Object.assign(Object.create(orm) as Executor, { session: other, _: { ...orm._, session: other } });
}

/** @param clientTelling a client of the driver that tells of its statements. */
export function telling(
  clientTelling: (told: StatementListener) => object,
  ormOn: (client: object) => Executor,
): Telling {
  const listeners: StatementListener[] = [];
  const all: StatementListener = (text, sentAt, answeredAt, failed) => {
    for (const listener of listeners) listener(text, sentAt, answeredAt, failed);
  };
  const orm = ormOn(clientTelling(all));
  return {
    orm,
    listenAll: (listener) => void listeners.push(listener),
    view: (listener) =>
      onClient(
        orm,
        clientTelling((text, sentAt, answeredAt, failed) => {
          listener(text, sentAt, answeredAt, failed);
          all(text, sentAt, answeredAt, failed);
        }),
      ),
  };
}

type Engine = Pick<PGlite, 'query' | 'transaction'>;

/** The embedded engine as the query builder uses it, telling of its statements. */
export function tellingEngine(engine: Engine, told: StatementListener): Engine {
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
  return {
    query: queryOf(engine),
    transaction: (work) =>
      engine.transaction((tx) =>
        work(Object.assign(Object.create(tx) as Transaction, { query: queryOf(tx) })),
      ),
  };
}
