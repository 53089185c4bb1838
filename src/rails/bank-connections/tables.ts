/** Tables of connections to banks, and of the virtual IBANs of their accounts. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { internalAccounts } from '../../accounts/tables.ts';
import { amount, bytes, instant } from '../../infrastructure/database/columns.ts';
import type { OwnAccount } from '../bank-files/bank-file.ts';
import type { CutOffSettings, ExchangeSettings } from './bank-connection.ts';
import type { VirtualIbanRange } from './virtual-iban.ts';

export const bankConnections = pgTable(
  'bank_connections',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    format: text('format', { enum: ['ISO20022', 'NACHA'] }).notNull(),
    status: text('status', { enum: ['ACTIVE', 'CLOSED'] }).notNull(),
    /** The platform's own account at the bank. */
    account: jsonb('account').$type<OwnAccount>().notNull(),
    exchange: jsonb('exchange').$type<ExchangeSettings>().notNull(),
    /** Password or key of the file exchange, sealed under the data key; null for a folder. */
    sealedSecret: bytes('sealed_secret'),
    virtualIbanRange: jsonb('virtual_iban_range').$type<VirtualIbanRange>(),
    cutOffs: jsonb('cut_offs').$type<CutOffSettings>().notNull(),
    maxPaymentsPerFile: integer('max_payments_per_file').notNull(),
    /** SEPA direct debits: days from their request to their collection, at least. */
    preNotificationDays: integer('pre_notification_days').notNull().default(14),
    /** Booked before the first statement, in the smallest unit. */
    openingBalance: amount('opening_balance').notNull(),
    /** A file with a larger total, and the return or assignment of a larger deposit, need two persons; null for no limit. */
    reviewAbove: amount('review_above'),
    /** The last cut-off whose files were made. */
    lastCutOffAt: instant('last_cut_off_at'),
    /** The first time when the files are exchanged again, in real time. */
    nextExchangeAt: instant('next_exchange_at').notNull(),
    /** Of the process that exchanges files now, in real time; null when none does. */
    leasedUntil: instant('leased_until'),
    lastExchangeAt: instant('last_exchange_at'),
    /** Of the last exchange that did not fail, in real time. */
    lastSuccessAt: instant('last_success_at'),
    /** Why the last exchange failed; null when it succeeded. */
    exchangeError: text('exchange_error'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('one_active_bank_connection_per_currency')
      .on(table.platformId, table.currency)
      .where(sql`${table.status} = 'ACTIVE'`),
    index('bank_connections_to_exchange').on(table.nextExchangeAt).where(sql`${table.status} = 'ACTIVE'`),
  ],
);

/** The number of a range that an account has at a connection. It is given to one account of the platform. */
export const virtualIbans = pgTable(
  'virtual_ibans',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => bankConnections.id),
    accountId: uuid('account_id')
      .notNull()
      .references(() => internalAccounts.id),
    /** Its place in the range, from 0. */
    nth: bigint('nth', { mode: 'number' }).notNull(),
    iban: text('iban').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.connectionId, table.accountId] }),
    uniqueIndex('one_account_per_virtual_iban').on(table.connectionId, table.iban),
    index('virtual_ibans_of_account').on(table.accountId),
  ],
);
