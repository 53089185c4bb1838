/** Idempotency keys, the event log, scheduled jobs, and the deployment. */
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

/**
 * The event log. `serial` is the order of writing. `position` is assigned after commit by the sequencer: it is the order of
 * reading, has no gaps, and is the content of every cursor.
 */
export const events = pgTable(
  'events',
  {
    id: uuid('id').primaryKey(),
    serial: bigserial('serial', { mode: 'number' }).notNull(),
    position: bigint('position', { mode: 'number' }),
    platformId: uuid('platform_id').notNull(),
    /** Which readers it is for: transaction, agent-action, access … */
    topic: text('topic').notNull(),
    /** The published kind, for example OUTGOING_PAYMENT.PENDING; null where the interface publishes none. */
    type: text('type'),
    resourceId: text('resource_id').notNull(),
    /** Counts the published events of one resource from 1, without gaps. */
    sequence: integer('sequence'),
    /** The record at that time, and what changed. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    occurredAt: instant('occurred_at').notNull(),
  },
  (table) => [
    // Only rows with a position: an event is inserted without one, and each index that it is in takes a part of that time.
    uniqueIndex('events_by_position').on(table.position).where(sql`${table.position} is not null`),
    index('events_without_position').on(table.serial).where(sql`${table.position} is null`),
    index('events_of_platform')
      .on(table.platformId, table.position)
      .where(sql`${table.position} is not null`),
    index('events_of_resource').on(table.resourceId, table.serial),
    uniqueIndex('one_event_per_sequence')
      .on(table.resourceId, table.sequence)
      .where(sql`${table.sequence} is not null`),
  ],
);

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

/** One row: the identity of the deployment and the keys under which its data are sealed. */
export const deployment = pgTable('deployment', {
  id: text('id').primaryKey(),
  /** Fingerprint of the master key that seals the data key. */
  masterKeyFingerprint: text('master_key_fingerprint').notNull(),
  /** Separates this deployment from others on a shared broker. */
  uid: uuid('uid').notNull().defaultRandom(),
  /** Null in a database of a version without data keys, until the first start on it. */
  sealedDataKey: bytes('sealed_data_key'),
  createdAt: instant('created_at').notNull().defaultNow(),
});
