/** Agents, their device codes and their actions. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { customers } from '../customers/tables.ts';
import { amount, bytes, instant } from '../infrastructure/database/columns.ts';
import { sandboxOutcomes } from '../payments/transactions/sandbox-outcome.ts';
import { callerActorKinds } from '../platforms/access/principal.ts';
import { agentActionStatuses, agentActionTypes } from './actions/agent-action.ts';
import { messageChannels } from './notifications/message.ts';
import { approvalRules } from './policies/policy-checks.ts';
import { voteDecisions } from './votes/vote.ts';

/** The counters are in the agent's row, which is locked to change them: concurrent operations cannot exceed a limit together. */
export const agents = pgTable(
  'agents',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id),
    name: text('name').notNull(),
    isPaused: boolean('is_paused').notNull(),
    /** SHA-256 of the access token; null while the software is not connected. */
    tokenDigest: bytes('token_digest').unique(),
    policy: jsonb('policy').$type<Record<string, unknown>>().notNull(),
    usageCurrency: text('usage_currency').notNull(),
    dailyTransactionCount: integer('daily_transaction_count').notNull(),
    dailySpend: amount('daily_spend').notNull(),
    monthlySpend: amount('monthly_spend').notNull(),
    dailyResetDate: text('daily_reset_date').notNull(),
    monthlyResetMonth: text('monthly_reset_month').notNull(),
    reservedTransactionCount: integer('reserved_transaction_count').notNull(),
    reservedAmount: amount('reserved_amount').notNull(),
    /** Who gave the agent its power, as voters: they can be kept from approving its actions. */
    createdBy: text('created_by'),
    policyChangedBy: text('policy_changed_by'),
    deviceCodeBy: text('device_code_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('agents_of_platform').on(table.platformId, table.id),
    index('agents_of_customer').on(table.customerId, table.id),
    check(
      'agent_counters_are_not_negative',
      sql`${table.dailyTransactionCount} >= 0 and ${table.dailySpend} >= 0 and ${table.monthlySpend} >= 0
        and ${table.reservedTransactionCount} >= 0 and ${table.reservedAmount} >= 0`,
    ),
    check('deleted_agent_has_no_token', sql`${table.deletedAt} is null or ${table.tokenDigest} is null`),
  ],
);

export const deviceCodes = pgTable(
  'device_codes',
  {
    /** SHA-256, in hex, of the normalised code. */
    digest: text('digest').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id),
    issuedAt: instant('issued_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    redeemedAt: instant('redeemed_at'),
    supersededAt: instant('superseded_at'),
  },
  (table) => [
    index('device_codes_of_agent').on(table.agentId),
    uniqueIndex('one_usable_device_code_per_agent')
      .on(table.agentId)
      .where(sql`${table.redeemedAt} is null and ${table.supersededAt} is null`),
  ],
);

export const agentActions = pgTable(
  'agent_actions',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id),
    platformCustomerId: text('platform_customer_id').notNull(),
    status: text('status', { enum: agentActionStatuses }).notNull(),
    type: text('type', { enum: agentActionTypes }).notNull(),
    quoteId: uuid('quote_id'),
    /** Only for a transfer. */
    amount: amount('amount'),
    currency: text('currency'),
    internalAccountId: uuid('internal_account_id'),
    externalAccountId: uuid('external_account_id'),
    description: text('description'),
    /** The outcome that the agent selected in the sandbox. */
    sandboxOutcome: text('sandbox_outcome', { enum: sandboxOutcomes }),
    /** The wallet's signature, verified at submission and used at approval. */
    walletSignature: text('wallet_signature'),
    transactionId: uuid('transaction_id'),
    approvalRule: text('approval_rule', { enum: approvalRules }),
    approvalThreshold: amount('approval_threshold'),
    approvalRequested: amount('approval_requested'),
    approvalCurrency: text('approval_currency'),
    chargeAmount: amount('charge_amount').notNull(),
    chargeCurrency: text('charge_currency').notNull(),
    spentAt: instant('spent_at'),
    rejectionReason: text('rejection_reason'),
    failureReason: text('failure_reason'),
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
    decisionComment: text('decision_comment'),
    /** The approvals that were required and given when the action stopped waiting; null while it waits. */
    requiredApprovals: integer('required_approvals'),
    approvalsGiven: integer('approvals_given'),
    /** The account or UMA address that the action pays, for the history of an action. */
    payee: text('payee').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('agent_actions_of_platform').on(table.platformId, table.id),
    index('agent_actions_of_agent').on(table.agentId, table.id),
    index('agent_actions_of_payee').on(table.agentId, table.payee, table.id),
    index('agent_actions_of_customer').on(table.customerId, table.id),
    index('agent_actions_of_quote').on(table.quoteId).where(sql`${table.quoteId} is not null`),
    // The approvers' inbox.
    index('agent_actions_pending')
      .on(table.platformId, table.id)
      .where(sql`${table.status} = 'PENDING_APPROVAL'`),
    uniqueIndex('one_agent_action_per_transaction')
      .on(table.transactionId)
      .where(sql`${table.transactionId} is not null`),
    uniqueIndex('one_pending_agent_action_per_quote')
      .on(table.quoteId)
      .where(sql`${table.quoteId} is not null and ${table.status} = 'PENDING_APPROVAL'`),
    check(
      'agent_action_has_its_subject',
      sql`(${table.type} = 'EXECUTE_QUOTE') = (${table.quoteId} is not null)
        and (${table.type} = 'EXECUTE_QUOTE') = (${table.amount} is null)
        and (${table.amount} is null) = (${table.internalAccountId} is null)
        and (${table.amount} is null) = (${table.externalAccountId} is null)`,
    ),
    check(
      'undecided_action_has_no_transaction',
      sql`${table.status} not in ('PENDING_APPROVAL', 'REJECTED') or ${table.transactionId} is null`,
    ),
  ],
);

export const agentActionVotes = pgTable(
  'agent_action_votes',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    actionId: uuid('action_id')
      .notNull()
      .references(() => agentActions.id),
    /** The approver, the same for all access tokens of one subject. */
    voter: text('voter').notNull(),
    actorKind: text('actor_kind', { enum: callerActorKinds }).notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    decision: text('decision', { enum: voteDecisions }).notNull(),
    comment: text('comment'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('one_vote_per_voter').on(table.actionId, table.voter)],
);

/** How many notifications of a platform were planned in the current window. Only jobs lock the row. */
export const approvalNotificationWindows = pgTable('approval_notification_windows', {
  platformId: uuid('platform_id').primaryKey(),
  startedAt: instant('started_at').notNull(),
  planned: integer('planned').notNull(),
});

/** A message about waiting actions that is not sent yet. It is deleted when it is sent, or given up. Its instants are real time. */
export const approvalMessages = pgTable(
  'approval_messages',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    channel: text('channel', { enum: messageChannels }).notNull(),
    /** The email address; null for Slack, whose address is in the settings. */
    recipient: text('recipient'),
    /** The first actions that it is about. */
    actionIds: uuid('action_ids').array().notNull(),
    actionCount: integer('action_count').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /** Until when one process owns it. */
    leasedUntil: instant('leased_until'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('approval_messages_due').on(table.platformId, table.nextAttemptAt),
    check('email_has_a_recipient', sql`(${table.channel} = 'EMAIL') = (${table.recipient} is not null)`),
  ],
);
