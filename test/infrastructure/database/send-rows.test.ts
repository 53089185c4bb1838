import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsAtOnce, sendRows } from '../../../src/infrastructure/database/send-rows.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

let world: TestDatabase;
beforeAll(async () => {
  world = await testDatabase();
});
afterAll(() => world.drop());

test.each([
  ['no rows send no statement', 0, []],
  ['as many as fit are one statement', rowsAtOnce, [rowsAtOnce]],
  ['more are several, in their order', 2 * rowsAtOnce + 1, [rowsAtOnce, rowsAtOnce, 1]],
])('%s', async (_, count, sizes) => {
  const sent: number[] = [];
  const insert = (rows: readonly number[]) => {
    sent.push(rows.length);
    return { sql: 'select $1::int', params: [rows[0]] };
  };
  const rows = Array.from({ length: count }, (__, nth) => nth);
  await transact(world.db, async (tx) => {
    await sendRows(tx, insert, rows);
    return true;
  });
  expect(sent).toEqual(sizes);
});
