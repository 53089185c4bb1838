/** What the infrastructure needs from outside. `app.ts` selects the adapters. */
import type { SealingKey } from '../kernel/crypto/at-rest.ts';
import type { Database } from './database/client.ts';
import type { LoggedEvent } from './events/log.ts';
import type { SafeFetch } from './http-client/safe-fetch.ts';

/** Time. A sandbox platform's clock is real time plus an offset that only grows. */
export interface Clock {
  /** Real time: for tokens, keys and everything that other systems compare. */
  real(): Date;
  /** The time on the platform's clock: for everything that the platform sees. */
  now(platform: { readonly clockOffsetMs: number }): Date;
}

/** Events that were sequenced together: oldest first, without a gap. */
export interface EventPage {
  /** The id of the event right before the first; absent at the start of the log. Identifies the log that this continues. */
  readonly previousUuid: string | undefined;
  readonly events: readonly LoggedEvent[];
}

/** Receives from the bus. The functions must not throw or wait. */
export interface EventBusListener {
  /** The log may have new events. */
  onNewEvents(): void;
  /** Events that another process sequenced. A page may come late, twice, or before the pages that precede it. */
  onPage(page: EventPage): void;
}

/**
 * Notifies processes of new events. The log in the database is the source of truth, and every process polls it. A bus that
 * loses, repeats or reorders pages, or is unavailable, delays events and never loses one.
 */
export interface EventBus {
  /** Whether the bus delivers the events themselves. If not, they are not read for it. */
  readonly deliversEvents: boolean;
  /** Publishes newly sequenced events to the other processes. Does not wait and does not throw. */
  publish(page: EventPage): void;
  /** Calls the listener until the returned function is called. */
  subscribe(listener: EventBusListener): Promise<() => Promise<void>>;
}

/** The ports that every context may use. */
export interface Ports {
  readonly db: Database;
  /** Publishes new events to the other processes. */
  readonly eventBus: EventBus;
  readonly clock: Clock;
  /** The data key of the database. It seals secrets at rest (`keys/data-key.ts`). */
  readonly dataKey: SealingKey;
  /** Sends requests to addresses that callers chose. */
  readonly fetch: SafeFetch;
  /** The URL under which clients reach this service. Links to it start with this URL. */
  readonly publicUrl: string;
  /** The maximum duration of one count of a list. */
  readonly countSeconds: number;
  /** The maximum duration of one statement of a search. */
  readonly searchSeconds: number;
  /** The number of due jobs of a platform above which its payments are accepted more slowly. */
  readonly maxDueJobs: number;
}
