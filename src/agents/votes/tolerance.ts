/**
 * How much worse than shown a price may be that an approver accepts, and the comparison of two prices of one payment.
 *
 * Decision: a limit on the sending amount exists only where the receiving amount is locked. Where the sending amount is
 * locked, a worse rate lowers what arrives, and such a limit would accept any loss.
 *
 * Decision: the comparison is exact, and a slippage is rounded up, against the tolerance. So a recorded slippage is above the
 * accepted one exactly where the price is outside the tolerance.
 *
 * Source: docs/behaviour/agents.md#late-approval.
 */

import { z } from 'zod';
import { invariant } from '../../kernel/errors.ts';
import { type Money, movedAmount } from '../../kernel/money/amount.ts';
import { divideCeil } from '../../kernel/money/rate.ts';
import { optional, textMatching } from '../../kernel/parse.ts';
import { trimEnd } from '../../kernel/trim-end.ts';
import type { LockedCurrencySide } from '../../payments/rates/pricing.ts';

const decimals = 6;
const million = 10n ** BigInt(decimals);

export type Tolerance =
  /** The price may be worse by this many millionths. */
  | { readonly kind: 'SLIPPAGE'; readonly millionths: bigint }
  /** The sending amount may be up to this, in its smallest unit. */
  | { readonly kind: 'SENDING_AMOUNT'; readonly limit: bigint };

/** The amounts of a price that decide whether it is worse. */
interface PricedAmounts {
  readonly sending: Money;
  readonly receiving: Money;
}

/** @param text a decimal with at most six decimals. */
const millionthsOf = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * million + BigInt(fraction.padEnd(decimals, '0'));
};

/** A fraction as decimal text, for example `0.0125`; negative where a price is better. */
export function fractionText(millionths: bigint): string {
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(decimals + 1, '0');
  const fraction = trimEnd(digits.slice(-decimals), '0');
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`;
}

const maxSlippage = textMatching(
  /^0(\.0[0-9]{0,5}|\.10{0,5})?$/,
  'a fraction from 0 to 0.1 with at most 6 decimals, for example 0.01',
  8,
);

/** Exactly one of the fields. */
export const toleranceInput = z
  .object({ maxSlippage: optional(maxSlippage), maxSendingAmount: optional(movedAmount) })
  .transform((given, context): Tolerance => {
    const { maxSlippage: slippage, maxSendingAmount: limit } = given;
    if (slippage !== undefined && limit === undefined) {
      return { kind: 'SLIPPAGE', millionths: millionthsOf(slippage) };
    }
    if (limit !== undefined && slippage === undefined) return { kind: 'SENDING_AMOUNT', limit };
    context.addIssue({ code: 'custom', message: 'must have exactly one of maxSlippage, maxSendingAmount' });
    return z.NEVER;
  });

/**
 * By how many millionths the second price is worse for the payer, rounded up. Negative where it is better.
 *
 * It is the part by which the side that is not locked got worse: less arrives, or more is sent.
 */
export function slippageOf(locked: LockedCurrencySide, before: PricedAmounts, after: PricedAmounts): bigint {
  invariant(
    before.sending.currency === after.sending.currency &&
      before.receiving.currency === after.receiving.currency,
    'a payment is priced again in its currencies',
  );
  const [old, worse] =
    locked === 'SENDING'
      ? [before.receiving.amount, before.receiving.amount - after.receiving.amount]
      : [before.sending.amount, after.sending.amount - before.sending.amount];
  return divideCeil(worse * million, old);
}

/** Whether an approver with this tolerance accepts the second price. Without a tolerance none is accepted. */
export function accepts(
  tolerance: Tolerance | undefined,
  locked: LockedCurrencySide,
  before: PricedAmounts,
  after: PricedAmounts,
): boolean {
  if (!tolerance) return false;
  return tolerance.kind === 'SLIPPAGE'
    ? slippageOf(locked, before, after) <= tolerance.millionths
    : locked === 'RECEIVING' && after.sending.amount <= tolerance.limit;
}
