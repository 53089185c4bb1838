/** SQL of the statistics of transactions. */
import { and, sql } from 'drizzle-orm';
import { asBigInt, type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { earliestUuidAt } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { transactions } from '../tables.ts';
import { filterCondition } from '../transactions/list-store.ts';
import type { TransactionFilter } from '../transactions/transaction-filter.ts';
import type { Bucket } from './intervals.ts';

/** The transactions of one bucket and one sending currency. */
export interface StatisticsRow {
  /** The position of the bucket, from 0. */
  readonly bucket: number;
  readonly currency: string;
  readonly transactionCount: number;
  readonly completedCount: number;
  readonly failedCount: number;
  readonly expiredCount: number;
  /** The amounts that completed transactions sent. */
  readonly volume: bigint;
}

interface Row {
  readonly bucket: number;
  readonly currency: string;
  readonly total: string | number;
  readonly completed: string | number;
  readonly failed: string | number;
  readonly expired: string | number;
  readonly volume: string | number;
}

/**
 * The sums of each bucket and currency that has transactions, in one statement.
 *
 * A transaction is in the bucket of the time in its id, which is its creation time. So the index of the platform's
 * transactions has all that the statement reads. Each bucket is one range of it: grouping all buckets at once would sort
 * all transactions, which takes more than twice as long.
 */
export async function sumTransactions(
  db: Executor,
  scope: Scope,
  filter: Pick<TransactionFilter, 'customerId' | 'type'>,
  buckets: readonly Bucket[],
): Promise<StatisticsRow[]> {
  const uuids = (instants: readonly Date[]) => sql`${sql.param(instants.map(earliestUuidAt))}::uuid[]`;
  const rows = await rawRows<Row>(
    db,
    sql`
      select bucket.number - 1 as bucket, sums.*
      from unnest(${uuids(buckets.map(({ start }) => start))}, ${uuids(buckets.map(({ end }) => end))})
        with ordinality as bucket (starts_at, ends_at, number)
      cross join lateral (
        select ${transactions.sourceCurrency} as currency,
          count(*) as total,
          count(*) filter (where ${transactions.status} = 'COMPLETED') as completed,
          count(*) filter (where ${transactions.status} in ('FAILED', 'REJECTED', 'REFUNDED')) as failed,
          count(*) filter (where ${transactions.status} = 'EXPIRED') as expired,
          coalesce(sum(${transactions.sentAmount}) filter (where ${transactions.status} = 'COMPLETED'), 0) as volume
        from ${transactions}
        where ${and(
          filterCondition(scope, filter),
          sql`${transactions.id} >= bucket.starts_at`,
          sql`${transactions.id} < bucket.ends_at`,
        )}
        group by 1
      ) sums
      order by 1, 2`,
  );
  return rows.map((row) => ({
    bucket: Number(row.bucket),
    currency: row.currency,
    transactionCount: Number(row.total),
    completedCount: Number(row.completed),
    failedCount: Number(row.failed),
    expiredCount: Number(row.expired),
    volume: asBigInt(row.volume),
  }));
}
