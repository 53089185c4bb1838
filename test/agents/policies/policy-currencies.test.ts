import { expect, test } from 'vitest';
import { currenciesWithoutRate } from '../../../src/agents/policies/policy-currencies.ts';
import { noRates } from '../../../src/payments/rates/rate-table.ts';
import { aPolicy } from '../../support/agents.ts';
import { tableForAll } from '../../support/rates.ts';

const limitsIn = (currency: string, threshold?: string) =>
  aPolicy({
    spendingLimits: { currency },
    ...(threshold && { approvalThresholds: { currency: threshold, amount: 100n } }),
  });

test.each<[string, 'a table' | 'no rates', string, string | undefined, string[]]>([
  ['limits and a threshold in currencies of the rate table are accepted', 'a table', 'EUR', 'MXN', []],
  ['limits in an unknown currency are rejected', 'a table', 'XXX', undefined, ['spendingLimits.currency']],
  [
    'a threshold in an unknown currency is rejected',
    'a table',
    'EUR',
    'XXX',
    ['approvalThresholds.currency'],
  ],
  ['one currency is accepted without rates', 'no rates', 'EUR', 'EUR', []],
  ['limits without a threshold are accepted without rates', 'no rates', 'EUR', undefined, []],
  ['two currencies are rejected without rates', 'no rates', 'EUR', 'USD', ['approvalThresholds.currency']],
])('%s', (_, rates, currency, threshold, wrong) => {
  const source = rates === 'a table' ? tableForAll()({ mode: 'PRODUCTION' }) : noRates;
  const rejected = currenciesWithoutRate(source, limitsIn(currency, threshold));
  expect(rejected?.fields.map(({ path }) => path) ?? []).toEqual(wrong);
});
