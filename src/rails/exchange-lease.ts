/**
 * The lease of one exchange. It is extended while the exchange runs, and each extension is of the instant that was held before, so
 * a process that was stopped for longer than its lease finds that another one has it, and stops.
 */
import type { Ports } from '../payments/ports.ts';
import { endExchange, extendLease, type LeasedConnection, releaseLease } from './bank-connections/store.ts';

/** Longer than a process is stopped by its garbage collector or its host. */
export const leaseMs = 10 * 60_000;
const extendEveryMs = leaseMs / 5;
/** After this time no further file is started. The next exchange continues. */
const maxExchangeMs = 10 * 60_000;

export class ExchangeLease {
  readonly #ports: Pick<Ports, 'db' | 'clock'>;
  readonly #end = performance.now() + maxExchangeMs;
  readonly #timer: NodeJS.Timeout;
  readonly #stopping: AbortSignal | undefined;
  #leased: LeasedConnection;
  #isLost = false;
  #extending: Promise<void> = Promise.resolve();

  /** @param stopping the end of the process. */
  constructor(ports: Pick<Ports, 'db' | 'clock'>, leased: LeasedConnection, stopping?: AbortSignal) {
    this.#ports = ports;
    this.#leased = leased;
    this.#stopping = stopping;
    this.#timer = setInterval(() => {
      this.#extending = this.#extend().catch(() => undefined);
    }, extendEveryMs);
    this.#timer.unref();
  }

  async #extend(): Promise<void> {
    const { db, clock } = this.#ports;
    const until = new Date(clock.real().getTime() + leaseMs);
    if (await extendLease(db.orm, this.#leased, until)) this.#leased = { ...this.#leased, until };
    else this.#isLost = true;
  }

  /** Whether another file may be started. */
  canContinue = (): boolean => !this.#isLost && !this.#stopping?.aborted && performance.now() < this.#end;

  /** After a stop the exchange has no result: another process can repeat it at once. */
  async end(result: Parameters<typeof endExchange>[2]): Promise<void> {
    clearInterval(this.#timer);
    await this.#extending;
    const { orm } = this.#ports.db;
    if (this.#stopping?.aborted) await releaseLease(orm, this.#leased, result.at);
    else await endExchange(orm, this.#leased, result);
  }
}
