import { describe, expect, test } from 'vitest';
import { accepts, fractionText, slippageOf, toleranceInput } from '../../../src/agents/votes/tolerance.ts';

describe('a tolerance', () => {
  test.each([
    ['0', 0n],
    ['0.0', 0n],
    ['0.000001', 1n],
    ['0.01', 10_000n],
    ['0.0999', 99_900n],
    ['0.1', 100_000n],
    ['0.100000', 100_000n],
  ])('of %s is %s millionths', (maxSlippage, millionths) => {
    expect(toleranceInput.parse({ maxSlippage })).toEqual({ kind: 'SLIPPAGE', millionths });
  });

  test.each([
    ['above 0.1', '0.100001'],
    ['above 0.1, short', '0.2'],
    ['of one', '1'],
    ['with seven decimals', '0.0000001'],
    ['with seven decimals, of which the last is zero', '0.0100000'],
    ['negative', '-0.01'],
    ['in another notation', '1e-2'],
    ['without a leading zero', '.01'],
    ['without decimals after the point', '0.'],
    ['with a space', ' 0.01'],
    ['in per cent', '1%'],
    ['empty', ''],
  ])('%s is invalid', (_, maxSlippage) => {
    expect(toleranceInput.safeParse({ maxSlippage }).success).toBe(false);
  });

  test.each([
    ['an amount of 1', { maxSendingAmount: 1 }, true],
    ['an amount of 0', { maxSendingAmount: 0 }, false],
    ['an amount with a fraction', { maxSendingAmount: 1.5 }, false],
    ['neither', {}, false],
    ['both', { maxSlippage: '0.01', maxSendingAmount: 1 }, false],
    ['a null beside one', { maxSlippage: '0.01', maxSendingAmount: null }, true],
    ['a number', { maxSlippage: 0.01 }, false],
  ])('with %s: %s', (_, input, isValid) => {
    expect(toleranceInput.safeParse(input).success).toBe(isValid);
  });
});

const price = (sending: bigint, receiving: bigint) => ({
  sending: { amount: sending, currency: 'USD' },
  receiving: { amount: receiving, currency: 'EUR' },
});

describe('the slippage of a price', () => {
  test.each([
    ['RECEIVING', 1_000n, 1_000n, 0n, '0'],
    ['RECEIVING', 1_000n, 1_010n, 10_000n, '0.01'],
    ['RECEIVING', 1_000n, 990n, -10_000n, '-0.01'],
    // A part of a millionth counts as a whole one.
    ['RECEIVING', 9_000_000_000_000_000n, 9_000_000_000_000_001n, 1n, '0.000001'],
    ['RECEIVING', 9_000_000_000_000_000n, 8_999_999_999_999_999n, 0n, '0'],
    ['RECEIVING', 3n, 4n, 333_334n, '0.333334'],
    ['RECEIVING', 1n, 3n, 2_000_000n, '2'],
    ['SENDING', 1_000n, 990n, 10_000n, '0.01'],
    ['SENDING', 3n, 2n, 333_334n, '0.333334'],
    ['SENDING', 1_000n, 1_010n, -10_000n, '-0.01'],
  ] as const)(
    'with a locked %s amount, from %s to %s is %s millionths',
    (locked, from, to, expected, text) => {
      const [before, after] =
        locked === 'SENDING' ? [price(1n, from), price(1n, to)] : [price(from, 1n), price(to, 1n)];
      expect(slippageOf(locked, before, after)).toBe(expected);
      expect(fractionText(expected)).toBe(text);
    },
  );
});

describe('an approver accepts', () => {
  const slippage = (millionths: bigint) => ({ kind: 'SLIPPAGE', millionths }) as const;
  const upTo = (limit: bigint) => ({ kind: 'SENDING_AMOUNT', limit }) as const;
  test.each([
    ['no price without a tolerance', undefined, 'RECEIVING', price(1_000n, 1n), false],
    ['a price at the tolerance', slippage(10_000n), 'RECEIVING', price(1_010n, 1n), true],
    ['none above it', slippage(10_000n), 'RECEIVING', price(1_011n, 1n), false],
    ['a better price with a tolerance of zero', slippage(0n), 'RECEIVING', price(999n, 1n), true],
    ['a sending amount at the limit', upTo(1_010n), 'RECEIVING', price(1_010n, 1n), true],
    ['none above the limit', upTo(1_009n), 'RECEIVING', price(1_010n, 1n), false],
    ['no limit where the sending amount is locked', upTo(1_010n), 'SENDING', price(1_000n, 1n), false],
  ] as const)('%s', (_, tolerance, locked, after, expected) => {
    expect(accepts(tolerance, locked, price(1_000n, 1n), after)).toBe(expected);
  });
});
