/** Transactions: one row per movement. */

import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FundingInstructions } from '../accounts/internal/funding-instructions.ts';
import { externalAccounts, internalAccounts } from '../accounts/tables.ts';
import { customers } from '../customers/tables.ts';
import { amount, instant } from '../infrastructure/database/columns.ts';
import { paymentRails } from '../ledger/payment-rails.ts';
import type { PartyFields, RequestedField } from '../platforms/party-fields.ts';
import { transactionTypes } from '../platforms/transaction-type.ts';
import { partyTypes } from './payment-party.ts';
import { cryptoNetworks, purposesOfPayment, quoteStatuses } from './quotes/quote.ts';
import { sandboxOutcomes } from './transactions/sandbox-outcome.ts';
import {
  refundReasons,
  refundStatuses,
  transactionFailureReasons,
  transactionOrigins,
  transactionStatuses,
} from './transactions/transaction.ts';

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
    /** Exact: a decimal, or a fraction of integers where no decimal is exact. */
    exchangeRate: text('exchange_rate'),
    fees: amount('fees').notNull().default(sql`0`),
    rateDetails: jsonb('rate_details').$type<Record<string, string | number>>(),
    quoteId: uuid('quote_id'),
    agentId: uuid('agent_id'),
    description: text('description'),
    counterpartyInformation: jsonb('counterparty_information').$type<Record<string, string>>(),
    reference: text('reference').notNull(),
    /** The outcome that the creator selected; null for the one that the counterparty selects, and in production. */
    sandboxOutcome: text('sandbox_outcome', { enum: sandboxOutcomes }),
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
    // Serves the list of the platform. It also has all that the statistics read, so that they do not read rows
    // (docs/decisions/0070-statistics-from-an-index.md).
    index('transactions_of_platform').on(
      table.platformId,
      table.id,
      table.status,
      table.type,
      table.sourceCurrency,
      table.sentAmount,
    ),
    index('transactions_of_customer').on(table.customerId, table.id),
    index('transactions_of_platform_itself')
      .on(table.platformId, table.id)
      .where(sql`${table.customerId} is null`),
    index('transactions_of_platform_customer')
      .on(table.platformId, table.platformCustomerId.asc().op('text_pattern_ops'), table.id)
      .where(sql`${table.platformCustomerId} is not null`),
    // The two indexes with text_pattern_ops also find the start of a text, whatever the collation of the database.
    // Serves filters by status, by type, and by both. A filter by type alone is merged over all statuses, and the reverse.
    index('transactions_by_status').on(table.platformId, table.status, table.type, table.id),
    index('transactions_by_reference').on(
      table.platformId,
      table.reference.asc().op('text_pattern_ops'),
      table.id,
    ),
    index('transactions_by_amount').on(table.platformId, table.sourceCurrency, table.sentAmount, table.id),
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
    // Reports and the deletion of an account search for open payments.
    index('transactions_open')
      .on(table.platformId, table.customerId)
      .where(
        sql`${table.status} in ('CREATED', 'PENDING', 'PROCESSING') or ${table.refundStatus} = 'PENDING'`,
      ),
  ],
);

export const receiverLookups = pgTable(
  'receiver_lookups',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    externalAccountId: uuid('external_account_id').references(() => externalAccounts.id),
    umaAddress: text('uma_address'),
    /** `[{currency, estimatedExchangeRate, min, max}]`, amounts and rates as text. */
    supportedCurrencies: jsonb('supported_currencies').$type<Record<string, string>[]>().notNull(),
    requiredPayerData: jsonb('required_payer_data').$type<RequestedField[]>().notNull(),
    /** What the receiver's provider publishes about the receiver. */
    receiverFields: jsonb('receiver_facts').$type<PartyFields>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('receiver_lookups_by_age').on(table.expiresAt),
    check(
      'lookup_is_of_one_receiver',
      sql`(${table.externalAccountId} is null) <> (${table.umaAddress} is null)`,
    ),
  ],
);

export const quotes = pgTable(
  'quotes',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    customerId: uuid('customer_id').references(() => customers.id),
    agentId: uuid('agent_id'),
    /** Unique, so that two executions of one quote cannot create two transactions. */
    transactionId: uuid('transaction_id')
      .notNull()
      .unique()
      .references(() => transactions.id),
    status: text('status', { enum: quoteStatuses }).notNull(),
    sourceType: text('source_type', { enum: ['ACCOUNT', 'REALTIME_FUNDING'] }).notNull(),
    sourceInternalId: uuid('source_internal_id').references(() => internalAccounts.id),
    sourceExternalId: uuid('source_external_id').references(() => externalAccounts.id),
    cryptoNetwork: text('crypto_network', { enum: cryptoNetworks }),
    destinationType: text('destination_type', { enum: ['ACCOUNT', 'UMA_ADDRESS'] }).notNull(),
    destinationInternalId: uuid('destination_internal_id').references(() => internalAccounts.id),
    destinationExternalId: uuid('destination_external_id').references(() => externalAccounts.id),
    destinationUmaAddress: text('destination_uma_address'),
    paymentRail: text('payment_rail', { enum: paymentRails }),
    lockedSide: text('locked_side', { enum: ['SENDING', 'RECEIVING'] }).notNull(),
    sendingCurrency: text('sending_currency').notNull(),
    sendingAmount: amount('sending_amount').notNull(),
    receivingCurrency: text('receiving_currency').notNull(),
    receivingAmount: amount('receiving_amount').notNull(),
    /** Exact: a decimal, or a fraction of integers where no decimal is exact. */
    exchangeRate: text('exchange_rate').notNull(),
    feesIncluded: amount('fees_included').notNull(),
    rateDetails: jsonb('rate_details').$type<Record<string, string | number>>().notNull(),
    /** Where the rate comes from; null within one currency, and on quotes of earlier versions. */
    rateSource: text('rate_source'),
    /** In real time. */
    ratePublishedAt: instant('rate_published_at'),
    /** The expired quote whose payment this one prices again. */
    repricedFrom: uuid('repriced_from'),
    paymentInstructions: jsonb('payment_instructions').$type<FundingInstructions[]>().notNull(),
    /** Only for a quote from an embedded wallet: the request id in the payload that the holder signs. */
    requestId: uuid('request_id'),
    lookupId: uuid('lookup_id').references(() => receiverLookups.id),
    purposeOfPayment: text('purpose_of_payment', { enum: purposesOfPayment }),
    description: text('description'),
    senderCustomerInfo: jsonb('sender_customer_info').$type<Record<string, string>>(),
    counterpartyInformation: jsonb('counterparty_information').$type<Record<string, string>>(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('quotes_of_platform').on(table.platformId, table.id),
    index('quotes_of_customer').on(table.customerId, table.id),
    // Finds the look-ups that a quote still refers to.
    index('quotes_of_lookup').on(table.lookupId).where(sql`${table.lookupId} is not null`),
    check('quote_amounts_are_positive', sql`${table.sendingAmount} > 0 and ${table.receivingAmount} > 0`),
    check(
      'quote_fees_are_part_of_the_total',
      sql`${table.feesIncluded} between 0 and ${table.sendingAmount}`,
    ),
  ],
);

export const paymentApprovals = pgTable('payment_approvals', {
  transactionId: uuid('transaction_id')
    .primaryKey()
    .references(() => transactions.id),
  platformId: uuid('platform_id').notNull(),
  /** The first instant at which a decision is too late, on the platform's clock. */
  windowEndsAt: instant('window_ends_at').notNull(),
  /** The beneficiary's data that the originator's provider requests. */
  requestedFields: jsonb('requested_fields').$type<RequestedField[]>().notNull(),
  /** Whether more data was requested from the originator's provider. */
  hasRequestedSenderData: boolean('asked_sender').notNull().default(false),
  receiverCustomerInfo: jsonb('receiver_customer_info').$type<Record<string, string>>(),
  decidedAt: instant('decided_at'),
});
