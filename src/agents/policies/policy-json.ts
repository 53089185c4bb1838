/** A policy as stored JSON. The input limits amounts to integers that a JSON number represents exactly. */
import { type Id, idOf } from '../../kernel/ids.ts';
import { toWire } from '../../kernel/money/amount.ts';
import type { AgentPermission } from '../../platforms/access/agent-permissions.ts';
import type { AgentExecutionMode, AgentPolicy, SpendingLimits } from './agent-policy.ts';
import { forEachLimit, type LimitName } from './limits.ts';
import type { PolicyRules } from './rules.ts';

interface StoredRule {
  accountId: string;
  executionMode?: AgentExecutionMode;
  perTransactionLimit?: number;
}

interface StoredPolicy {
  permissions: AgentPermission[];
  defaultExecutionMode: AgentExecutionMode;
  spendingLimits: { currency: string } & { [Name in LimitName]?: number };
  accountRestrictions?: { allowedAccountIds?: string[]; accountRules: StoredRule[] };
  approvalThresholds?: { currency: string; amount?: number };
  requiredApprovals?: number;
  rules?: PolicyRules;
}

export const policyToJson = (policy: AgentPolicy): Record<string, unknown> =>
  JSON.parse(JSON.stringify(policy, (_, value) => (typeof value === 'bigint' ? toWire(value) : value)));

const amountFrom = (stored: number | undefined): bigint | undefined =>
  stored === undefined ? undefined : BigInt(stored);

const accountFrom = (id: string): Id<'InternalAccount'> =>
  idOf('InternalAccount', id.slice(id.indexOf(':') + 1));

export function policyFromJson(json: Readonly<Record<string, unknown>>): AgentPolicy {
  const stored = json as unknown as StoredPolicy;
  const {
    spendingLimits: limits,
    accountRestrictions: restrictions,
    approvalThresholds: thresholds,
  } = stored;
  return {
    permissions: stored.permissions,
    defaultExecutionMode: stored.defaultExecutionMode,
    spendingLimits: {
      currency: limits.currency,
      ...forEachLimit((name, { measure }) =>
        measure === 'AMOUNT' ? amountFrom(limits[name]) : limits[name],
      ),
    } as SpendingLimits,
    accountRestrictions: restrictions && {
      allowedAccountIds: restrictions.allowedAccountIds?.map(accountFrom),
      accountRules: restrictions.accountRules.map((rule) => ({
        accountId: accountFrom(rule.accountId),
        executionMode: rule.executionMode,
        perTransactionLimit: amountFrom(rule.perTransactionLimit),
      })),
    },
    approvalThresholds: thresholds && {
      currency: thresholds.currency,
      amount: amountFrom(thresholds.amount),
    },
    requiredApprovals: stored.requiredApprovals,
    ...(stored.rules && { rules: stored.rules }),
  };
}
