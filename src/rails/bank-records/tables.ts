/** Tables of what banks report: statements and their entries, statuses and returns of payments, and changes of accounts. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { externalAccounts } from '../../accounts/tables.ts';
import { amount, bytes, instant } from '../../infrastructure/database/columns.ts';
import { transactions } from '../../payments/tables.ts';
import { bankConnections } from '../bank-connections/tables.ts';
import { incomingFileKinds } from '../bank-files/bank-file.ts';
import { bankFiles, bankPayments } from '../bank-payments/tables.ts';
import { type BankReportRecord, breakKinds, entryKinds, type StoredStatementEntry } from './bank-entry.ts';

export const bankStatements = pgTable(
  'bank_statements',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => bankConnections.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => bankFiles.id),
    kind: text('kind', { enum: incomingFileKinds }).notNull(),
    /** The bank's id of the statement. */
    statementId: text('statement_id').notNull(),
    sequenceNumber: integer('sequence_number'),
    pageNumber: integer('page_number').notNull(),
    bookedOn: date('booked_on').notNull(),
    opening: amount('opening'),
    closing: amount('closing'),
    /** The sum and the number of the booked entries. */
    sum: amount('sum').notNull(),
    count: integer('count').notNull(),
    /** SHA-256 of its balances, entries and texts. */
    digest: bytes('digest'),
    /** The bank sent it again with other contents. */
    hasConflict: boolean('has_conflict').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // A bank may send a statement again in another file, and use its id again for another day.
    uniqueIndex('one_bank_statement_per_page').on(
      table.connectionId,
      table.kind,
      table.statementId,
      table.pageNumber,
      table.bookedOn,
    ),
    index('bank_statements_of_day').on(table.connectionId, table.bookedOn),
  ],
);

/** A booked entry of a statement, recorded once however often the bank reports it. */
export const bankEntries = pgTable(
  'bank_entries',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => bankConnections.id),
    /** The statement (camt.053) with the entry; null while only a report or a notification has it. */
    statementId: uuid('statement_id').references(() => bankStatements.id),
    /** What makes the entry unique for the connection. */
    fingerprint: text('fingerprint').notNull(),
    /**
     * How it was made. It has no default, so that a process of a version before, which would not recognize the fingerprints of this one
     * and record entries twice, records none during an upgrade.
     */
    fingerprintVersion: integer('fingerprint_version').notNull(),
    bookedOn: date('booked_on').notNull(),
    /** Positive for a credit of our account. */
    amount: amount('amount').notNull(),
    record: jsonb('record').$type<StoredStatementEntry>().notNull(),
    /** Null until the entry is booked in the ledger. */
    kind: text('kind', { enum: entryKinds }),
    breakKind: text('break_kind', { enum: breakKinds }),
    /** What was booked on the account of breaks: the other movements of the entry were payments or deposits. */
    breakAmount: amount('break_amount'),
    /** A sentence about a break. */
    note: text('note'),
    transactionId: uuid('transaction_id').references(() => transactions.id),
    bookedAt: instant('booked_at'),
    /** When a person closed the break, and the comment. */
    resolvedAt: instant('resolved_at'),
    resolvedBy: text('resolved_by'),
    resolution: text('resolution'),
    /** Whether the break was moved to the account of bank fees. */
    isBankFee: boolean('is_bank_fee').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // With a condition, which holds for every row. Without one the fingerprint would be a key, and a recording that changes it would
    // hold up every new record that names the entry.
    uniqueIndex('one_bank_entry_of_fingerprint')
      .on(table.connectionId, table.fingerprint)
      .where(sql`${table.fingerprint} is not null`),
    index('bank_entries_to_book').on(table.connectionId, table.id).where(sql`${table.kind} is null`),
    index('bank_entries_of_statement').on(table.statementId, table.id),
    index('bank_entries_of_day').on(table.connectionId, table.bookedOn, table.id),
    // Entries that another report of the bank can repeat. An index has no long texts.
    index('bank_entries_of_reference').on(
      table.connectionId,
      table.amount,
      sql`left(${table.record} ->> 'bankReference', 100)`,
      table.bookedOn,
    ),
    index('bank_entries_of_transaction')
      .on(table.transactionId)
      .where(sql`${table.transactionId} is not null`),
    index('bank_breaks')
      .on(table.platformId, table.id)
      .where(sql`${table.kind} = 'BREAK' and ${table.resolvedAt} is null`),
    check(
      'only_breaks_have_a_break_kind',
      sql`(${table.kind} is not distinct from 'BREAK') = (${table.breakKind} is not null)
        and (${table.breakKind} is null) = (${table.breakAmount} is null)`,
    ),
  ],
);

/**
 * How many entries of a day were booked as each kind, and their sum, so that a reconciliation does not read all entries. A trigger of
 * `bank_entries` counts them (`migrations/0045_bank_totals_and_outcomes.sql`).
 */
export const bankDayTotals = pgTable(
  'bank_day_totals',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => bankConnections.id),
    bookedOn: date('booked_on').notNull(),
    kind: text('kind', { enum: entryKinds }).notNull(),
    count: integer('count').notNull(),
    sum: amount('sum').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.bookedOn, table.kind] })],
);

/** A movement of an entry that names a payment of ours, and is a break. The payment did not change. */
export const bankEntryBreaks = pgTable(
  'bank_entry_breaks',
  {
    entryId: uuid('entry_id')
      .notNull()
      .references(() => bankEntries.id),
    /** The movement of the entry, from 0. */
    detailIndex: integer('detail_index').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => bankPayments.id),
    kind: text('kind', { enum: breakKinds }).notNull(),
    /** With the sign of the movement: positive for a credit of our account. */
    amount: amount('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.detailIndex] }),
    index('bank_entry_breaks_of_payment').on(table.paymentId),
  ],
);

/** What a bank reports about our payments: a status (pain.002), a return, or a notification of change (NACHA). */
export const bankReports = pgTable(
  'bank_reports',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => bankConnections.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => bankFiles.id),
    record: jsonb('record').$type<BankReportRecord>().notNull(),
    appliedAt: instant('applied_at'),
  },
  (table) => [
    index('bank_reports_to_apply').on(table.connectionId, table.id).where(sql`${table.appliedAt} is null`),
    index('bank_reports_of_file').on(table.fileId, table.id),
  ],
);

/** What a bank says about an external account: newer data of a notification of change. The account itself never changes. */
export const accountChangeNotices = pgTable(
  'account_change_notices',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    externalAccountId: uuid('external_account_id')
      .notNull()
      .references(() => externalAccounts.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => bankFiles.id),
    reasonCode: text('reason_code').notNull(),
    corrected: jsonb('corrected').$type<Record<string, string>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('account_change_notices_of_account').on(table.externalAccountId, table.id)],
);
