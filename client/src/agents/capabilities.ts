/** What an agent may do under its policy, from the policy and the usage that the server returns. */
import { ViewerDocument } from '../operations/generated/documents.ts';
import type { AgentPermission, ViewerQuery } from '../operations/generated/types.ts';
import type { AgentClient } from './executor.ts';

type AgentRecord = Extract<ViewerQuery['viewer'], { __typename: 'Agent' }>;

/** Amounts are in the smallest unit of `currency`. null: there is no limit. */
export interface Capabilities {
  readonly agent: AgentRecord;
  readonly permissions: ReadonlySet<AgentPermission>;
  /** A paused agent can only read. */
  readonly isPaused: boolean;
  /** The currency of the limits. Other currencies are converted at the rate of the moment. */
  readonly currency: string;
  /** The maximum of one payment: the smallest of the limits. 0 if the agent can pay nothing. */
  readonly maxAmount: number;
  readonly remainingToday: number | null;
  readonly remainingThisMonth: number | null;
  readonly paymentsLeftToday: number | null;
  /**
   * A payment above this amount waits for approval. 0: every payment. null: none. Its currency can be another than that of the
   * limits.
   */
  readonly approvalAbove: { readonly amount: number; readonly currency: string } | null;
  /** The accounts that may pay; null: all of the customer. */
  readonly allowedAccountIds: ReadonlySet<string> | null;
}

export class NotAnAgent extends Error {
  override readonly name = 'NotAnAgent';
  constructor(holder: string) {
    super(`The token is not of an agent, but of this type: ${holder}.`);
  }
}

/**
 * The policy and the usage as they are now. They can change before the next payment, which the server checks itself.
 *
 * @param accountId the internal account that pays: its rule has precedence over the default.
 * @throws NotAnAgent
 */
export async function capabilitiesOf(client: AgentClient, accountId?: string): Promise<Capabilities> {
  const { viewer } = await client.execute(ViewerDocument);
  if (viewer.__typename !== 'Agent') throw new NotAnAgent(viewer.__typename);
  return capabilities(viewer, accountId);
}

export function capabilities(agent: AgentRecord, accountId?: string): Capabilities {
  const { policy, usage, isPaused } = agent;
  const { spendingLimits, accountRestrictions } = policy;
  const { reserved } = usage;
  const rule = accountRestrictions?.accountRules.find((one) => one.accountId === accountId);
  const allowed = accountRestrictions?.allowedAccountIds ?? null;

  const remainingToday = remaining(spendingLimits.dailyLimit, usage.dailySpend, reserved.dailySpend);
  const remainingThisMonth = remaining(
    spendingLimits.monthlyLimit,
    usage.monthlySpend,
    reserved.monthlySpend,
  );
  const paymentsLeftToday = remaining(
    spendingLimits.dailyTransactionLimit,
    usage.dailyTransactionCount,
    reserved.transactionCount,
  );
  const isAllowed =
    allowed === null || (accountId === undefined ? allowed.length > 0 : allowed.includes(accountId));
  const canPay = !isPaused && isAllowed && paymentsLeftToday !== 0 && mayPay(policy.permissions);
  const perTransaction = rule?.perTransactionLimit ?? spendingLimits.perTransactionLimit;
  const limits = [perTransaction, remainingToday, remainingThisMonth].filter((limit) => limit !== null);
  return {
    agent,
    permissions: new Set(policy.permissions),
    isPaused,
    currency: spendingLimits.currency,
    maxAmount: canPay ? Math.min(...limits) : 0,
    remainingToday,
    remainingThisMonth,
    paymentsLeftToday,
    approvalAbove: approvalAbove(policy, rule?.executionMode ?? policy.defaultExecutionMode),
    allowedAccountIds: allowed && new Set(allowed),
  };
}

const mayPay = (permissions: readonly AgentPermission[]): boolean =>
  permissions.includes('CREATE_TRANSFERS') || permissions.includes('EXECUTE_QUOTES');

const remaining = (limit: number | null, used: number, reserved: number): number | null =>
  limit === null ? null : Math.max(0, limit - used - reserved);

/** The threshold applies in every mode. */
function approvalAbove(
  { approvalThresholds, spendingLimits }: AgentRecord['policy'],
  mode: AgentRecord['policy']['defaultExecutionMode'],
): Capabilities['approvalAbove'] {
  if (mode === 'APPROVAL_REQUIRED') return { amount: 0, currency: spendingLimits.currency };
  if (!approvalThresholds || approvalThresholds.amount === null) return null;
  return { amount: approvalThresholds.amount, currency: approvalThresholds.currency };
}
