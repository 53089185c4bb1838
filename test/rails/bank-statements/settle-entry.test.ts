/** The payments of an entry for a whole file are settled in parts, each once, and reports in between change none twice. */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markMandatesUsed } from '../../../src/accounts/external/external-account-store.ts';
import { setDirectDebitMandate } from '../../../src/accounts/external/set-direct-debit-mandate.ts';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { Conflict, InvalidInput } from '../../../src/kernel/errors.ts';
import { closeBalanceAccounts } from '../../../src/ledger/account-store.ts';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import { paymentsAtOnce } from '../../../src/rails/bank-statements/settle-entry.ts';
import { depositsAtOnce } from '../../../src/rails/deposits/credit-deposits.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import { reportSettlement } from '../../../src/rails/report-settlement.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { entry, rejection, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { performNextJob } from '../../support/jobs.ts';
import { granted } from '../../support/payments.ts';
import {
  allowPulls,
  anotherAccount,
  balanceOf,
  bankPaymentOf,
  publish,
  pull,
  tagsAtBank,
} from '../../support/pulls.ts';
import { writePain002 } from '../../support/simulated-bank/write-pain-002.ts';

const amount = 10n;

let world: BankWorld;
let payments: Transaction[];
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

/** Payments of one file that was sent. */
async function pay(count: number): Promise<void> {
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
  payments = [];
  for (let nth = 0; nth < count; nth += 1) payments.push(await world.pay(Number(amount)));
  await world.cutOff();
}

const total = () => (payments.length / 10).toFixed(2);

const receive = async (text: string, name: string): Promise<void> => {
  publish(world, text, name);
  world.service.clock.advance(61);
  await exchangeDue(world.service.ports);
};

/** How many payments have each status, of the bank and of the transaction. */
async function statuses(): Promise<Record<string, number>> {
  const rows = await rawRows<{ status: string; n: number }>(
    world.service.db.orm,
    sql`select p.status || ' ' || t.status as status, count(*)::int as n
        from bank_payments p join transactions t on t.id = p.transaction_id group by 1`,
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

const named = ({ reference }: Transaction, returned = '') =>
  `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="EUR">0.10</Amt>${returned}</TxDtls>`;

const code = (family: string, subFamily: string) =>
  `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`;

const wholeFile = () => statement({ id: 'S-1', entries: entry({ amount: total(), indicator: 'DBIT' }) });
const eachPayment = () =>
  statement({
    id: 'S-1',
    entries: entry({
      amount: total(),
      indicator: 'DBIT',
      after: `<NtryDtls>${payments.map((one) => named(one)).join('')}</NtryDtls>`,
    }),
  });

describe.each([
  ['without details', wholeFile],
  ['that names each payment', eachPayment],
])('an entry %s', (_, text) => {
  test('is booked at once, and settles its payments in parts', async () => {
    const count = 2 * paymentsAtOnce + 2;
    await pay(count);
    await receive(text(), '1.xml');
    await performNextJob(world.service);
    expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
    expect(await statuses()).toEqual({ 'IN_FILE PROCESSING': count });
    expect(await audit(world.service.db)).toEqual(soundLedger);
    await performNextJob(world.service);
    expect(await statuses()).toEqual({
      'CONFIRMED COMPLETED': paymentsAtOnce,
      'IN_FILE PROCESSING': count - paymentsAtOnce,
    });
    expect(await audit(world.service.db)).toEqual(soundLedger);
    await performNextJob(world.service);
    expect(await statuses()).toEqual({ 'CONFIRMED COMPLETED': 2 * paymentsAtOnce, 'IN_FILE PROCESSING': 2 });
    await world.service.settle();
    expect(await statuses()).toEqual({ 'CONFIRMED COMPLETED': count });
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });
});

describe('a payment that is booked and not settled yet', () => {
  const count = 3;
  const last = () => payments.at(-1) as Transaction;
  beforeEach(async () => {
    await pay(count);
    await receive(wholeFile(), '1.xml');
    await performNextJob(world.service);
    expect((await bankPaymentOf(world, last()))?.status).toBe('IN_FILE');
  });

  /** The last payment came back and was refunded, and all others are settled. */
  async function expectReturned(): Promise<void> {
    await world.service.settle();
    expect(await statuses()).toEqual({ 'CONFIRMED COMPLETED': count - 1, 'RETURNED FAILED': 1 });
    expect((await world.transaction(last().id)).refund?.status).toBe('COMPLETED');
    expect(await world.balance()).toBe(50_000n - BigInt(count - 1) * amount);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  }

  test('can come back by an entry', async () => {
    const reason = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
    const after = `<NtryDtls>${named(last(), reason)}</NtryDtls>`;
    await receive(statement({ id: 'S-2', entries: entry({ amount: '0.10', after }) }), '2.xml');
    await expectReturned();
    expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
  });

  test('can come back by a report, and not be rejected', async () => {
    const [messageId = ''] = tagsAtBank(world, 'MsgId');
    await receive(rejection('PAIN_001', messageId, last()), 'report.xml');
    await expectReturned();
    expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(-amount);
  });

  test('is not failed by a report that rejects its file', async () => {
    const [messageId = ''] = tagsAtBank(world, 'MsgId');
    const report = {
      id: 'R-1',
      createdAt: '2025-10-13T12:05:00Z',
      format: 'PAIN_001',
      originalMessageId: messageId,
      code: 'DUPL',
      batches: [],
    };
    await receive(writePain002(report as never, '10'), 'report.xml');
    await world.service.settle();
    expect(await statuses()).toEqual({ 'CONFIRMED COMPLETED': count });
  });

  test('is a break when it is booked again', async () => {
    const after = `<NtryDtls>${named(last())}</NtryDtls>`;
    await receive(
      statement({ id: 'S-2', entries: entry({ amount: '0.10', indicator: 'DBIT', after }) }),
      '2.xml',
    );
    await world.service.settle();
    expect(await statuses()).toEqual({ 'CONFIRMED COMPLETED': count });
    expect(await balanceOf(world, 'BANK_BREAKS')).toBe(-amount);
  });

  test('has the outcome of its entry, and an operator reports none', async () => {
    const report = { id: last().id, outcome: 'FAILED', confirmed: true } as const;
    expect(await reportSettlement(world.service.ports, report)).toBeInstanceOf(Conflict);
  });
});

test('a payment that came back by a large entry is not rejected by a report, and the entry of its file explains it', async () => {
  const count = depositsAtOnce + 1;
  await pay(count);
  const reason = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
  const after = `<NtryDtls>${payments.map((one) => named(one, reason)).join('')}</NtryDtls>`;
  await receive(statement({ id: 'S-2', entries: entry({ amount: total(), after }) }), '2.xml');
  await performNextJob(world.service);
  const [messageId = ''] = tagsAtBank(world, 'MsgId');
  const last = payments.at(-1) as Transaction;
  await receive(rejection('PAIN_001', messageId, last), 'report.xml');
  await world.service.settle();
  expect(await statuses()).toEqual({ 'RETURNED FAILED': count });
  await receive(wholeFile(), '1.xml');
  await world.service.settle();
  expect([await balanceOf(world, 'CLEARING_SEPA'), await balanceOf(world, 'BANK_BREAKS')]).toEqual([0n, 0n]);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

describe('a direct debit', () => {
  const collected = code('IDDT', 'ESDD');

  test('that came back before its money was credited has used its mandate', async () => {
    await allowPulls(world);
    for (let nth = 0; nth < paymentsAtOnce; nth += 1) granted(await pull(world, amount));
    const { id: other } = await anotherAccount(world);
    const mandate = { reference: 'MANDATE-2', signedOn: '2025-03-01', isOneOff: true };
    const { ports } = world.service;
    granted(
      await setDirectDebitMandate(ports, world.platform.principal, { externalAccountId: other, ...mandate }),
    );
    const last = granted(await pull(world, amount, other));
    await world.cutOff();
    // The entry of the file, and in the same statement the return of a debit that the first part of the outcomes does not have.
    const ofFile = entry({ amount: ((paymentsAtOnce + 1) / 10).toFixed(2), after: collected });
    const reason = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
    const ofReturn = entry({
      amount: '0.10',
      indicator: 'DBIT',
      after: `<NtryDtls>${named(last, reason)}</NtryDtls>`,
    });
    await receive(statement({ id: 'S-1', entries: ofFile + ofReturn }), '1.xml');
    await world.service.settle();
    expect(await statuses()).toEqual({ 'CONFIRMED COMPLETED': paymentsAtOnce, 'RETURNED FAILED': 1 });
    expect(await balanceOf(world, 'CLEARING_SEPA')).toBe(0n);
    expect(await world.balance()).toBe(BigInt(paymentsAtOnce) * amount);
    expect(await audit(world.service.db)).toEqual(soundLedger);
    expect(await pull(world, amount, other)).toBeInstanceOf(InvalidInput);
  });

  test('of a closed account is a deposit of its own, whatever details its entry has', async () => {
    await allowPulls(world);
    // The first debit of a mandate would be a batch of its own.
    await markMandatesUsed(world.service.db.orm, [world.beneficiary.id]);
    await pull(world, 700n);
    const second = granted(await pull(world, 700n));
    await world.cutOff();
    await transact(world.service.db, async (tx) => {
      await closeBalanceAccounts(tx, [world.account.id]);
      return true;
    });
    const [messageId] = tagsAtBank(world, 'MsgId');
    const refs = `<TxDtls><Refs><MsgId>${messageId}</MsgId><EndToEndId>${second.reference}</EndToEndId></Refs></TxDtls>`;
    const after = `${collected}<NtryDtls>${refs}<TxDtls><Refs><MsgId>${messageId}</MsgId></Refs></TxDtls></NtryDtls>`;
    await receive(statement({ id: 'S-1', entries: entry({ amount: '14.00', after }) }), '1.xml');
    await world.service.settle();
    expect(await balanceOf(world, 'UNMATCHED_DEPOSITS')).toBe(1_400n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });
});
