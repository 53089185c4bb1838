/** Events of earlier months, for tests of partitions. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/infrastructure/database/client.ts';
import { closePartitions } from '../../src/operations/partitions/close-partitions.ts';

/** Gives the time `days` earlier to the ids of events up to a position. */
export async function moveEventsBack({ orm }: Database, days: number, upTo: number): Promise<void> {
  await orm.execute(sql`
    update events set id = (
      lpad(to_hex((('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint - ${days * 86_400_000}::bigint)), 12, '0')
      || substr(replace(id::text, '-', ''), 13))::uuid
    where position <= ${upTo}`);
}

/** Closes past partitions as if minutes passed between the steps. */
export async function closeAtOnce(db: Database, now: Date): Promise<readonly string[]> {
  const closed = await closePartitions(db, now);
  await db.orm.execute(sql`update closed_partitions set counted_at = counted_at - interval '1 hour'`);
  await closePartitions(db, now);
  return closed;
}
