/** The money of a direct debit that came back is not paid out: the debtor has it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { Conflict } from '../../../src/kernel/errors.ts';
import { closeBalanceAccounts } from '../../../src/ledger/account-store.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../../src/operations/platforms/update-platform-config.ts';
import { rejectTransaction } from '../../../src/payments/approvals/reject-transaction.ts';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import { paymentCallerOf } from '../../../src/platforms/access/payment-caller.ts';
import { lockConnection } from '../../../src/rails/bank-connections/store.ts';
import { bankPayments } from '../../../src/rails/bank-payments/tables.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { assignDeposit, returnDeposit } from '../../../src/rails/deposits/decide-deposit.ts';
import { listUnmatched } from '../../../src/rails/deposits/store.ts';
import { DepositTakenBack } from '../../../src/rails/errors.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { rejection } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { onPostgres, untilLocked } from '../../support/database.ts';
import { granted } from '../../support/payments.ts';
import {
  allowPulls,
  balanceOf,
  booked,
  platformIdOf,
  published,
  pull,
  tagsAtBank,
} from '../../support/pulls.ts';

let world: BankWorld;
let transaction: Transaction;
let messageId: string;
/** A direct debit that is collected for a closed account: its money is an unmatched deposit. */
beforeEach(async () => {
  world = await bankWorld();
  await allowPulls(world);
  transaction = granted(await pull(world, 700n));
  await world.service.settle();
  await world.cutOff();
  [messageId = ''] = tagsAtBank(world, 'MsgId');
  await transact(world.service.db, async (tx) => {
    await closeBalanceAccounts(tx, [world.account.id]);
    return true;
  });
  await booked(world, transaction, { amount: '7.00' });
  await world.service.db.orm.execute('update ledger_accounts set closed = false where closed');
});
afterEach(async () => {
  expect(await audit(world.service.db)).toEqual(soundLedger);
  await world.stop();
});

const deposits = async () =>
  (await listUnmatched(world.service.db.orm, platformIdOf(world), {}, { first: 10 } as never)).items;

const newestId = async () => (await deposits())[0]?.id;

const assign = async () => {
  const input = { id: await newestId(), accountId: world.account.id, comment: undefined } as never;
  return assignDeposit(world.service.ports, world.platform.principal, input);
};
const sendBack = async () => {
  const input = { id: await newestId(), comment: undefined } as never;
  return returnDeposit(world.service.ports, world.platform.principal, input);
};

const breaks = async () =>
  (
    await listEntries(world.service.db.orm, platformIdOf(world), { isOpenBreak: true }, { first: 9 } as never)
  ).items.map(({ breakKind }) => breakKind);

const byReport = async () => {
  await published(world, rejection('PAIN_008', messageId, transaction), 'report.xml');
  await world.service.settle();
};
const byEntry = () => booked(world, transaction, { amount: '7.00', indicator: 'DBIT', returned: 'AC04' });

describe.each([
  ['by its entry', byEntry],
  ['by a report', byReport],
])('a deposit whose direct debit came back %s', (_, comeBack) => {
  beforeEach(comeBack);

  test.each([
    ['returned to the debtor', sendBack],
    ['assigned to an account', assign],
  ])('is not %s: a conflict', async (__, decide) => {
    const result = await decide();
    expect(result).toBeInstanceOf(DepositTakenBack);
    expect(result).toBeInstanceOf(Conflict);
    expect(await deposits()).toMatchObject([{ status: 'OPEN', decision: undefined }]);
    expect(await balanceOf(world, 'UNMATCHED_DEPOSITS')).toBe(700n);
  });
});

test('neither is one that the platform rejected after its assignment', async () => {
  const { ports } = world.service;
  const { principal } = world.platform;
  const webhookEndpoints = [{ url: 'https://example.com/hook', eventTypes: ['INCOMING_PAYMENT.PENDING'] }];
  const input = UpdatePlatformConfigInput.parse({ webhookEndpoints });
  granted(await updatePlatformConfig(ports, principal, input));
  const assigned = granted(await assign());
  if (!('transactionId' in assigned) || !assigned.transactionId) throw new Error('it waits for approval');
  const caller = paymentCallerOf(principal);
  granted(await rejectTransaction(ports, caller, { id: assigned.transactionId, reason: undefined }));
  expect((await deposits()).map(({ status }) => status)).toEqual(['OPEN', 'ASSIGNED']);
  await byEntry();
  expect(await sendBack()).toBeInstanceOf(DepositTakenBack);
});

test('a deposit that was returned before its direct debit comes back is a break', async () => {
  granted(await sendBack());
  await byEntry();
  expect(await breaks()).toEqual(['RETURNED_DEBIT']);
  expect(await deposits()).toMatchObject([{ status: 'RETURNED' }]);
  expect(await balanceOf(world, 'BANK_BREAKS')).toBe(-700n);
});

describe.runIf(onPostgres)('a direct debit that comes back while a person returns its deposit', () => {
  test('is a conflict for the person, who waits for the booking of the entry', async () => {
    const { db } = world.service;
    const { platformId, id } = world.connection;
    let deciding: ReturnType<typeof sendBack> | undefined;
    await transact(db, async (tx) => {
      // As the job that books the entry.
      await lockConnection(tx, platformId, id);
      deciding = sendBack();
      await untilLocked(db);
      await tx.update(bankPayments).set({ status: 'RETURNED' });
      return true;
    });
    expect(await deciding).toBeInstanceOf(DepositTakenBack);
    expect(await deposits()).toMatchObject([{ status: 'OPEN' }]);
  });

  test('is a break in any case', async () => {
    const [result] = await Promise.all([sendBack(), byEntry()]);
    // An exchange that finds the connection locked leaves its files to the next.
    await world.exchange();
    const status = result instanceof DepositTakenBack ? 'OPEN' : 'RETURNED';
    expect(await deposits()).toMatchObject([{ status }]);
    expect(await breaks()).toEqual(['RETURNED_DEBIT']);
    expect(await balanceOf(world, 'UNMATCHED_DEPOSITS')).toBe(status === 'OPEN' ? 700n : 0n);
  });
});
