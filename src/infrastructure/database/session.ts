/**
 * One connection to a Postgres server, used by one caller at a time and thrown away when it breaks.
 *
 * The driver's own pool is not used. When a connection breaks, the driver writes the ROLLBACK of the transaction that it
 * carried to a socket that is gone, which ends the process; and it makes the connection again under a transaction that
 * still runs, whose later statements then commit one by one. Here a connection is never made again: what was sent and
 * what is still to be sent fails, and somebody else opens another.
 */
import type { Socket } from 'node:net';
import type postgres from 'postgres';
import { startWatchdog } from '../../kernel/watchdog.ts';
import { type DriverValues, isWritable } from './driver-values.ts';
import { type Address, socketTo } from './socket.ts';
import { DatabaseUnavailable, isBrokenConnection, isServerError, mayWrite } from './unavailable.ts';

type Driver = typeof postgres;

export interface RunOptions {
  readonly prepared?: boolean;
  readonly asValues?: boolean;
  readonly commits?: boolean;
  readonly settled?: (error?: unknown) => void;
}

export interface SessionOptions {
  readonly driver: Driver;
  readonly url: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** How long a connection may take to be made, and to answer for the first time. */
  readonly connectTimeoutMs: number;
  readonly values: DriverValues;
  readonly onNotification?: (channel: string) => void;
  readonly onLost: (session: Session) => void;
}

/** Of a connection that failed while it was being made, or afterwards. */
const broken = (code: string): Error => Object.assign(new Error('the connection is closed'), { code });

/** By what the server knows a connection of its own; a process id alone another server may have given too. */
const backendName = `pid || '/' || extract(epoch from backend_start)`;

/** What the server says of a connection. */
export interface Backend {
  readonly name: string;
  /** For how long it has been waiting for a statement; 0 while it is at work. */
  readonly idleMs: number;
}

/** The driver keeps where each statement that failed came from, for ever and by its text: from now on it does not. */
function forgetOrigins(sql: postgres.Sql): void {
  Object.defineProperty(Object.getPrototypeOf(sql.unsafe('')), 'origin', {
    get: () => '',
    configurable: true,
  });
}

/**
 * The rows of an answer. The driver counts the rows of a statement that failed after some of them on into the next
 * answer, which then begins with as many holes.
 */
function rowsOf(answer: unknown[]): unknown[] {
  const holes = answer.length > 0 && !(0 in answer) ? answer.findIndex((_, at) => at in answer) : 0;
  if (holes > 0) answer.splice(0, holes);
  return answer;
}

export class Session {
  readonly openedAt = performance.now();
  readonly #sql: postgres.Sql;
  readonly #onLost: (session: Session) => void;
  readonly #answerTimeoutMs: number;
  /** What was sent and not answered yet: how each is told that there will be no answer. */
  readonly #unanswered = new Set<(lost: DatabaseUnavailable) => void>();
  /** Statement texts that the server was told to remember; the driver has it forget none. */
  readonly #remembered = new Set<string>();
  #backend: string | undefined;
  #socket: Socket | undefined;
  #lost: DatabaseUnavailable | undefined;
  #answers = 0;

  private constructor(options: SessionOptions) {
    const { driver, url, settings, values, connectTimeoutMs, onNotification, onLost } = options;
    this.#onLost = onLost;
    this.#answerTimeoutMs = connectTimeoutMs;
    this.#sql = driver(url, {
      ...settings,
      ...values.options,
      max: 1,
      idle_timeout: 0,
      max_lifetime: 0,
      onclose: () => this.lose(broken('CONNECTION_CLOSED')),
      ...(onNotification && { onnotify: onNotification }),
      socket: async (address: Address) => {
        if (this.#socket || this.#lost) throw broken('CONNECTION_CLOSED');
        const socket = await socketTo(address, connectTimeoutMs, () => !this.#lost).catch(
          (error: unknown) => {
            // Where there are several hosts the driver would say nothing.
            this.lose(error);
            throw error;
          },
        );
        if (this.#lost) {
          // Nobody waits for it any more, and the driver would log in and keep it.
          socket.destroy();
          throw broken('CONNECTION_CLOSED');
        }
        this.#socket = socket;
        socket.once('close', () => this.lose(broken('CONNECTION_CLOSED')));
        return socket;
      },
    } as never);
    forgetOrigins(this.#sql);
    values.adopt(this.#sql);
  }

  /** Makes a connection that has answered once; throws `DatabaseUnavailable`. */
  static async open(options: SessionOptions): Promise<Session> {
    const session = new Session(options);
    try {
      const named = `select ${backendName} as name from pg_stat_activity where pid = pg_backend_pid()`;
      const [own] = (await session.runSoon(named)) as Pick<Backend, 'name'>[];
      session.#backend = own?.name;
      options.values.learn(session.#sql);
      return session;
    } catch (error) {
      session.lose(error);
      throw new DatabaseUnavailable(error instanceof DatabaseUnavailable ? error.cause : error);
    }
  }

  /** Why it is of no use any more. */
  get lost(): DatabaseUnavailable | undefined {
    return this.#lost;
  }

  /** What the server calls this connection. */
  get backend(): string | undefined {
    return this.#backend;
  }

  /** How many statements the server remembers for it. */
  get remembered(): number {
    return this.#remembered.size;
  }

  /** Moves with every answer; stands still while nothing is waited for, or nothing comes. */
  get answers(): number {
    return this.#answers;
  }

  get isWaiting(): boolean {
    return this.#unanswered.size > 0;
  }

  /**
   * Sends a statement; it is on its way when this returns.
   *
   * @param prepared whether the server is to remember it.
   * @param asValues rows as values by their place, or else as objects.
   * @param commits whether what it writes is kept as soon as it is done, so that without an answer nobody knows.
   * @param settled called once, before whoever waits goes on; `error` is absent where there was none.
   */
  run(
    text: string,
    params: readonly unknown[] = [],
    { prepared = false, asValues = false, commits = false, settled }: RunOptions = {},
  ): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => {
        settled?.(error);
        reject(error);
      };
      if (this.#lost) return fail(this.#lost);
      // The driver would fail the statement before this one in its place, and wait for this one's answer for ever.
      if (!params.every(isWritable)) return fail(new TypeError(`not a value that can be sent, in: ${text}`));
      const abandon = (lost: DatabaseUnavailable) =>
        fail(commits && mayWrite(text) ? new DatabaseUnavailable(lost.cause, true) : lost);
      this.#unanswered.add(abandon);
      if (prepared) this.#remembered.add(text);
      const query = this.#sql.unsafe(text, params as never[], { prepare: prepared });
      (asValues ? query.values() : query).then(
        (rows) => {
          // Its absence was told already.
          if (!this.#unanswered.delete(abandon)) return;
          this.#answers += 1;
          settled?.();
          resolve(rowsOf(rows as unknown[]));
        },
        (error: unknown) => {
          const isBroken = isBrokenConnection(error);
          const isAnswer = isServerError(error);
          const isRefusal = isAnswer && (error as { severity: unknown }).severity === 'ERROR';
          if (isBroken && !isRefusal) this.lose(error);
          if (!this.#unanswered.delete(abandon)) return;
          this.#answers += 1;
          // What failed in the driver itself may be another statement than this one, which is never answered then.
          if (isBroken || !isAnswer) this.lose(error);
          // A statement that the server refused was not done, though the connection is of no use.
          fail(isBroken ? this.#lost : error);
        },
      );
    });
  }

  /** Runs a statement that waits for nobody: without an answer in time the connection is of no use. */
  async runSoon(text: string): Promise<unknown[]> {
    const answered = startWatchdog(this.#answerTimeoutMs, () => this.lose(broken('CONNECT_TIMEOUT')));
    try {
      return await this.run(text);
    } finally {
      answered();
    }
  }

  /** What the server says of all connections of this user to this database. */
  async backends(): Promise<readonly Backend[]> {
    const idleFor = 'extract(epoch from clock_timestamp() - state_change)::float8 * 1000';
    return (await this.runSoon(
      `select ${backendName} as name, case when state like 'idle%' then ${idleFor} else 0 end as "idleMs"
       from pg_stat_activity where datname = current_database() and usename = current_user`,
    )) as Backend[];
  }

  /** From now on it is of no use: what waits for an answer fails, and whoever still has it can send nothing. */
  lose(cause: unknown): void {
    if (this.#lost) return;
    const lost = new DatabaseUnavailable(cause);
    this.#lost = lost;
    const unanswered = [...this.#unanswered];
    this.#unanswered.clear();
    for (const abandon of unanswered) abandon(lost);
    this.#socket?.destroy();
    this.#onLost(this);
  }

  /** Says goodbye to the server once what was sent is answered. */
  async end(): Promise<void> {
    if (this.#lost) return;
    await this.#sql.end({ timeout: 5 });
    this.lose(broken('CONNECTION_ENDED'));
  }
}
