/** Whether the currencies of a policy can be converted at all: an agent whose limits cannot be applied is not made. */
import { InvalidInput } from '../../kernel/errors.ts';
import { CorridorNotServed } from '../../payments/rates/errors.ts';
import type { RateSource } from '../../payments/rates/rate-table.ts';
import type { AgentPolicy } from './agent-policy.ts';
import { withoutRate } from './conversion.ts';

/**
 * The refusal names the fields of the policy. Rates are asked for against USD, which every table has.
 *
 * Decision: where no rates are configured, limits in any one currency apply to amounts in it, and amounts in another are
 * rejected when an agent submits them.
 */
export function currenciesWithoutRate(
  rates: Pick<RateSource, 'rate' | 'isConfigured'>,
  { spendingLimits, approvalThresholds }: AgentPolicy,
): InvalidInput | undefined {
  const base = rates.isConfigured ? 'USD' : spendingLimits.currency;
  const fields = Object.entries({
    'spendingLimits.currency': spendingLimits.currency,
    'approvalThresholds.currency': approvalThresholds?.currency,
  })
    .filter(([, currency]) => withoutRate(rates, base, [currency]))
    .map(([path]) => ({ path, message: 'has no rate, so limits in it cannot be applied' }));
  return fields.length > 0 ? new InvalidInput(fields, { code: 'INVALID_CURRENCY' }) : undefined;
}

/**
 * Whether the limits and counters in one currency cannot be recast in another. A table may have lost the currency that a
 * policy was made with, and a deployment may have no rates at all.
 *
 * @param to absent where the currency stays.
 */
export function withoutRateToRecast(
  rates: Pick<RateSource, 'rate' | 'isConfigured'>,
  from: string,
  to: string | undefined,
): InvalidInput | undefined {
  return to !== undefined && withoutRate(rates, from, [to])
    ? new CorridorNotServed('spendingLimits.currency', from, to, rates)
    : undefined;
}
