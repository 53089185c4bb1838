/**
 * The rates of a feed as a rate source. `RATES_FILE` gives the fees, the fixed rates of corridors, and the currencies that the
 * feed lacks.
 *
 * Decision: the feed decides the rate of every currency that it has. A rate of a corridor in the file is a decision of the
 * operator, so it replaces the one of the feed.
 * Decision: the age limit applies to the rates of the feed. Rates that come from the file alone have no limit beside a feed.
 * Decision: a feed without BTC needs a file with `perUsd.BTC`, because `rateDetails` states both parts of a price in
 * milli-satoshi. A poll rejects a feed for which neither has it.
 *
 * Source: docs/behaviour/payments.md#where-rates-come-from.
 */
import { multiply, one, quotient, type Ratio, zero } from '../../kernel/money/rate.ts';
import { agesFrom, type RateSnapshot } from './rate-snapshot.ts';
import type { RateOrigin, RateSource, RateTable } from './rate-table.ts';

const noFees = { fixed: 0n, variableRate: zero, counterpartyFixed: 0n };

interface FeedOptions {
  /** `RATES_FILE`, if there is one. */
  readonly table: RateTable | undefined;
  /** After this time the rates of the feed are too old; absent without a limit. */
  readonly maxAgeMs: number | undefined;
}

export function feedRates(snapshot: RateSnapshot, { table, maxAgeMs }: FeedOptions): RateSource {
  const { rates, source, publishedAt } = snapshot;
  const perUsd = rates.get('USD') ?? one;
  /** Units of the currency for one unit of the base. */
  const perBase = (currency: string): Ratio | undefined => {
    const ofTable = table?.perUsd(currency);
    return rates.get(currency) ?? (ofTable && multiply(ofTable, perUsd));
  };
  const start = agesFrom(snapshot);
  const ofFeed: RateOrigin = {
    source,
    publishedAt,
    tooOldAt: maxAgeMs === undefined ? undefined : new Date(start.getTime() + maxAgeMs),
  };

  function origin(sending: string, receiving: string): RateOrigin | undefined {
    if (sending === receiving) return undefined;
    const ofFile = table && { source: 'RATES_FILE', publishedAt: table.updatedAt };
    if (!ofFile) return ofFeed;
    if (table.fixedRate(sending, receiving)) return ofFile;
    // The rates of the file are for one dollar, so the dollar of the feed has no effect on a rate between the two.
    const converted = [sending, receiving].filter((currency) => currency !== 'USD');
    const fromFile = converted.filter((currency) => !rates.has(currency));
    if (fromFile.length === 0) return ofFeed;
    if (fromFile.length === converted.length) return ofFile;
    return {
      source: `${source} and ${ofFile.source}`,
      publishedAt: new Date(Math.min(ofFile.publishedAt.getTime(), publishedAt.getTime())),
      tooOldAt: ofFeed.tooOldAt,
    };
  }

  return {
    updatedAt: publishedAt,
    agesFrom: start,
    isConfigured: true,
    rate(sending, receiving) {
      const [from, to] = [perBase(sending), perBase(receiving)];
      if (!from || !to) return undefined;
      return table?.fixedRate(sending, receiving) ?? quotient(from, to);
    },
    fees: (sending, receiving) => table?.fees(sending, receiving) ?? noFees,
    origin,
  };
}

/** The rates of a production platform before the first publication arrives. Every price is rejected as too old. */
export const awaitedRates = (source: string): RateSource => {
  const never = new Date(0);
  return {
    rate: () => undefined,
    fees: () => noFees,
    origin: () => ({ source, publishedAt: never, tooOldAt: never }),
    updatedAt: never,
    agesFrom: never,
    isConfigured: true,
  };
};
