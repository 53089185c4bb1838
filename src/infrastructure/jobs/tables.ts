/** The table of jobs. */
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Durable jobs. A job is claimed, done and deleted in one transaction, so a crash leaves it unchanged. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    kind: text('kind').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    dueAt: instant('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('jobs_by_due_time').on(table.dueAt, table.id),
    index('jobs_of_platform').on(table.platformId, table.dueAt, table.id),
  ],
);
