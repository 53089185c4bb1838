/** Customers. Deleted ones stay, marked. */
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Address } from '../../kernel/parse.ts';
import { verificationStatuses } from '../../verifications/verification.ts';
import { instant } from './columns.ts';

export const customers = pgTable(
  'customers',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    platformCustomerId: text('platform_customer_id').notNull(),
    customerType: text('customer_type', { enum: ['INDIVIDUAL', 'BUSINESS'] }).notNull(),
    umaAddress: text('uma_address').notNull(),
    region: text('region'),
    currencies: text('currencies').array().notNull(),
    email: text('email'),
    kycStatus: text('kyc_status', { enum: verificationStatuses }),
    kybStatus: text('kyb_status', { enum: verificationStatuses }),
    fullName: text('full_name'),
    birthDate: text('birth_date'),
    nationality: text('nationality'),
    address: jsonb('address').$type<Address>(),
    businessInfo: jsonb('business_info').$type<Record<string, unknown>>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('customers_of_platform').on(table.platformId, table.id),
    index('customers_by_platform_customer_id').on(table.platformId, table.platformCustomerId),
    /** Of the whole deployment: an address names one party. */
    uniqueIndex('one_customer_per_uma_address')
      .on(sql`lower(${table.umaAddress})`)
      .where(sql`${table.deletedAt} is null`),
    index('customers_by_uma_domain')
      .on(sql`split_part(lower(${table.umaAddress}), '@', 2)`)
      .where(sql`${table.deletedAt} is null`),
  ],
);
