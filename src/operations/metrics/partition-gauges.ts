/** The gauges of partitions: what an operator must act on. Every process reports the whole database. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../infrastructure/database/client.ts';
import { type Gauge, gaugesOf, readNumbers } from '../../infrastructure/observability/gauge.ts';
import { openPartition, partitionsOf } from '../partitions/partition-store.ts';
import { nextEnd, partitionedTables } from '../partitions/period.ts';

interface PartitionState {
  /** Tables in whose open partition rows are, although partitions of periods are before it. */
  readonly tablesWithOpenRows: number;
  /** Tables that lack a partition for today or the next month. */
  readonly tablesBehind: number;
  readonly eventPartitions: number;
}

async function readState({ orm }: Database, now: Date): Promise<PartitionState> {
  let tablesBehind = 0;
  let eventPartitions = 0;
  const divided: string[] = [];
  for (const parent of partitionedTables) {
    const partitions = await partitionsOf(orm, parent);
    const open = partitions.find(({ name }) => name === openPartition(parent));
    if (nextEnd(parent, { startsAt: open?.startsAt, lastId: undefined }, now) !== undefined)
      tablesBehind += 1;
    if (parent === 'events') eventPartitions = partitions.length;
    if (partitions.length > 1) divided.push(openPartition(parent));
  }
  if (divided.length === 0) return { tablesWithOpenRows: 0, tablesBehind, eventPartitions };
  const filled = await readNumbers(
    orm,
    Object.fromEntries(
      divided.map((name) => [
        name,
        sql`select count(*) from (select from ${sql.identifier(name)} limit 1) one`,
      ]),
    ),
  );
  const tablesWithOpenRows = Object.values(filled).filter((count) => count > 0).length;
  return { tablesWithOpenRows, tablesBehind, eventPartitions };
}

export function partitionGauges(db: Database, realNow: () => Date): readonly Gauge[] {
  const gauge = gaugesOf(() => readState(db, realNow()));
  return [
    gauge(
      'payments_partitions_overflowing',
      'Partitioned tables that have rows after the last partition of a month or year.',
      ({ tablesWithOpenRows }) => tablesWithOpenRows,
    ),
    gauge(
      'payments_partitions_missing',
      'Partitioned tables without a partition for today or the next month.',
      ({ tablesBehind }) => tablesBehind,
    ),
    gauge(
      'payments_event_partitions',
      'Partitions of the event log.',
      ({ eventPartitions }) => eventPartitions,
    ),
  ];
}
