/**
 * What a quote costs and delivers. One side is locked by the caller, the other follows from the rate and the fees;
 * fees are taken from the sending side.
 *
 * Decision: a quote within one currency is priced like any other, at 1:1 and with the corridor's fees; the fee
 * schedule can set them to nothing.
 * Decision: an amount that cannot be priced is refused with the range of those that can, so that the caller's next
 * try succeeds.
 *
 * Source: gaps 8.1 to 8.3.
 */
import { invariant } from '../kernel/errors.ts';
import { type Money, maxAmount, money } from '../money/amount.ts';
import { AmountOutOfRange, type AmountRange } from '../money/amount-range.ts';
import {
  divideCeil,
  divideFloor,
  divideRoundHalfUp,
  inverse,
  jsonNumber,
  multiply,
  type Ratio,
  ratio,
  smallestUnitRate,
  times,
} from '../money/rate.ts';
import type { RateDetails } from '../transactions/transaction.ts';

export interface FeeSchedule {
  /** Smallest units of the sending currency. */
  readonly fixed: bigint;
  /** Fraction of the total sending amount, below 1. */
  readonly variableRate: Ratio;
  /** Smallest units of the receiving currency. */
  readonly counterpartyFixed: bigint;
}

/** Everything about a corridor that a price depends on. */
export interface Terms {
  readonly sendingCurrency: string;
  readonly receivingCurrency: string;
  /** Sending units per one receiving unit, in major units. */
  readonly exchangeRate: Ratio;
  readonly fees: FeeSchedule;
  /** Smallest units of the receiving currency per milli-satoshi. */
  readonly counterpartyMultiplier: Ratio;
}

export const lockedCurrencySides = ['SENDING', 'RECEIVING'] as const;
export type LockedCurrencySide = (typeof lockedCurrencySides)[number];

export interface Price {
  /** With fees: what the payer parts with. */
  readonly sending: Money;
  /** What the beneficiary gets. */
  readonly receiving: Money;
  readonly exchangeRate: Ratio;
  /** In the smallest unit of the sending currency; part of `sending`. */
  readonly feesIncluded: bigint;
  readonly rateDetails: RateDetails;
}

/** `k` of gaps 8.3: smallest receiving units per smallest sending unit. */
const unitRate = ({ exchangeRate, sendingCurrency, receivingCurrency }: Terms): Ratio =>
  smallestUnitRate(exchangeRate, sendingCurrency, receivingCurrency);

/** Rounded up, so that the counterparty's fee is always covered by what was collected for it. */
const counterpartyFeeInSending = (terms: Terms): bigint =>
  times(terms.fees.counterpartyFixed, inverse(unitRate(terms)), divideCeil);

const variableFee = (terms: Terms, sent: bigint): bigint =>
  times(sent, terms.fees.variableRate, divideRoundHalfUp);

/** All fees on a total sending amount, in its smallest unit. */
export const feesOn = (terms: Terms, sent: bigint): bigint =>
  terms.fees.fixed + variableFee(terms, sent) + counterpartyFeeInSending(terms);

/**
 * The smallest total that leaves at least `net` after its fees.
 *
 * With N = net + fixed + counterparty fee and v the variable rate, S is enough when round_half_up(S v) <= S - N, which
 * is S (1 - v) > N - 1/2: the smallest such integer is floor((N - 1/2) / (1 - v)) + 1. Searching from
 * ceil(N / (1 - v)) by single units ends at the same S, but takes as many steps as v is near to 1. A unit more sent
 * adds at most a unit of fee, so nothing is skipped: this S leaves `net` exactly.
 */
function smallestTotalLeaving(terms: Terms, net: bigint): bigint {
  const { fixed, variableRate } = terms.fees;
  const needed = net + fixed + counterpartyFeeInSending(terms);
  return (
    divideFloor(
      (2n * needed - 1n) * variableRate.denominator,
      2n * (variableRate.denominator - variableRate.numerator),
    ) + 1n
  );
}

/** The smallest net amount that is worth `halves` halves of a receiving unit or more. */
const netWorth = (terms: Terms, halves: bigint): bigint =>
  times(halves, inverse(multiply(ratio(2n), unitRate(terms))), divideCeil);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * The locked amounts that have a price: something arrives, and neither side exceeds the greatest amount.
 *
 * @returns `undefined` when no amount has one, for example because the fixed fee exceeds the greatest amount.
 */
export function priceableRange(terms: Terms, side: LockedCurrencySide): AmountRange | undefined {
  const range =
    side === 'SENDING'
      ? {
          // Rounded half up, one unit arrives from a half on, and the greatest amount until half a unit above it.
          min: smallestTotalLeaving(terms, netWorth(terms, 1n)),
          max: least(maxAmount, smallestTotalLeaving(terms, netWorth(terms, 2n * maxAmount + 1n)) - 1n),
        }
      : {
          min: 1n,
          max: least(maxAmount, times(maxAmount - feesOn(terms, maxAmount), unitRate(terms), divideFloor)),
        };
  return range.min <= range.max ? range : undefined;
}

function amountsOf(
  terms: Terms,
  side: LockedCurrencySide,
  amount: bigint,
): { readonly sent: bigint; readonly received: bigint } {
  const perUnit = unitRate(terms);
  if (side === 'SENDING') {
    const net = amount - feesOn(terms, amount);
    return { sent: amount, received: times(net, perUnit, divideRoundHalfUp) };
  }
  // Rounded up, so that what is exchanged always pays for what is delivered.
  const net = times(amount, inverse(perUnit), divideCeil);
  return { sent: smallestTotalLeaving(terms, net), received: amount };
}

/**
 * The chain of gaps 8.2, `(sent - fixed fee) x serviceApiMultiplier x counterpartyMultiplier - counterparty fee`,
 * comes to the received amount: the service's multiplier is therefore the milli-satoshi that the counterparty needs
 * for the payment and its fee, per sending unit after the fixed fee. That has the variable fee and what rounding
 * left over in it, and makes the chain hold for both locked sides.
 */
function rateDetailsOf(terms: Terms, sent: bigint, received: bigint): RateDetails {
  const { fees, counterpartyMultiplier } = terms;
  const serviceMultiplier = ratio(
    (received + fees.counterpartyFixed) * counterpartyMultiplier.denominator,
    (sent - fees.fixed) * counterpartyMultiplier.numerator,
  );
  return {
    counterpartyMultiplier: jsonNumber(counterpartyMultiplier),
    counterpartyFixedFee: fees.counterpartyFixed,
    serviceApiMultiplier: jsonNumber(serviceMultiplier),
    serviceApiFixedFee: fees.fixed,
    serviceApiVariableFeeRate: jsonNumber(fees.variableRate),
    serviceApiVariableFeeAmount: variableFee(terms, sent),
  };
}

/**
 * The price of an amount locked on one side.
 *
 * A SENDING lock sends exactly that, and delivers what is left after fees, rounded half up. A RECEIVING lock delivers
 * exactly that, for the smallest total that pays for it.
 *
 * @param amount in the smallest unit of the locked side's currency.
 */
export function price(terms: Terms, side: LockedCurrencySide, amount: bigint): Price | AmountOutOfRange {
  const { sendingCurrency, receivingCurrency, exchangeRate } = terms;
  invariant(
    sendingCurrency !== receivingCurrency || exchangeRate.numerator === exchangeRate.denominator,
    'a currency is exchanged for itself at 1:1',
  );
  const range = priceableRange(terms, side);
  if (!range || amount < range.min || amount > range.max) {
    const currency = side === 'SENDING' ? sendingCurrency : receivingCurrency;
    return new AmountOutOfRange(range, currency, 'lockedCurrencyAmount');
  }
  const { sent, received } = amountsOf(terms, side, amount);
  return {
    sending: money(sent, sendingCurrency),
    receiving: money(received, receivingCurrency),
    exchangeRate,
    feesIncluded: feesOn(terms, sent),
    rateDetails: rateDetailsOf(terms, sent, received),
  };
}
