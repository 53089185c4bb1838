/** The audit log, and the changes that it does not have yet. */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../database/columns.ts';

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

const frequentTypes = sql.raw(frequentRecordTypes.map((type) => `'${type}'`).join(', '));

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
      .where(sql`${table.recordType} not in (${frequentTypes})`),
    index('audit_entries_of_operation')
      .on(table.platformId, table.operation, table.position)
      .where(sql`${table.recordType} not in (${frequentTypes})`),
    // Clients choose the ids of requests, so the ids of one platform must not lengthen the search of another.
    index('audit_entries_of_request')
      .on(table.platformId, table.requestId, table.position)
      .where(sql`${table.requestId} is not null`),
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
