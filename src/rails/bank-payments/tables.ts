/** Tables of the files that are exchanged with banks, and of the payments in them. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, bytes, instant } from '../../infrastructure/database/columns.ts';
import { transactions } from '../../payments/tables.ts';
import { bankConnections } from '../bank-connections/tables.ts';
import { incomingFileKinds, outgoingFileKinds, serviceLevels } from '../bank-files/bank-file.ts';
import { bankPaymentStatuses, fileStatuses } from './bank-payment.ts';

/** Files of both directions. Their contents are in the object storage. */
export const bankFiles = pgTable(
  'bank_files',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => bankConnections.id),
    direction: text('direction', { enum: ['OUT', 'IN'] }).notNull(),
    /** Null for an incoming file that could not be read. */
    kind: text('kind', { enum: [...outgoingFileKinds, ...incomingFileKinds] }),
    status: text('status', { enum: fileStatuses }).notNull(),
    name: text('name').notNull(),
    /** Message id of an outgoing file, and of an incoming one that was read. */
    messageId: text('message_id'),
    serviceLevel: text('service_level', { enum: serviceLevels }),
    paymentDirection: text('payment_direction', { enum: ['CREDIT', 'DEBIT'] }),
    executionDate: date('execution_date'),
    /** NACHA: distinguishes the files of a day. */
    fileIdModifier: text('file_id_modifier'),
    /** The fingerprint of the SFTP server at which it was staged. */
    stagedHostKey: text('staged_host_key'),
    /** How many persons have released it in this round. */
    releases: integer('releases').notNull().default(0),
    /** The round of decisions. A file that could not be written starts the next. */
    round: integer('round').notNull().default(0),
    count: integer('count').notNull().default(0),
    total: amount('total').notNull().default(sql`0`),
    /** SHA-256 of an incoming file. */
    digest: bytes('digest'),
    byteLength: integer('byte_length'),
    storageKey: text('storage_key'),
    /** Why the file is in quarantine, or was rejected. */
    reason: text('reason'),
    line: integer('line'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('bank_files_of_connection').on(table.connectionId, table.id),
    index('bank_files_of_platform').on(table.platformId, table.id),
    uniqueIndex('one_outgoing_bank_file_per_message')
      .on(table.connectionId, table.messageId)
      .where(sql`${table.direction} = 'OUT'`),
    uniqueIndex('one_incoming_bank_file_per_content')
      .on(table.connectionId, table.digest)
      .where(sql`${table.direction} = 'IN'`),
    index('bank_files_to_decide')
      .on(table.connectionId, table.status)
      .where(sql`${table.status} in ('IN_REVIEW', 'QUARANTINED')`),
    index('bank_files_to_publish')
      .on(table.connectionId, table.id)
      .where(sql`${table.status} in ('READY', 'STAGED')`),
    index('nacha_files_of_day').on(table.connectionId, table.createdAt).where(sql`${table.kind} = 'NACHA'`),
  ],
);

/**
 * Received files that are still in the inbox of the bank, because they could not be archived. They are not fetched again unless
 * size or time differ.
 */
export const unarchivedFiles = pgTable(
  'unarchived_bank_files',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => bankConnections.id),
    /** As the exchange lists it. */
    name: text('name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    modifiedAt: instant('modified_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.name] })],
);

/** A payment that a bank executes: a transaction, or the return of an unmatched deposit. */
export const bankPayments = pgTable(
  'bank_payments',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => bankConnections.id),
    transactionId: uuid('transaction_id').references(() => transactions.id),
    depositId: uuid('deposit_id'),
    direction: text('direction', { enum: ['CREDIT', 'DEBIT'] }).notNull(),
    serviceLevel: text('service_level', { enum: serviceLevels }).notNull(),
    /** NACHA: the class of the batch; null in other formats. */
    entryClass: text('entry_class', { enum: ['PPD', 'CCD'] }),
    status: text('status', { enum: bankPaymentStatuses }).notNull(),
    /** The code of the clearing account in the ledger. */
    clearingCode: text('clearing_code').notNull(),
    endToEndId: text('end_to_end_id').notNull(),
    amount: amount('amount').notNull(),
    fileId: uuid('file_id').references(() => bankFiles.id),
    /** SEPA direct debits: the number of the batch in the file; null where a file is one batch. */
    batch: integer('batch'),
    /** NACHA: counts the payments of the platform's connections to the bank. Its last seven digits are those of the trace number. */
    traceSequence: integer('trace_sequence'),
    /** The bank's code of a rejection or a return. */
    reasonCode: text('reason_code'),
    /** The entry that executed it, and the entry by which it came back. */
    entryId: uuid('entry_id'),
    returnEntryId: uuid('return_entry_id'),
    /** Whether an operator reported that the bank executed it. */
    isReported: boolean('is_reported').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('one_bank_payment_per_end_to_end_id').on(table.connectionId, table.endToEndId),
    uniqueIndex('one_bank_payment_per_transaction')
      .on(table.transactionId)
      .where(sql`${table.transactionId} is not null`),
    uniqueIndex('one_bank_payment_per_trace_number')
      .on(table.connectionId, table.traceSequence)
      .where(sql`${table.traceSequence} is not null`),
    index('bank_payments_waiting').on(table.connectionId, table.id).where(sql`${table.status} = 'WAITING'`),
    index('bank_payments_of_file').on(table.fileId, table.id).where(sql`${table.fileId} is not null`),
    // An entry without an id can mean any recent file. Of most files, all payments have their entries.
    index('bank_payments_without_entry')
      .on(table.fileId, table.id)
      .where(sql`${table.entryId} is null and ${table.status} in ('IN_FILE', 'RETURNED', 'CONFIRMED')`),
    // What an entry executed or returned, until its outcome is recorded.
    index('bank_payments_executed')
      .on(table.entryId, table.id)
      .where(sql`${table.entryId} is not null and ${table.status} = 'IN_FILE'`),
    index('bank_payments_returned')
      .on(table.returnEntryId, table.id)
      .where(sql`${table.returnEntryId} is not null and ${table.status} in ('IN_FILE', 'CONFIRMED')`),
    check('bank_payment_is_positive', sql`${table.amount} > 0`),
    check(
      'bank_payment_is_of_one_record',
      sql`(${table.transactionId} is null) <> (${table.depositId} is null)`,
    ),
  ],
);
