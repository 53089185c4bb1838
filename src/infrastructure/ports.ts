/** What the infrastructure needs from outside. `app.ts` selects the adapters. */

import type { MasterKey } from '../kernel/crypto/at-rest.ts';
import type { Database } from './database/client.ts';
import type { LoggedEvent } from './events/log.ts';
import type { SafeFetch } from './http-client/safe-fetch.ts';

/** Time. A sandbox platform's clock is real time and its own offset, which only grows. */
export interface Clock {
  /** Real time: for tokens, keys and whatever the outside world compares. */
  real(): Date;
  /** Now on the platform's clock: for everything that the platform sees. */
  now(platform: { readonly clockOffsetMs: number }): Date;
}

/** Events that were given their positions together: oldest first, without a hole. */
export interface EventPage {
  /** The event right before the first; absent before the first of all. No other log goes on after it. */
  readonly previousUuid: string | undefined;
  readonly events: readonly LoggedEvent[];
}

/** What hears the bus. Neither may throw or wait. */
export interface EventBusListener {
  /** There may be something new in the log. */
  onNewEvents(): void;
  /** What was given its positions elsewhere. It may come late, twice, or before what precedes it. */
  onPage(page: EventPage): void;
}

/**
 * Carries the event log's news between processes. The log in the database is the truth, and everybody looks at it by
 * themselves: a bus that loses, doubles or reorders what it is given, or is away, costs a moment and never an event.
 */
export interface EventBus {
  /** Whether it carries the events themselves; they are not read for it otherwise. */
  readonly deliversEvents: boolean;
  /** Tells the other processes what was just given its positions. At once: it neither waits nor throws. */
  publish(page: EventPage): void;
  /** Calls the listener until the returned function is called. */
  subscribe(listener: EventBusListener): Promise<() => Promise<void>>;
}

/** What every context above may use. */
export interface Ports {
  readonly db: Database;
  /** Publishes new events to the other processes. */
  readonly eventBus: EventBus;
  readonly clock: Clock;
  /** Seals secrets at rest. */
  readonly masterKey: MasterKey;
  /** Calls addresses that callers chose. */
  readonly fetch: SafeFetch;
  /** Where clients reach this service; links that leave it begin with this URL. */
  readonly publicUrl: string;
  /** How long one count of a list may take. */
  readonly countSeconds: number;
}
