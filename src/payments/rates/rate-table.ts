/**
 * Where rates and fees come from: the port, and its default adapter, a fixed table read from `RATES_FILE`.
 *
 * The file is JSON:
 *
 *     {
 *       "updatedAt": "2025-10-13T12:00:00Z",
 *       "perUsd": { "EUR": "0.92", "MXN": "17.25", "BTC": "1/120000" },
 *       "fees": { "fixed": 0, "variableRate": "0.005", "counterpartyFixed": 0 },
 *       "corridors": [
 *         { "sending": "USD", "receiving": "EUR", "exchangeRate": "1.09", "fees": { "fixed": 50 } }
 *       ]
 *     }
 *
 * - `perUsd`: units of a currency for one US dollar. Every other rate is the exact ratio of two of these. Only
 *   currencies named here are served. USD itself is understood. BTC is required, because `rateDetails` states both
 *   parts of a price in milli-satoshi.
 * - `fees`: for every corridor. `fixed` is in the smallest unit of the sending currency, `counterpartyFixed` in that
 *   of the receiving one, `variableRate` a fraction of the total sending amount. The default is zero.
 * - `corridors`: exceptions for one direction. `exchangeRate` is sending units per receiving unit, as everywhere in
 *   the interface; a missing fee falls back to the general one.
 * - `updatedAt`: the age of the rates that callers see; the time of reading by default.
 * - Rates are text: a decimal (`"0.92"`) or a fraction (`"1/120000"`). A JSON number is read as the shortest
 *   decimal that it prints as. A number with more than 15 significant digits is rejected: write it as text.
 *
 * Decision: a file replaces the whole built-in table of the sandbox, so that invented rates are never mixed with real ones.
 * Decision: production platforms have the file's rates or none. Without a file every quote of theirs, one within a
 * single currency included, is rejected, because the operator has not set its fees either.
 * Decision: a corridor holds for its direction only; the way back has its own rate and fees.
 * Decision: beside a feed (`RATES_SOURCE`) the file need not have every currency nor BTC, because the feed has the others.
 *
 * Source: docs/behaviour/sandbox.md#general and docs/behaviour/payments.md#pricing.
 */
import { z } from 'zod';
import type { InvalidInput } from '../../kernel/errors.ts';
import { limitAmount } from '../../kernel/money/amount.ts';
import { findCurrency } from '../../kernel/money/currencies.ts';
import {
  compareRatios,
  multiply,
  one,
  parseRatio,
  powerOfTen,
  quotient,
  type Ratio,
  smallestUnitRate,
  zero,
} from '../../kernel/money/rate.ts';
import { instant, optional, parseInput } from '../../kernel/parse.ts';
import type { FeeSchedule, Terms } from './pricing.ts';

/** Where the rate of a corridor comes from. */
export interface RateOrigin {
  /** The host of a feed, `RATES_FILE`, `SANDBOX`, or a feed and the file. Never contains a path or a key. */
  readonly source: string;
  readonly publishedAt: Date;
  /** The first instant of real time at which the rate is too old to price a payment; absent without a limit. */
  readonly tooOldAt?: Date | undefined;
}

/** The port for rates and fees. */
export interface RateSource {
  /** Sending units per one receiving unit, in major units; `undefined` where the corridor is not served. */
  rate(sending: string, receiving: string): Ratio | undefined;
  /** The rate without the spread of a platform; absent where `rate` has none. */
  midRate?(sending: string, receiving: string): Ratio | undefined;
  fees(sending: string, receiving: string): FeeSchedule;
  /** `undefined` within one currency, whose rate is always 1, and where no rates are configured. */
  origin(sending: string, receiving: string): RateOrigin | undefined;
  readonly updatedAt: Date;
  /** The instant from which the age of the rates counts. */
  readonly agesFrom: Date;
  /** Whether the deployment has rates. Without rates, no corridor is served. */
  readonly isConfigured: boolean;
}

/** The source of a deployment without configured rates. */
export const noRates: RateSource = {
  rate: () => undefined,
  fees: () => ({ fixed: 0n, variableRate: zero, counterpartyFixed: 0n }),
  origin: () => undefined,
  updatedAt: new Date(0),
  agesFrom: new Date(0),
  isConfigured: false,
};

/** A table that can complete the rates of a feed. */
export interface RateTable extends RateSource {
  /** Units of the currency for one US dollar; `undefined` for a currency that the table does not have. */
  perUsd(currency: string): Ratio | undefined;
  /** The rate that the table states for this direction, if it does. */
  fixedRate(sending: string, receiving: string): Ratio | undefined;
}

interface TableOptions {
  readonly source?: string;
  /** After this time the rates of the table are too old. */
  readonly maxAgeMs?: number | undefined;
  /** Whether a feed has the rates that the table lacks. */
  readonly besideFeed?: boolean;
}

/** The value as text; a number as its shortest decimal, unless it has more digits than a double reliably preserves. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return undefined;
  const text = String(value);
  return text.replace(/^[0.]+|\./g, '').length <= 15 ? text : undefined;
}

function ratioSchema(accepts: (value: Ratio) => boolean, message: string) {
  return z.unknown().transform((value, context): Ratio => {
    const parsed = parseRatio(textOf(value) ?? '');
    if (parsed && accepts(parsed)) return parsed;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

const positiveRate = ratioSchema(
  (value) => compareRatios(value, powerOfTen(-12)) >= 0 && compareRatios(value, powerOfTen(12)) <= 0,
  'must be a rate from 10^-12 to 10^12, as text: "0.92" or "1/120000"',
);

const feeRate = ratioSchema(
  (value) => compareRatios(value, one) < 0,
  'must be a fraction from 0 to below 1, as text: "0.005"',
);

const currencyCode = z
  .string({ error: 'must be a currency code' })
  .refine((code) => findCurrency(code) !== undefined, { error: 'must be the code of a known currency' });

const record = <T extends z.ZodRawShape>(fields: T) => z.strictObject(fields, { error: 'must be an object' });

const fees = record({
  fixed: optional(limitAmount),
  variableRate: optional(feeRate),
  counterpartyFixed: optional(limitAmount),
});

const corridor = record({
  sending: currencyCode,
  receiving: currencyCode,
  exchangeRate: optional(positiveRate),
  fees: optional(fees),
});

const RatesFile = record({
  updatedAt: optional(instant),
  perUsd: z.record(z.string(), positiveRate, { error: 'must be an object of rates by currency code' }),
  fees: optional(fees),
  corridors: optional(z.array(corridor, { error: 'must be an array' })),
});

type RatesFile = z.output<typeof RatesFile>;

const checkRates = (besideFeed: boolean) => (file: RatesFile, context: z.core.$RefinementCtx<RatesFile>) => {
  const { perUsd, corridors = [] } = file;
  const reject = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });

  for (const code of Object.keys(perUsd)) {
    if (!findCurrency(code)) reject(['perUsd', code], 'must be the code of a known currency');
  }
  const usd = perUsd['USD'];
  if (usd && compareRatios(usd, one) !== 0) reject(['perUsd', 'USD'], 'must be 1, or left out');
  if (!perUsd['BTC'] && !besideFeed) reject(['perUsd', 'BTC'], 'is required');

  const seen = new Set<string>();
  for (const [index, { sending, receiving, exchangeRate }] of corridors.entries()) {
    for (const [side, code] of Object.entries({ sending, receiving })) {
      if (code !== 'USD' && !perUsd[code] && !besideFeed)
        reject(['corridors', index, side], 'must be named in perUsd');
    }
    if (sending === receiving && exchangeRate) {
      reject(
        ['corridors', index, 'exchangeRate'],
        'must be left out: a currency is exchanged for itself at 1:1',
      );
    }
    const name = corridorName(sending, receiving);
    if (seen.has(name)) reject(['corridors', index], 'repeats a corridor');
    seen.add(name);
  }
};

const corridorName = (sending: string, receiving: string): string => `${sending}>${receiving}`;

type Fees = z.output<typeof fees>;

const feeSchedule = (own: Fees | undefined, general: Fees | undefined): FeeSchedule => ({
  fixed: own?.fixed ?? general?.fixed ?? 0n,
  variableRate: own?.variableRate ?? general?.variableRate ?? zero,
  counterpartyFixed: own?.counterpartyFixed ?? general?.counterpartyFixed ?? 0n,
});

/**
 * The rate source that a rates file describes, or an error that names each invalid field.
 *
 * @param file the file's JSON, already parsed.
 * @param readAt the default for `updatedAt`.
 */
export function parseRateTable(
  file: unknown,
  readAt: Date,
  { source = 'RATES_FILE', maxAgeMs, besideFeed = false }: TableOptions = {},
): RateTable | InvalidInput {
  const table = parseInput(RatesFile.superRefine(checkRates(besideFeed)), file);
  if (table instanceof Error) return table;

  const perUsd = new Map([['USD', one], ...Object.entries(table.perUsd)]);
  const corridors = new Map(
    table.corridors?.map((entry) => [corridorName(entry.sending, entry.receiving), entry]),
  );
  const updatedAt = table.updatedAt ?? readAt;
  const tooOldAt = maxAgeMs === undefined ? undefined : new Date(updatedAt.getTime() + maxAgeMs);
  const fixedRate = (sending: string, receiving: string) =>
    corridors.get(corridorName(sending, receiving))?.exchangeRate;
  return {
    updatedAt,
    agesFrom: updatedAt,
    isConfigured: true,
    perUsd: (currency) => perUsd.get(currency),
    fixedRate,
    rate(sending, receiving) {
      const [from, to] = [perUsd.get(sending), perUsd.get(receiving)];
      if (!from || !to) return undefined;
      return fixedRate(sending, receiving) ?? quotient(from, to);
    },
    fees: (sending, receiving) =>
      feeSchedule(corridors.get(corridorName(sending, receiving))?.fees, table.fees),
    origin: (sending, receiving) =>
      sending === receiving ? undefined : { source, publishedAt: updatedAt, tooOldAt },
  };
}

/** A milli-satoshi is a thousandth of bitcoin's smallest unit. */
const milliSatoshi = powerOfTen(-3);

/** The terms between two currencies, or `undefined` when the source does not serve the corridor. */
export function termsOf(
  rates: RateSource,
  sendingCurrency: string,
  receivingCurrency: string,
): Terms | undefined {
  const exchangeRate = rates.rate(sendingCurrency, receivingCurrency);
  // The counterparty converts at its own rate, which has no spread of the platform.
  const bitcoinRate = (rates.midRate ?? rates.rate)('BTC', receivingCurrency);
  if (!exchangeRate || !bitcoinRate) return undefined;
  return {
    sendingCurrency,
    receivingCurrency,
    exchangeRate,
    fees: rates.fees(sendingCurrency, receivingCurrency),
    counterpartyMultiplier: multiply(milliSatoshi, smallestUnitRate(bitcoinRate, 'BTC', receivingCurrency)),
  };
}
