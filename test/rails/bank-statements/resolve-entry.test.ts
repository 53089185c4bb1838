/** A person says that the bank executed a payment with another amount. The break is then the difference. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Conflict } from '../../../src/kernel/errors.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import { bankChecks } from '../../../src/operations/audit/bank-checks.ts';
import { runCheck } from '../../../src/operations/audit/check.ts';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import { closeBankConnection } from '../../../src/rails/bank-payments/close-connection.ts';
import { listFiles, saveFile } from '../../../src/rails/bank-payments/file-store.ts';
import type { BreakKind } from '../../../src/rails/bank-records/bank-entry.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { resolveBankEntry } from '../../../src/rails/bank-statements/resolve-entry.ts';
import { returnDeposit } from '../../../src/rails/deposits/decide-deposit.ts';
import { listUnmatched } from '../../../src/rails/deposits/store.ts';
import { NoPaymentToExecute } from '../../../src/rails/errors.ts';
import { reportSettlement } from '../../../src/rails/report-settlement.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { entry, movement, statement } from '../../support/bank-files.ts';
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
  tagsAtBank,
} from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

async function openBreak(breakKind: BreakKind = 'AMOUNT_DIFFERS'): Promise<Id<'BankEntry'>> {
  const { db } = world.service;
  const { items } = await listEntries(db.orm, platformIdOf(world), { isOpenBreak: true }, {
    first: 10,
  } as never);
  expect(items).toMatchObject([{ breakKind }]);
  return items[0]?.id as Id<'BankEntry'>;
}

async function resolve(id: Id<'BankEntry'>, isBankFee: boolean, isExecution = true) {
  const result = await resolveBankEntry(world.service.ports, world.platform.principal, {
    id,
    resolution: 'as the bank says',
    isBankFee,
    isExecution,
  });
  await world.service.settle();
  return result;
}

/** The bank debits us for what it names by the end-to-end id. */
const debited = (endToEndId: string, amount: string) =>
  published(
    world,
    statement({
      id: `S-${amount.replace('.', '-')}`,
      entries: entry({
        amount,
        indicator: 'DBIT',
        after: `<NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls></NtryDtls>`,
      }),
    }),
    `${amount}.xml`,
  );

async function expectSoundBooks(): Promise<void> {
  const { db } = world.service;
  expect(await audit(db)).toEqual(soundLedger);
  for (const check of bankChecks) expect(await runCheck(db.orm, check)).toMatchObject({ wrong: 0 });
}

const balances = async () => [
  await balanceOf(world, 'CLEARING_SEPA'),
  await balanceOf(world, 'BANK_BREAKS'),
  await balanceOf(world, 'BANK_FEES'),
];

async function paid(amount: number): Promise<Transaction> {
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
  const payment = await world.pay(amount);
  await world.cutOff();
  return payment;
}

/** A deposit of 7.00 that a person returns. Its end-to-end id at the bank. */
async function returned(): Promise<string> {
  world.bank.deposit({ amount: 700n, name: 'Ada', iban: theirIban });
  await world.bankDay();
  const { items } = await listUnmatched(world.service.db.orm, platformIdOf(world), {}, { first: 1 } as never);
  const id = items[0]?.id as Id<'UnmatchedDeposit'>;
  granted(await returnDeposit(world.service.ports, world.platform.principal, { id, comment: undefined }));
  await world.cutOff();
  return tagsAtBank(world, 'EndToEndId')[0] as string;
}

describe.each([
  ['the difference stays a break', false, [0n, 50n, 0n]],
  ['the difference is a fee', true, [0n, 0n, 50n]],
])('a payment of which the bank took 0.50 less: %s', (_, isBankFee, expected) => {
  test('it is completed', async () => {
    const payment = await paid(1_000);
    await debited(payment.reference, '9.50');
    granted(await resolve(await openBreak(), isBankFee));
    expect(await world.transaction(payment.id)).toMatchObject({ status: 'COMPLETED' });
    expect((await bankPaymentOf(world, payment))?.status).toBe('CONFIRMED');
    expect(await balances()).toEqual(expected);
    await expectSoundBooks();
  });
});

test('a payment of which the bank took more is completed, and the platform pays the difference', async () => {
  const payment = await paid(1_000);
  await debited(payment.reference, '10.75');
  granted(await resolve(await openBreak(), true));
  expect(await world.transaction(payment.id)).toMatchObject({ status: 'COMPLETED' });
  expect(await balances()).toEqual([0n, 0n, -75n]);
  await expectSoundBooks();
});

test('a payment of which the bank took more can have come back before a person decides', async () => {
  const payment = await paid(1_000);
  await debited(payment.reference, '10.75');
  await published(
    world,
    statement({
      id: 'S-RETURN',
      entries: movement(
        `<Refs><EndToEndId>${payment.reference}</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`,
      ),
    }),
    'return.xml',
  );
  granted(await resolve(await openBreak(), true));
  expect(await world.transaction(payment.id)).toMatchObject({ status: 'FAILED' });
  expect((await bankPaymentOf(world, payment))?.status).toBe('RETURNED');
  expect(await balances()).toEqual([0n, 0n, -75n]);
  await expectSoundBooks();
});

test('the return of a deposit with another amount is settled, and the connection can be closed', async () => {
  await debited(await returned(), '6.80');
  const { ports } = world.service;
  const close = () => closeBankConnection(ports, world.platform.principal, { id: world.connection.id });
  expect(await close()).toMatchObject({ name: 'BankConnectionInUse' });
  granted(await resolve(await openBreak(), true));
  expect(await balances()).toEqual([0n, 0n, 20n]);
  expect(await balanceOf(world, 'UNMATCHED_DEPOSITS')).toBe(0n);
  await expectSoundBooks();
  expect(granted(await close())).toMatchObject({ status: 'CLOSED' });
});

test('a break that is resolved without it leaves the payment in progress, which its right entry executes', async () => {
  const payment = await paid(1_000);
  await debited(payment.reference, '9.50');
  granted(await resolve(await openBreak(), false, false));
  expect(await world.transaction(payment.id)).toMatchObject({ status: 'PROCESSING' });
  await debited(payment.reference, '10.00');
  expect(await world.transaction(payment.id)).toMatchObject({ status: 'COMPLETED' });
  await expectSoundBooks();
});

test('an operator does not fail a payment that a person has said is executed', async () => {
  const payment = await paid(1_000);
  await debited(payment.reference, '9.50');
  granted(await resolve(await openBreak(), false));
  const { ports } = world.service;
  expect(await reportSettlement(ports, { id: payment.id, outcome: 'FAILED' })).toBeInstanceOf(Conflict);
  await expectSoundBooks();
});

test('a payment that an operator has completed before has its money moved to the break', async () => {
  const payment = await paid(1_000);
  await debited(payment.reference, '9.50');
  granted(await reportSettlement(world.service.ports, { id: payment.id, outcome: 'COMPLETED' }));
  granted(await resolve(await openBreak(), true));
  expect(await balances()).toEqual([0n, 0n, 50n]);
  await expectSoundBooks();
});

test('it names an outgoing payment in progress', async () => {
  const payment = await paid(1_000);
  await debited(payment.reference, '9.50');
  const id = await openBreak();
  await debited(payment.reference, '10.00');
  expect(await resolve(id, false)).toBeInstanceOf(NoPaymentToExecute);
});

test('a direct debit is not completed: its account would be credited with money that did not come', async () => {
  await allowPulls(world);
  const debit = granted(await pull(world, 700n));
  await world.cutOff();
  await booked(world, debit, { amount: '6.00' });
  expect(await resolve(await openBreak(), false)).toBeInstanceOf(NoPaymentToExecute);
  expect(await world.balance()).toBe(0n);
  expect(await world.transaction(debit.id)).toMatchObject({ status: 'PROCESSING' });
});

describe('a payment that the bank executed although its file waits for people', () => {
  /** Two payments in one file in review, of which the bank has executed the first. */
  async function executedUnsent(): Promise<readonly [Transaction, Transaction, Id<'BankEntry'>]> {
    await world.stop();
    world = await bankWorld({ reviewAbove: 50 });
    world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
    await world.bankDay();
    const [one, other] = [await world.pay(1_000), await world.pay(2_000)];
    await world.cutOff();
    await debited(one.reference, '10.00');
    return [one, other, await openBreak('NOT_SENT')];
  }
  const outgoing = async () =>
    (await listFiles(world.service.db.orm, platformIdOf(world), { direction: 'OUT' }, { first: 5 } as never))
      .items;

  test('is completed and taken out of the file, which sends the others', async () => {
    const [one, other, id] = await executedUnsent();
    granted(await resolve(id, false));
    expect(await world.transaction(one.id)).toMatchObject({ status: 'COMPLETED' });
    expect(await outgoing()).toMatchObject([
      { status: 'IN_REVIEW', count: 1, total: 2_000n, releases: 0, round: 1 },
    ]);
    expect(await balances()).toEqual([2_000n, 0n, 0n]);
    const [file] = await outgoing();
    await saveFile(
      world.service.db.orm,
      file?.id as Id<'BankFile'>,
      { status: 'READY' },
      world.service.clock.real(),
    );
    await world.exchange();
    expect(tagsAtBank(world, 'EndToEndId')).toEqual([other.reference]);
    await world.bankDay();
    expect(await world.transaction(other.id)).toMatchObject({ status: 'COMPLETED' });
    expect(await balances()).toEqual([0n, 0n, 0n]);
    await expectSoundBooks();
  });

  test('stays in a file that does not wait for people', async () => {
    const [one, , id] = await executedUnsent();
    const [file] = await outgoing();
    await saveFile(
      world.service.db.orm,
      file?.id as Id<'BankFile'>,
      { status: 'READY' },
      world.service.clock.real(),
    );
    expect(await resolve(id, false)).toBeInstanceOf(NoPaymentToExecute);
    expect(await world.transaction(one.id)).toMatchObject({ status: 'PROCESSING' });
  });

  test('is completed also while it waits for a file', async () => {
    world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
    await world.bankDay();
    const payment = await world.pay(1_000);
    await world.service.settle();
    await debited(payment.reference, '10.00');
    granted(await resolve(await openBreak('NOT_SENT'), false));
    expect(await world.transaction(payment.id)).toMatchObject({ status: 'COMPLETED' });
    expect((await bankPaymentOf(world, payment))?.status).toBe('CONFIRMED');
    await world.cutOff();
    expect([await outgoing(), await balances()]).toEqual([[], [0n, 0n, 0n]]);
    await expectSoundBooks();
  });
});
