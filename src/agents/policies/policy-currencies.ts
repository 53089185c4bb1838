/** Checks that the currencies of a policy have rates: a policy whose limits cannot be applied is rejected. */
import { InvalidInput } from '../../kernel/errors.ts';
import { CorridorNotServed } from '../../payments/rates/errors.ts';
import type { RateSource } from '../../payments/rates/rate-table.ts';
import type { AgentPolicy } from './agent-policy.ts';
import { currencyWithoutRate } from './conversion.ts';

/**
 * The error names the fields of the policy. Each currency needs a rate to USD, which every rate table has.
 *
 * Decision: where no rates are configured, a policy may have one currency, and an agent's submission in another currency
 * is rejected.
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
    .filter(([, currency]) => currencyWithoutRate(rates, base, [currency]))
    .map(([path]) => ({ path, message: 'has no rate, so limits in it cannot be applied' }));
  return fields.length > 0 ? new InvalidInput(fields, { code: 'INVALID_CURRENCY' }) : undefined;
}

/**
 * Checks that the limits and counters can be converted to a new currency. A rate table may have lost the currency of a
 * policy, and a deployment may have no rates.
 *
 * @param to absent where the currency does not change.
 */
export function rateMissingForCurrencyChange(
  rates: Pick<RateSource, 'rate' | 'isConfigured'>,
  from: string,
  to: string | undefined,
): InvalidInput | undefined {
  return to !== undefined && currencyWithoutRate(rates, from, [to])
    ? new CorridorNotServed('spendingLimits.currency', from, to, rates)
    : undefined;
}
