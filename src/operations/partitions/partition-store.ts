/** SQL of partitions: what the catalog of PostgreSQL says about them, and making one. */
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { OpenRange, PartitionedTable } from './period.ts';

/** The partition that contains every later id. */
export const openPartition = (parent: PartitionedTable): string => `${parent}_future`;

export interface Partition {
  readonly name: string;
  /** The smallest id; `undefined` for the first partition. */
  readonly startsAt: string | undefined;
  /** The smallest id after it; `undefined` for the open partition. */
  readonly endsAt: string | undefined;
  /** On disk, without indexes. */
  readonly bytes: number;
}

/** The partitions of a table, oldest first. */
export async function partitionsOf(db: Executor, parent: PartitionedTable): Promise<Partition[]> {
  const rows = await rawRows<{ name: string; range: string; bytes: string | number }>(
    db,
    sql`select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as range, pg_relation_size(c.oid) as bytes
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ${parent}::regclass and not i.inhdetachpending`,
  );
  return rows
    .map(({ name, range, bytes }) => {
      const [startsAt, endsAt] = [
        /FROM \('([0-9a-f-]{36})'\)/.exec(range)?.[1],
        /TO \('([0-9a-f-]{36})'\)/.exec(range)?.[1],
      ];
      return { name, startsAt, endsAt, bytes: Number(bytes) };
    })
    .sort((one, other) => ((one.startsAt ?? '') < (other.startsAt ?? '') ? -1 : 1));
}

/** The range of the open partition. */
export async function readOpenRange(
  db: Executor,
  parent: PartitionedTable,
): Promise<OpenRange & { readonly bytes: number }> {
  const name = openPartition(parent);
  const open = (await partitionsOf(db, parent)).find((partition) => partition.name === name);
  invariant(open, `${parent} has an open partition`);
  const [last] = await rawRows<{ id: string }>(
    db,
    sql`select id from ${sql.identifier(name)} order by id desc limit 1`,
  );
  return { startsAt: open.startsAt, lastId: last?.id, bytes: open.bytes };
}

const bound = (uuid: string | undefined, unbounded: 'minvalue' | 'maxvalue'): SQL =>
  uuid === undefined ? sql.raw(unbounded) : sql.raw(`'${uuid}'`);

/** What a partition has beside that of its table: unique indexes without the partition key, and triggers on its own rows. */
const ownRules: Readonly<Record<PartitionedTable, (name: SQL) => readonly SQL[]>> = {
  entries: (name) => [
    sql`create trigger entries_never_change before update or delete or truncate on ${name}
        for each statement execute function refuse_change()`,
  ],
  postings: (name) => [
    sql`create trigger postings_never_change before update or delete or truncate on ${name}
        for each statement execute function refuse_change()`,
    sql`create trigger postings_must_balance after insert on ${name} referencing new table as recorded
        for each statement execute function postings_must_balance()`,
  ],
  events: (name) => [
    sql`create unique index on ${name} (position) where position is not null`,
    sql`create unique index on ${name} (resource_id, sequence) where sequence is not null`,
  ],
};

/** Creates a table with the columns and rules of a partition, and the storage settings of another one. */
async function createLike(
  tx: Executor,
  parent: PartitionedTable,
  name: string,
  other: string,
): Promise<void> {
  const table = sql.identifier(name);
  await tx.execute(
    sql`create table ${table} (like ${sql.identifier(parent)} including defaults including constraints)`,
  );
  for (const rule of ownRules[parent](sql`${table}`)) await tx.execute(rule);
  const [settings] = await rawRows<{ list: string | null }>(
    tx,
    sql`select array_to_string(reloptions, ', ') as list from pg_class where oid = ${other}::regclass`,
  );
  if (settings?.list) await tx.execute(sql`alter table ${table} set (${sql.raw(settings.list)})`);
}

/**
 * Divides the open partition at an id. Its table, with all rows, becomes the partition before the id. An empty table becomes
 * the open partition. PostgreSQL reads all rows while others wait for the table, unless a validated
 * range check proves that they are before the id.
 */
export async function divideOpenPartition(
  tx: Executor,
  parent: PartitionedTable,
  { startsAt, endsAt, name }: { startsAt: string | undefined; endsAt: string; name: string },
): Promise<void> {
  const table = sql.identifier(parent);
  const open = sql.identifier(openPartition(parent));
  const partition = sql.identifier(name);
  await tx.execute(sql`alter table ${table} detach partition ${open}`);
  await tx.execute(sql`alter table ${open} rename to ${partition}`);
  await createLike(tx, parent, openPartition(parent), name);
  await tx.execute(
    sql`alter table ${table} attach partition ${partition}
        for values from (${bound(startsAt, 'minvalue')}) to (${bound(endsAt, 'maxvalue')})`,
  );
  await tx.execute(
    sql`alter table ${table} attach partition ${open} for values from (${bound(endsAt, 'maxvalue')}) to (maxvalue)`,
  );
}

/** Creates the table of a partition that was archived, without its triggers against new rows: it is filled first. */
export const createClosed = (db: Executor, parent: PartitionedTable, name: string): Promise<void> =>
  createLike(db, parent, name, openPartition(parent));

/** Rejects further rows of a partition. */
export async function rejectRows(tx: Executor, name: string): Promise<void> {
  await tx.execute(
    sql`create trigger closed_partition before insert on ${sql.identifier(name)} for each row execute function refuse_change()`,
  );
}

/** Makes a filled table the partition that was archived. */
export async function attachClosed(
  tx: Executor,
  parent: PartitionedTable,
  {
    name,
    startsAt,
    endsAt,
  }: { readonly name: string; readonly startsAt: string | null; readonly endsAt: string },
): Promise<void> {
  await rejectRows(tx, name);
  await tx.execute(
    sql`alter table ${sql.identifier(parent)} attach partition ${sql.identifier(name)}
        for values from (${bound(startsAt ?? undefined, 'minvalue')}) to (${bound(endsAt, 'maxvalue')})`,
  );
}

const checkName = 'before_next_partition';

/**
 * Requires that the open partition has only ids of a range. New rows are checked at once, the others by `validateRangeCheck`,
 * which reads all of them and blocks nothing.
 */
export async function addRangeCheck(
  db: Executor,
  parent: PartitionedTable,
  { startsAt, endsAt }: { startsAt: string | undefined; endsAt: string },
): Promise<void> {
  const from = startsAt === undefined ? '' : `id >= '${startsAt}' and `;
  await db.execute(
    sql`alter table ${sql.identifier(openPartition(parent))} add constraint ${sql.identifier(checkName)}
        check (${sql.raw(`${from}id < '${endsAt}'`)}) not valid`,
  );
}

export async function validateRangeCheck(db: Executor, parent: PartitionedTable): Promise<void> {
  await db.execute(
    sql`alter table ${sql.identifier(openPartition(parent))} validate constraint ${sql.identifier(checkName)}`,
  );
}

export async function removeRangeCheck(db: Executor, table: string): Promise<void> {
  await db.execute(
    sql`alter table ${sql.identifier(table)} drop constraint if exists ${sql.identifier(checkName)}`,
  );
}

/** The id before which rows of the open partition must be, if it has a range check. */
export async function rangeCheckEnd(db: Executor, parent: PartitionedTable): Promise<string | undefined> {
  const [check] = await rawRows<{ definition: string }>(
    db,
    sql`select pg_get_constraintdef(oid) as definition from pg_constraint
        where conrelid = ${openPartition(parent)}::regclass and conname = ${checkName}`,
  );
  return /id < '([0-9a-f-]{36})'/.exec(check?.definition ?? '')?.[1];
}
