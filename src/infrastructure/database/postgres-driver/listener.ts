/**
 * Listens for notifications of a PostgreSQL server on a dedicated connection. After a break it connects again and calls
 * every listener, because notifications may have been missed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { waitAtMost } from '../../../kernel/wait-at-most.ts';
import { DatabaseUnavailable } from '../unavailable.ts';
import { Connection, type ConnectionOptions, closeTimeoutMs } from './connection.ts';

const retryDelayMs = 500;

export class Listener {
  readonly #options: Omit<ConnectionOptions, 'onLost' | 'onNotification'>;
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #closing = new AbortController();
  /** The connection, or the attempt to open it. Concurrent callers share the attempt. */
  #connection: Promise<Connection> | undefined;
  /** The connection in use. A connection that fails while it is being opened is handled by `#open`. */
  #current: Connection | undefined;

  constructor(options: Omit<ConnectionOptions, 'onLost' | 'onNotification'>) {
    this.#options = options;
  }

  /** Calls `onNotification` for each notification on the channel until the returned function is called. */
  async listen(channel: string, onNotification: () => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel);
    if (listeners) {
      listeners.add(onNotification);
      await this.#connection;
    } else {
      this.#listeners.set(channel, new Set([onNotification]));
      this.#connection ??= this.#open();
      await listenOn(await this.#connection, channel);
    }
    onNotification();
    return async () => void this.#listeners.get(channel)?.delete(onNotification);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const ended = this.#connection?.then((connection) => connection.end());
    if (ended) await waitAtMost(closeTimeoutMs, ended);
  }

  /** Opens a connection that listens to every channel. */
  async #open(): Promise<Connection> {
    const connection = await Connection.open({
      ...this.#options,
      onNotification: (channel) => this.#notify(channel),
      onLost: (lost) => {
        if (lost === this.#current && !this.#isClosed) this.#restart();
      },
    });
    try {
      for (const channel of this.#listeners.keys()) await listenOn(connection, channel);
      if (connection.failure) throw connection.failure;
      if (this.#isClosed) throw closedError();
    } catch (error) {
      connection.fail(error);
      throw error;
    }
    this.#current = connection;
    return connection;
  }

  #restart(): void {
    this.#connection = this.#reconnect();
    // Callers of `listen` get the rejection. Without any, it must not count as unhandled.
    this.#connection.catch(() => undefined);
  }

  async #reconnect(): Promise<Connection> {
    for (;;) {
      await delay(retryDelayMs, undefined, { ref: false, signal: this.#closing.signal }).catch(
        () => undefined,
      );
      if (this.#isClosed) throw closedError();
      try {
        const connection = await this.#open();
        for (const channel of this.#listeners.keys()) this.#notify(channel);
        return connection;
      } catch {
        // Still unavailable. The pool reports the cause.
      }
    }
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #notify(channel: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener();
  }
}

const closedError = (): DatabaseUnavailable => new DatabaseUnavailable(new Error('the database was closed'));

const listenOn = (connection: Connection, channel: string): Promise<unknown> =>
  connection.runWithTimeout(`listen "${channel.replaceAll('"', '""')}"`);
