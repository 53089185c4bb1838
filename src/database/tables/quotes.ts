/** Receiver look-ups and quotes. A null customer_id means that the platform itself pays. */
import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FundingInstructions } from '../../accounts/funding-instructions.ts';
import { paymentRails } from '../../accounts/payment-rails.ts';
import { cryptoNetworks, purposesOfPayment, quoteStatuses } from '../../quotes/quote.ts';
import type { Facts, WantedFact } from '../../receivers/party-facts.ts';
import { externalAccounts, internalAccounts } from './accounts.ts';
import { amount, instant } from './columns.ts';
import { customers } from './customers.ts';
import { transactions } from './transactions.ts';

export const receiverLookups = pgTable(
  'receiver_lookups',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    externalAccountId: uuid('external_account_id').references(() => externalAccounts.id),
    umaAddress: text('uma_address'),
    /** `[{currency, estimatedExchangeRate, min, max}]`, amounts and rates as text. */
    supportedCurrencies: jsonb('supported_currencies').$type<Record<string, string>[]>().notNull(),
    requiredPayerData: jsonb('required_payer_data').$type<WantedFact[]>().notNull(),
    /** What the receiver's provider tells of it. */
    receiverFacts: jsonb('receiver_facts').$type<Facts>().notNull().default({}),
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
    /** One quote has one transaction: two executions can never make two. */
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
    /** Exact: a decimal, or a fraction where no decimal is. */
    exchangeRate: text('exchange_rate').notNull(),
    feesIncluded: amount('fees_included').notNull(),
    rateDetails: jsonb('rate_details').$type<Record<string, string | number>>().notNull(),
    paymentInstructions: jsonb('payment_instructions').$type<FundingInstructions[]>().notNull(),
    /** Of a quote from an embedded wallet: the id in the payload that executing it must have signed. */
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
    // Which look-ups are still needed.
    index('quotes_of_lookup').on(table.lookupId).where(sql`${table.lookupId} is not null`),
    check('quote_amounts_are_positive', sql`${table.sendingAmount} > 0 and ${table.receivingAmount} > 0`),
    check(
      'quote_fees_are_part_of_the_total',
      sql`${table.feesIncluded} between 0 and ${table.sendingAmount}`,
    ),
  ],
);
