/**
 * The limits of a policy as they are now, for the person who decides about an action.
 *
 * Decision: `reserved` includes every action that waits for approval, the one that is looked at too, as in the usage of the
 * agent. What `remaining` shows is therefore left after all of them are approved.
 *
 * Source: docs/behaviour/agents.md#what-an-approver-sees.
 */
import type { PolicyRule } from '../../platforms/access/policy-violation.ts';
import type { AgentPolicy } from './agent-policy.ts';
import { limitEntries } from './limits.ts';
import { type ActionAccounts, transactionLimit } from './policy-checks.ts';
import { type AgentUsage, countedBy, usageAt } from './usage.ts';

export interface LimitState {
  readonly name: PolicyRule['name'];
  /** Currency of the amounts; absent for a number of transactions. */
  readonly currency: string | undefined;
  readonly limit: bigint;
  readonly used: bigint;
  readonly reserved: bigint;
  readonly remaining: bigint;
}

/** Every limit that the policy sets, in the order of the checks. */
export function limitStates(
  policy: AgentPolicy,
  usage: AgentUsage,
  accounts: ActionAccounts,
  now: Date,
): LimitState[] {
  const current = usageAt(usage, now);
  const { spendingLimits } = policy;
  return limitEntries.flatMap(([name, { measure, counter, rule }]): LimitState[] => {
    const currency = measure === 'AMOUNT' ? spendingLimits.currency : undefined;
    if (counter === undefined) {
      // A limit on each transaction alone: nothing uses it up.
      const { limit, rule: applied } = transactionLimit(policy, accounts);
      return [{ name: applied.name, currency, limit, used: 0n, reserved: 0n, remaining: limit }];
    }
    const set = spendingLimits[name];
    if (set === undefined) return [];
    const limit = BigInt(set);
    const { used, reserved } = countedBy(counter, current);
    const left = limit - used - reserved;
    return [{ name: rule.name, currency, limit, used, reserved, remaining: left > 0n ? left : 0n }];
  });
}
