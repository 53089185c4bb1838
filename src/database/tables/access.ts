/** Access tokens, the keys that sign them, and counters of tries. */
import { bigint, doublePrecision, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { bytes } from './platforms.ts';

/** One row for each access token minted. Its instants are real time: whoever verifies the JWT has no other. */
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
    mintedBy: uuid('minted_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('access_tokens_minted_by').on(table.mintedBy, table.expiresAt),
    index('access_tokens_by_expiry').on(table.expiresAt),
  ],
);

/** Keys of the deployment, which sign access tokens for every platform. */
export const accessTokenKeys = pgTable('access_token_keys', {
  /** The JWK's thumbprint, RFC 7638. */
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<Record<string, unknown>>().notNull(),
  /** PKCS #8, sealed under the master key. */
  sealedPrivateKey: bytes('sealed_private_key').notNull(),
  createdAt: instant('created_at').notNull(),
});

/**
 * Counters of tries, of every process together. Of no platform: some limits hold before anybody is known. Their
 * instants are real time.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Digest of the limit's name and of whom it holds for: an address is not kept. */
    key: text('key').primaryKey(),
    /** When the tries of the longest window were, in milliseconds, oldest first. */
    tries: bigint('tries', { mode: 'number' }).array().notNull().default([]),
    /** What is left in the bucket of a rate; null for a limit that counts tries. */
    tokens: doublePrecision('tokens'),
    /** From then on the row says nothing any more. */
    forgottenAt: instant('forgotten_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('rate_limits_by_age').on(table.forgottenAt)],
);
