/**
 * Exact ratios of integers: rates, fee rates and multipliers. No value passes through a binary float, neither as input nor
 * in a calculation. Each division that rounds has a name that says how.
 *
 * Source: docs/behaviour/conventions.md#time-money-and-numbers (JSON numbers of at most 12 significant digits, computed in decimal), docs/behaviour/payments.md#exchange-rate (what a rate means).
 */

import { invariant } from '../errors.ts';
import { trimEnd } from '../trim-end.ts';
import type { Money } from './amount.ts';
import { currencyOf } from './currencies.ts';

/** `numerator / denominator` in lowest terms, not negative. Only `ratio` creates one. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A division of integers that says how it rounds. */
export type Division = (dividend: bigint, divisor: bigint) => bigint;

/** Rounds towards minus infinity. The divisor is positive. */
export const divideFloor: Division = (dividend, divisor) => {
  invariant(divisor > 0n, 'a divisor is positive');
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
};

/** Rounds towards plus infinity. The divisor is positive. */
export const divideCeil: Division = (dividend, divisor) => -divideFloor(-dividend, divisor);

/** Rounds to the nearest integer, and a half towards plus infinity. The divisor is positive. */
export const divideRoundHalfUp: Division = (dividend, divisor) =>
  divideFloor(2n * dividend + divisor, 2n * divisor);

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** The ratio of two integers, in lowest terms. */
export function ratio(numerator: bigint, denominator = 1n): Ratio {
  invariant(numerator >= 0n && denominator > 0n, 'a ratio is not negative and not over zero');
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

export const zero = ratio(0n);
export const one = ratio(1n);

/** 10 to the power of `exponent`, which may be negative. */
export const powerOfTen = (exponent: number): Ratio =>
  exponent >= 0 ? ratio(10n ** BigInt(exponent)) : ratio(1n, 10n ** BigInt(-exponent));

export const multiply = (a: Ratio, b: Ratio): Ratio =>
  ratio(a.numerator * b.numerator, a.denominator * b.denominator);

/** 1 divided by the ratio. The ratio must not be zero. */
export const inverse = ({ numerator, denominator }: Ratio): Ratio => ratio(denominator, numerator);

export const quotient = (a: Ratio, b: Ratio): Ratio => multiply(a, inverse(b));

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`. */
export function compareRatios(a: Ratio, b: Ratio): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The amount times the ratio, rounded once. */
export const times = (amount: bigint, { numerator, denominator }: Ratio, divide: Division): bigint =>
  divide(amount * numerator, denominator);

const decimal = /^(0|[1-9]\d*)(?:\.(\d+))?$/;
/** Longer than any meaningful rate, and short enough for cheap arithmetic. */
const maxTextLength = 200;

function parseDecimal(text: string): Ratio | undefined {
  const [, whole, fraction = ''] = decimal.exec(text) ?? [];
  return whole === undefined ? undefined : ratio(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

/**
 * Parses `0.92`, `17.25` or `1/120000`: a decimal, or two decimals with a slash for a ratio that no decimal represents.
 * Signs, exponents, spaces, and forms such as `.5`, `5.` and `05` are rejected.
 *
 * @returns `undefined` for any other text, for a division by zero, and for a text of more than 200 characters.
 */
export function parseRatio(text: string): Ratio | undefined {
  if (text.length > maxTextLength) return undefined;
  const [dividendText = '', divisorText, ...rest] = text.split('/');
  if (rest.length > 0) return undefined;
  const dividend = parseDecimal(dividendText);
  if (divisorText === undefined || !dividend) return dividend;
  const divisor = parseDecimal(divisorText);
  return divisor && divisor.numerator > 0n ? quotient(dividend, divisor) : undefined;
}

/** Formats `digits * 10^-decimals` as a decimal without trailing zeros. */
function formatDecimal(digits: bigint, decimals: number): string {
  if (decimals <= 0) return (digits * 10n ** BigInt(-decimals)).toString();
  const padded = digits.toString().padStart(decimals + 1, '0');
  const whole = padded.slice(0, -decimals);
  const fraction = trimEnd(padded.slice(-decimals), '0');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** How often `factor` divides `value`, and the remaining factor. */
function divideOut(value: bigint, factor: bigint): { readonly count: number; readonly rest: bigint } {
  let [count, rest] = [0, value];
  while (rest % factor === 0n) {
    rest /= factor;
    count += 1;
  }
  return { count, rest };
}

/**
 * The ratio as text from which `parseRatio` returns the same ratio: a decimal if one is exact (`0.92`), and otherwise a
 * fraction of two integers (`2/165`). This form is stored.
 */
export function exactText({ numerator, denominator }: Ratio): string {
  const twos = divideOut(denominator, 2n);
  const fives = divideOut(twos.rest, 5n);
  if (fives.rest !== 1n) return `${numerator}/${denominator}`;
  const decimals = Math.max(twos.count, fives.count);
  return formatDecimal((numerator * 10n ** BigInt(decimals)) / denominator, decimals);
}

/** The ratio as a decimal, rounded half up to `significantDigits`: `0.0121212121212`. */
export function decimalText({ numerator, denominator }: Ratio, significantDigits = 12): string {
  if (numerator === 0n) return '0';
  // The first significant digit is at 10^exponent. The difference of the lengths is that exponent or one more.
  let exponent = numerator.toString().length - denominator.toString().length;
  const first = powerOfTen(exponent);
  if (numerator * first.denominator < denominator * first.numerator) exponent -= 1;

  // Rounding up may add a digit (9.99 to 10.0). The last digit is then a zero, which is not written.
  const decimals = significantDigits - 1 - exponent;
  const scaled = multiply({ numerator, denominator }, powerOfTen(decimals));
  return formatDecimal(divideRoundHalfUp(scaled.numerator, scaled.denominator), decimals);
}

/**
 * The ratio as a JSON number: at most 12 significant digits, rounded half up in decimal. Twelve digits survive conversion
 * to a double and back, so a client prints exactly this number.
 */
export const jsonNumber = (value: Ratio): number => Number(decimalText(value));

/**
 * Smallest units of the receiving currency for one smallest unit of the sending currency.
 *
 * @param exchangeRate sending units per one receiving unit, in major units.
 */
export function smallestUnitRate(exchangeRate: Ratio, sending: string, receiving: string): Ratio {
  const shift = currencyOf(receiving).decimals - currencyOf(sending).decimals;
  return quotient(powerOfTen(shift), exchangeRate);
}

/**
 * The amount in another currency, whose decimals may differ.
 *
 * @param exchangeRate units of the amount's currency per one unit of `currency`, in major units.
 */
export function convert(
  { amount, currency: sending }: Money,
  exchangeRate: Ratio,
  currency: string,
  divide: Division,
): Money {
  return { amount: times(amount, smallestUnitRate(exchangeRate, sending, currency), divide), currency };
}
