/**
 * Numbers and volume of transactions over time: for each interval and sending currency.
 *
 * Decision: a transaction counts in the interval in which it was created, with its status now. So the numbers of a past day can
 * still change while payments of that day are open, and the intervals sum to the list of transactions.
 *
 * Decision: the volume is what completed transactions sent, fees included. Failed transactions move nothing, and amounts in
 * different currencies are not added.
 *
 * Decision: EXPIRED is not a failure: nearly all are quotes that were never executed. The success rate is that of ended
 * transactions without them.
 *
 * Decision: it is a wide read: few connections, and the time limit of searches. See
 * docs/decisions/0070-statistics-from-an-index.md.
 *
 * Source: docs/behaviour/payments.md#statistics.
 */
import { z } from 'zod';
import { readList } from '../../infrastructure/database/wide-reads.ts';
import { DomainError, type InvalidInput } from '../../kernel/errors.ts';
import { groupedBy } from '../../kernel/grouped.ts';
import { idSchema } from '../../kernel/ids.ts';
import { maxBalance } from '../../kernel/money/amount.ts';
import { instant, oneOf, optional, text } from '../../kernel/parse.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { transactionTypes } from '../../platforms/transaction-type.ts';
import type { Ports } from '../ports.ts';
import { type Bucket, bucketsOf, statisticsIntervals } from './intervals.ts';
import { type StatisticsRow, sumTransactions } from './statistics-store.ts';

export const TransactionStatisticsInput = z.object({
  since: instant,
  until: instant,
  interval: oneOf(statisticsIntervals),
  timeZone: optional(text(64)),
  type: optional(oneOf(transactionTypes)),
  customerId: optional(idSchema('Customer', 'Platform')),
});

/** The transactions of one currency that were created in an interval. */
export type CurrencyStatistics = Omit<StatisticsRow, 'bucket' | 'volume'> & {
  /** `undefined` above 2^53 - 1, which no JSON number holds exactly. */
  readonly volume: bigint | undefined;
};

export interface TransactionStatistics extends Bucket {
  /** Currencies that have transactions, in alphabetical order. */
  readonly currencies: readonly CurrencyStatistics[];
}

const ofCurrency = ({ bucket: _bucket, volume, ...row }: StatisticsRow): CurrencyStatistics => ({
  ...row,
  volume: volume > maxBalance ? undefined : volume,
});

/** The share of completed transactions among those that completed or failed; `undefined` if there are none. */
export function successRateOf({
  completedCount,
  failedCount,
}: Pick<CurrencyStatistics, 'completedCount' | 'failedCount'>): number | undefined {
  const ended = completedCount + failedCount;
  return ended === 0 ? undefined : completedCount / ended;
}

/** The statistics of each interval of the range, oldest first, also of intervals without transactions. */
export async function transactionStatistics(
  ports: Pick<Ports, 'db' | 'searchSeconds'>,
  scope: Scope,
  { since, until, interval, timeZone = 'UTC', ...filter }: z.output<typeof TransactionStatisticsInput>,
): Promise<TransactionStatistics[] | InvalidInput> {
  const buckets = bucketsOf({ since, until, interval, timeZone });
  if (buckets instanceof DomainError) return buckets;
  const rows = await readList(ports, true, (db) => sumTransactions(db, scope, filter, buckets));
  const byBucket = groupedBy(rows, ({ bucket }) => bucket);
  return buckets.map((bucket, index) => ({
    ...bucket,
    currencies: (byBucket.get(index) ?? []).map(ofCurrency),
  }));
}
