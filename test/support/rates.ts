/** Rates for tests. */
import fc from 'fast-check';
import { parseRatio, type Ratio, ratio } from '../../src/kernel/money/rate.ts';
import { parseRateTable } from '../../src/payments/rates/rate-table.ts';
import type { Ports } from '../../src/sandbox/ports.ts';
import { sandboxRates } from '../../src/sandbox/rates.ts';

/** The ratio of a decimal text. */
export function rateOf(text: string): Ratio {
  const parsed = parseRatio(text);
  if (!parsed) throw new Error(`not a rate: ${text}`);
  return parsed;
}

const part = fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 10n ** 12n }));

/** Any positive ratio, from 10^-12 to 10^12. */
export const aRatio: fc.Arbitrary<Ratio> = fc.tuple(part, part).map(([a, b]) => ratio(a, b));

/** The sandbox rates, for production platforms too: for the `rates` port of a service under test. */
export const tableForAll = (): Ports['rates'] => {
  const rates = parseRateTable(sandboxRates, new Date());
  if (rates instanceof Error) throw rates;
  return () => rates;
};
