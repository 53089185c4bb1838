/**
 * Finds the connections of a pool that wait for an answer that will never come.
 *
 * Decision: a statement may take as long as it takes, but when nothing came on a connection for five seconds, the
 * server is asked over a new one. No answer there either means that it is away, and what waits is given up. Otherwise
 * the server tells which of the connections it knows and is at work for, since packets may vanish on one alone: those
 * of a server that was switched off, after its name leads to another. A server that answers, if only that it has no
 * place left, is there: nothing is given up that may be waiting for a lock.
 */
import { type Backend, Session, type SessionOptions } from './session.ts';
import { DatabaseUnavailable, isServerError } from './unavailable.ts';

/** Looks at a connection that waits, before the server is asked over a new one. */
const silentLooks = 5;

export interface StallTimeouts {
  /** How long nothing may come on a connection that waits. */
  readonly silentMs: number;
  /** How long the server lets a statement take; no limit when absent. */
  readonly statementMs?: number | undefined;
}

/** Since when nothing came: how many answers there were then, and how often it was looked at since. */
interface Silence {
  readonly answers: number;
  readonly looks: number;
}

interface Watched {
  readonly all: ReadonlySet<Session>;
  readonly idle: readonly Session[];
  /** Called before the last connections are given up because the server does not answer. */
  readonly onAway: (error: DatabaseUnavailable) => void;
}

/** Of a connection that the server does not serve any more. */
const vanished = (): Error =>
  Object.assign(new Error('the server does not know the connection'), { code: 'CONNECTION_VANISHED' });

export class StallDetector {
  readonly #watched: Watched;
  readonly #options: Omit<SessionOptions, 'onLost'>;
  readonly #patience: StallTimeouts;
  readonly #silence = new WeakMap<Session, Silence>();
  readonly #timer: NodeJS.Timeout;
  #nextProbeAt = 0;
  #probe: Promise<void> | undefined;

  constructor(watched: Watched, options: Omit<SessionOptions, 'onLost'>, patience: StallTimeouts) {
    this.#watched = watched;
    this.#options = options;
    this.#patience = patience;
    this.#timer = setInterval(() => this.#look(), patience.silentMs / silentLooks);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#probe;
  }

  /** Counts looks and not time, so that a process that stood still itself takes nobody for silent. */
  #look(): void {
    const silent = new Map<Session, Silence>();
    for (const session of this.#watched.all) {
      const { answers } = session;
      const before = this.#silence.get(session);
      const isSilent = session.isWaiting && before?.answers === answers;
      const silence = { answers, looks: isSilent ? before.looks + 1 : 0 };
      this.#silence.set(session, silence);
      if (silence.looks >= silentLooks) silent.set(session, silence);
    }
    if (silent.size === 0 || this.#probe || performance.now() < this.#nextProbeAt) return;
    this.#nextProbeAt = performance.now() + this.#patience.silentMs;
    this.#probe = this.#judge(silent).finally(() => {
      this.#probe = undefined;
    });
  }

  /** Asks the server, and gives up what it does not serve. */
  async #judge(silent: ReadonlyMap<Session, Silence>): Promise<void> {
    const asked = new Set(this.#watched.all);
    const stillSilent = () =>
      [...silent.keys()].filter(
        (session) => session.isWaiting && session.answers === silent.get(session)?.answers,
      );
    const stillIdle = () => this.#watched.idle.filter((session) => asked.has(session));
    try {
      const idleMs = new Map((await this.#backends()).map((backend) => [backend.name, backend.idleMs]));
      const isUnknown = ({ backend }: Session) => backend !== undefined && !idleMs.has(backend);
      // It has waited for a statement for as long as the statement has waited for it: one of the two never arrived.
      const isDeaf = ({ backend }: Session) => (idleMs.get(backend ?? '') ?? 0) >= this.#patience.silentMs;
      for (const session of stillSilent()) {
        if (isUnknown(session) || isDeaf(session)) session.lose(vanished());
      }
      for (const session of stillIdle()) if (isUnknown(session)) session.lose(vanished());
    } catch (error) {
      const cause = error instanceof DatabaseUnavailable ? error.cause : error;
      if (isServerError(cause)) {
        // It is there and tells no more. But what takes longer than it allows, it is not at work for.
        for (const session of stillSilent()) {
          if ((silent.get(session)?.looks ?? 0) > this.#looksAllowed) session.lose(vanished());
        }
        return;
      }
      const lost = stillSilent();
      if (lost.length === 0) return;
      lost.push(...stillIdle());
      if (lost.length === this.#watched.all.size) this.#watched.onAway(new DatabaseUnavailable(cause));
      for (const session of lost) session.lose(cause);
    }
  }

  get #looksAllowed(): number {
    const { silentMs, statementMs = Number.POSITIVE_INFINITY } = this.#patience;
    return ((statementMs + silentMs) / silentMs) * silentLooks;
  }

  async #backends(): Promise<readonly Backend[]> {
    const probe = await Session.open({ ...this.#options, onLost: () => undefined });
    try {
      return await probe.backends();
    } finally {
      void probe.end();
    }
  }
}
