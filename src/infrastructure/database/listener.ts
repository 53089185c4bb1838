/**
 * Hears the notifications of a Postgres server, on one connection of its own. When that breaks it is made again, and
 * everybody who listens is called then, because something may have been missed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Session, type SessionOptions } from './session.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const retryEveryMs = 500;

export class Listener {
  readonly #options: Omit<SessionOptions, 'onLost' | 'onNotification'>;
  readonly #heard = new Map<string, Set<() => void>>();
  readonly #closing = new AbortController();
  /** The connection, or who is making it: whoever comes meanwhile waits. */
  #session: Promise<Session> | undefined;
  /** The one that listens. Any other is known only to who is making it. */
  #current: Session | undefined;

  constructor(options: Omit<SessionOptions, 'onLost' | 'onNotification'>) {
    this.#options = options;
  }

  /** Calls `heard` for every notification on the channel until the returned function is called. */
  async listen(channel: string, heard: () => void): Promise<() => Promise<void>> {
    const listeners = this.#heard.get(channel);
    if (listeners) {
      listeners.add(heard);
      await this.#session;
    } else {
      this.#heard.set(channel, new Set([heard]));
      this.#session ??= this.#open();
      await ask(await this.#session, channel);
    }
    heard();
    return async () => void this.#heard.get(channel)?.delete(heard);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await (await this.#session?.catch(() => undefined))?.end();
  }

  /** A connection that listens to every channel there is. */
  async #open(): Promise<Session> {
    const session = await Session.open({
      ...this.#options,
      onNotification: (channel) => this.#tell(channel),
      onLost: (lost) => {
        if (lost === this.#current && !this.#isClosed) this.#restart();
      },
    });
    try {
      for (const channel of this.#heard.keys()) await ask(session, channel);
      if (session.lost) throw session.lost;
      if (this.#isClosed) throw closed();
    } catch (error) {
      session.lose(error);
      throw error;
    }
    this.#current = session;
    return session;
  }

  #restart(): void {
    this.#session = this.#again();
    // Whoever waits for it is told; but maybe nobody does.
    this.#session.catch(() => undefined);
  }

  async #again(): Promise<Session> {
    for (;;) {
      await delay(retryEveryMs, undefined, { ref: false, signal: this.#closing.signal }).catch(
        () => undefined,
      );
      if (this.#isClosed) throw closed();
      try {
        const session = await this.#open();
        for (const channel of this.#heard.keys()) this.#tell(channel);
        return session;
      } catch {
        // Still away. The pool tells why.
      }
    }
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #tell(channel: string): void {
    for (const heard of this.#heard.get(channel) ?? []) heard();
  }
}

const closed = (): DatabaseUnavailable => new DatabaseUnavailable(new Error('the database was closed'));

const ask = (session: Session, channel: string): Promise<unknown> =>
  session.runSoon(`listen "${channel.replaceAll('"', '""')}"`);
