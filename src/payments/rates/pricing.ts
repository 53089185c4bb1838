/**
 * The price of a quote. The caller locks one side; the rate and the fees determine the other. Fees are deducted from the
 * sending side.
 *
 * Rounding never favours the originator: fees and charges round up, delivered amounts round down. So no payment is worth
 * more on arrival than it cost, and splitting or repeating a payment gains nothing.
 *
 * Decision: a quote within one currency is priced like any other, at 1:1 and with the corridor's fees, which the fee
 * schedule can set to zero.
 * Decision: the error for an amount without a price contains the accepted range, so that the caller's next attempt
 * succeeds.
 *
 * Source: docs/behaviour/payments.md#exchange-rate to docs/behaviour/payments.md#pricing.
 */
import { invariant } from '../../kernel/errors.ts';
import { type Money, maxAmount, money } from '../../kernel/money/amount.ts';
import { AmountOutOfRange, type AmountRange } from '../../kernel/money/amount-range.ts';
import {
  divideFloor,
  inverse,
  jsonNumber,
  multiply,
  one,
  quotient,
  type Ratio,
  ratio,
  smallestUnitRate,
  times,
  zero,
} from '../../kernel/money/rate.ts';
import { type PriceRounding, round, untraced } from './price-rounding.ts';
import { type RateDetails, variableFeeRateFields } from './rate-details.ts';

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
  /** The total debit, fees included. */
  readonly sending: Money;
  /** The amount that the beneficiary receives. */
  readonly receiving: Money;
  readonly exchangeRate: Ratio;
  /** In the smallest unit of the sending currency; part of `sending`. */
  readonly feesIncluded: bigint;
  readonly rateDetails: RateDetails;
}

/** `k` of docs/behaviour/payments.md#pricing: smallest receiving units per smallest sending unit. */
const unitRate = ({ exchangeRate, sendingCurrency, receivingCurrency }: Terms): Ratio =>
  smallestUnitRate(exchangeRate, sendingCurrency, receivingCurrency);

/** `C` of docs/behaviour/payments.md#pricing. Rounded up, so that what is collected covers the counterparty's fee. */
const counterpartyFeeInSending = (terms: Terms, trace = untraced): bigint =>
  round(
    { name: 'COUNTERPARTY_FEE', direction: 'UP', currency: terms.sendingCurrency },
    terms.fees.counterpartyFixed,
    inverse(unitRate(terms)),
    trace,
  );

/** `V` of docs/behaviour/payments.md#pricing. Rounded up, so that splitting a payment never lowers the fee. */
const variableFee = (terms: Terms, sent: bigint, trace = untraced): bigint =>
  terms.fees.variableRate.numerator === 0n
    ? 0n
    : round(
        { name: 'VARIABLE_FEE', direction: 'UP', currency: terms.sendingCurrency },
        sent,
        terms.fees.variableRate,
        trace,
      );

/** `F` of docs/behaviour/payments.md#pricing: all fees on a total sending amount, in its smallest unit. */
export const feesOn = (terms: Terms, sent: bigint, trace = untraced): bigint =>
  terms.fees.fixed + variableFee(terms, sent, trace) + counterpartyFeeInSending(terms, trace);

/** The part of an amount that remains after the variable fee: 1 - v. */
const netRate = ({ fees: { variableRate } }: Terms): Ratio =>
  ratio(variableRate.denominator - variableRate.numerator, variableRate.denominator);

/**
 * The smallest total that leaves at least `net` after its fees.
 *
 * With N = net + fixed + counterparty fee and v the variable rate, S is enough when S - ceil(S v) >= N. As S and N are
 * integers, that is S (1 - v) >= N, and the smallest such S is ceil(N / (1 - v)): the start of the search in docs/behaviour/payments.md#pricing
 * is its end. From S (1 - v) < N + 1 follows that this S leaves `net` exactly.
 */
const smallestTotalLeaving = (terms: Terms, net: bigint, trace = untraced): bigint =>
  round(
    { name: 'SENDING_AMOUNT', direction: 'UP', currency: terms.sendingCurrency },
    net + terms.fees.fixed + counterpartyFeeInSending(terms, trace),
    inverse(netRate(terms)),
    trace,
  );

/** The smallest net amount that is worth the received amount. */
const netWorth = (terms: Terms, received: bigint, trace = untraced): bigint =>
  round(
    { name: 'NET_AMOUNT', direction: 'UP', currency: terms.sendingCurrency },
    received,
    inverse(unitRate(terms)),
    trace,
  );

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * The locked amounts that have a price: at least one unit arrives, and neither side exceeds `maxAmount`.
 *
 * @returns `undefined` when no amount has a price, for example because the fixed fee exceeds `maxAmount`.
 */
export function priceableRange(terms: Terms, side: LockedCurrencySide): AmountRange | undefined {
  const range =
    side === 'SENDING'
      ? {
          // Delivery rounds down, so `maxAmount` arrives until one more unit would.
          min: smallestTotalLeaving(terms, netWorth(terms, 1n)),
          max: min(maxAmount, smallestTotalLeaving(terms, netWorth(terms, maxAmount + 1n)) - 1n),
        }
      : {
          min: 1n,
          max: min(maxAmount, times(maxAmount - feesOn(terms, maxAmount), unitRate(terms), divideFloor)),
        };
  return range.min <= range.max ? range : undefined;
}

interface PricedAmounts {
  readonly sent: bigint;
  readonly received: bigint;
  readonly fees: bigint;
}

function amountsOf(terms: Terms, side: LockedCurrencySide, amount: bigint, trace = untraced): PricedAmounts {
  if (side === 'SENDING') {
    const fees = feesOn(terms, amount, trace);
    const delivered = {
      name: 'RECEIVING_AMOUNT',
      direction: 'DOWN',
      currency: terms.receivingCurrency,
    } as const;
    return { sent: amount, received: round(delivered, amount - fees, unitRate(terms), trace), fees };
  }
  const net = netWorth(terms, amount, trace);
  const sent = smallestTotalLeaving(terms, net, trace);
  return { sent, received: amount, fees: sent - net };
}

/**
 * The amounts of a price with each division that rounds, calculated again by the functions that price quotes.
 *
 * @param terms without the counterparty's multiplier, on which no amount depends.
 * @param amount of the locked side, which has a price.
 */
export function explainPrice(
  terms: Omit<Terms, 'counterpartyMultiplier'>,
  side: LockedCurrencySide,
  amount: bigint,
): PricedAmounts & { readonly roundings: readonly PriceRounding[] } {
  const roundings: PriceRounding[] = [];
  const whole = { ...terms, counterpartyMultiplier: one };
  const amounts = amountsOf(whole, side, amount, (rounding) => roundings.push(rounding));
  // The fee is what the total leaves over, and equals the same division as in the other direction.
  if (side === 'RECEIVING') variableFee(whole, amounts.sent, (rounding) => roundings.push(rounding));
  return { ...amounts, roundings };
}

/**
 * The rates and fees of the corridor. Only the variable fee's amount depends on the sent amount. The service's multiplier
 * is the rate from the sending currency to milli-satoshi, less the variable fee.
 *
 * The chain of docs/behaviour/payments.md#rate-details, `(sent - fixed fee) x serviceApiMultiplier x counterpartyMultiplier - counterparty fee`, equals
 * the delivered amount before rounding. With a fixed fee it is larger by the variable fee on the fixed fee.
 */
function rateDetailsOf(terms: Terms, sent: bigint): RateDetails {
  const { fees, counterpartyMultiplier } = terms;
  const toMilliSatoshi = quotient(unitRate(terms), counterpartyMultiplier);
  return {
    counterpartyMultiplier: jsonNumber(counterpartyMultiplier),
    counterpartyFixedFee: fees.counterpartyFixed,
    serviceApiMultiplier: jsonNumber(multiply(toMilliSatoshi, netRate(terms))),
    serviceApiFixedFee: fees.fixed,
    ...variableFeeRateFields(fees.variableRate),
    serviceApiVariableFeeAmount: variableFee(terms, sent),
  };
}

/**
 * The rate details of an incoming payment without service fees. The multiplier is the rate from milli-satoshi to the
 * receiving currency, which is the `counterpartyMultiplier` of the same corridor for the sending side.
 */
export const incomingRateDetails = ({ counterpartyMultiplier }: Terms): RateDetails => ({
  counterpartyMultiplier: jsonNumber(counterpartyMultiplier),
  counterpartyFixedFee: 0n,
  serviceApiMultiplier: jsonNumber(counterpartyMultiplier),
  serviceApiFixedFee: 0n,
  serviceApiVariableFeeRate: jsonNumber(zero),
  serviceApiVariableFeeAmount: 0n,
});

/**
 * The price of an amount locked on one side.
 *
 * A SENDING lock debits exactly the amount, and delivers the rest after fees, rounded down. A RECEIVING lock delivers
 * exactly the amount, for the smallest sufficient total.
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
  const { sent, received, fees } = amountsOf(terms, side, amount);
  invariant(fees >= feesOn(terms, sent), 'a price includes at least the fees of its total');
  return {
    sending: money(sent, sendingCurrency),
    receiving: money(received, receivingCurrency),
    exchangeRate,
    feesIncluded: fees,
    rateDetails: rateDetailsOf(terms, sent),
  };
}
