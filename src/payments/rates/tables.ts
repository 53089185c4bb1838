/** Rates that were published by a feed, and when the feed is polled. Their instants are real time. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../infrastructure/database/columns.ts';

export const rateSnapshots = pgTable(
  'rate_snapshots',
  {
    id: uuid('id').primaryKey(),
    /** The host of the feed. Never a path or a query, which may contain a key. */
    source: text('source').notNull(),
    base: text('base').notNull(),
    publishedAt: instant('published_at').notNull(),
    /** Whether the feed names a day without a time. `publishedAt` is then the start of that day. */
    isDay: boolean('is_day').notNull(),
    fetchedAt: instant('fetched_at').notNull(),
    /** Units of each currency for one unit of the base, the base included: exact text by currency code. */
    rates: jsonb('rates').$type<Record<string, string>>().notNull(),
  },
  (table) => [
    index('rate_snapshots_by_publication').on(table.source, table.publishedAt, table.id),
    check('rate_snapshots_have_their_base', sql`jsonb_exists(${table.rates}, ${table.base})`),
  ],
);

/** One row for each feed. The process that sets the lease polls the feed. */
export const rateFeeds = pgTable('rate_feeds', {
  source: text('source').primaryKey(),
  nextPollAt: instant('next_poll_at').notNull(),
  leasedUntil: instant('leased_until'),
  /** How many polls gave no rates, since the first one. */
  failedPolls: bigint('failed_polls', { mode: 'number' }).notNull().default(0),
});
