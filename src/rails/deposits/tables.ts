/** Tables of deposits: of incoming transactions and of quotes, and of credits that no account matched. */
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { internalAccounts } from '../../accounts/tables.ts';
import { amount, instant } from '../../infrastructure/database/columns.ts';
import { transactions } from '../../payments/tables.ts';
import { bankConnections } from '../bank-connections/tables.ts';
import type { BankParty } from '../bank-files/bank-file.ts';
import { bankPayments } from '../bank-payments/tables.ts';
import { bankEntries } from '../bank-records/tables.ts';
import { depositStatuses } from './unmatched-deposit.ts';

/** The entry whose movement an incoming transaction is, or by which a quote was paid. */
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

/** A credit that no account matched, or whose payment was not approved or was refunded. Its money is on the suspense account of deposits. */
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
    /** The current round of decisions: another decision than that of the first person starts the next. */
    round: integer('round').notNull().default(0),
    decidedAccountId: uuid('decided_account_id').references(() => internalAccounts.id),
    /** The transaction that credited it, or that was not approved, could not be credited or was refunded. */
    transactionId: uuid('transaction_id').references(() => transactions.id),
    /** The direct debit whose money it is. It keeps it when a transaction credits it. */
    bankPaymentId: uuid('bank_payment_id').references(() => bankPayments.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('unmatched_deposits_of_platform').on(table.platformId, table.id),
    index('unmatched_deposits_open')
      .on(table.platformId, table.id)
      .where(sql`${table.status} in ('OPEN', 'IN_REVIEW')`),
    index('unmatched_deposits_of_transaction')
      .on(table.transactionId)
      .where(sql`${table.transactionId} is not null`),
    index('unmatched_deposits_of_bank_payment')
      .on(table.bankPaymentId)
      .where(sql`${table.bankPaymentId} is not null`),
    // An assigned deposit can be rejected, which makes it unmatched again.
    uniqueIndex('one_open_unmatched_deposit_per_detail')
      .on(table.entryId, table.detailIndex)
      .where(sql`${table.status} in ('OPEN', 'IN_REVIEW')`),
    check('unmatched_deposit_is_positive', sql`${table.amount} > 0`),
  ],
);
