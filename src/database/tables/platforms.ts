/** Platforms, their settings and API tokens, and what the deployment remembers of itself. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { WantedFact } from '../../receivers/party-facts.ts';
import type { TransactionType } from '../../transactions/transaction.ts';
import { amount, instant } from './columns.ts';

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => new Uint8Array(value),
  toDriver: (value) => Buffer.from(value),
});

/** One row: what must stay the same between starts, and which keys the data are sealed under. */
export const deployment = pgTable('deployment', {
  id: text('id').primaryKey(),
  /** Of the master key that the data key is sealed under. */
  masterKeyFingerprint: text('master_key_fingerprint').notNull(),
  /** Tells this deployment from others on a broker that they share. */
  uid: uuid('uid').notNull().defaultRandom(),
  /** Null in a database from before there were data keys, until it is first started on. */
  sealedDataKey: bytes('sealed_data_key'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const platforms = pgTable(
  'platforms',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    mode: text('mode', { enum: ['SANDBOX', 'PRODUCTION'] }).notNull(),
    /** How far this platform's clock is ahead of real time. Only ever grows; 0 in production. */
    clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }).notNull().default(0),
    umaDomain: text('uma_domain'),
    /** Passkeys, issuers, OTP and the like; see platforms/platform.ts. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    check('platform_clock_moves_forward', sql`${table.clockOffsetMs} >= 0`),
    check('production_clock_is_real', sql`${table.mode} = 'SANDBOX' or ${table.clockOffsetMs} = 0`),
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
      .$type<readonly WantedFact[]>()
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
