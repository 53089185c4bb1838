/** The rates of a feed at one time of publication. */
import type { Id } from '../../kernel/ids.ts';
import type { Ratio } from '../../kernel/money/rate.ts';

/** What a feed publishes. */
export interface PublishedRates {
  readonly base: string;
  readonly publishedAt: Date;
  /** Whether the feed names a day without a time. `publishedAt` is then the start of that day, in UTC. */
  readonly isDay: boolean;
  /** Units of each currency for one unit of the base, in major units. Includes the base and USD. */
  readonly rates: ReadonlyMap<string, Ratio>;
}

export interface RateSnapshot extends PublishedRates {
  readonly id: Id<'RateSnapshot'>;
  /** The host of the feed. */
  readonly source: string;
  readonly fetchedAt: Date;
}

const dayMs = 24 * 60 * 60_000;

/**
 * The instant from which the age of the rates counts.
 *
 * Decision: rates of a day age from the end of that day, because a feed publishes them during it. So the default limit of
 * three days passes a weekend: rates of Friday are good until the end of Monday.
 */
export const agesFrom = ({ publishedAt, isDay }: Pick<PublishedRates, 'publishedAt' | 'isDay'>): Date =>
  isDay ? new Date(publishedAt.getTime() + dayMs) : publishedAt;
