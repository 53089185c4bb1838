/** The table of idempotency keys. */
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    platformId: uuid('platform_id').notNull(),
    /** The platform, with any of its tokens, or one agent. */
    caller: text('caller').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    /** Digest of the parsed input, including defaults. */
    fingerprint: text('fingerprint').notNull(),
    /** Id of the record that the first call created. */
    resultId: text('result_id'),
    /** The first REST response body, as JSON; null before it. */
    body: text('body'),
    /** Real time: keys are retained by their real age, independent of sandbox clocks. */
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.platformId, table.caller, table.operation, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
);
