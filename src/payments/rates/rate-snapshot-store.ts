/** SQL of rate snapshots. */
import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { invariant } from '../../kernel/errors.ts';
import { idOf, uuidOf } from '../../kernel/ids.ts';
import { exactText, parseRatio, type Ratio } from '../../kernel/money/rate.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { PublishedRates, RateSnapshot } from './rate-snapshot.ts';
import { rateSnapshots } from './tables.ts';

type Row = typeof rateSnapshots.$inferSelect;

function fromRow(row: Row): RateSnapshot {
  const rates = Object.entries(row.rates).map(([currency, text]): [string, Ratio] => {
    const rate = parseRatio(text);
    invariant(rate, 'a stored rate is readable');
    return [currency, rate];
  });
  return {
    id: idOf('RateSnapshot', row.id),
    source: row.source,
    base: row.base,
    publishedAt: row.publishedAt,
    isDay: row.isDay,
    fetchedAt: row.fetchedAt,
    rates: new Map(rates),
  };
}

/** The rates as they are stored, in the order of the codes. */
const toJson = (rates: PublishedRates['rates']): Record<string, string> =>
  Object.fromEntries([...rates].map(([code, rate]) => [code, exactText(rate)] as const).sort());

export async function insertSnapshot(tx: Executor, snapshot: RateSnapshot): Promise<void> {
  const { rates, id, ...columns } = snapshot;
  await tx.insert(rateSnapshots).values({ ...columns, id: uuidOf(id), rates: toJson(rates) });
}

/** The last publication of a source. Of a correction with the same time, the one that was fetched last. */
export async function findNewestSnapshot(db: Executor, source: string): Promise<RateSnapshot | undefined> {
  const [row] = await db
    .select()
    .from(rateSnapshots)
    .where(eq(rateSnapshots.source, source))
    .orderBy(desc(rateSnapshots.publishedAt), desc(rateSnapshots.id))
    .limit(1);
  return row && fromRow(row);
}

/** Whether the feed still publishes the rates of the snapshot. */
export const isSamePublication = (snapshot: RateSnapshot, published: PublishedRates): boolean =>
  snapshot.base === published.base &&
  snapshot.publishedAt.getTime() === published.publishedAt.getTime() &&
  snapshot.isDay === published.isDay &&
  JSON.stringify(toJson(snapshot.rates)) === JSON.stringify(toJson(published.rates));

export interface HistoryFilter {
  readonly sourceCurrency: string;
  readonly destinationCurrency: string;
  /** Of the time of publication, inclusive. */
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

/** The snapshots that have a rate between the two currencies. */
const matching = ({ sourceCurrency, destinationCurrency, since, until }: HistoryFilter): SQL | undefined =>
  and(
    sql`jsonb_exists(${rateSnapshots.rates}, ${sourceCurrency})`,
    sql`jsonb_exists(${rateSnapshots.rates}, ${destinationCurrency})`,
    since && gte(rateSnapshots.publishedAt, since),
    until && lt(rateSnapshots.publishedAt, until),
  );

export async function listSnapshots(
  db: Executor,
  filter: HistoryFilter,
  page: PageRequest,
): Promise<Page<RateSnapshot>> {
  const { within, order, limit } = pageSql(rateSnapshots.id, page);
  const rows = await db
    .select()
    .from(rateSnapshots)
    .where(and(matching(filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(fromRow));
}

export async function countSnapshots(db: Executor, filter: HistoryFilter): Promise<number> {
  const [row] = await db.select({ count: count() }).from(rateSnapshots).where(matching(filter));
  return row?.count ?? 0;
}
