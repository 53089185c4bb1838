/**
 * The lease of one exchange. It is extended while the exchange runs, and each extension is of the instant that was held before, so
 * a process that was stopped for longer than its lease finds that another one has it, and stops.
 */
import type { Ports } from '../payments/ports.ts';
import { endExchange, extendLease, type LeasedConnection } from './bank-connections/store.ts';

/** Longer than a process is stopped by its garbage collector or its host. */
export const leaseMs = 10 * 60_000;
const extendEveryMs = leaseMs / 5;
/** After this time no further file is started. The next exchange continues. */
const maxExchangeMs = 10 * 60_000;

export class ExchangeLease {
  readonly #ports: Pick<Ports, 'db' | 'clock'>;
  readonly #end = performance.now() + maxExchangeMs;
  readonly #timer: NodeJS.Timeout;
  #leased: LeasedConnection;
  #isLost = false;
  #extending: Promise<void> = Promise.resolve();

  constructor(ports: Pick<Ports, 'db' | 'clock'>, leased: LeasedConnection) {
    this.#ports = ports;
    this.#leased = leased;
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
  canContinue = (): boolean => !this.#isLost && performance.now() < this.#end;

  async end(result: Parameters<typeof endExchange>[2]): Promise<void> {
    clearInterval(this.#timer);
    await this.#extending;
    await endExchange(this.#ports.db.orm, this.#leased, result);
  }
}
