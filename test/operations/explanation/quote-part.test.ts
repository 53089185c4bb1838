/** The roundings of a quote are shown only if they give its stored amounts to the last unit. */
import { describe, expect, test } from 'vitest';
import { money } from '../../../src/kernel/money/amount.ts';
import { roundingsOf } from '../../../src/operations/explanation/quote-part.ts';
import { aQuote } from '../../support/quotes.ts';

const quote = aQuote();

describe('the roundings of a quote', () => {
  test('are the divisions of its price', () => {
    expect(roundingsOf(quote).map(({ name, rounded }) => [name, rounded])).toEqual([
      ['VARIABLE_FEE', money(500n, 'USD')],
      ['RECEIVING_AMOUNT', money(91_540n, 'EUR')],
    ]);
  });

  test.each([
    ['the received amount differs by one unit', { receiving: money(91_541n, 'EUR') }],
    ['the fees differ by one unit', { feesIncluded: 501n }],
    [
      'the fee rate has no exact decimal',
      { rateDetails: { ...quote.rateDetails, serviceApiVariableFeeRate: 1e-7 } },
    ],
  ])('are empty where %s', (_, change) => {
    expect(roundingsOf(aQuote(change))).toEqual([]);
  });
});
