/** Transactions: one row per movement. */
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import {
  refundReasons,
  refundStatuses,
  transactionFailureReasons,
  transactionOrigins,
  transactionStatuses,
  transactionTypes,
} from '../../transactions/transaction.ts';
import { externalAccounts, internalAccounts } from './accounts.ts';
import { amount, instant } from './columns.ts';
import { customers } from './customers.ts';

const partyTypes = ['ACCOUNT', 'UMA_ADDRESS', 'REALTIME_FUNDING'] as const;

export const transactions = pgTable(
  'transactions',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    customerId: uuid('customer_id').references(() => customers.id),
    platformCustomerId: text('platform_customer_id'),
    type: text('type', { enum: transactionTypes }).notNull(),
    origin: text('origin', { enum: transactionOrigins }).notNull(),
    status: text('status', { enum: transactionStatuses }).notNull(),
    sourceType: text('source_type', { enum: partyTypes }).notNull(),
    sourceInternalId: uuid('source_internal_id').references(() => internalAccounts.id),
    sourceExternalId: uuid('source_external_id').references(() => externalAccounts.id),
    sourceUmaAddress: text('source_uma_address'),
    sourceCurrency: text('source_currency').notNull(),
    destinationType: text('destination_type', { enum: partyTypes }).notNull(),
    destinationInternalId: uuid('destination_internal_id').references(() => internalAccounts.id),
    destinationExternalId: uuid('destination_external_id').references(() => externalAccounts.id),
    destinationUmaAddress: text('destination_uma_address'),
    destinationCurrency: text('destination_currency').notNull(),
    sentAmount: amount('sent_amount'),
    receivedAmount: amount('received_amount'),
    /** Exact: a decimal, or a fraction where no decimal is. */
    exchangeRate: text('exchange_rate'),
    fees: amount('fees').notNull().default(sql`0`),
    rateDetails: jsonb('rate_details').$type<Record<string, string | number>>(),
    quoteId: uuid('quote_id'),
    agentId: uuid('agent_id'),
    description: text('description'),
    counterpartyInformation: jsonb('counterparty_information').$type<Record<string, string>>(),
    reference: text('reference').notNull(),
    failureReason: text('failure_reason', { enum: transactionFailureReasons }),
    refundReference: text('refund_reference'),
    refundStatus: text('refund_status', { enum: refundStatuses }),
    refundReason: text('refund_reason', { enum: refundReasons }),
    refundInitiatedAt: instant('refund_initiated_at'),
    refundSettledAt: instant('refund_settled_at'),
    settledAt: instant('settled_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('transactions_of_platform').on(table.platformId, table.id),
    index('transactions_of_customer').on(table.customerId, table.id),
    index('transactions_of_platform_itself')
      .on(table.platformId, table.id)
      .where(sql`${table.customerId} is null`),
    index('transactions_of_platform_customer')
      .on(table.platformId, table.platformCustomerId, table.id)
      .where(sql`${table.platformCustomerId} is not null`),
    // By status, by type, and by both: a list of one alone is merged from the values of the other.
    index('transactions_by_status').on(table.platformId, table.status, table.type, table.id),
    index('transactions_by_reference').on(table.platformId, table.reference, table.id),
    index('transactions_of_agent').on(table.agentId, table.id).where(sql`${table.agentId} is not null`),
    index('transactions_of_quote').on(table.quoteId).where(sql`${table.quoteId} is not null`),
    index('transactions_from_internal')
      .on(table.sourceInternalId, table.id)
      .where(sql`${table.sourceInternalId} is not null`),
    index('transactions_to_internal')
      .on(table.destinationInternalId, table.id)
      .where(sql`${table.destinationInternalId} is not null`),
    index('transactions_from_external')
      .on(table.sourceExternalId, table.id)
      .where(sql`${table.sourceExternalId} is not null`),
    index('transactions_to_external')
      .on(table.destinationExternalId, table.id)
      .where(sql`${table.destinationExternalId} is not null`),
    index('transactions_from_uma')
      .on(table.platformId, table.sourceUmaAddress, table.id)
      .where(sql`${table.sourceUmaAddress} is not null`),
    index('transactions_to_uma')
      .on(table.platformId, table.destinationUmaAddress, table.id)
      .where(sql`${table.destinationUmaAddress} is not null`),
    // The settlement of what is still open is looked for by reports and by the deletion of an account.
    index('transactions_open')
      .on(table.platformId, table.customerId)
      .where(
        sql`${table.status} in ('CREATED', 'PENDING', 'PROCESSING') or ${table.refundStatus} = 'PENDING'`,
      ),
  ],
);
