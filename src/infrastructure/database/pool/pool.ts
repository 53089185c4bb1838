/**
 * Connections to a PostgreSQL server. One statement or one transaction uses a connection at a time.
 *
 * Decision: while the server is unavailable no caller waits for it. Each lease fails at once, and the pool alone tries to
 * connect, four times a second. A server that returns gets one connection attempt instead of one per caller.
 *
 * Decision: while some connections work, a failure to open another one is not an outage. Waiting callers get the next
 * connection that is released.
 *
 * Decision: a connection that breaks while it is being opened is opened once more before this counts as an outage. What
 * breaks the open connections, for example a proxy that restarts, also breaks those that are being opened.
 *
 * Decision: connections are shared fairly between partition keys, normally platforms. A key that holds connections may
 * take another one only while it then holds at most `maxRatioToFree` times the connections that stay free: of ten, one
 * key alone has seven, two keys have four each, and one connection stays free for a key that holds none. A released
 * connection goes to the waiting key that holds the fewest. The limit applies before others need a connection, because a
 * long statement cannot be interrupted. The service's own work has no such limit: it has its own bounds.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { waitAtMost } from '../../../kernel/wait-at-most.ts';
import { FairQueue, KeyCounts, type Partition, servicePartition } from '../fair-queue.ts';
import { Connection, type ConnectionOptions, closeTimeoutMs } from '../postgres-driver/connection.ts';
import { StallDetector, type StallTimeouts } from '../stall-detection/stall-detector.ts';
import { DatabaseUnavailable, isConnectionLimit, isReset } from '../unavailable.ts';

const retryDelayMs = 250;
const rejectDelayMs = 5;
/** Connections are replaced after 45 minutes, so that the pool follows a host name that moved to another server. */
const maxLifetimeMs = 45 * 60_000;
/** Each prepared statement takes memory of the server until its connection ends. */
const maxPreparedStatements = 1_000;
const maxRatioToFree = 3;

/** The server became unavailable, or available again; or single connections broke and were replaced at once. */
type Outage =
  | { readonly kind: 'unavailable'; readonly cause: unknown }
  | { readonly kind: 'available'; readonly afterMs: number }
  | { readonly kind: 'reconnected'; readonly cause: unknown };

interface Waiter {
  readonly resolve: (connection: Connection) => void;
  readonly reject: (error: Error) => void;
}

export class Pool {
  readonly #options: Omit<ConnectionOptions, 'onLost'>;
  readonly maxConnections: number;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();
  readonly #waiters = new FairQueue<Waiter>();
  /** The key that has leased each connection in use. */
  readonly #leases = new Map<Connection, string>();
  readonly #leasedByKey = new KeyCounts();
  readonly #stallDetector: StallDetector;
  #opening = 0;
  /** The `performance.now()` before which no connection is opened, because the server is at its limit. */
  #connectionLimitUntil = 0;
  /** Whether the last attempt reached the server's connection limit. The capacity is then the number of open connections. */
  #isAtConnectionLimit = false;
  #outage: { readonly error: DatabaseUnavailable; readonly since: number } | undefined;
  #reconnecting: Promise<void> | undefined;
  #isClosed = false;
  /** Called when the server becomes unavailable and when it is available again. */
  onOutage: ((outage: Outage) => void) | undefined;

  constructor(options: Omit<ConnectionOptions, 'onLost'>, maxConnections: number, timeouts: StallTimeouts) {
    this.#options = options;
    this.maxConnections = maxConnections;
    const observed = {
      all: this.#all,
      idle: this.#idle,
      onUnavailable: (error: DatabaseUnavailable) => this.#setUnavailable(error),
    };
    this.#stallDetector = new StallDetector(observed, options, timeouts);
  }

  get isUnavailable(): boolean {
    return this.#outage !== undefined;
  }

  /** How many connections are open, how many of them are in use, and how many callers wait. */
  get size(): { readonly open: number; readonly busy: number; readonly waiting: number } {
    return {
      open: this.#all.size,
      busy: this.#all.size - this.#idle.length,
      waiting: this.#waiters.size,
    };
  }

  /** Whether a tenant other than this one has a connection now. */
  isServingOtherTenants(key: string): boolean {
    return this.#leasedByKey.ofOtherTenants(key) > 0;
  }

  /** When a tenant other than this one last got or released a connection, by `performance.now()`. */
  otherTenantsAt(key: string): number {
    return this.#leasedByKey.otherTenantsAt(key);
  }

  /** Leases a connection until `release`. Returns it synchronously when one is idle and the key may have it. */
  lease(partition: Partition = servicePartition): Connection | Promise<Connection> {
    const { key } = partition;
    const mayLease = this.#mayLease(key);
    if (mayLease) {
      const idle = this.#idle.pop();
      if (idle) return this.#recordLease(idle, key);
    }
    if (this.#isClosed) return this.#rejectLater(closedError());
    if (this.#outage) return this.#rejectLater(this.#outage.error);
    // Only an attempt shows whether a server at its limit has a free connection again. One attempt serves all waiters.
    if (mayLease || (this.#isAtConnectionLimit && this.#opening === 0)) this.#grow();
    return new Promise((resolve, reject) => {
      this.#waiters.push(partition, { resolve, reject });
    });
  }

  #recordLease(connection: Connection, key: string): Connection {
    this.#leases.set(connection, key);
    this.#leasedByKey.add(key, 1);
    return connection;
  }

  #mayLease(key: string): boolean {
    const leased = this.#leasedByKey.of(key);
    if (leased === 0 || key === servicePartition.key) return true;
    const capacity = this.#isAtConnectionLimit ? this.#all.size : this.maxConnections;
    const free = capacity - this.#leasedByKey.total - 1;
    return leased + 1 <= maxRatioToFree * free;
  }

  /** Gives idle connections to waiters whose keys may have them. */
  #dispatch(): void {
    while (this.#idle.length > 0) {
      const next = this.#waiters.take((key) => (this.#mayLease(key) ? this.#leasedByKey.of(key) : undefined));
      if (!next) return;
      next.item.resolve(this.#recordLease(this.#idle.pop() as Connection, next.key));
    }
  }

  #grow(): void {
    if (this.#all.size + this.#opening >= this.maxConnections) return;
    if (this.#all.size > 0 && performance.now() < this.#connectionLimitUntil) return;
    void this.#open();
  }

  /** Rejects in a later turn, so that a caller that retries in a loop does not block the event loop. */
  async #rejectLater(error: DatabaseUnavailable): Promise<never> {
    await delay(rejectDelayMs);
    throw error;
  }

  release(connection: Connection): void {
    const key = this.#leases.get(connection);
    if (key !== undefined) {
      this.#leases.delete(connection);
      this.#leasedByKey.add(key, -1);
    }
    if (!connection.failure) this.#reuse(connection);
    this.#dispatch();
  }

  #reuse(connection: Connection): void {
    const isWorn =
      performance.now() - connection.openedAt > maxLifetimeMs ||
      connection.preparedCount > maxPreparedStatements;
    if (isWorn || this.#all.size > this.maxConnections) {
      this.#all.delete(connection);
      void connection.end();
      if (this.#waiters.size > 0) this.#grow();
      return;
    }
    this.#idle.push(connection);
  }

  /** Closes the connections after their pending statements, or after a time limit if the server does not respond. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#rejectWaiters(closedError());
    const connections = [...this.#all];
    const ended = connections.map((connection) => connection.end());
    await waitAtMost(
      closeTimeoutMs,
      Promise.all([...ended, this.#reconnecting, this.#stallDetector.close()]),
    );
    for (const connection of connections) connection.fail(closedError());
  }

  /** @returns whether a connection was opened. */
  async #open(): Promise<boolean> {
    this.#opening += 1;
    try {
      const connection = await this.#connect().catch((error: DatabaseUnavailable) => {
        if (this.#outage || this.#isClosed || !isReset(error.cause)) throw error;
        return this.#connect();
      });
      if (this.#isClosed) {
        await connection.end();
        return false;
      }
      this.#all.add(connection);
      this.#isAtConnectionLimit = false;
      this.#setAvailable();
      this.release(connection);
      return true;
    } catch (error) {
      const others = this.#all.size + this.#opening - 1;
      if (others > 0 && isConnectionLimit((error as DatabaseUnavailable).cause)) {
        this.#connectionLimitUntil = performance.now() + retryDelayMs;
        this.#isAtConnectionLimit = true;
      } else {
        this.#setUnavailable(error as DatabaseUnavailable);
      }
      return false;
    } finally {
      this.#opening -= 1;
    }
  }

  #connect(): Promise<Connection> {
    return Connection.open({ ...this.#options, onLost: (lost) => this.#onConnectionLost(lost) });
  }

  #onConnectionLost(connection: Connection): void {
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
    // A connection that was never in the pool failed while it was being opened: `#open` handles that.
    if (!this.#all.delete(connection) || this.#isClosed || !connection.failure) return;
    void this.#reconnect(connection.failure);
  }

  /** Opens a connection, with retries until it succeeds. Concurrent calls share one run. */
  #reconnect(failure: DatabaseUnavailable): Promise<void> {
    const wasUnavailable = this.#outage !== undefined;
    this.#reconnecting ??= (async () => {
      const isOpened = await this.#open();
      if (isOpened && !wasUnavailable && !this.#isClosed) {
        this.onOutage?.({ kind: 'reconnected', cause: failure.cause });
      }
      while (this.#outage && !this.#isClosed) {
        await new Promise<void>((resolve) => setTimeout(resolve, retryDelayMs).unref());
        if (!this.#isClosed) await this.#open();
      }
    })().finally(() => {
      this.#reconnecting = undefined;
    });
    return this.#reconnecting;
  }

  #setUnavailable(error: DatabaseUnavailable): void {
    this.#rejectWaiters(error);
    if (this.#outage || this.#isClosed) return;
    this.#outage = { error, since: performance.now() };
    this.onOutage?.({ kind: 'unavailable', cause: error.cause });
    void this.#reconnect(error);
  }

  #setAvailable(): void {
    const outage = this.#outage;
    if (!outage) return;
    this.#outage = undefined;
    this.onOutage?.({ kind: 'available', afterMs: performance.now() - outage.since });
  }

  #rejectWaiters(error: DatabaseUnavailable): void {
    for (const { reject } of this.#waiters.drain()) reject(error);
  }
}

const closedError = (): DatabaseUnavailable => new DatabaseUnavailable(new Error('the database was closed'));
