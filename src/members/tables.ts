/** Members of platforms, and how they sign in: links, passkeys, challenges and sessions. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../infrastructure/database/columns.ts';

/** Deleted members stay, marked, because decisions name them. */
export const members = pgTable(
  'members',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    roles: text('roles', { enum: ['VIEW', 'TRANSACT', 'MANAGE', 'APPROVE'] })
      .array()
      .notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** In real time. */
    lastSignedInAt: instant('last_signed_in_at'),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    // In this order, so that a sign-in finds the members of all platforms with an address.
    uniqueIndex('one_member_per_email')
      .on(sql`lower(${table.email})`, table.platformId)
      .where(sql`${table.deletedAt} is null`),
    index('members_of_platform').on(table.platformId, table.id),
  ],
);

const member = () =>
  uuid('member_id')
    .notNull()
    .references(() => members.id);

/** One-time links. A used link is deleted. Instants are real time. */
export const signInLinks = pgTable(
  'sign_in_links',
  {
    /** SHA-256 of the link's token, which has 256 random bits. */
    digest: bytes('digest').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    memberId: member(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('sign_in_links_of_member').on(table.memberId),
    index('sign_in_links_by_expiry').on(table.expiresAt),
  ],
);

/** Sessions of signed-in members. Ended sessions stay for a while, marked. Instants are real time. */
export const memberSessions = pgTable(
  'member_sessions',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    memberId: member(),
    /** SHA-256 of the cookie, which has 256 random bits. */
    tokenDigest: bytes('token_digest').notNull().unique(),
    method: text('method', { enum: ['LINK', 'PASSKEY'] }).notNull(),
    /** The source address of the sign-in. */
    address: text('address').notNull(),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    /** With a precision of a minute, so that few requests write. */
    lastUsedAt: instant('last_used_at').notNull(),
    /** When the member last proved to be present. */
    stepUpAt: instant('step_up_at'),
    /** The end of the absolute lifetime. */
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('member_sessions_of_member').on(table.memberId, table.id),
    index('member_sessions_by_expiry').on(table.expiresAt),
  ],
);

/** The passkeys of members. Those of wallets are credentials. */
export const memberPasskeys = pgTable(
  'member_passkeys',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    memberId: member(),
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key. */
    publicKey: bytes('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    backupEligible: boolean('backup_eligible').notNull(),
    backedUp: boolean('backed_up').notNull(),
    rpId: text('rp_id').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('member_passkeys_of_member').on(table.memberId, table.id)],
);

/**
 * Challenges of passkey ceremonies. Each works once and is deleted then. They belong to no platform, because a sign-in with a
 * passkey names no member. Instants are real time.
 */
export const passkeyChallenges = pgTable(
  'member_passkey_challenges',
  {
    /** SHA-256 of the challenge, which has 256 random bits. */
    digest: bytes('digest').primaryKey(),
    purpose: text('purpose', { enum: ['SIGN_IN', 'STEP_UP', 'REGISTRATION'] }).notNull(),
    /** The session that the ceremony is for; null for a sign-in. */
    sessionId: uuid('session_id'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('member_passkey_challenges_by_expiry').on(table.expiresAt)],
);
