/**
 * The policy of an agent: its permissions, accounts and spending limits, and when a person must approve.
 *
 * Source: docs/behaviour/agents.md#agents-and-policies; schema.graphql, `AgentPolicy`.
 */

import type { Id } from '../../kernel/ids.ts';
import type { AgentPermission } from '../../platforms/access/agent-permissions.ts';
import type { LimitValues } from './limits.ts';
import type { PolicyRules } from './rules.ts';

export const agentExecutionModes = ['AUTO', 'APPROVAL_REQUIRED'] as const;
export type AgentExecutionMode = (typeof agentExecutionModes)[number];

export type SpendingLimits = LimitValues & { readonly currency: string };

/** Overrides the defaults for one account; an absent field inherits the default. */
export interface AccountRule {
  readonly accountId: Id<'InternalAccount'>;
  readonly executionMode: AgentExecutionMode | undefined;
  /** In the currency of the spending limits. */
  readonly perTransactionLimit: bigint | undefined;
}

export interface AccountRestrictions {
  /** Absent: every account of the customer. Empty: no account. */
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
  /** How many approvals an action requires at least. The approval rules of the platform can require more, never fewer. */
  readonly requiredApprovals: number | undefined;
  /** The rules beside the limits; absent where none applies. */
  readonly rules?: PolicyRules | undefined;
}
