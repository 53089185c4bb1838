import { afterEach, beforeEach, expect, test } from 'vitest';
import { audit, soundLedger } from '../../support/audit.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
});
afterEach(() => world.stop());

/** The states of three payments that the bank books as one entry without details. */
async function paid(prepare: (endToEndId: string) => void): Promise<string[]> {
  const payments = [await world.pay(100), await world.pay(200), await world.pay(300)];
  world.bank.request('batchBooking');
  world.bank.request('batchWithoutDetails');
  prepare(payments[0]?.reference ?? '');
  await world.cutOff();
  await world.bankDay();
  expect(await audit(world.service.db)).toEqual(soundLedger);
  const found = await Promise.all(payments.map(({ id }) => world.transaction(id)));
  return found.map(({ status }) => status);
}

test('one entry executes all payments of a file', async () => {
  expect(await paid(() => {})).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
});

test('it does not execute a payment that the bank booked with another amount', async () => {
  const states = await paid((id) => world.bank.request('wrongAmount', { id, amount: 1n }));
  expect(states).toEqual(['PROCESSING', 'COMPLETED', 'COMPLETED']);
});

test('it does not execute a payment that the bank booked on its own, and then again', async () => {
  const states = await paid((id) => world.bank.request('doubleBooking', { id }));
  expect(states).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
});

test('it can come after the entry of a return', async () => {
  const states = await paid((id) => {
    world.bank.request('returnPayment', { id, days: 1 });
    world.bank.request('delayStatement', { days: 3 });
  });
  expect(states).toEqual(['FAILED', 'COMPLETED', 'COMPLETED']);
});
