/**
 * Which partitions a table has: one for each month or year (UTC), and one for everything after them.
 *
 * Decision: events have a partition for each month, the ledger one for each year. Statements of payments read events only in open
 * partitions (`close-partitions.ts`). The pages of an account have no such bound, so each partition makes them slower.
 */
import { earliestUuidAt, timeOfUuid } from '../../kernel/ids.ts';

export const partitionedTables = ['entries', 'postings', 'events'] as const;
export type PartitionedTable = (typeof partitionedTables)[number];

const monthsOf: Readonly<Record<PartitionedTable, 1 | 12>> = { entries: 12, postings: 12, events: 1 };
const dayMs = 24 * 60 * 60_000;

/** The first instant of the period of a table that contains `at`, or of the period `offset` periods later. */
export function startOfPeriod(parent: PartitionedTable, at: Date, offset = 0): Date {
  const months = monthsOf[parent];
  const month = Math.floor(at.getUTCMonth() / months) * months;
  return new Date(Date.UTC(at.getUTCFullYear(), month + offset * months));
}

/** The name of the partition that ends with an id: the table and its last period, for example `events_2026_11`. */
export function partitionName(parent: PartitionedTable, endsAt: string): string {
  const last = startOfPeriod(parent, timeOfUuid(endsAt), -1).toISOString();
  return `${parent}_${last.slice(0, monthsOf[parent] === 12 ? 4 : 7).replace('-', '_')}`;
}

/** The open range at the end of a table. */
export interface OpenRange {
  /** Its smallest id; `undefined` without a bound. */
  readonly startsAt: string | undefined;
  /** The largest id in it; `undefined` when it is empty. */
  readonly lastId: string | undefined;
}

/**
 * Where the open range must be divided, so that the periods of today and of the next month have partitions of their own;
 * `undefined` when they have. Rows are never moved: the part with the existing rows becomes a partition, so it ends after the
 * last row.
 *
 * @returns 'far-future' for a row whose id is more than a year ahead. An operator must check the clocks of the processes.
 */
export function nextEnd(
  parent: PartitionedTable,
  { startsAt, lastId }: OpenRange,
  now: Date,
): string | 'far-future' | undefined {
  const start = startsAt === undefined ? undefined : timeOfUuid(startsAt);
  const nextMonth = startOfPeriod('events', now, 1);
  if (start && start > startOfPeriod(parent, nextMonth)) return undefined;
  // A partition ends a day or more after now, because making it may take several attempts.
  const earliest = start && start > now ? start : new Date(now.getTime() + dayMs);
  const scheduled = startOfPeriod(parent, earliest, 1);
  const afterLast = lastId === undefined ? scheduled : startOfPeriod(parent, timeOfUuid(lastId), 1);
  if (afterLast > startOfPeriod(parent, nextMonth, 12 / monthsOf[parent])) return 'far-future';
  return earliestUuidAt(new Date(Math.max(afterLast.getTime(), scheduled.getTime())));
}
