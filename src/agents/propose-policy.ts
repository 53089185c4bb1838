/** The policy that a change would make, checked but not stored. A change of a policy and its backtest start with it. */
import { internalAccountsOfCustomers } from '../accounts/internal/internal-account-store.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import type { InvalidInput } from '../kernel/errors.ts';
import type { RateSource } from '../payments/rates/rate-table.ts';
import type { Agent } from './agent.ts';
import type { AgentPolicy } from './policies/agent-policy.ts';
import { convertAt } from './policies/conversion.ts';
import { currenciesWithoutRate, rateMissingForCurrencyChange } from './policies/policy-currencies.ts';
import { type AgentPolicyPatch, applyPolicyPatch, rejectForeignAccounts } from './policies/policy-input.ts';

/** The error names the wrong fields of the change. */
export async function proposePolicy(
  db: Executor,
  rates: RateSource,
  { platformId, customerId, policy }: Agent,
  patch: AgentPolicyPatch,
): Promise<AgentPolicy | InvalidInput> {
  if (patch.accountRestrictions) {
    const owned = await internalAccountsOfCustomers(db, { platformId }, [customerId]);
    const foreign = rejectForeignAccounts(patch.accountRestrictions, new Set(owned.map((own) => own.id)));
    if (foreign) return foreign;
  }
  const { spendingLimits, approvalThresholds } = policy;
  // The stored currencies may have lost their rates. A change that does not set a currency must still work, such as the
  // removal of a permission.
  const namesCurrency = patch.spendingLimits?.currency !== undefined || patch.approvalThresholds;
  const unconvertible =
    namesCurrency &&
    currenciesWithoutRate(rates, {
      ...policy,
      spendingLimits: {
        ...spendingLimits,
        currency: patch.spendingLimits?.currency ?? spendingLimits.currency,
      },
      approvalThresholds:
        patch.approvalThresholds === null ? undefined : (patch.approvalThresholds ?? approvalThresholds),
    });
  if (unconvertible) return unconvertible;
  return (
    rateMissingForCurrencyChange(rates, spendingLimits.currency, patch.spendingLimits?.currency) ??
    applyPolicyPatch(policy, patch, convertAt(rates))
  );
}
