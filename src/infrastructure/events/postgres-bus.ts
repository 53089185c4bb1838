/**
 * The event bus of the database itself: a notification after each commit says that there is something new, and every
 * process reads it from the log. Right for as many processes as may all read the log when one of them writes.
 */

import type { Database } from '../database/client.ts';
import { onWake } from '../database/transact.ts';
import type { EventBus } from '../ports.ts';

export const postgresEventBus = (db: Database): EventBus => ({
  deliversEvents: false,
  // Whoever gives positions wakes everybody who sleeps on the database; see `wakeAll`.
  publish: () => undefined,
  subscribe: ({ onNewEvents: news }) => onWake(db, news),
});
