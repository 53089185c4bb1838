/** Tables of bank connections: files, payments, statements and their entries, and deposits that no account matched. */
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
import { externalAccounts, internalAccounts } from '../accounts/tables.ts';
import { amount, bytes, instant } from '../infrastructure/database/columns.ts';
import { transactions } from '../payments/tables.ts';
import { callerActorKinds } from '../platforms/access/principal.ts';
import type { CutOffSettings, ExchangeSettings } from './bank-connections/bank-connection.ts';
import type { VirtualIbanRange } from './bank-connections/virtual-iban.ts';
import type { BankParty, OwnAccount } from './bank-files/bank-file.ts';
import { incomingFileKinds, outgoingFileKinds, serviceLevels } from './bank-files/bank-file.ts';
import { bankPaymentStatuses, fileStatuses } from './bank-payments/bank-payment.ts';
import {
  type BankReportRecord,
  breakKinds,
  entryKinds,
  type StoredStatementEntry,
} from './bank-statements/bank-entry.ts';
import { depositStatuses } from './deposits/unmatched-deposit.ts';

export const bankConnections = pgTable(
  'bank_connections',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    format: text('format', { enum: ['ISO20022', 'NACHA'] }).notNull(),
    status: text('status', { enum: ['ACTIVE', 'CLOSED'] }).notNull(),
    /** The platform's own account at the bank. */
    account: jsonb('account').$type<OwnAccount>().notNull(),
    exchange: jsonb('exchange').$type<ExchangeSettings>().notNull(),
    /** Password or key of the file exchange, sealed under the data key; null for a folder. */
    sealedSecret: bytes('sealed_secret'),
    virtualIbanRange: jsonb('virtual_iban_range').$type<VirtualIbanRange>(),
    cutOffs: jsonb('cut_offs').$type<CutOffSettings>().notNull(),
    maxPaymentsPerFile: integer('max_payments_per_file').notNull(),
    /** SEPA direct debits: days from their request to their collection, at least. */
    preNotificationDays: integer('pre_notification_days').notNull().default(14),
    /** Booked before the first statement, in the smallest unit. */
    openingBalance: amount('opening_balance').notNull(),
    /** A file with a larger total, and the return or assignment of a larger deposit, need two persons; null for no limit. */
    reviewAbove: amount('review_above'),
    /** The last cut-off whose files were made. */
    lastCutOffAt: instant('last_cut_off_at'),
    /** The first time when the files are exchanged again, in real time. */
    nextExchangeAt: instant('next_exchange_at').notNull(),
    /** Of the process that exchanges files now, in real time; null when none does. */
    leasedUntil: instant('leased_until'),
    lastExchangeAt: instant('last_exchange_at'),
    /** Of the last exchange that did not fail, in real time. */
    lastSuccessAt: instant('last_success_at'),
    /** Why the last exchange failed; null when it succeeded. */
    exchangeError: text('exchange_error'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('one_active_bank_connection_per_currency')
      .on(table.platformId, table.currency)
      .where(sql`${table.status} = 'ACTIVE'`),
    index('bank_connections_to_exchange').on(table.nextExchangeAt).where(sql`${table.status} = 'ACTIVE'`),
  ],
);

/** The number of a range that an account has at a connection. */
export const virtualIbans = pgTable(
  'virtual_ibans',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => bankConnections.id),
    accountId: uuid('account_id')
      .notNull()
      .references(() => internalAccounts.id),
    /** Its place in the range, from 0. */
    nth: integer('nth').notNull(),
    iban: text('iban').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.connectionId, table.accountId] }),
    uniqueIndex('one_account_per_virtual_iban').on(table.connectionId, table.iban),
    index('virtual_ibans_of_account').on(table.accountId),
  ],
);

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
  ],
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
    /** NACHA: the last seven digits of the trace number. */
    traceSequence: integer('trace_sequence'),
    /** The bank's code of a rejection or a return. */
    reasonCode: text('reason_code'),
    /** The entry that executed it, and the entry by which it came back. */
    entryId: uuid('entry_id'),
    returnEntryId: uuid('return_entry_id'),
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
    check('bank_payment_is_positive', sql`${table.amount} > 0`),
    check(
      'bank_payment_is_of_one_record',
      sql`(${table.transactionId} is null) <> (${table.depositId} is null)`,
    ),
  ],
);

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
    // A bank may send a statement again in another file.
    uniqueIndex('one_bank_statement_per_page').on(
      table.connectionId,
      table.kind,
      table.statementId,
      table.pageNumber,
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
    uniqueIndex('one_bank_entry_per_fingerprint').on(table.connectionId, table.fingerprint),
    index('bank_entries_to_book').on(table.connectionId, table.id).where(sql`${table.kind} is null`),
    index('bank_entries_of_statement').on(table.statementId, table.id),
    index('bank_entries_of_day').on(table.connectionId, table.bookedOn, table.id),
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

/** The entry whose movement an incoming transaction is. */
export const bankDeposits = pgTable('bank_deposits', {
  transactionId: uuid('transaction_id')
    .primaryKey()
    .references(() => transactions.id),
  platformId: uuid('platform_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  entryId: uuid('entry_id')
    .notNull()
    .references(() => bankEntries.id),
  detailIndex: integer('detail_index').notNull(),
  /** Who paid, as the bank names the party. */
  depositor: jsonb('depositor').$type<BankParty>(),
  remittance: text('remittance'),
});

/** A credit that no account matched, or whose payment was not approved. Its money is on the suspense account of deposits. */
export const unmatchedDeposits = pgTable(
  'unmatched_deposits',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => bankConnections.id),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => bankEntries.id),
    detailIndex: integer('detail_index').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    /** Who paid, as the bank names the party. */
    depositor: jsonb('depositor').$type<BankParty>(),
    remittance: text('remittance'),
    status: text('status', { enum: depositStatuses }).notNull(),
    /** Why it was not credited. */
    reason: text('reason').notNull(),
    /** What the first of two persons decided; null while there is no decision. */
    decision: text('decision', { enum: ['ASSIGN', 'RETURN'] }),
    /** The current round of decisions: a rejected proposal starts the next. */
    round: integer('round').notNull().default(0),
    decidedAccountId: uuid('decided_account_id').references(() => internalAccounts.id),
    /** The incoming transaction that credited it, or that was not approved. */
    transactionId: uuid('transaction_id').references(() => transactions.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('unmatched_deposits_of_platform').on(table.platformId, table.id),
    index('unmatched_deposits_open')
      .on(table.platformId, table.id)
      .where(sql`${table.status} in ('OPEN', 'IN_REVIEW')`),
    // An assigned deposit can be rejected, which makes it unmatched again.
    uniqueIndex('one_open_unmatched_deposit_per_detail')
      .on(table.entryId, table.detailIndex)
      .where(sql`${table.status} in ('OPEN', 'IN_REVIEW')`),
    check('unmatched_deposit_is_positive', sql`${table.amount} > 0`),
  ],
);

/** Who decided on a file or a deposit. Each person decides once. */
export const bankDecisions = pgTable(
  'bank_decisions',
  {
    platformId: uuid('platform_id').notNull(),
    /** A file or an unmatched deposit. */
    subjectId: uuid('subject_id').notNull(),
    /** The round of the decision: a rejected proposal starts the next. */
    round: integer('round').notNull(),
    actorId: text('actor_id').notNull(),
    actorKind: text('actor_kind', { enum: callerActorKinds }).notNull(),
    actorName: text('actor_name').notNull(),
    isApproval: boolean('is_approval').notNull(),
    comment: text('comment'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.round, table.actorId] })],
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
