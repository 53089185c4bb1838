/** What makes the rest reliable: idempotency keys, the event log, and work with a due time. */

import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, instant } from './database/columns.ts';

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    platformId: uuid('platform_id').notNull(),
    /** The platform, whatever its token, or one agent. */
    caller: text('caller').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    /** Digest of the parsed input, defaults filled in. */
    fingerprint: text('fingerprint').notNull(),
    /** Id of the record that the first call made. */
    resultId: text('result_id'),
    /** What REST first answered, in JSON; null until it has. */
    body: text('body'),
    /** Real time: keys are kept by age, whatever a sandbox clock says. */
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.platformId, table.caller, table.operation, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
);

/**
 * The event log. `serial` is the order of writing; `position`, given after commit by the log's sequencer, is the
 * order of reading, without gaps, and what every cursor names.
 */
export const events = pgTable(
  'events',
  {
    id: uuid('id').primaryKey(),
    serial: bigserial('serial', { mode: 'number' }).notNull(),
    position: bigint('position', { mode: 'number' }),
    platformId: uuid('platform_id').notNull(),
    /** Which subscriptions it is for: transaction, agent-action, access … */
    topic: text('topic').notNull(),
    /** The published kind, for example OUTGOING_PAYMENT.PENDING; null where the interface publishes none. */
    type: text('type'),
    resourceId: text('resource_id').notNull(),
    /** Counts the published events of one resource from 1 without holes. */
    sequence: integer('sequence'),
    /** The record as it was when this happened, and what changed. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    occurredAt: instant('occurred_at').notNull(),
  },
  (table) => [
    uniqueIndex('events_by_position').on(table.position),
    index('events_without_position').on(table.serial).where(sql`${table.position} is null`),
    index('events_of_platform').on(table.platformId, table.position),
    index('events_of_resource').on(table.resourceId, table.serial),
    uniqueIndex('one_event_per_sequence')
      .on(table.resourceId, table.sequence)
      .where(sql`${table.sequence} is not null`),
  ],
);

/** Durable work. A row is claimed, done and deleted in one transaction, so a crash leaves it as it was. */
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

/** One row: what must stay the same between starts, and which keys the data are sealed under. */
export const deployment = pgTable('deployment', {
  id: text('id').primaryKey(),
  /** Of the master key that the data key is sealed under. */
  masterKeyFingerprint: text('master_key_fingerprint').notNull(),
  /** Tells this deployment from others on a broker that they share. */
  uid: uuid('uid').notNull().defaultRandom(),
  /** Null in a database from before there were data keys, until it is first started on. */
  sealedDataKey: bytes('sealed_data_key'),
  createdAt: instant('created_at').notNull().defaultNow(),
});
