import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { statementsBetween } from '../../../src/rails/bank-records/statement-store.ts';
import { loadCalendar } from '../../../src/rails/calendar/business-days.ts';
import { reconcile } from '../../../src/rails/reconciliation/reconcile.ts';
import { balance, entry, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';

let world: BankWorld;
afterEach(() => world.stop());

test('the pages of a statement follow each other, also when statements of a day have no number', async () => {
  world = await bankWorld({ openingBalance: 0 });
  const inbox = join(world.folder, 'inbox');
  mkdirSync(inbox, { recursive: true });
  /** Each page has a deposit of 10.00. */
  const publish = (order: number, id: string, page: number, opening: number) => {
    const path = join(inbox, `${order}.xml`);
    const pagination = `<StmtPgntn><PgNb>${page}</PgNb><LastPgInd>${page === 2}</LastPgInd></StmtPgntn>`;
    const [first, last] = page === 1 ? ['OPBD', 'ITBD'] : ['ITBD', 'CLBD'];
    const balances =
      balance({ type: first, amount: `${opening}.00` }) +
      balance({ type: last, amount: `${opening + 10}.00` });
    writeFileSync(path, statement({ id, before: pagination, balances, entries: entry() }));
    utimesSync(path, order, order);
  };
  // The later statement has the smaller id.
  publish(1, 'S-2', 1, 0);
  publish(2, 'S-2', 2, 10);
  publish(3, 'S-1', 1, 20);
  publish(4, 'S-1', 2, 30);
  await world.exchange();
  const statements = await statementsBetween(
    world.service.db.orm,
    world.connection.id,
    undefined,
    '2099-01-01',
    10,
  );
  expect(statements.map(({ statementId, pageNumber }) => [statementId, pageNumber])).toEqual([
    ['S-2', 1],
    ['S-2', 2],
    ['S-1', 1],
    ['S-1', 2],
  ]);
  const day = statements[0]?.bookedOn ?? '';
  const [reconciled] = reconcile({
    from: day,
    to: day,
    expectedFrom: day,
    expectedTo: day,
    calendar: await loadCalendar('WEEKDAYS'),
    statements,
    entries: [{ date: day, sum: 4_000n, counts: { UNMATCHED_DEPOSIT: 4 }, notBooked: 0 }],
    startBalance: 0n,
    openBreaks: [],
  });
  expect(reconciled?.breaks).toEqual([]);
});
