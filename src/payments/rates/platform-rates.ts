/**
 * The rates at which a platform prices payments: those of the deployment with the platform's spread and fees.
 *
 * The `rates` port stays without them, because limits of agents are converted at the mid rate.
 *
 * Source: docs/behaviour/payments.md#spread-and-fees-of-a-platform, docs/behaviour/payments.md#age-of-rates.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { multiply, one, type Ratio, ratio } from '../../kernel/money/rate.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { RatesTooOld } from './errors.ts';
import type { FeeSchedule } from './pricing.ts';
import type { CorridorTerms, RateSettings } from './rate-settings.ts';
import { findRateSettings } from './rate-settings-store.ts';
import type { RateSource } from './rate-table.ts';

const plusOne = ({ numerator, denominator }: Ratio): Ratio => ratio(numerator + denominator, denominator);

/** The rates with a spread and fees. A rate becomes rate x (1 + spread), exactly. */
export function withRateSettings(rates: RateSource, settings: RateSettings): RateSource {
  const byCorridor = new Map(settings.corridors.map((each) => [`${each.sending}>${each.receiving}`, each]));
  const corridor = (sending: string, receiving: string): CorridorTerms | undefined =>
    byCorridor.get(`${sending}>${receiving}`);

  function feesOf(sending: string, receiving: string): FeeSchedule {
    const ofDeployment = rates.fees(sending, receiving);
    const own = corridor(sending, receiving)?.fees;
    const { fees } = settings;
    return {
      fixed: own?.fixed ?? fees.fixed ?? ofDeployment.fixed,
      variableRate: own?.variableRate ?? fees.variableRate ?? ofDeployment.variableRate,
      counterpartyFixed: own?.counterpartyFixed ?? fees.counterpartyFixed ?? ofDeployment.counterpartyFixed,
    };
  }

  return {
    ...rates,
    rate(sending, receiving) {
      const mid = rates.rate(sending, receiving);
      const spread = corridor(sending, receiving)?.spread ?? settings.spread;
      return mid && multiply(mid, sending === receiving ? one : plusOne(spread));
    },
    midRate: rates.rate,
    fees: feesOf,
  };
}

/** Reads the settings of the platform. */
export const platformRates = async (
  db: Executor,
  { rates }: Pick<Ports, 'rates'>,
  platform: Pick<Platform, 'id' | 'mode'>,
): Promise<RateSource> => withRateSettings(rates(platform), await findRateSettings(db, platform.id));

/**
 * The error for a corridor whose rate is too old to price a payment.
 *
 * @param now real time.
 */
export function checkRateAge(
  rates: Pick<RateSource, 'origin'>,
  sending: string,
  receiving: string,
  now: Date,
): RatesTooOld | undefined {
  const tooOldAt = rates.origin(sending, receiving)?.tooOldAt;
  return tooOldAt && now >= tooOldAt ? new RatesTooOld(sending, receiving) : undefined;
}
