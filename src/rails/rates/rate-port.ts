/**
 * The rates of platforms: those of the feed, of `RATES_FILE`, or of the sandbox.
 *
 * Decision: a sandbox has no age limit, and the rates that it has without a feed until the first publication arrives. A
 * production platform has none until then, so that it never prices with a file that was meant to complete the feed.
 *
 * Source: docs/behaviour/payments.md#where-rates-come-from.
 */
import { InvalidInput } from '../../kernel/errors.ts';
import type { Ports } from '../../payments/ports.ts';
import { awaitedRates, feedRates } from '../../payments/rates/feed-rates.ts';
import type { RateSnapshot } from '../../payments/rates/rate-snapshot.ts';
import { noRates, parseRateTable, type RateSource, type RateTable } from '../../payments/rates/rate-table.ts';
import type { RateFeed } from './settings.ts';

interface RateSettings {
  readonly rateFeed: RateFeed | undefined;
  /** The parsed JSON of `RATES_FILE`. */
  readonly ratesFile: unknown;
  readonly ratesMaxAgeMs: number | undefined;
}

/** The rates by mode, derived again after each publication only. */
function ofPublication(
  snapshot: RateSnapshot,
  table: RateTable | undefined,
  maxAgeMs: number | undefined,
): Readonly<Record<'SANDBOX' | 'PRODUCTION', RateSource>> {
  return {
    SANDBOX: feedRates(snapshot, { table, maxAgeMs: undefined }),
    PRODUCTION: feedRates(snapshot, { table, maxAgeMs }),
  };
}

/**
 * @param builtIn the rates of a sandbox without a file, in the form of the file.
 * @param newest the last publication of the feed.
 * @returns an error that names the wrong fields of `RATES_FILE`.
 */
export function ratePort(
  { rateFeed, ratesFile, ratesMaxAgeMs: maxAgeMs }: RateSettings,
  builtIn: unknown,
  newest: () => RateSnapshot | undefined,
  readAt: Date,
): { readonly rates: Ports['rates']; readonly hasBitcoin: boolean } | InvalidInput {
  const hasFile = ratesFile !== undefined;
  const besideFeed = rateFeed !== undefined;
  const read = (limit: number | undefined) =>
    hasFile
      ? parseRateTable(ratesFile, readAt, { maxAgeMs: limit, besideFeed })
      : parseRateTable(builtIn, readAt, { source: 'SANDBOX' });
  const unlimited = read(undefined);
  const limited = read(besideFeed ? undefined : maxAgeMs);
  if (unlimited instanceof InvalidInput) return unlimited;
  if (limited instanceof InvalidInput) return limited;

  const table = hasFile ? unlimited : undefined;
  const production = hasFile ? limited : noRates;
  const awaited = rateFeed && awaitedRates(rateFeed.source);
  let derivedFrom: RateSnapshot | undefined;
  let derived: ReturnType<typeof ofPublication> | undefined;
  return {
    hasBitcoin: table?.perUsd('BTC') !== undefined,
    rates({ mode }) {
      const snapshot = rateFeed && newest();
      if (!snapshot) return mode === 'SANDBOX' ? unlimited : (awaited ?? production);
      if (snapshot !== derivedFrom) {
        derived = undefined;
        derivedFrom = snapshot;
      }
      derived ??= ofPublication(snapshot, table, maxAgeMs);
      return derived[mode];
    },
  };
}
