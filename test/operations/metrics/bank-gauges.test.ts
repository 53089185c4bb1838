/** The gauges of bank connections: the age of the last successful exchange, and what waits for a person. */
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bankGauges } from '../../../src/operations/metrics/bank-gauges.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import { FileExchangeUnavailable } from '../../../src/rails/file-exchange/file-exchange.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';

let world: BankWorld;
afterEach(() => world.stop());

/** The values of new gauges, because values are cached. */
async function gaugesNow(): Promise<Record<string, readonly (readonly [string, number])[]>> {
  const { db, ports } = world.service;
  const read = bankGauges(db, () => ports.clock.real()).map(
    async (gauge) => [gauge.name.replace('payments_bank_', ''), await gauge.read()] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

test('the age starts at the last exchange that did not fail', async () => {
  world = await bankWorld();
  const { id } = world.connection;
  const { ports, clock } = world.service;
  const ageNow = async () => (await gaugesNow())['exchange_age_seconds'];
  clock.advance(30);
  expect(await ageNow()).toEqual([[id, 30]]);
  await world.exchange();
  expect(await ageNow()).toEqual([[id, 0]]);
  clock.advance(61);
  const openExchange = () => Promise.reject(new FileExchangeUnavailable('unreachable'));
  await exchangeDue({ ...ports, openExchange });
  expect(await ageNow()).toEqual([[id, 61]]);
});

test('open breaks, deposits and files are counted for each connection', async () => {
  world = await bankWorld({ reviewAbove: 1_000 });
  const { id } = world.connection;
  expect(await gaugesNow()).toMatchObject({
    breaks_open: [[id, 0]],
    unmatched_deposits_open: [[id, 0]],
    files_in_review: [[id, 0]],
    files_quarantined: [[id, 0]],
  });
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  world.bank.deposit({ amount: 700n, name: 'Ada', iban: theirIban });
  world.bank.request('unexplainedEntry', { amount: -250n });
  await world.bank.closeDay();
  const wrong = join(world.folder, 'inbox', 'wrong.xml');
  await world.exchange();
  writeFileSync(wrong, '<Document>');
  utimesSync(wrong, 0, 0);
  await world.pay(5_000);
  await world.cutOff();
  expect(await gaugesNow()).toMatchObject({
    breaks_open: [[id, 1]],
    unmatched_deposits_open: [[id, 1]],
    files_in_review: [[id, 1]],
    files_quarantined: [[id, 1]],
  });
});
