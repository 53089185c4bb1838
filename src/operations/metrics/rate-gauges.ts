/** The gauges of exchange rates: how old they are for production platforms, and how often the feed gave none. */
import { type Gauge, plainGauge } from '../../infrastructure/observability/gauge.ts';
import type { Ports } from '../../payments/ports.ts';
import { countFailedPolls } from '../../payments/rates/rate-feed-store.ts';

/**
 * @param source the name of the feed; absent without one.
 * @returns no gauge without a feed and a file: there are no rates whose age could grow.
 */
export function rateGauges(
  { db, clock, rates }: Pick<Ports, 'db' | 'clock' | 'rates'>,
  source: string | undefined,
): readonly Gauge[] {
  const production = () => rates({ mode: 'PRODUCTION' });
  const age = plainGauge(
    'payments_rates_age_seconds',
    'Age of the exchange rates of production platforms; the time since 1970 while a feed has not published any.',
    async () => Math.max(0, (clock.real().getTime() - production().agesFrom.getTime()) / 1_000),
  );
  const failed =
    source !== undefined &&
    plainGauge('payments_rates_failed_polls', 'Polls of the feed of exchange rates that gave none.', () =>
      countFailedPolls(db.orm, source),
    );
  return [...(production().isConfigured ? [age] : []), ...(failed ? [failed] : [])];
}
