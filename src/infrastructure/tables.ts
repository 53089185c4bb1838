/** Idempotency keys, the event log, the audit log, scheduled jobs, and the deployment. */
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

/**
 * Changes of records in the order of writing. Triggers of the audited tables insert them in the transaction of the change
 * (`migrations/0027_audit_and_request_log.sql`). The sequencer moves them to the audit log after the commit.
 */
export const auditChanges = pgTable('audit_changes', {
  serial: bigserial('serial', { mode: 'number' }).primaryKey(),
  platformId: uuid('platform_id').notNull(),
  /** The id of the database transaction: its changes of one record are one entry. */
  writtenIn: bigint('written_in', { mode: 'number' }).notNull(),
  /** Real time. */
  writtenAt: instant('written_at').notNull(),
  recordType: text('record_type').notNull(),
  recordId: text('record_id').notNull(),
  /** By field name: `[before, after]`. */
  changes: jsonb('changes').$type<Record<string, [unknown, unknown]>>().notNull(),
  /** Who changes the record, by which operation and request (`database/attribution.ts`). */
  attribution: jsonb('attribution').$type<Record<string, string | null>>().notNull(),
});

/** The types of most entries of the audit log: each payment has one. */
export const frequentRecordTypes = ['Transaction', 'Quote'] as const;

/**
 * The audit log: one chain of entries for each platform. The hash of an entry covers its content and the hash before it. A
 * trigger rejects UPDATE, DELETE and TRUNCATE.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    platformId: uuid('platform_id').notNull(),
    /** Counts the entries of the platform from 1, without gaps. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /** Real time, also of sandbox platforms. */
    createdAt: instant('created_at').notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    operation: text('operation').notNull(),
    recordType: text('record_type').notNull(),
    recordId: text('record_id').notNull(),
    /** A JSON list of `{field, before, after}`. Text, because the hash covers it character by character. */
    changes: text('changes').notNull(),
    requestId: text('request_id'),
    address: text('address'),
    previousHash: bytes('previous_hash').notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.platformId, table.position] }),
    index('audit_entries_of_record').on(table.platformId, table.recordId, table.position),
    index('audit_entries_of_actor')
      .on(table.platformId, table.actorId, table.position)
      .where(sql`${table.recordType} not in ('Transaction', 'Quote')`),
    index('audit_entries_of_operation')
      .on(table.platformId, table.operation, table.position)
      .where(sql`${table.recordType} not in ('Transaction', 'Quote')`),
    index('audit_entries_of_request').on(table.requestId).where(sql`${table.requestId} is not null`),
  ],
);

/** The API requests of the last 30 days. Rows are written in batches after the responses (`request-log/writer.ts`). */
export const apiRequests = pgTable(
  'api_requests',
  {
    /** Its time is the real time of the start. */
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    /** The header X-Request-Id. A client may send the same one several times. */
    requestId: text('request_id').notNull(),
    durationMs: integer('duration_ms').notNull(),
    transport: text('transport', { enum: ['graphql', 'rest', 'socket'] }).notNull(),
    method: text('method').notNull(),
    /** The method and path pattern, or the kind and first root field of a GraphQL operation. */
    operation: text('operation').notNull(),
    operationName: text('operation_name'),
    status: integer('status').notNull(),
    errorCode: text('error_code'),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    address: text('address'),
    /** JSON without client input, cut to a maximum size: see `request-log/redaction.ts`. */
    requestBody: text('request_body'),
    responseBody: text('response_body'),
  },
  (table) => [
    index('api_requests_of_platform').on(table.platformId, table.id),
    index('api_requests_failed').on(table.platformId, table.id).where(sql`${table.errorCode} is not null`),
    index('api_requests_by_request_id').on(table.requestId),
  ],
);

/** The last entry of each platform, against which the check of the chain compares: it finds removed entries at the end. */
export const auditHeads = pgTable('audit_heads', {
  platformId: uuid('platform_id').primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull(),
  hash: bytes('hash').notNull(),
  /** HMAC of platform, position and hash under a key that is not in the database. */
  seal: bytes('seal').notNull(),
});

/** What a word was found in. */
export const searchKinds = [
  'CUSTOMER',
  /** With punctuation, for example an email address. */
  'CUSTOMER_VALUE',
  'EXTERNAL_ACCOUNT',
  'DESCRIPTION',
  'COUNTERPARTY',
] as const;

/**
 * The words by which records are found. Triggers write them with the record, and remove them when the record or its customer
 * is deleted (`migrations/0021_search_and_events.sql`).
 */
export const searchWords = pgTable(
  'search_words',
  {
    platformId: uuid('platform_id').notNull(),
    kind: text('kind', { enum: searchKinds }).notNull(),
    /** In lower case, without accents. */
    word: text('word').notNull(),
    recordId: uuid('record_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.recordId, table.kind, table.word] }),
    // Finds words by their start, whatever the collation of the database, and the records of a word in the order of lists.
    index('search_words_by_start').on(
      table.platformId,
      table.kind,
      table.word.asc().op('text_pattern_ops'),
      table.recordId,
    ),
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
