/** Tables of embedded wallets: seeds, credentials, sessions and single-use material. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { internalAccounts } from '../accounts/tables.ts';
import { bytes, instant } from '../infrastructure/database/columns.ts';

const account = () =>
  uuid('account_id')
    .notNull()
    .references(() => internalAccounts.id);

/** One row for each EMBEDDED_WALLET account. */
export const wallets = pgTable('wallets', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => internalAccounts.id),
  platformId: uuid('platform_id').notNull(),
  /** The mnemonic, sealed under the data key for this account. */
  sealedSeed: bytes('sealed_seed').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** Revoked credentials stay, marked, because their sessions reference them. */
export const credentials = pgTable(
  'credentials',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    accountId: account(),
    type: text('type', { enum: ['EMAIL_OTP', 'OAUTH', 'PASSKEY'] }).notNull(),
    nickname: text('nickname').notNull(),
    passkeyId: text('passkey_id'),
    /** COSE key. */
    passkeyPublicKey: bytes('passkey_public_key'),
    passkeyCounter: bigint('passkey_counter', { mode: 'number' }),
    passkeyBackupEligible: boolean('passkey_backup_eligible'),
    passkeyBackedUp: boolean('passkey_backed_up'),
    passkeyRpId: text('passkey_rp_id'),
    oidcIssuer: text('oidc_issuer'),
    /** The sandbox registers tokens without audience and subject. */
    oidcAudience: text('oidc_audience'),
    oidcSubject: text('oidc_subject'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    // The number of passkeys depends on the settings of the platform. The lock of the account enforces it.
    uniqueIndex('one_credential_of_a_type')
      .on(table.accountId, table.type)
      .where(sql`${table.revokedAt} is null and ${table.type} <> 'PASSKEY'`),
    index('credentials_of_account').on(table.accountId).where(sql`${table.revokedAt} is null`),
    uniqueIndex('one_registration_of_a_passkey')
      .on(table.platformId, table.passkeyId)
      .where(sql`${table.revokedAt} is null and ${table.passkeyId} is not null`),
    index('credentials_by_email')
      .on(table.platformId, table.nickname)
      .where(sql`${table.type} = 'EMAIL_OTP' and ${table.revokedAt} is null`),
    check(
      'passkey_is_whole',
      sql`${table.type} <> 'PASSKEY' or (${table.passkeyId} is not null and ${table.passkeyPublicKey} is not null
        and ${table.passkeyCounter} >= 0 and ${table.passkeyBackupEligible} is not null
        and ${table.passkeyBackedUp} is not null and ${table.passkeyRpId} is not null)`,
    ),
    check('oauth_names_its_issuer', sql`${table.type} <> 'OAUTH' or ${table.oidcIssuer} is not null`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    accountId: account(),
    credentialId: uuid('credential_id')
      .notNull()
      .references(() => credentials.id),
    /** Compressed point in hex. The private key is never stored. */
    publicKey: text('public_key').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    // Not among all accounts: whether a key is used elsewhere is no business of the client that sends it.
    uniqueIndex('one_session_of_a_key').on(table.accountId, table.publicKey),
    index('sessions_of_account').on(table.accountId, table.expiresAt).where(sql`${table.revokedAt} is null`),
    index('sessions_of_credential').on(table.credentialId).where(sql`${table.revokedAt} is null`),
  ],
);

/** Challenges that wait for a signature. */
export const signedRequests = pgTable(
  'signed_requests',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    /** The exact text to sign. Signatures are verified over this text. */
    payload: text('payload').notNull(),
    /** Digest of the operation and its whole input. The retry must have the same. */
    binding: text('binding').notNull(),
    failures: integer('failures').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('signed_requests_by_expiry').on(table.expiresAt)],
);

/** The valid code of a credential. A new code replaces it. */
export const oneTimeCodes = pgTable('one_time_codes', {
  credentialId: uuid('credential_id')
    .primaryKey()
    .references(() => credentials.id),
  platformId: uuid('platform_id').notNull(),
  challengeId: uuid('challenge_id').notNull(),
  /** HMAC with a key that is not in the database. */
  digest: bytes('digest').notNull(),
  attempts: integer('attempts').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
});

/** Digests of used tokens and registration challenges: each works once per platform. */
export const replayGuards = pgTable(
  'spent_once',
  {
    platformId: uuid('platform_id').notNull(),
    kind: text('kind', { enum: ['OIDC_TOKEN', 'REGISTRATION_CHALLENGE'] }).notNull(),
    digest: bytes('digest').notNull(),
    /** From this real time on the digest has no effect: a token is too old by then, a challenge may be used again. */
    expiresAt: instant('forgotten_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.platformId, table.kind, table.digest] }),
    index('spent_once_by_age').on(table.expiresAt),
  ],
);

/** Client keys of sessions and exports. Each works once. */
export const usedClientKeys = pgTable(
  'used_client_keys',
  {
    accountId: account(),
    platformId: uuid('platform_id').notNull(),
    publicKey: text('public_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.publicKey] })],
);
