/** What still awaits an entry of the bank when an operator has reported payments of a file as executed. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markMandatesUsed } from '../../../src/accounts/external/external-account-store.ts';
import { setDirectDebitMandate } from '../../../src/accounts/external/set-direct-debit-mandate.ts';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { resolveBankEntry } from '../../../src/rails/bank-statements/resolve-entry.ts';
import { reportSettlement } from '../../../src/rails/report-settlement.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { entry, rejection, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';
import {
  allowPulls,
  anotherAccount,
  balanceOf,
  bankPaymentOf,
  platformIdOf,
  published,
  pull,
  tagsAtBank,
} from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
});
afterEach(async () => {
  expect(await audit(world.service.db)).toEqual(soundLedger);
  await world.stop();
});

const report = async ({ id }: Transaction) =>
  granted(await reportSettlement(world.service.ports, { id, outcome: 'COMPLETED', confirmed: true }));

const newest = async () =>
  (await listEntries(world.service.db.orm, platformIdOf(world), {}, { first: 1 } as never)).items[0];

const statusOf = async ({ id }: Transaction) => (await world.transaction(id)).status;

let statements = 0;
/** The bank books a debit without an end-to-end id of ours. */
async function debited(amount: string, ids = ''): Promise<void> {
  statements += 1;
  const after = ids && `<NtryDtls>${ids}</NtryDtls>`;
  const text = statement({ id: `S-9${statements}`, entries: entry({ amount, indicator: 'DBIT', after }) });
  await published(world, text, `${statements}.xml`);
}
const stranger = '<TxDtls><Refs><EndToEndId>STRANGER</EndToEndId></Refs></TxDtls>';
const ofMessage = (id = '') => `<Btch><MsgId>${id}</MsgId></Btch>`;

async function sent(...amounts: readonly number[]): Promise<Transaction[]> {
  const payments: Transaction[] = [];
  for (const amount of amounts) payments.push(await world.pay(amount));
  await world.cutOff();
  return payments;
}

/** The bank books the file with a fee, as an entry that no record explains, and people resolve it. */
async function bookedWithFee(): Promise<void> {
  await debited('10.50');
  const input = { id: (await newest())?.id, resolution: 'with a fee', isBankFee: false, isExecution: false };
  const { ports } = world.service;
  granted(await resolveBankEntry(ports, world.platform.principal, input as never));
}

describe('a file whose only payment an operator has reported as executed', () => {
  let payment: Transaction;
  let messageId: string;
  beforeEach(async () => {
    [payment] = (await sent(1_000)) as [Transaction];
    [messageId = ''] = tagsAtBank(world, 'MsgId');
    await bookedWithFee();
    await report(payment);
  });

  test('does not explain a later debit of a stranger with the same amount', async () => {
    await debited('10.00', stranger);
    expect(await newest()).toMatchObject({ kind: 'BREAK', breakKind: 'UNKNOWN_DEBIT' });
  });

  test('is no candidate for the entry of a later file with the same sum', async () => {
    const [later] = await sent(1_000);
    await debited('10.00');
    expect(await newest()).toMatchObject({ kind: 'PAYMENT' });
    expect(await statusOf(later as Transaction)).toBe('COMPLETED');
    expect((await bankPaymentOf(world, payment))?.entryId).toBeUndefined();
  });

  test('is executed by an entry that names its message', async () => {
    await debited('10.00', ofMessage(messageId));
    expect(await newest()).toMatchObject({ kind: 'PAYMENT' });
    expect((await bankPaymentOf(world, payment))?.entryId).toBe((await newest())?.id);
    expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
    // Once: the file awaits nothing more.
    await debited('10.00', ofMessage(messageId));
    expect(await newest()).toMatchObject({ kind: 'BREAK' });
  });

  test('awaits nothing when the bank reports that the payment came back', async () => {
    await published(world, rejection('PAIN_001', messageId, payment), 'report.xml');
    expect((await bankPaymentOf(world, payment))?.status).toBe('RETURNED');
    await debited('10.00', stranger);
    expect(await newest()).toMatchObject({ kind: 'BREAK', breakKind: 'UNKNOWN_DEBIT' });
  });
});

describe('a file with a payment that an operator has reported as executed, and another one', () => {
  let payments: [Transaction, Transaction];
  beforeEach(async () => {
    payments = (await sent(1_000, 200)) as [Transaction, Transaction];
    await report(payments[0]);
  });

  test('is executed by an entry with the sum of both', async () => {
    await debited('12.00');
    expect(await newest()).toMatchObject({ kind: 'PAYMENT' });
    expect(await statusOf(payments[1])).toBe('COMPLETED');
    expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
  });

  test('is executed by an entry with the sum of the other, and then awaits nothing', async () => {
    await debited('2.00');
    expect(await newest()).toMatchObject({ kind: 'PAYMENT' });
    expect(await statusOf(payments[1])).toBe('COMPLETED');
    expect((await bankPaymentOf(world, payments[0]))?.entryId).toBeUndefined();
    await debited('10.00', stranger);
    expect(await newest()).toMatchObject({ kind: 'BREAK', breakKind: 'UNKNOWN_DEBIT' });
  });

  test('is not executed by an entry with the sum of the reported one', async () => {
    await debited('10.00', stranger);
    expect(await newest()).toMatchObject({ kind: 'BREAK', breakKind: 'UNKNOWN_DEBIT' });
    expect(await statusOf(payments[1])).toBe('PROCESSING');
  });
});

test('an entry with the id of a file can mean two payments with one amount: a person decides', async () => {
  await allowPulls(world);
  // The debits of a used mandate and of a new one are two batches, and the first has the id of the file.
  await markMandatesUsed(world.service.db.orm, [world.beneficiary.id]);
  const other = await anotherAccount(world);
  const mandate = { reference: 'M-2', signedOn: '2025-03-01', isOneOff: false };
  const { ports } = world.service;
  granted(
    await setDirectDebitMandate(ports, world.platform.principal, { externalAccountId: other.id, ...mandate }),
  );
  const first = granted(await pull(world, 700n));
  const second = granted(await pull(world, 700n, other.id));
  await world.service.settle();
  await world.cutOff();
  const [messageId] = tagsAtBank(world, 'MsgId');
  await report(first);
  const code =
    '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>IDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn></BkTxCd>';
  const after = `${code}<NtryDtls>${ofMessage(messageId)}</NtryDtls>`;
  await published(world, statement({ id: 'S-8', entries: entry({ amount: '7.00', after }) }), '8.xml');
  expect(await newest()).not.toMatchObject({ kind: 'PAYMENT' });
  expect(await statusOf(second)).toBe('PROCESSING');
});
