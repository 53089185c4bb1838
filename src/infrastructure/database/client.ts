/**
 * The interface to the database: an embedded PostgreSQL in this process (`embedded.ts`) or a PostgreSQL server
 * (`postgres.ts`). Both are used through the same query builder. Their differences (notifications, raw rows, number of
 * connections) do not show outside of this folder.
 */
import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Attribution } from './attribution.ts';
import type { InstrumentedClient, StatementListener } from './drizzle-session/instrumentation.ts';
import { type Partition, servicePartition } from './fair-queue.ts';
import type { Pool } from './pool/pool.ts';

/** What stores take: the database itself, or a transaction. */
export type Executor = PgDatabase<PgQueryResultHKT>;

/** What `transact` calls in each transaction of a dry run. */
interface DryRunHooks {
  before(tx: Executor): Promise<void>;
  after(tx: Executor, made: unknown): Promise<void>;
}

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** For reads, and for writes of one statement. */
  readonly orm: Executor;
  /** How many statements have been sent. Tests read it. */
  readonly statements: { count: number };
  /** The connections to a PostgreSQL server; `undefined` for the embedded database. */
  readonly pool: Pool | undefined;
  /** The database that this is a view of, or itself. State about a database is keyed by it. */
  readonly origin: Database;
  /** Calls the listener for every statement from now on. */
  onStatement(listener: StatementListener): void;
  /**
   * A view of the same database, whose statements are also reported to the listener: for one request or one job.
   *
   * @param partitionOf whose share of the connections the statements count against.
   * @param attribution the actor of its changes; called at the start of each transaction.
   */
  observed(
    listener: StatementListener,
    partitionOf: () => Partition,
    attribution?: () => Attribution | undefined,
  ): Database;
  /** The actor to which the audit log attributes changes that start now; `undefined` for work that it does not record. */
  attribution(): Attribution | undefined;
  /** Of a view whose transactions are rolled back: see `dry-run.ts`. */
  readonly dryRun?: DryRunHooks;
  /** Whose share of the connections the statements count against. */
  partitionOf(): Partition;
  /** Whether a statement or transaction of a tenant other than this one runs now. */
  isServingOtherTenants(key: string): boolean;
  /** When a statement or transaction of a tenant other than this one last started or ended, by `performance.now()`. */
  otherTenantsAt(key: string): number;
  /** Calls `onNotification` for every notification on the channel until the returned function is called. */
  listen(channel: string, onNotification: () => void): Promise<() => Promise<void>>;
  notify(channel: string): Promise<void>;
  /** Applies the missing migrations. If several processes call it, one applies them and the others wait. */
  migrate(): Promise<void>;
  /** Whether every migration of this version has been applied; newer ones may be there too. Throws when unavailable. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

const sharedMs = 1_000;

/** Whether a tenant other than this one has used the database in the last second. */
export const isShared = (db: Pick<Database, 'otherTenantsAt'>, key: string): boolean =>
  performance.now() - db.otherTenantsAt(key) < sharedMs;

const maxPauseMs = 250;

/** How long expensive work of a tenant pauses, so that it uses half of the time while others use the database. */
export const pauseForOthers = (
  db: Pick<Database, 'otherTenantsAt'>,
  key: string,
  workedMs: number,
): number => (isShared(db, key) ? Math.min(workedMs, maxPauseMs) : 0);

/** Rows of a raw statement from either driver. Values are as the driver returns them: see `asBigInt`, `asDate`. */
export async function rawRows<T = Record<string, unknown>>(executor: Executor, query: SQL): Promise<T[]> {
  const result = (await executor.execute(query)) as unknown;
  return (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as T[];
}

export const asBigInt = (value: unknown): bigint => BigInt(value as string | number | bigint);

export const asDate = (value: unknown): Date => (value instanceof Date ? value : new Date(String(value)));

/** Called with the text and parameters of every statement before it is sent. */
export type StatementWatcher = (text: string, params: readonly unknown[]) => void;

/** A Drizzle logger that counts statements. */
export function statementCounter(watch?: StatementWatcher) {
  const statements = { count: 0 };
  const logger = {
    logQuery: (text: string, params: unknown[]) => {
      statements.count += 1;
      watch?.(text, params);
    },
  };
  return { statements, logger };
}

/** Completes a database with the members that make views of it. */
export function withViews(
  { orm, addListener, view }: InstrumentedClient,
  base: Omit<Database, 'orm' | 'origin' | 'onStatement' | 'observed' | 'partitionOf' | 'attribution'>,
): Database {
  const origin: Database = {
    ...base,
    orm,
    get origin() {
      return origin;
    },
    onStatement: addListener,
    partitionOf: () => servicePartition,
    attribution: () => undefined,
    observed: (listener, partitionOf, attribution = () => undefined) => ({
      ...origin,
      origin,
      partitionOf,
      attribution,
      orm: view(listener, partitionOf),
    }),
  };
  return origin;
}
