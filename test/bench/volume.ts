/**
 * The cost of what a dashboard and a subscriber read among 10 million transactions, with 40 million postings and 10 million
 * events, and among a tenth of them. A customer has 20,000 transactions in both, so that both read the same number of rows.
 *
 * Not a part of a run of all: it takes half an hour and 40 GB.
 */
import { sql } from 'drizzle-orm';
import { findInternalAccount } from '../../src/accounts/internal/internal-account-store.ts';
import { type Database, type Executor, rawRows } from '../../src/infrastructure/database/client.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { readEvents } from '../../src/infrastructure/events/event-store.ts';
import { readPublishedEvents } from '../../src/infrastructure/events/published-event-store.ts';
import { idOf, newUuid } from '../../src/kernel/ids.ts';
import type { PageRequest } from '../../src/kernel/page.ts';
import { countsOfPostings, pagesOfPostings } from '../../src/ledger/posting-store.ts';
import { createPartitions } from '../../src/operations/partitions/create-partitions.ts';
import { countTransactions, listTransactions } from '../../src/payments/transactions/store.ts';
import type { Scope } from '../../src/platforms/access/principal.ts';
import { insertManyTransactions, type ManyTransactions, uuidOfNth } from '../support/many-transactions.ts';
import { middle } from './statistics.ts';

export const large = 10_000_000;
export const small = 1_000_000;
const transactionsEach = 20_000;
const chunk = 250_000;
const rounds = 60;
const warmUpRounds = 10;

const tables = ['transactions', 'entries', 'postings', 'events'];

/** Inserts into tables without indexes and triggers, and makes the indexes afterwards, which takes a fifth of the time. */
async function withoutIndexes<T>(orm: Executor, work: () => Promise<T>): Promise<T> {
  const indexes = await rawRows<{ name: string; definition: string }>(
    orm,
    sql`select i.relname as name, pg_get_indexdef(x.indexrelid) as definition
        from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
        left join pg_inherits p on p.inhrelid = t.oid
        where coalesce(p.inhparent::regclass::text, t.relname) = any(${sql.param(tables)}::text[])
          and not x.indisprimary and i.oid not in (select inhrelid from pg_inherits)`,
  );
  for (const { name } of indexes) await orm.execute(sql`drop index ${sql.identifier(name)}`);
  await orm.execute(sql`set session_replication_role = replica`);
  const result = await work();
  await orm.execute(sql`set session_replication_role = origin`);
  await orm.execute(sql`set maintenance_work_mem = '1GB'`);
  // An index of a partitioned table is made with those of its partitions.
  for (const { definition } of indexes) await orm.execute(sql.raw(definition.replace(' ON ONLY ', ' ON ')));
  return result;
}

/** An event for each transaction. Its position is the number of the transaction. */
async function insertEvents(orm: Executor, { platformUuid }: ManyTransactions): Promise<void> {
  await orm.execute(sql`
    insert into events (id, position, platform_id, topic, type, resource_id, sequence, data, occurred_at)
    select id, substr(reference, 6)::bigint, platform_id, 'transaction', 'OUTGOING_PAYMENT.COMPLETED',
      'Transaction:' || id, 1,
      jsonb_build_object('record', jsonb_build_object('id', id, 'status', status, 'customerId', customer_id)), created_at
    from transactions where platform_id = ${platformUuid} and reference <> 'MANY-AGAIN'`);
}

interface Read {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

interface World {
  readonly db: Database;
  readonly reads: readonly Read[];
}

async function world(url: string, count: number): Promise<World> {
  const db = await openPostgres(url, { connections: 1 });
  await db.migrate();
  const { orm } = db;
  // Those that a server would have made from the first transaction to the last.
  for (let month = 0; month < 6; month += 1) await createPartitions(db, new Date(Date.UTC(2026, month)));
  const many = await withoutIndexes(orm, async () => {
    const customers = count / transactionsEach;
    const options = { customers, chunk, entriesEach: 2 };
    const inserted = await insertManyTransactions(orm, newUuid(), count, options);
    await insertEvents(orm, inserted);
    return inserted;
  });
  await orm.execute(sql`vacuum (analyze) transactions, entries, postings, events`);

  const scope: Scope = { platformId: idOf('Platform', many.platformUuid) };
  // The customer in the middle: neither the oldest nor the newest transactions.
  const middleCustomer = Math.floor(many.customerUuids.length / 2);
  const customerId = idOf('Customer', many.customerUuids[middleCustomer] ?? '');
  const accountId = idOf('InternalAccount', many.accountUuids[middleCustomer] ?? '');
  const pageAfter = (after?: string): PageRequest => ({ first: 50, after, list: '' });
  const deep = await uuidOfNth(orm, many, count - 500_000);
  const reads: Read[] = [
    { name: 'the first page', run: () => listTransactions(orm, scope, {}, pageAfter()) },
    { name: 'a page 500,000 deep', run: () => listTransactions(orm, scope, {}, pageAfter(deep)) },
    { name: 'the page of a customer', run: () => listTransactions(orm, scope, { customerId }, pageAfter()) },
    { name: 'a balance', run: () => findInternalAccount(orm, scope, accountId) },
    {
      name: 'the ledger entries of an account',
      run: () => pagesOfPostings(orm, scope, [accountId], pageAfter()),
    },
    { name: 'the number of them', run: () => countsOfPostings(orm, scope, [accountId]) },
    {
      name: 'the number of payments of a customer',
      run: () => countTransactions(orm, scope, { customerId }),
    },
    { name: 'events from a cursor', run: () => readEvents(orm, count / 2, 500, scope.platformId) },
    { name: 'the newest events', run: () => readEvents(orm, count - 500, 500, scope.platformId) },
    {
      name: 'the events of a customer',
      run: () =>
        readPublishedEvents(orm, scope.platformId, { customerId }, { isNewestFirst: true, limit: 50 }),
    },
  ];
  return { db, reads };
}

export interface ReadTimes {
  readonly name: string;
  /** Medians in milliseconds. */
  readonly large: number;
  readonly small: number;
}

/** Fills both databases, and measures every read in turn. */
export async function measureVolume(largeUrl: string, smallUrl: string): Promise<ReadTimes[]> {
  const worlds = [await world(largeUrl, large), await world(smallUrl, small)] as const;
  const results: ReadTimes[] = [];
  for (const [nth, { name }] of worlds[0].reads.entries()) {
    const times: [number[], number[]] = [[], []];
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      for (const [index, { reads }] of worlds.entries()) {
        const startMs = performance.now();
        await reads[nth]?.run();
        if (round >= 0) times[index as 0 | 1].push(performance.now() - startMs);
      }
    }
    results.push({ name, large: middle(times[0]), small: middle(times[1]) });
  }
  for (const { db } of worlds) await db.close();
  return results;
}
