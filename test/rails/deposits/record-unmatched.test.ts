/** The deposit that paid a quote is money that a person decides about when the payment of the quote is refunded. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import { creditorReference } from '../../../src/rails/bank-connections/creditor-reference.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { assignDeposit, returnDeposit } from '../../../src/rails/deposits/decide-deposit.ts';
import { listUnmatched } from '../../../src/rails/deposits/store.ts';
import { bankDeposits } from '../../../src/rails/deposits/tables.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';
import { balanceOf, bankPaymentOf, depositedQuote, platformIdOf } from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

const deposits = async () =>
  (await listUnmatched(world.service.db.orm, platformIdOf(world), {}, { first: 10 } as never)).items;

/** A quote that Ada paid, whose payment waits for the next file. */
async function paidByDeposit(): Promise<Transaction> {
  const transaction = await depositedQuote(world);
  const reference = creditorReference(transaction.reference);
  world.bank.deposit({ amount: 1_000n, name: 'Ada Lovelace', iban: theirIban, reference });
  await world.bankDay();
  return transaction;
}

async function rejected(): Promise<Transaction> {
  const transaction = await paidByDeposit();
  world.bank.request('rejectPayment', { code: 'AC01' });
  await world.cutOff();
  await world.bankDay();
  return transaction;
}

async function returned(): Promise<Transaction> {
  const transaction = await paidByDeposit();
  world.bank.request('returnPayment', { code: 'AC04', days: 3 });
  await world.cutOff();
  await world.bankDay();
  await world.drain();
  return transaction;
}

describe.each([
  ['the bank rejects', rejected, 'REJECTED'],
  ['the bank returns', returned, 'RETURNED'],
] as const)('the deposit of a quote whose payment %s', (_, failed, status) => {
  test('is an open unmatched deposit of the whole amount', async () => {
    const { id: transactionId } = await failed();
    const transaction = await world.transaction(transactionId);
    expect(transaction).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } });
    expect((await bankPaymentOf(world, transaction))?.status).toBe(status);
    expect(await deposits()).toMatchObject([
      {
        status: 'OPEN',
        amount: 1_000n,
        currency: 'EUR',
        transactionId,
        depositor: { name: 'Ada Lovelace', iban: theirIban },
        reason: expect.stringContaining('refunded'),
      },
    ]);
    const books = [await balanceOf(world, 'FUNDING'), await balanceOf(world, 'UNMATCHED_DEPOSITS')];
    expect(books).toEqual([0n, 1_000n]);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });
});

test('it is returned to the depositor', async () => {
  await rejected();
  const input = { id: (await deposits())[0]?.id, comment: undefined } as never;
  granted(await returnDeposit(world.service.ports, world.platform.principal, input));
  await world.cutOff();
  await world.bankDay();
  expect((await deposits()).map(({ status }) => status)).toEqual(['RETURNED']);
  expect([await balanceOf(world, 'UNMATCHED_DEPOSITS'), await balanceOf(world, 'CLEARING_SEPA')]).toEqual([
    0n,
    0n,
  ]);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

test('it is assigned to an account', async () => {
  await rejected();
  const input = { id: (await deposits())[0]?.id, accountId: world.account.id, comment: undefined } as never;
  granted(await assignDeposit(world.service.ports, world.platform.principal, input));
  expect((await deposits()).map(({ status }) => status)).toEqual(['ASSIGNED']);
  expect(await world.balance()).toBe(1_000n);
});

test('the deposit of a quote whose payment is completed is no unmatched deposit', async () => {
  const transaction = await paidByDeposit();
  await world.drain();
  expect(await world.transaction(transaction.id)).toMatchObject({ status: 'COMPLETED' });
  expect(await deposits()).toEqual([]);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

describe('the deposit of a quote that a version before recorded with its entry only', () => {
  test('is an unmatched deposit of the depositor when the payment is refunded', async () => {
    const { id: transactionId } = await paidByDeposit();
    await world.service.db.orm.delete(bankDeposits);
    world.bank.request('rejectPayment', { code: 'AC01' });
    await world.cutOff();
    await world.bankDay();
    expect(await deposits()).toMatchObject([
      { status: 'OPEN', amount: 1_000n, transactionId, depositor: { name: 'Ada Lovelace', iban: theirIban } },
    ]);
    expect(await balanceOf(world, 'FUNDING')).toBe(0n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('is found by its entry, not by that of the return of the payment', async () => {
    const transaction = await paidByDeposit();
    await world.service.db.orm.delete(bankDeposits);
    world.bank.request('returnPayment', { code: 'AC04', days: 3 });
    await world.cutOff();
    await world.bankDay();
    await world.drain();
    expect(await world.transaction(transaction.id)).toMatchObject({ status: 'FAILED' });
    const { items } = await listEntries(world.service.db.orm, platformIdOf(world), { kind: 'DEPOSIT' }, {
      first: 10,
    } as never);
    expect(await deposits()).toMatchObject([{ entryId: items[0]?.id, detailIndex: 0 }]);
  });
});
