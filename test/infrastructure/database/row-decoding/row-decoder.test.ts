/** Generated decoders return the same rows as the query builder. */
import { sql } from 'drizzle-orm';
import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytes, instant } from '../../../../src/infrastructure/database/columns.ts';
import { parseTimestamp } from '../../../../src/infrastructure/database/row-decoding/fast-timestamp.ts';
import { readRows, rowReader } from '../../../../src/infrastructure/database/row-decoding/rows.ts';
import { type TestDatabase, testDatabase } from '../../../support/database.ts';

const samples = pgTable('row_decoder_samples', {
  id: uuid('id').primaryKey(),
  name: text('name'),
  count: integer('count'),
  amount: bigint('amount', { mode: 'bigint' }),
  position: bigint('position', { mode: 'number' }),
  data: jsonb('data'),
  secret: bytes('secret'),
  at: instant('at'),
});

const full = {
  id: '018f4d3e-0000-7000-8000-000000000001',
  name: 'a name with "quotes"',
  count: -7,
  amount: 9_007_199_254_740_993n,
  position: 42,
  data: { list: [1, 'two', null] },
  secret: new Uint8Array([0, 1, 255]),
  at: new Date('2026-11-02T09:00:00.120Z'),
};
const empty = {
  id: '018f4d3e-0000-7000-8000-000000000002',
  name: null,
  count: null,
  amount: null,
  position: null,
  data: null,
  secret: null,
  at: null,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.db.orm.execute(sql`create table ${samples} (
    id uuid primary key, name text, count int, amount bigint, position bigint, data jsonb, secret bytea,
    at timestamptz(3))`);
  await database.db.orm.insert(samples).values([full, empty]);
});
afterAll(() => database.drop());

test('the decoder of every column type returns the value of the query builder', async () => {
  const { orm } = database.db;
  const reader = rowReader(samples);
  const rows = await readRows(orm, reader, sql`select ${reader.columns()} from ${samples} order by id`);
  expect(rows).toEqual(await orm.select().from(samples).orderBy(samples.id));
  expect(rows).toEqual([full, empty]);
});

test('a decoder of selected columns works with an alias', async () => {
  const reader = rowReader(samples, ['id', 'amount']);
  const rows = await readRows(
    database.db.orm,
    reader,
    sql`select ${reader.columns('s')} from ${samples} s where s.id = ${full.id}`,
  );
  expect(rows).toEqual([{ id: full.id, amount: full.amount }]);
});

describe('a timestamp', () => {
  test.each([
    ['2026-11-02 09:00:00+00', '2026-11-02T09:00:00.000Z'],
    ['2026-11-02 09:00:00.1+00', '2026-11-02T09:00:00.100Z'],
    ['2026-11-02 09:00:00.123+00', '2026-11-02T09:00:00.123Z'],
    ['2026-11-02 09:00:00.123+02', '2026-11-02T07:00:00.123Z'],
    ['1969-12-31 23:59:59.999+00', '1969-12-31T23:59:59.999Z'],
  ])('%s', (value, expected) => {
    expect(parseTimestamp(value).toISOString()).toBe(expected);
  });
});
