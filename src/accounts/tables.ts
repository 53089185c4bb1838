/** Internal and external accounts. The customer id of an account of the platform is null. */
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { customers } from '../customers/tables.ts';
import { instant } from '../infrastructure/database/columns.ts';
import { beneficiaryVerificationStatuses } from './external/beneficiary-check.ts';
import type { DirectDebitMandate } from './external/external-account.ts';

export const internalAccounts = pgTable(
  'internal_accounts',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    customerId: uuid('customer_id').references(() => customers.id),
    type: text('type', { enum: ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'] }).notNull(),
    status: text('status', { enum: ['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN'] }).notNull(),
    currency: text('currency').notNull(),
    privateEnabled: boolean('private_enabled').notNull().default(false),
    /** The reference that a deposit must include to be credited here. */
    reference: text('reference').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('internal_accounts_of_customer').on(table.customerId, table.id),
    index('internal_accounts_of_platform').on(table.platformId, table.id),
    uniqueIndex('one_internal_account_per_currency_and_kind').on(
      table.platformId,
      sql`coalesce(${table.customerId}, ${table.platformId})`,
      table.currency,
      sql`(${table.type} = 'EMBEDDED_WALLET')`,
    ),
  ],
);

export const externalAccounts = pgTable(
  'external_accounts',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    customerId: uuid('customer_id').references(() => customers.id),
    status: text('status', { enum: ['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE'] }).notNull(),
    currency: text('currency').notNull(),
    accountType: text('account_type').notNull(),
    accountInfo: jsonb('account_info').$type<Record<string, unknown>>().notNull(),
    /** The identifying fields without the owner. Unique for each owner. */
    fingerprint: text('fingerprint').notNull(),
    platformAccountId: text('platform_account_id'),
    defaultUmaDepositAccount: boolean('default_uma_deposit_account').notNull().default(false),
    beneficiaryVerificationStatus: text('beneficiary_verification_status', {
      enum: beneficiaryVerificationStatuses,
    }),
    beneficiaryVerifiedData: jsonb('beneficiary_verified_data').$type<Record<string, string>>(),
    directDebitMandate: jsonb('direct_debit_mandate').$type<DirectDebitMandate>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('external_accounts_of_platform').on(table.platformId, table.id),
    index('external_accounts_of_customer').on(table.customerId, table.id),
    uniqueIndex('one_external_account_per_owner_and_identity')
      .on(table.platformId, sql`coalesce(${table.customerId}, ${table.platformId})`, table.fingerprint)
      .where(sql`${table.deletedAt} is null`),
    uniqueIndex('one_default_uma_deposit_account')
      .on(table.customerId)
      .where(sql`${table.defaultUmaDepositAccount} and ${table.deletedAt} is null`),
  ],
);
