/** The tables of a database of the version before become partitions with all their rows. */
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid, timeOfUuid } from '../../../src/kernel/ids.ts';
import { migratedBefore, migrateToNewest } from '../../support/older-database.ts';

let engine: PGlite;
const [platform, account, clearing, entry, event] = Array.from({ length: 5 }, () => newUuid());
// As 0014_closed_accounts made them: random, so they seem to be of the year 7000 and later.
const randomEntry = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
const randomPosting = 'e3b0c442-98fc-4c14-9afb-f4c8996fb924';
const otherPosting = '00000000-98fc-4c14-9afb-f4c8996fb924';

const rowsOf = async <T>(query: string): Promise<T[]> => (await engine.query<T>(query)).rows;

beforeAll(async () => {
  engine = await migratedBefore('partitions');
  await engine.exec(`
    insert into ledger_accounts (id, platform_id, owner, code, currency, posted, held) values
      ('${account}', '${platform}', 'CUSTOMER', 'INTERNAL_FIAT', 'USD', 0, 0),
      ('${clearing}', '${platform}', 'SERVICE', 'SUSPENSE', 'USD', null, null);
    insert into entries (id, platform_id, description, created_at) values
      ('${entry}', '${platform}', 'Deposit', '2026-01-05'), ('${randomEntry}', '${platform}', 'Moved', '2026-02-05');
    insert into postings (id, entry_id, platform_id, account_id, currency, amount, balance_after, created_at) values
      ('${newUuid()}', '${entry}', '${platform}', '${account}', 'USD', 7, 7, '2026-01-05'),
      ('${newUuid()}', '${entry}', '${platform}', '${clearing}', 'USD', -7, null, '2026-01-05');
    insert into postings (id, entry_id, platform_id, account_id, currency, amount, balance_after, created_at) values
      ('${randomPosting}', '${randomEntry}', '${platform}', '${account}', 'USD', -7, 0, '2026-02-05'),
      ('${otherPosting}', '${randomEntry}', '${platform}', '${clearing}', 'USD', 7, null, '2026-02-05');
    insert into events (id, position, platform_id, topic, resource_id, data, occurred_at) values
      ('${event}', 1, '${platform}', 'test', 'Test:one', '{}', now());`);
  await migrateToNewest(engine);
});
afterAll(() => engine.close());

test('no row is lost, and the views show them', async () => {
  expect(await rowsOf('select count(*)::int as n from audit_postings')).toEqual([{ n: 4 }]);
  expect(
    await rowsOf('select entry_id from audit_postings group by entry_id having sum(amount) <> 0'),
  ).toEqual([]);
  expect(await rowsOf(`select balance::int from audit_balances where owner = 'SERVICE'`)).toEqual([
    { balance: 0 },
  ]);
  expect(await rowsOf('select id, position::int from events')).toEqual([{ id: event, position: 1 }]);
});

test('random ids get the time of their row, and postings remain with their entry', async () => {
  const [moved] = await rowsOf<{ id: string }>(`select id from entries where description = 'Moved'`);
  expect(timeOfUuid(moved?.id ?? '')).toEqual(new Date('2026-02-05T00:00:00Z'));
  const postings = await rowsOf<{ id: string }>(
    `select id from postings where entry_id = '${moved?.id}' order by amount`,
  );
  expect(postings.map(({ id }) => id)).toEqual([`019c2b19-3c00-7c14-9afb-f4c8996fb924`, otherPosting]);
});

test('the sequence of events continues', async () => {
  await engine.exec(`insert into events (id, platform_id, topic, resource_id, data, occurred_at) values
    ('${newUuid()}', '${platform}', 'test', 'Test:one', '{}', now())`);
  expect(await rowsOf('select serial::int from events order by serial')).toEqual([
    { serial: 1 },
    { serial: 2 },
  ]);
  expect(await rowsOf(`select pg_get_serial_sequence('events', 'serial') as name`)).toEqual([
    { name: 'public.events_serial_seq' },
  ]);
});

test('the triggers are enabled', async () => {
  await expect(engine.exec('delete from entries')).rejects.toThrow('refused');
  await expect(engine.exec('update postings_future set amount = 1')).rejects.toThrow('refused');
});
