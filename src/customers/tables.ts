/** Customers and their verifications, documents, links and invitations. Deleted customers are marked. */

import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, instant } from '../infrastructure/database/columns.ts';
import type { Address } from '../kernel/parse.ts';
import { verificationStatuses } from './identity-status.ts';
import { invitationStatuses } from './invitations/invitation.ts';
import { documentSides, documentTypes, mediaTypes } from './verifications/document.ts';
import { verificationOutcomes } from './verifications/verification.ts';

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
    // Unique in the deployment, because an address identifies one party.
    uniqueIndex('one_customer_per_uma_address')
      .on(sql`lower(${table.umaAddress})`)
      .where(sql`${table.deletedAt} is null`),
    index('customers_by_uma_domain')
      .on(sql`split_part(lower(${table.umaAddress}), '@', 2)`)
      .where(sql`${table.deletedAt} is null`),
  ],
);

export const beneficialOwners = pgTable(
  'beneficial_owners',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id),
    roles: text('roles').array().notNull(),
    ownershipPercentage: doublePrecision('ownership_percentage').notNull(),
    personalInfo: jsonb('personal_info').$type<Record<string, unknown>>().notNull(),
    kycStatus: text('kyc_status', { enum: verificationStatuses }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('beneficial_owners_of_customer').on(table.customerId, table.id),
    check('ownership_is_a_percentage', sql`${table.ownershipPercentage} between 0 and 100`),
  ],
);

export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id),
    status: text('status', { enum: verificationOutcomes }).notNull(),
    problems: jsonb('problems').$type<unknown[]>().notNull(),
    /** Name and id of the token that decided; null if a provider decided. */
    decidedBy: text('decided_by'),
    decisionNote: text('decision_note'),
    decidedAt: instant('decided_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('verifications_of_platform').on(table.platformId, table.id),
    index('verifications_of_customer').on(table.customerId, table.id),
    uniqueIndex('one_open_verification_per_customer')
      .on(table.customerId)
      .where(sql`${table.status} not in ('APPROVED', 'REJECTED')`),
  ],
);

/** Metadata of documents. The contents are in the file store, under `storage_key`. */
export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    /** The holder, or the business of the beneficial owner who is the holder. */
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id),
    beneficialOwnerId: uuid('beneficial_owner_id').references(() => beneficialOwners.id),
    documentType: text('document_type', { enum: documentTypes }).notNull(),
    side: text('side', { enum: documentSides }),
    country: text('country').notNull(),
    documentNumber: text('document_number'),
    issuingAuthority: text('issuing_authority'),
    fileName: text('file_name').notNull(),
    mediaType: text('media_type', { enum: mediaTypes }).notNull(),
    byteLength: bigint('byte_length', { mode: 'number' }).notNull(),
    /** SHA-256 of the contents, hex. It identifies the file that a reviewer saw, if the document is replaced. */
    digest: text('digest').notNull(),
    /** The key of the contents in the file store. */
    storageKey: text('storage_key').notNull(),
    submittedAt: instant('submitted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('documents_of_platform').on(table.platformId, table.id),
    index('documents_of_customer').on(table.customerId, table.id),
  ],
);

/** Single-use links to the pages of a verification provider. */
export const kycLinks = pgTable(
  'kyc_links',
  {
    id: text('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id),
    redirectUri: text('redirect_uri'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('kyc_links_of_customer').on(table.customerId)],
);

export const invitations = pgTable(
  'invitations',
  {
    /** Unique in the deployment, because a client claims an invitation by its code alone. */
    code: text('code').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id),
    inviterUma: text('inviter_uma').notNull(),
    inviteeUma: text('invitee_uma'),
    firstName: text('first_name'),
    status: text('status', { enum: invitationStatuses }).notNull(),
    amountToSend: amount('amount_to_send'),
    currency: text('currency'),
    createdAt: instant('created_at').notNull(),
    claimedAt: instant('claimed_at'),
    expiresAt: instant('expires_at'),
  },
  (table) => [index('invitations_of_platform').on(table.platformId, table.createdAt)],
);
