/** Decisions that incoming payments wait for, and what was decided. */
import { boolean, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { WantedFact } from '../../receivers/party-facts.ts';
import { instant } from './columns.ts';
import { transactions } from './transactions.ts';

export const paymentApprovals = pgTable('payment_approvals', {
  transactionId: uuid('transaction_id')
    .primaryKey()
    .references(() => transactions.id),
  platformId: uuid('platform_id').notNull(),
  /** The first instant at which it is too late, on the platform's clock. */
  windowEndsAt: instant('window_ends_at').notNull(),
  /** What the sender's side wants to know about the beneficiary. */
  requestedFields: jsonb('requested_fields').$type<WantedFact[]>().notNull(),
  /** Whether the sender's side was asked for more. */
  askedSender: boolean('asked_sender').notNull().default(false),
  receiverCustomerInfo: jsonb('receiver_customer_info').$type<Record<string, string>>(),
  decidedAt: instant('decided_at'),
});
