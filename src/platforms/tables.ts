/** Platforms with their settings and credentials, and the access token keys and rate limits of the deployment. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, bytes, instant } from '../infrastructure/database/columns.ts';
import type { RequestedField } from './party-fields.ts';
import type { TransactionType } from './transaction-type.ts';

export const platforms = pgTable(
  'platforms',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    mode: text('mode', { enum: ['SANDBOX', 'PRODUCTION'] }).notNull(),
    /** How far the clock of the platform is ahead of real time. It never decreases; 0 in production. */
    clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }).notNull().default(0),
    umaDomain: text('uma_domain'),
    /** Until when the platform can have faults on request, in real time; null when it has none, and in production. */
    faultsUntil: instant('faults_until'),
    /** Settings of passkeys, issuers, one-time codes and others. Each context declares and parses its own section. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    check('platform_clock_moves_forward', sql`${table.clockOffsetMs} >= 0`),
    check('production_clock_is_real', sql`${table.mode} = 'SANDBOX' or ${table.clockOffsetMs} = 0`),
    check('production_has_no_faults', sql`${table.mode} = 'SANDBOX' or ${table.faultsUntil} is null`),
    uniqueIndex('one_platform_per_uma_domain').on(sql`lower(${table.umaDomain})`),
    index('platforms_ahead').on(table.id).where(sql`${table.clockOffsetMs} > 0`),
  ],
);

export const platformCurrencies = pgTable(
  'platform_currencies',
  {
    platformId: uuid('platform_id').notNull(),
    currency: text('currency').notNull(),
    minAmount: amount('min_amount').notNull(),
    maxAmount: amount('max_amount').notNull(),
    requiredCounterpartyFields: jsonb('required_counterparty_fields')
      .$type<readonly RequestedField[]>()
      .notNull()
      .default([]),
    enabledTransactionTypes: jsonb('enabled_transaction_types')
      .$type<readonly TransactionType[]>()
      .notNull()
      .default(['INCOMING', 'OUTGOING']),
  },
  (table) => [primaryKey({ columns: [table.platformId, table.currency] })],
);

export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    name: text('name').notNull(),
    clientId: text('client_id').notNull().unique(),
    /** SHA-256 of the client secret, which is random and long: no slow hash is needed. */
    secretDigest: bytes('secret_digest').notNull(),
    permissions: text('permissions', { enum: ['VIEW', 'TRANSACT', 'MANAGE'] })
      .array()
      .notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [index('api_tokens_of_platform').on(table.platformId, table.id)],
);

/** One row for each access token. Its instants are real time, like those of the JWT. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    scopes: text('scopes', { enum: ['READ', 'APPROVE', 'WALLET'] })
      .array()
      .notNull(),
    customerId: uuid('customer_id'),
    subject: text('subject'),
    /** The API token or the member that created it. */
    mintedBy: uuid('minted_by').notNull(),
    mintedByKind: text('minted_by_kind', { enum: ['Token', 'Member'] })
      .notNull()
      .default('Token'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('access_tokens_minted_by').on(table.mintedBy, table.expiresAt),
    index('access_tokens_by_expiry').on(table.expiresAt),
  ],
);

/** Keys that sign access tokens of all platforms. */
export const accessTokenKeys = pgTable('access_token_keys', {
  /** The JWK's thumbprint, RFC 7638. */
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<Record<string, unknown>>().notNull(),
  /** PKCS #8, sealed under the data key. */
  sealedPrivateKey: bytes('sealed_private_key').notNull(),
  createdAt: instant('created_at').notNull(),
});

/**
 * Counters of attempts and requests. They belong to no platform, because some limits apply before authentication. Their
 * instants are real time.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Digest of the limit's name and the subject, so that no address is stored. */
    key: text('key').primaryKey(),
    /** The instants of the attempts in the largest window, in milliseconds, oldest first. */
    attempts: bigint('tries', { mode: 'number' }).array().notNull().default([]),
    /** The tokens left in the bucket; null for a counter of attempts. */
    tokens: doublePrecision('tokens'),
    /** When the counter expires and can be deleted. */
    expiresAt: instant('forgotten_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('rate_limits_by_age').on(table.expiresAt)],
);
