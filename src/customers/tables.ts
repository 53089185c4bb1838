/** Customers and their verifications, documents, links and invitations. Deleted customers are marked. */

import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Attribution } from '../infrastructure/database/attribution.ts';
import { amount, bytes, instant } from '../infrastructure/database/columns.ts';
import type { Address } from '../kernel/parse.ts';
import { verificationStatuses } from './identity-status.ts';
import { importFormats, importStatuses } from './imports/customer-import.ts';
import { invitationStatuses } from './invitations/invitation.ts';
import { screeningMatchStatuses } from './screening/screening-match.ts';
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

/** Similar names on sanctions lists: one row for each customer or owner and each entry of a list. */
export const screeningMatches = pgTable(
  'screening_matches',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id),
    beneficialOwnerId: uuid('beneficial_owner_id').references(() => beneficialOwners.id),
    /** The owner, or the customer itself. */
    subjectId: uuid('subject_id').notNull(),
    listVersion: text('list_version').notNull(),
    entryId: text('entry_id').notNull(),
    matchedName: text('matched_name').notNull(),
    program: text('program'),
    score: integer('score').notNull(),
    /** A digest of the data that gave the match. A decision is about these data. */
    comparedData: text('compared_data').notNull(),
    status: text('status', { enum: screeningMatchStatuses }).notNull(),
    /** Name and id of who decided. */
    decidedBy: text('decided_by'),
    comment: text('comment'),
    decidedAt: instant('decided_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('one_screening_match_per_entry').on(table.subjectId, table.entryId),
    index('screening_matches_of_platform').on(table.platformId, table.id),
    index('screening_matches_by_status').on(table.platformId, table.status, table.id),
    // For the metric, which counts those of all platforms.
    index('open_screening_matches').on(table.id).where(sql`${table.status} = 'OPEN'`),
    index('screening_matches_of_customer').on(table.customerId, table.id),
    check('score_is_a_percentage', sql`${table.score} between 0 and 100`),
    check(
      'subject_of_screening_match',
      sql`${table.subjectId} = coalesce(${table.beneficialOwnerId}, ${table.customerId})`,
    ),
    check('decided_screening_match', sql`(${table.status} = 'OPEN') = (${table.decidedAt} is null)`),
  ],
);

/** The last screening of all customers of a platform with one version of the lists. Its instants are real time. */
export const screeningRuns = pgTable('screening_runs', {
  platformId: uuid('platform_id').primaryKey(),
  listVersion: text('list_version').notNull(),
  listChangedAt: instant('list_changed_at').notNull(),
  customersScreened: integer('customers_screened').notNull(),
  startedAt: instant('started_at').notNull(),
  /** Null while it runs. */
  finishedAt: instant('finished_at'),
});

/** The verification provider of a platform, whose signed results are accepted. */
export const verificationProviders = pgTable('verification_providers', {
  platformId: uuid('platform_id').primaryKey(),
  name: text('name').notNull(),
  /** The key of its signatures, sealed under the data key. */
  sealedSecret: bytes('sealed_secret').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

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

/** Imports of customers. The file is in the file store until the import has finished. */
export const customerImports = pgTable(
  'customer_imports',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    status: text('status', { enum: importStatuses }).notNull(),
    format: text('format', { enum: importFormats }).notNull(),
    dryRun: boolean('dry_run').notNull(),
    /** The columns of a CSV file, in their order. */
    columns: text('columns').array(),
    /** Null when the file is removed. */
    storageKey: text('storage_key'),
    total: integer('total').notNull(),
    processed: integer('processed').notNull(),
    successful: integer('successful').notNull(),
    failed: integer('failed').notNull(),
    /** The byte of the file at which the next row starts. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /** The actor to which the audit log attributes the customers. */
    attribution: jsonb('attribution').$type<Attribution>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    index('customer_imports_of_platform').on(table.platformId, table.id),
    uniqueIndex('one_running_import_per_platform')
      .on(table.platformId)
      .where(sql`${table.status} in ('PENDING', 'PROCESSING')`),
    check(
      'progress_of_import',
      sql`${table.processed} = ${table.successful} + ${table.failed} and ${table.processed} <= ${table.total}`,
    ),
  ],
);

/** The first wrong rows of each import. */
export const customerImportErrors = pgTable(
  'customer_import_errors',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => customerImports.id, { onDelete: 'cascade' }),
    row: integer('row').notNull(),
    correlationId: text('correlation_id').notNull(),
    code: text('code').notNull(),
    message: text('message').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.row] })],
);

/** Digests of what must be unique among the rows of a dry run. They are removed when it has finished. */
export const customerImportKeys = pgTable(
  'customer_import_keys',
  { importId: uuid('import_id').notNull(), digest: bytes('digest').notNull() },
  (table) => [primaryKey({ columns: [table.importId, table.digest] })],
);
