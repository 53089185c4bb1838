/** Opens a PostgreSQL server as a `Database`. */
import { sql } from 'drizzle-orm';
import { noProgress, type Progress } from '../progress/progress.ts';
import { lockUntilDisconnect } from './advisory-locks.ts';
import {
  type Database,
  type Executor,
  type StatementWatcher,
  statementCounter,
  withViews,
} from './client.ts';
import { instrumented } from './drizzle-session/instrumentation.ts';
import { pooledClient } from './drizzle-session/pooled-client.ts';
import { repeatedStatements } from './drizzle-session/repeated-statements.ts';
import { migrateWithProgress } from './migration-progress.ts';
import { currentCheck, migrationsFolder } from './migrations.ts';
import { Pool } from './pool/pool.ts';
import { Listener } from './postgres-driver/listener.ts';
import { ValueCodecs } from './postgres-driver/value-codecs.ts';

/** The server ends a transaction that sends nothing for this long, so that its locks are released. Ours send sooner. */
const idleInTransactionMs = 60_000;

export interface PostgresOptions {
  readonly connections?: number;
  readonly watch?: StatementWatcher;
  /** The server stops a statement that takes longer, including the time it waits for locks. No limit when absent. */
  readonly statementSeconds?: number | undefined;
  readonly timeouts?: {
    /** How long a connection with pending statements may go without a response. */
    readonly stallMs: number;
    readonly connectTimeoutMs: number;
  };
  /** Shows the migrations. */
  readonly progress?: Progress | undefined;
}

/** @param url a connection URL as libpq takes it. */
export async function openPostgres(
  url: string,
  {
    connections = 10,
    watch,
    statementSeconds,
    timeouts = { stallMs: 5_000, connectTimeoutMs: 3_000 },
    progress = noProgress,
  }: PostgresOptions = {},
): Promise<Database> {
  const { default: postgres } = await import('postgres');
  const { drizzle } = await import('drizzle-orm/postgres-js');
  const { migrate } = await import('drizzle-orm/postgres-js/migrator');
  const settings = {
    onnotice: () => undefined,
    connection: { application_name: 'payments-platform', TimeZone: 'UTC' },
  };
  // The query builder decodes dates and JSON itself. `drizzle` sets the driver to return them as text.
  const values = new ValueCodecs((client) => void drizzle(client));
  const connectionOptions = {
    driver: postgres,
    url,
    settings: {
      ...settings,
      connection: {
        ...settings.connection,
        ...(statementSeconds !== undefined && {
          statement_timeout: statementSeconds * 1000,
          idle_in_transaction_session_timeout: idleInTransactionMs,
          // A statement of a request takes one processor of the server, and is too short to gain from compilation. As text,
          // because the driver omits values that are false.
          max_parallel_workers_per_gather: '0',
          jit: 'off',
        }),
      },
    },
    values,
    connectTimeoutMs: timeouts.connectTimeoutMs,
  };
  const pool = new Pool(connectionOptions, connections, {
    stallMs: timeouts.stallMs,
    statementMs: statementSeconds && statementSeconds * 1000,
  });
  const listener = new Listener(connectionOptions);
  const { statements, logger } = statementCounter(watch);
  const isRepeated = repeatedStatements();
  const client = instrumented(
    (onStatement, partitionOf) => pooledClient(pool, isRepeated, onStatement, partitionOf),
    (driverClient) => drizzle(driverClient as never, { logger }) as unknown as Executor,
  );
  return withViews(client, {
    kind: 'postgres',
    statements,
    pool,
    isServingOtherTenants: (key) => pool.isServingOtherTenants(key),
    otherTenantsAt: (key) => pool.otherTenantsAt(key),
    listen: (channel, onNotification) => listener.listen(channel, onNotification),
    notify: async (channel) => void (await client.orm.execute(sql`select pg_notify(${channel}, '')`)),
    migrate: async () => {
      // Without `fetch_types`, because a connection that breaks during that query ends the process.
      const single = postgres(url, { ...settings, max: 1, connect_timeout: 10, fetch_types: false });
      try {
        await single.unsafe(lockUntilDisconnect('migrations'));
        await migrateWithProgress(progress, (logger) =>
          migrate(drizzle(single, { logger }), { migrationsFolder }),
        );
      } finally {
        await single.end();
      }
    },
    isCurrent: currentCheck(client.orm),
    close: async () => void (await Promise.all([listener.close(), pool.close()])),
  });
}
