/** Agents, their device codes and their actions. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { customers } from '../customers/tables.ts';
import { amount, bytes, instant } from '../infrastructure/database/columns.ts';
import { sandboxOutcomes } from '../payments/transactions/sandbox-outcome.ts';
import { callerActorKinds } from '../platforms/access/principal.ts';
import { agentActionStatuses, agentActionTypes } from './actions/agent-action.ts';
import type { StoredRepricing } from './actions/repricing.ts';
import { messageChannels } from './notifications/message.ts';
import { policyVerdicts } from './policies/evaluation.ts';
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
    /** Counts the changes of the policy, from 1. */
    policyVersion: integer('policy_version').notNull().default(1),
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

/** Every policy that an agent had. A row never changes. */
export const agentPolicyVersions = pgTable(
  'agent_policy_versions',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id),
    version: integer('version').notNull(),
    platformId: uuid('platform_id').notNull(),
    policy: jsonb('policy').$type<Record<string, unknown>>().notNull(),
    /** Null where it is not known: a change by an earlier version of the service. */
    actorKind: text('actor_kind', { enum: callerActorKinds }),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.version] })],
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
    /** When a waiting action expires, where that is later than its quote. */
    decidableUntil: instant('decidable_until'),
    /** Each price after the quote had expired, oldest first; null before the first. */
    repricings: jsonb('repricings').$type<readonly StoredRepricing[]>(),
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
    // The actions of a period, for a backtest and for the rules of a policy.
    index('agent_actions_of_agent_by_time').on(table.agentId, table.createdAt),
    // When a person last rejected an action of the agent.
    index('agent_actions_rejected')
      .on(table.agentId, table.decidedAt)
      .where(sql`${table.status} = 'REJECTED'`),
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

/** What the policy said about a submission, accepted or not. That of an action stays with it; others expire. */
export const agentEvaluations = pgTable(
  'agent_evaluations',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id),
    /** Null for a submission that the policy rejected: it made no action. */
    actionId: uuid('action_id').references(() => agentActions.id),
    type: text('type', { enum: agentActionTypes }).notNull(),
    /** Null for an action of an earlier version of the service, which has no results either. */
    policyVersion: integer('policy_version'),
    verdict: text('verdict', { enum: policyVerdicts }).notNull(),
    rule: text('rule'),
    /** The account id or UMA address on the other side. */
    counterparty: text('counterparty').notNull(),
    /** The submission as a policy sees it. */
    request: jsonb('request').$type<Record<string, unknown>>().notNull(),
    /** What each rule found. */
    results: jsonb('results').$type<Record<string, unknown>[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('agent_evaluations_of_agent').on(table.agentId, table.createdAt, table.id),
    index('agent_evaluations_of_counterparty').on(table.agentId, table.counterparty),
    uniqueIndex('one_evaluation_per_agent_action')
      .on(table.actionId)
      .where(sql`${table.actionId} is not null`),
    check(
      'rejected_submission_has_no_action',
      sql`(${table.verdict} = 'REJECT') = (${table.actionId} is null)`,
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
    /** The tolerance of an approval: at most one of the two. */
    maxSlippageMillionths: amount('max_slippage_millionths'),
    maxSendingAmount: amount('max_sending_amount'),
    /** How many times approvers had to vote anew before this vote. */
    pricing: integer('pricing').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('one_vote_per_voter_and_pricing').on(table.actionId, table.voter, table.pricing),
    check(
      'vote_has_one_tolerance_at_most',
      sql`${table.maxSlippageMillionths} is null or ${table.maxSendingAmount} is null`,
    ),
  ],
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

/** A session of the Model Context Protocol. Its instants are real time. */
export const mcpSessions = pgTable(
  'mcp_sessions',
  {
    id: uuid('id').primaryKey(),
    platformId: uuid('platform_id').notNull(),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id),
    /** The resources whose changes the client follows. */
    subscriptions: text('subscriptions').array().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [
    index('mcp_sessions_of_agent').on(table.agentId, table.lastUsedAt),
    index('mcp_sessions_of_platform').on(table.platformId, table.lastUsedAt),
  ],
);
