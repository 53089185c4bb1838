/**
 * One connection to a PostgreSQL server. One caller uses it at a time, and it is discarded when it breaks.
 *
 * The driver's own pool is not used, because it opens a broken connection again under a transaction that is still running
 * (`README.md`). Here a broken connection is never opened again: pending and later statements fail, and the pool opens
 * another.
 */
import type { Socket } from 'node:net';
import type postgres from 'postgres';
import { startWatchdog } from '../../../kernel/watchdog.ts';
import { DatabaseUnavailable, isBrokenConnection, isServerError, mayWrite } from '../unavailable.ts';
import {
  disableOriginCache,
  isSerializable,
  maxParameters,
  mendRetries,
  numbersAsText,
  withoutLeadingGap,
} from './driver-defects.ts';
import { type Address, connectToFirstHost } from './socket.ts';
import type { ValueCodecs } from './value-codecs.ts';

type Driver = typeof postgres;

/** How long closing waits for a server that does not respond. A process must end within seconds of SIGTERM. */
export const closeTimeoutMs = 1_500;

interface RunOptions {
  /** Whether the server prepares the statement. */
  readonly prepared?: boolean;
  /** Rows as arrays of values instead of objects. */
  readonly asValues?: boolean;
  /** Whether a write commits by itself, so that without a response its outcome is unknown. */
  readonly commits?: boolean;
  /** Called once, before the returned promise settles. `error` is absent on success. */
  readonly settled?: (error?: unknown) => void;
}

export interface ConnectionOptions {
  readonly driver: Driver;
  readonly url: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** How long opening may take, and then the first response. */
  readonly connectTimeoutMs: number;
  readonly values: ValueCodecs;
  readonly onNotification?: (channel: string) => void;
  readonly onLost: (connection: Connection) => void;
}

const connectionError = (code: string): Error =>
  Object.assign(new Error('the connection is closed'), { code });

/** Identifies a server process. A process id alone may be reused, also by another server behind the same name. */
const backendNameSql = `pid || '/' || extract(epoch from backend_start)`;

/** A connection as the server reports it. */
export interface Backend {
  readonly name: string;
  /** How long it has been waiting for a statement; 0 while it runs one. */
  readonly idleMs: number;
}

export class Connection {
  readonly openedAt = performance.now();
  readonly #sql: postgres.Sql;
  readonly #onLost: (connection: Connection) => void;
  readonly #responseTimeoutMs: number;
  /** Statements without a response yet: each function rejects one of them. */
  readonly #pending = new Set<(failure: DatabaseUnavailable) => void>();
  readonly #preparedTexts = new Set<string>();
  #backendName: string | undefined;
  #socket: Socket | undefined;
  #failure: DatabaseUnavailable | undefined;
  #responseCount = 0;

  private constructor(options: ConnectionOptions) {
    const { driver, url, settings, values, connectTimeoutMs, onNotification, onLost } = options;
    this.#onLost = onLost;
    this.#responseTimeoutMs = connectTimeoutMs;
    this.#sql = driver(url, {
      ...settings,
      ...values.options,
      max: 1,
      idle_timeout: 0,
      max_lifetime: 0,
      onclose: () => this.fail(connectionError('CONNECTION_CLOSED')),
      ...(onNotification && { onnotify: onNotification }),
      socket: (address: Address) => this.#connectOnce(address, connectTimeoutMs),
    } as never);
    disableOriginCache(this.#sql);
    mendRetries(this.#sql);
    values.applyTo(this.#sql);
  }

  /** Opens a connection and waits for its first response. Throws `DatabaseUnavailable`. */
  static async open(options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(options);
    try {
      const [backend] = (await connection.runWithTimeout(
        `select ${backendNameSql} as name from pg_stat_activity where pid = pg_backend_pid()`,
      )) as Pick<Backend, 'name'>[];
      connection.#backendName = backend?.name;
      options.values.captureFrom(connection.#sql);
      return connection;
    } catch (error) {
      connection.fail(error);
      throw new DatabaseUnavailable(error instanceof DatabaseUnavailable ? error.cause : error);
    }
  }

  /** Gives the driver its only socket. After a break the driver requests another socket, and gets an error. */
  async #connectOnce(address: Address, timeoutMs: number): Promise<Socket> {
    if (this.#socket || this.#failure) throw connectionError('CONNECTION_CLOSED');
    const socket = await connectToFirstHost(address, timeoutMs, () => !this.#failure).catch(
      (error: unknown) => {
        // With several hosts the driver does not report this error.
        this.fail(error);
        throw error;
      },
    );
    if (this.#failure) {
      // The caller has given up. Without this the driver would log in and stay connected.
      socket.destroy();
      throw connectionError('CONNECTION_CLOSED');
    }
    this.#socket = socket;
    socket.once('close', () => this.fail(connectionError('CONNECTION_CLOSED')));
    return socket;
  }

  /** Why the connection can no longer be used; `undefined` while it can. */
  get failure(): DatabaseUnavailable | undefined {
    return this.#failure;
  }

  get backendName(): string | undefined {
    return this.#backendName;
  }

  /** How many prepared statements the server holds for this connection. */
  get preparedCount(): number {
    return this.#preparedTexts.size;
  }

  /** Grows with each response, so it shows whether the connection makes progress. */
  get responseCount(): number {
    return this.#responseCount;
  }

  get hasPendingStatements(): boolean {
    return this.#pending.size > 0;
  }

  /** Sends a statement. The statement is sent before this returns. */
  run(
    text: string,
    params: readonly unknown[] = [],
    { prepared = false, asValues = false, commits = false, settled }: RunOptions = {},
  ): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const rejectWith = (error: unknown) => {
        settled?.(error);
        reject(error);
      };
      if (this.#failure) return rejectWith(this.#failure);
      if (params.length > maxParameters || !params.every(isSerializable)) {
        return rejectWith(new TypeError(`not values that can be sent, in: ${text.slice(0, 1_000)}`));
      }
      const abandon = (failure: DatabaseUnavailable) =>
        rejectWith(commits && mayWrite(text) ? new DatabaseUnavailable(failure.cause, true) : failure);
      this.#pending.add(abandon);
      if (prepared) this.#preparedTexts.add(text);
      const options = { prepare: prepared, mayRetry: commits };
      const query = this.#sql.unsafe(text, params.map(numbersAsText) as never[], options);
      (asValues ? query.values() : query).then(
        (rows) => {
          // Already rejected by `fail`.
          if (!this.#pending.delete(abandon)) return;
          this.#responseCount += 1;
          settled?.();
          resolve(withoutLeadingGap(rows as unknown[]));
        },
        (error: unknown) => {
          const isBroken = isBrokenConnection(error);
          const isFromServer = isServerError(error);
          const isStatementError = isFromServer && (error as { severity: unknown }).severity === 'ERROR';
          if (isBroken && !isStatementError) this.fail(error);
          if (!this.#pending.delete(abandon)) return;
          this.#responseCount += 1;
          // An error inside the driver may belong to another statement, which then never gets a response.
          if (isBroken || !isFromServer) this.fail(error);
          // The server rejected this statement, so its outcome is known even if the connection is not usable.
          rejectWith(isBroken ? this.#failure : error);
        },
      );
    });
  }

  /** Runs a statement that waits for no lock. Without a response in time the connection fails. */
  async runWithTimeout(text: string): Promise<unknown[]> {
    const stopWatchdog = startWatchdog(this.#responseTimeoutMs, () =>
      this.fail(connectionError('CONNECT_TIMEOUT')),
    );
    try {
      return await this.run(text);
    } finally {
      stopWatchdog();
    }
  }

  /** All connections of this user to this database, as the server reports them. */
  async backends(): Promise<readonly Backend[]> {
    const idleFor = 'extract(epoch from clock_timestamp() - state_change)::float8 * 1000';
    return (await this.runWithTimeout(
      `select ${backendNameSql} as name, case when state like 'idle%' then ${idleFor} else 0 end as "idleMs"
       from pg_stat_activity where datname = current_database() and usename = current_user`,
    )) as Backend[];
  }

  /** Closes the connection: pending and later statements fail with `cause`. */
  fail(cause: unknown): void {
    if (this.#failure) return;
    const failure = new DatabaseUnavailable(cause);
    this.#failure = failure;
    const pending = [...this.#pending];
    this.#pending.clear();
    for (const abandon of pending) abandon(failure);
    this.#socket?.destroy();
    this.#onLost(this);
  }

  /** Closes the connection after the pending statements have their responses, or after a time limit. */
  async end(): Promise<void> {
    if (this.#failure) return;
    await this.#sql.end({ timeout: closeTimeoutMs / 1_000 });
    this.fail(connectionError('CONNECTION_ENDED'));
  }
}
