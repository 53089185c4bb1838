/**
 * The event bus of the database itself: a notification after each commit, upon which every process reads the log. Right
 * for a number of processes that may all read the log when one of them writes.
 */
import type { Database } from '../database/client.ts';
import { onWake } from '../database/transact.ts';
import type { EventBus } from '../ports.ts';

export const postgresEventBus = (db: Database): EventBus => ({
  deliversEvents: false,
  // The sequencer notifies all processes through the database: see `wakeAll`.
  publish: () => undefined,
  subscribe: ({ onNewEvents }) => onWake(db, onNewEvents),
});
