/** A direct debit that is collected for an account which was closed meanwhile is money that a person decides about. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markMandatesUsed } from '../../../src/accounts/external/external-account-store.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { closeBalanceAccounts } from '../../../src/ledger/account-store.ts';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { assignDeposit, returnDeposit } from '../../../src/rails/deposits/decide-deposit.ts';
import { listUnmatched } from '../../../src/rails/deposits/store.ts';
import { unmatchedDeposits } from '../../../src/rails/deposits/tables.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { rejection } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';
import {
  allowPulls,
  balanceOf,
  bankPaymentOf,
  booked,
  platformIdOf,
  published,
  pull,
  pulledQuote,
  tagsAtBank,
} from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
  await allowPulls(world);
});
afterEach(() => world.stop());

const deposits = async () =>
  (await listUnmatched(world.service.db.orm, platformIdOf(world), {}, { first: 10 } as never)).items;

const closeAccount = () =>
  transact(world.service.db, async (tx) => {
    await closeBalanceAccounts(tx, [world.account.id]);
    return true;
  });

const pullOf700 = async (): Promise<Transaction> => {
  const transaction = granted(await pull(world, 700n));
  await world.service.settle();
  return transaction;
};

describe.each([
  ['transfer in', pullOf700],
  ['quote', () => pulledQuote(world)],
])('the money of a %s for a closed account', (_, pulled) => {
  test('is an unmatched deposit of the debtor', async () => {
    const transaction = await pulled();
    await world.cutOff();
    await closeAccount();
    await booked(world, transaction, { amount: '7.00' });
    expect(await world.transaction(transaction.id)).toMatchObject({ status: 'FAILED' });
    expect((await bankPaymentOf(world, transaction))?.status).toBe('CONFIRMED');
    const found = await deposits();
    expect(found).toMatchObject([
      {
        status: 'OPEN',
        amount: 700n,
        currency: 'EUR',
        transactionId: transaction.id,
        depositor: { name: 'Grace Hopper', iban: theirIban },
        reason: expect.stringContaining('closed'),
      },
    ]);
    expect(await balanceOf(world, 'UNMATCHED_DEPOSITS')).toBe(700n);
    expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });
});

test('it can be returned to the debtor', async () => {
  const transaction = await pullOf700();
  await world.cutOff();
  await closeAccount();
  await booked(world, transaction, { amount: '7.00' });
  const [deposit] = await deposits();
  if (!deposit) throw new Error('the money is a deposit');
  const { ports } = world.service;
  const { principal } = world.platform;
  granted(await returnDeposit(ports, principal, { id: deposit.id, comment: undefined }));
  expect((await deposits()).map(({ status }) => status)).toEqual(['RETURNED']);
  expect(await balanceOf(world, 'UNMATCHED_DEPOSITS')).toBe(0n);
});

test('it can be assigned to an account', async () => {
  const transaction = await pullOf700();
  await world.cutOff();
  await closeAccount();
  await booked(world, transaction, { amount: '7.00' });
  await world.service.db.orm.execute('update ledger_accounts set closed = false where closed');
  const [deposit] = await deposits();
  if (!deposit) throw new Error('the money is a deposit');
  const input = { id: deposit.id, accountId: world.account.id, comment: undefined };
  granted(await assignDeposit(world.service.ports, world.platform.principal, input));
  expect((await deposits()).map(({ status }) => status)).toEqual(['ASSIGNED']);
  expect(await world.balance()).toBe(700n);
});

test('a return after it is a break that names the payment', async () => {
  const transaction = await pullOf700();
  await world.cutOff();
  await closeAccount();
  await booked(world, transaction, { amount: '7.00' });
  await booked(world, transaction, { amount: '7.00', indicator: 'DBIT', returned: 'MD06' });
  const { items } = await listEntries(world.service.db.orm, platformIdOf(world), { isOpenBreak: true }, {
    first: 10,
  } as never);
  expect(items).toMatchObject([{ breakKind: 'RETURNED_DEBIT', note: expect.stringContaining('unmatched') }]);
  expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

test('each payment of a file that the bank books as one entry is a deposit of its own', async () => {
  // The first debit of a mandate would be a batch of its own.
  await markMandatesUsed(world.service.db.orm, [world.beneficiary.id]);
  await pullOf700();
  await pullOf700();
  world.bank.request('batchBooking');
  world.bank.request('batchWithoutDetails');
  await world.cutOff();
  await closeAccount();
  await world.bankDay();
  expect((await deposits()).map(({ amount, detailIndex }) => [amount, detailIndex]).sort()).toEqual([
    [700n, 1],
    [700n, 2],
  ]);
});

describe('a direct debit whose money people have assigned', () => {
  const byReport = async (transaction: Transaction, messageId: string) => {
    await published(world, rejection('PAIN_008', messageId, transaction), 'report.xml');
    await world.service.settle();
  };

  test.each([
    ['by its entry', false, true],
    ['by a report, and then by its entry', true, true],
    ['by a report, and then by its entry, if a version before made its money a deposit', true, false],
  ])('is a break when it comes back %s', async (_, isReported, isRecorded) => {
    const transaction = await pullOf700();
    await world.cutOff();
    const [messageId = ''] = tagsAtBank(world, 'MsgId');
    await closeAccount();
    await booked(world, transaction, { amount: '7.00' });
    const { orm } = world.service.db;
    await orm.execute('update ledger_accounts set closed = false where closed');
    const [deposit] = await deposits();
    const input = { id: deposit?.id, accountId: world.account.id, comment: undefined } as never;
    granted(await assignDeposit(world.service.ports, world.platform.principal, input));
    if (!isRecorded) await orm.update(unmatchedDeposits).set({ bankPaymentId: null });
    if (isReported) await byReport(transaction, messageId);
    await booked(world, transaction, { amount: '7.00', indicator: 'DBIT', returned: 'AC04' });
    const { items } = await listEntries(orm, platformIdOf(world), { isOpenBreak: true }, {
      first: 10,
    } as never);
    expect(items).toMatchObject([{ breakKind: 'RETURNED_DEBIT' }]);
    expect(await world.balance()).toBe(700n);
    expect([await balanceOf(world, 'CLEARING_SEPA'), await balanceOf(world, 'BANK_BREAKS')]).toEqual([
      0n,
      -700n,
    ]);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });
});
