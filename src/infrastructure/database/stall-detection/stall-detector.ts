/**
 * Finds connections of a pool that wait for a response that will never come.
 *
 * Decision: a statement has no time limit here. After five seconds without a response the detector opens a new connection
 * and reads the server's list of connections. No response there either means that the server is unavailable, and all
 * waiting statements fail. Otherwise it closes the connections that the server does not know or is not working for, since
 * packets may be lost on one connection only: for example those of a server that was switched off and whose name now
 * leads to another. A server that responds only to say that it has no free connection is available: the detector then
 * closes nothing that may be waiting for a lock.
 */
import { type Backend, Connection, type ConnectionOptions } from '../postgres-driver/connection.ts';
import { DatabaseUnavailable, isServerError } from '../unavailable.ts';

/** Checks without a response before the detector queries the server over a new connection. */
const checksPerStall = 5;

export interface StallTimeouts {
  /** How long a connection with pending statements may go without a response. */
  readonly stallMs: number;
  /** The server's statement timeout; no limit when absent. */
  readonly statementMs?: number | undefined;
}

/** The state of a connection at the last check. */
interface Observation {
  readonly responseCount: number;
  /** Checks since the last response. */
  readonly stalledChecks: number;
}

/** The part of a pool that the detector reads. */
interface ObservedPool {
  readonly all: ReadonlySet<Connection>;
  readonly idle: readonly Connection[];
  /** Called before the last connections are closed because the server does not respond. */
  readonly onUnavailable: (error: DatabaseUnavailable) => void;
}

const unknownConnectionError = (): Error =>
  Object.assign(new Error('the server does not know the connection'), { code: 'CONNECTION_VANISHED' });

export class StallDetector {
  readonly #pool: ObservedPool;
  readonly #options: Omit<ConnectionOptions, 'onLost'>;
  readonly #timeouts: StallTimeouts;
  readonly #observations = new WeakMap<Connection, Observation>();
  readonly #timer: NodeJS.Timeout;
  #nextProbeAt = 0;
  #probe: Promise<void> | undefined;

  constructor(pool: ObservedPool, options: Omit<ConnectionOptions, 'onLost'>, timeouts: StallTimeouts) {
    this.#pool = pool;
    this.#options = options;
    this.#timeouts = timeouts;
    this.#timer = setInterval(() => this.#check(), timeouts.stallMs / checksPerStall);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#probe;
  }

  /** Counts checks instead of time, so that a pause of this process itself is not taken for a stall. */
  #check(): void {
    const stalled = new Map<Connection, Observation>();
    for (const connection of this.#pool.all) {
      const { responseCount } = connection;
      const last = this.#observations.get(connection);
      const isStalled = connection.hasPendingStatements && last?.responseCount === responseCount;
      const observation = { responseCount, stalledChecks: isStalled ? last.stalledChecks + 1 : 0 };
      this.#observations.set(connection, observation);
      if (observation.stalledChecks >= checksPerStall) stalled.set(connection, observation);
    }
    if (stalled.size === 0 || this.#probe || performance.now() < this.#nextProbeAt) return;
    this.#nextProbeAt = performance.now() + this.#timeouts.stallMs;
    this.#probe = this.#closeStalled(stalled).finally(() => {
      this.#probe = undefined;
    });
  }

  async #closeStalled(stalled: ReadonlyMap<Connection, Observation>): Promise<void> {
    const openBefore = new Set(this.#pool.all);
    const stillStalled = () =>
      [...stalled.keys()].filter(
        (connection) =>
          connection.hasPendingStatements &&
          connection.responseCount === stalled.get(connection)?.responseCount,
      );
    const stillIdle = () => this.#pool.idle.filter((connection) => openBefore.has(connection));
    try {
      const idleMs = new Map((await this.#readBackends()).map((backend) => [backend.name, backend.idleMs]));
      const isUnknown = ({ backendName }: Connection) =>
        backendName !== undefined && !idleMs.has(backendName);
      // Both sides wait for each other: either the statement or its response was lost.
      const isServerIdle = ({ backendName }: Connection) =>
        (idleMs.get(backendName ?? '') ?? 0) >= this.#timeouts.stallMs;
      for (const connection of stillStalled()) {
        if (isUnknown(connection) || isServerIdle(connection)) connection.fail(unknownConnectionError());
      }
      for (const connection of stillIdle())
        if (isUnknown(connection)) connection.fail(unknownConnectionError());
    } catch (error) {
      const cause = error instanceof DatabaseUnavailable ? error.cause : error;
      if (isServerError(cause)) {
        // The server is available but gives no list. It does not work on a statement for longer than its timeout.
        for (const connection of stillStalled()) {
          if ((stalled.get(connection)?.stalledChecks ?? 0) > this.#maxChecks)
            connection.fail(unknownConnectionError());
        }
        return;
      }
      const lost = stillStalled();
      if (lost.length === 0) return;
      lost.push(...stillIdle());
      if (lost.length === this.#pool.all.size) this.#pool.onUnavailable(new DatabaseUnavailable(cause));
      for (const connection of lost) connection.fail(cause);
    }
  }

  /** Checks that a statement can take before the server must have stopped it. */
  get #maxChecks(): number {
    const { stallMs, statementMs = Number.POSITIVE_INFINITY } = this.#timeouts;
    return ((statementMs + stallMs) / stallMs) * checksPerStall;
  }

  async #readBackends(): Promise<readonly Backend[]> {
    const probe = await Connection.open({ ...this.#options, onLost: () => undefined });
    try {
      return await probe.backends();
    } finally {
      void probe.end();
    }
  }
}
