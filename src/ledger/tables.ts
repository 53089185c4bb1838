/**
 * The double-entry ledger. Entries and postings are immutable: triggers in the migrations reject changes, and check
 * that each entry balances per currency. The account of a customer or platform stores its posted and held sums in its
 * row. The balance of a service account (clearing, FX position, fees, funding) is the sum of its postings, so that
 * payments do not wait for a lock on it. Entries and postings are partitioned by id (`migrations/0024_partitions.sql`).
 */
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { amount, instant } from '../infrastructure/database/columns.ts';

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    /** The uuid of the internal account, or for a service account a uuid derived from platform, code and currency. */
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    owner: text('owner', { enum: ['CUSTOMER', 'PLATFORM', 'SERVICE'] }).notNull(),
    /** The code in the chart of accounts (`chart.ts`), or the type of the internal account. */
    code: text('code').notNull(),
    currency: text('currency').notNull(),
    posted: amount('posted'),
    held: amount('held'),
    /** The owner was deleted. A closed account is empty and cannot be credited. */
    closed: boolean('closed').notNull().default(false),
  },
  (table) => [
    check('only_service_accounts_are_summed', sql`(${table.owner} = 'SERVICE') = (${table.posted} is null)`),
    check('posted_and_held_come_together', sql`(${table.posted} is null) = (${table.held} is null)`),
    check('held_is_not_negative', sql`${table.held} >= 0`),
    check('available_is_not_negative', sql`${table.posted} - ${table.held} >= 0`),
    check('posted_fits_a_json_number', sql`${table.posted} <= 9007199254740991`),
    check(
      'closed_accounts_are_empty',
      sql`not ${table.closed} or (${table.posted} is not distinct from 0 and ${table.held} is not distinct from 0)`,
    ),
    uniqueIndex('one_service_account_per_code')
      .on(table.platformId, table.code, table.currency)
      .where(sql`${table.owner} = 'SERVICE'`),
  ],
);

export const entries = pgTable(
  'entries',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    transactionId: uuid('transaction_id'),
    description: text('description').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('entries_of_transaction').on(table.transactionId)],
);

export const postings = pgTable(
  'postings',
  {
    id: uuid('id').primaryKey(),
    entryId: uuid('entry_id').notNull(),
    platformId: uuid('platform_id').notNull(),
    accountId: uuid('account_id').notNull(),
    currency: text('currency').notNull(),
    /** Signed: the sum of an account's amounts is its balance. */
    amount: amount('amount').notNull(),
    /** The posted balance after this posting; null for service accounts. */
    balanceAfter: amount('balance_after'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('postings_of_account').on(table.accountId, table.id),
    check('posting_moves_something', sql`${table.amount} <> 0`),
  ],
);

export const holds = pgTable(
  'holds',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    transactionId: uuid('transaction_id').notNull().unique(),
    accountId: uuid('account_id').notNull(),
    currency: text('currency').notNull(),
    amount: amount('amount').notNull(),
    status: text('status', { enum: ['PLACED', 'CAPTURED', 'RELEASED'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [check('hold_is_positive', sql`${table.amount} > 0`)],
);
