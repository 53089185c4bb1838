/** The values of a feed: checked in the same way for each format. */
import { findCurrency } from '../../kernel/money/currencies.ts';
import { compareRatios, multiply, one, parseRatio, powerOfTen, type Ratio } from '../../kernel/money/rate.ts';
import { instant } from '../../kernel/parse.ts';
import type { PublishedRates } from '../../payments/rates/rate-snapshot.ts';

/** A feed that is not as expected. `problem` is for the log and contains no value of the feed. */
export interface FeedProblem {
  readonly problem: string;
}

export const isProblem = (value: object): value is FeedProblem => 'problem' in value;

/** The entries of a feed as they were read: text, or numbers of JSON. */
interface RawRates {
  readonly base: unknown;
  readonly time: unknown;
  readonly rates: Iterable<readonly [currency: string, rate: unknown]>;
}

/** The rates of more currencies than exist are an error of the feed. */
const maxFeedRates = 1_000;
const maxDigits = 24;
/** A time in the future would keep rates from becoming too old. A day in another time zone may be ahead of UTC. */
const maxAheadMs = 24 * 60 * 60_000;

/** A decimal, also with an exponent, exactly. A number of JSON is read as the shortest decimal that it prints as. */
function rateOf(value: unknown): Ratio | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > maxDigits + 8) return undefined;
  const [, mantissa = '', exponent = '0'] = /^(\d+(?:\.\d+)?)(?:e([+-]?\d{1,2}))?$/i.exec(text.trim()) ?? [];
  const parsed = parseRatio(mantissa.replace(/^0+(?=\d)/, ''));
  const rate = parsed && multiply(parsed, powerOfTen(Number(exponent)));
  return rate && compareRatios(rate, powerOfTen(-12)) >= 0 && compareRatios(rate, powerOfTen(12)) <= 0
    ? rate
    : undefined;
}

/** A day, an instant with an offset, or seconds since 1970. */
function timeOf(value: unknown): Pick<PublishedRates, 'publishedAt' | 'isDay'> | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e10) {
    return { publishedAt: new Date(value * 1_000), isDay: false };
  }
  if (typeof value !== 'string') return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const parsed = instant.safeParse(isDay ? `${value}T00:00:00Z` : value);
  return parsed.success ? { publishedAt: parsed.data, isDay } : undefined;
}

/**
 * Checks the values of a feed. Currencies that the service does not know are left out.
 *
 * Decision: one wrong rate of a known currency rejects the whole feed, because its other rates may be wrong too.
 *
 * @param now real time.
 */
export function publishedRates({ base, time, rates }: RawRates, now: Date): PublishedRates | FeedProblem {
  if (typeof base !== 'string' || !findCurrency(base)) return { problem: 'its base is not a known currency' };
  const published = timeOf(time);
  if (!published) return { problem: 'its time is not a day, an instant or seconds since 1970' };
  if (published.publishedAt.getTime() > now.getTime() + maxAheadMs) {
    return { problem: 'its time is more than a day ahead' };
  }
  const known = new Map<string, Ratio>([[base, one]]);
  let count = 0;
  for (const [currency, value] of rates) {
    count += 1;
    if (count > maxFeedRates) return { problem: `it has more than ${maxFeedRates} rates` };
    if (!findCurrency(currency)) continue;
    const rate = rateOf(value);
    if (!rate) return { problem: `its rate of ${currency} is not a number from 10^-12 to 10^12` };
    const before = known.get(currency);
    if (before && compareRatios(before, rate) !== 0) {
      return { problem: `it has two rates of ${currency}` };
    }
    known.set(currency, rate);
  }
  if (!known.has('USD')) return { problem: 'it has no rate of USD' };
  if (known.size < 2) return { problem: 'it has no rate of a second known currency' };
  return { base, ...published, rates: known };
}
