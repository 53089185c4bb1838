/**
 * The policy of an agent: what it may do, with which accounts, how much of it, and when a person must approve.
 *
 * Source: gaps 2.13; contract, `AgentPolicy`.
 */

import type { Id } from '../../kernel/ids.ts';
import type { AgentPermission } from '../../platforms/access/agent-permissions.ts';

export const agentExecutionModes = ['AUTO', 'APPROVAL_REQUIRED'] as const;
export type AgentExecutionMode = (typeof agentExecutionModes)[number];

/** Amounts in the smallest unit of `currency`; an absent limit is none. */
export interface SpendingLimits {
  readonly currency: string;
  readonly perTransactionLimit: bigint;
  readonly dailyLimit: bigint | undefined;
  /** How many transactions a day. */
  readonly dailyTransactionLimit: number | undefined;
  readonly monthlyLimit: bigint | undefined;
}

/** Overrides the defaults for one account; what is absent here is inherited. */
export interface AccountRule {
  readonly accountId: Id<'InternalAccount'>;
  readonly executionMode: AgentExecutionMode | undefined;
  /** In the currency of the spending limits. */
  readonly perTransactionLimit: bigint | undefined;
}

export interface AccountRestrictions {
  /** Absent: every account of the customer. Empty: none. */
  readonly allowedAccountIds: readonly Id<'InternalAccount'>[] | undefined;
  readonly accountRules: readonly AccountRule[];
}

/** An amount above `amount` needs approval, whatever the mode. */
export interface ApprovalThresholds {
  readonly currency: string;
  readonly amount: bigint | undefined;
}

export interface AgentPolicy {
  readonly permissions: readonly AgentPermission[];
  readonly defaultExecutionMode: AgentExecutionMode;
  readonly spendingLimits: SpendingLimits;
  readonly accountRestrictions: AccountRestrictions | undefined;
  readonly approvalThresholds: ApprovalThresholds | undefined;
}
