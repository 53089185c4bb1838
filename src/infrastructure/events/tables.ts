/** The event log, its closed partitions, and what the database retains of archived ones. */
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
import { instant } from '../database/columns.ts';

/**
 * The types of most events. The index by type leaves them out, because the newest events of a platform contain them, and an
 * index takes a part of the time of each event.
 */
export const frequentEventTypes = [
  'OUTGOING_PAYMENT.PENDING',
  'OUTGOING_PAYMENT.PROCESSING',
  'OUTGOING_PAYMENT.COMPLETED',
  'INCOMING_PAYMENT.COMPLETED',
  'INTERNAL_ACCOUNT.BALANCE_UPDATED',
] as const;

const frequentTypes = sql.raw(frequentEventTypes.map((type) => `'${type}'`).join(', '));

/** The uuid of the customer in the data of an event: snapshots contain it as a uuid, bodies as an id. */
const customerOfEvent = sql`right(coalesce("data" -> 'record' ->> 'customerId', "data" -> 'body' ->> 'customerId', case when "topic" = 'customer' then "resource_id" end), 36)`;

/** The conditions under which the partial indexes of the log are used. */
export const eventIndexes = {
  customerUuid: customerOfEvent,
  isRareType: sql`"type" not in (${frequentTypes})`,
};

/**
 * The event log. `serial` is the order of writing. `position` is assigned after commit by the sequencer: it is the order of
 * reading, has no gaps, and is the content of every cursor. Partitioned by id (`migrations/0024_partitions.sql`), so the unique
 * indexes are those of each partition.
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
    /** The id of the request that caused it; null for the events of jobs. */
    requestId: text('request_id'),
  },
  (table) => [
    // Only rows with a position: an event is inserted without one, and each index that it is in takes a part of that time.
    uniqueIndex('events_by_position').on(table.position).where(sql`${table.position} is not null`),
    index('events_without_position').on(table.serial).where(sql`${table.position} is null`),
    index('events_of_platform')
      .on(table.platformId, table.position)
      .where(sql`${table.position} is not null`),
    index('events_of_customer')
      .on(table.platformId, eventIndexes.customerUuid, table.position)
      .where(sql`${table.position} is not null and ${table.type} is not null`),
    index('events_of_rare_type')
      .on(table.platformId, table.type, table.position)
      .where(sql`${table.position} is not null and ${eventIndexes.isRareType}`),
    index('events_of_resource').on(table.resourceId, table.serial),
    uniqueIndex('one_event_per_sequence')
      .on(table.resourceId, table.sequence)
      .where(sql`${table.sequence} is not null`),
  ],
);

/**
 * Partitions of events that accept no more rows. The open ones are only in the catalog of PostgreSQL.
 */
export const closedPartitions = pgTable('closed_partitions', {
  name: text('name').primaryKey(),
  /** The partitioned table. */
  parent: text('parent').notNull(),
  /** The smallest id; null for the first partition. */
  startsAt: uuid('starts_at'),
  /** The smallest id after the partition. */
  endsAt: uuid('ends_at').notNull(),
  /** No event of this or an earlier partition has a later position. */
  lastPosition: bigint('last_position', { mode: 'number' }),
  closedAt: instant('closed_at').notNull().defaultNow(),
  /** When `event_sequences` had the numbers of its events. */
  countedAt: instant('counted_at'),
  /** When it was moved to a file; null while the database has it. */
  archivedAt: instant('archived_at'),
  /** The number of its events, and the SHA-256 of the file, in hex. Null until it is archived. */
  rowCount: bigint('row_count', { mode: 'number' }),
  digest: text('digest'),
});

/** The steps of transactions in archived events, so that timelines and the audit remain complete. */
export const archivedSteps = pgTable(
  'archived_steps',
  {
    resourceId: text('resource_id').notNull(),
    serial: bigint('serial', { mode: 'number' }).notNull(),
    platformId: uuid('platform_id').notNull(),
    /** The partition that had the event. */
    partition: text('partition').notNull(),
    status: text('status').notNull(),
    previousStatus: text('previous_status'),
    refundStatus: text('refund_status'),
    note: text('note'),
    occurredAt: instant('occurred_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.resourceId, table.serial] })],
);

/** The last number of each record's published events in closed partitions. The numbers of later events are in `events`. */
export const eventSequences = pgTable('event_sequences', {
  resourceId: text('resource_id').primaryKey(),
  sequence: integer('sequence').notNull(),
});
