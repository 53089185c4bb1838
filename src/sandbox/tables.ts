/** Tables of the sandbox. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../infrastructure/database/columns.ts';
import { faultKinds, faultTargets } from './faults/fault.ts';

/** Faults on request. Their instants are real time. `platforms.faults_until` says until when a platform can have one. */
export const sandboxFaults = pgTable(
  'sandbox_faults',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    kind: text('kind', { enum: faultKinds }).notNull(),
    target: text('target', { enum: faultTargets }).notNull(),
    /** The id of a credential, with its type. */
    tokenId: text('token_id'),
    operation: text('operation'),
    eventType: text('event_type'),
    delayMs: integer('delay_ms').notNull().default(0),
    retryAfterSeconds: integer('retry_after_seconds').notNull().default(0),
    isHidden: boolean('is_hidden').notNull(),
    /** How many more times it applies; null for a fault that only ends by time. */
    remaining: integer('remaining'),
    appliedCount: integer('applied_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('sandbox_faults_of_platform').on(table.platformId, table.id),
    index('sandbox_faults_by_expiry').on(table.expiresAt),
    check('fault_applies_at_most_as_often_as_requested', sql`${table.remaining} >= 0`),
  ],
);
