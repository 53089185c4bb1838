/** SEPA direct debits from the mandate to the statement: pre-notification, sequence types, one-off mandates, rejections. */
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DirectDebitInProgress } from '../../../src/accounts/errors.ts';
import { createExternalAccount } from '../../../src/accounts/external/create-external-account.ts';
import { setDirectDebitMandate } from '../../../src/accounts/external/set-direct-debit-mandate.ts';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import { transferIn } from '../../../src/payments/transfers/transfer-in.ts';
import { updateBankConnection } from '../../../src/rails/bank-connections/manage-connections.ts';
import { collectionDateOf } from '../../../src/rails/bank-payments/collection-dates.ts';
import { paymentsOfTransactions } from '../../../src/rails/bank-payments/store.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';
import { balanceOf, pulledQuote, tagsAtBank } from '../../support/pulls.ts';
import { writePain002 } from '../../support/simulated-bank/write-pain-002.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

const setMandate = (reference: string, isOneOff = false, externalAccountId = world.beneficiary.id) =>
  setDirectDebitMandate(world.service.ports, world.platform.principal, {
    externalAccountId,
    reference,
    signedOn: '2025-03-01',
    isOneOff,
  });

async function mandate(isOneOff = false, externalAccountId = world.beneficiary.id): Promise<void> {
  granted(await setMandate('MANDATE-1', isOneOff, externalAccountId));
}

/** Another account in EUR, without a mandate. */
const otherAccount = async () =>
  granted(
    await createExternalAccount(world.service.ports, world.platform.principal, {
      currency: 'EUR',
      accountInfo: {
        accountType: 'EUR_ACCOUNT',
        iban: 'NL91ABNA0417164300',
        paymentRails: ['SEPA'],
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Jean Bartik' },
      },
      defaultUmaDepositAccount: false,
    } as never),
  );

const pull = (amount: bigint, source = world.beneficiary.id) =>
  transferIn(world.service.ports, world.platform.principal, {
    source,
    destination: world.account.id,
    amount,
    description: undefined,
    sandboxOutcome: undefined,
  } as never);

async function pulled(amount: bigint): Promise<Transaction> {
  const transaction = granted(await pull(amount));
  await world.service.settle();
  return transaction;
}

async function notice(preNotificationDays: number): Promise<void> {
  const { id } = world.connection;
  granted(
    await updateBankConnection(world.service.ports, world.platform.principal, {
      id,
      preNotificationDays,
    } as never),
  );
}

const bankPaymentOf = async ({ id }: Transaction) =>
  (await paymentsOfTransactions(world.service.db.orm, world.platform.principal.platform.id, [id]))[0];

const outbox = () => join(world.folder, 'outbox');
/** The names of the files that wait at the bank. The first file makes the folder. */
const sent = () => (existsSync(outbox()) ? readdirSync(outbox()) : []);

/** The only file that waits at the bank. */
function fileAtBank(): string {
  const names = sent();
  expect(names).toHaveLength(1);
  return readFileSync(join(outbox(), names[0] ?? ''), 'utf8');
}

/** The bank publishes a file, long enough ago to be complete, and the service fetches it. */
async function published(text: string): Promise<void> {
  const inbox = join(world.folder, 'inbox');
  mkdirSync(inbox, { recursive: true });
  writeFileSync(join(inbox, 'report.xml'), text);
  utimesSync(join(inbox, 'report.xml'), 1, 1);
  await world.exchange();
}

const tag = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value);

const days = (from: Date, to: string) => Math.round((Date.parse(to) - from.getTime()) / 86_400_000);

describe('a direct debit', () => {
  test('needs a mandate', async () => {
    expect(await pull(500n)).toMatchObject({ result: { fields: [{ path: 'source' }] } });
  });

  test('is sent when its pre-notification period is over, on the date that was known from the beginning', async () => {
    await mandate();
    const transaction = await pulled(700n);
    const waiting = await bankPaymentOf(transaction);
    if (!waiting) throw new Error('the bank collects it');
    const date = await collectionDateOf({ ...world.connection, preNotificationDays: 14 }, waiting.createdAt);
    const today = new Date(waiting.createdAt.toISOString().slice(0, 10));
    expect(days(today, date)).toBeGreaterThanOrEqual(14);
    expect(days(today, date)).toBeLessThanOrEqual(18);
    let cutOffs = 0;
    while (sent().length === 0) {
      await world.cutOff();
      cutOffs += 1;
      expect(cutOffs).toBeLessThan(20);
    }
    expect(cutOffs).toBeGreaterThanOrEqual(10);
    const file = fileAtBank();
    expect(tag(file, 'ReqdColltnDt')).toEqual([date]);
    expect([tag(file, 'MndtId'), tag(file, 'DtOfSgntr'), tag(file, 'SeqTp')]).toEqual([
      ['MANDATE-1'],
      ['2025-03-01'],
      ['FRST'],
    ]);
    expect(await world.transaction(transaction.id)).toMatchObject({ status: 'PROCESSING' });
    expect(await world.balance()).toBe(0n);
    await world.drain();
    expect(await world.transaction(transaction.id)).toMatchObject({ status: 'COMPLETED' });
    expect(await world.balance()).toBe(700n);
  });

  test('of a mandate that was used is RCUR, and the next cut-off sends it where no period is agreed', async () => {
    await mandate();
    await notice(0);
    await pulled(100n);
    await world.cutOff();
    expect(tag(fileAtBank(), 'SeqTp')).toEqual(['FRST']);
    await world.drain();
    await pulled(200n);
    await world.cutOff();
    expect(tag(fileAtBank(), 'SeqTp')).toEqual(['RCUR']);
    await world.drain();
    expect(await world.balance()).toBe(300n);
  });

  test('is FRST once, also when the next ones are sent before it is booked', async () => {
    await mandate();
    await notice(0);
    await pulled(100n);
    await pulled(200n);
    await world.cutOff();
    await pulled(300n);
    await world.cutOff();
    expect(tagsAtBank(world, 'SeqTp').sort()).toEqual(['FRST', 'RCUR', 'RCUR']);
    await world.drain();
    expect(await world.balance()).toBe(600n);
  });

  test('is FRST again after the first one was rejected', async () => {
    await mandate();
    await notice(0);
    const { reference } = await pulled(100n);
    world.bank.request('rejectPayment', { id: reference, code: 'AC01' });
    await world.cutOff();
    await world.bankDay();
    await pulled(200n);
    await world.cutOff();
    expect(tagsAtBank(world, 'SeqTp')).toEqual(['FRST']);
  });

  test('of a quote is sent to the bank for the whole amount, and its transaction is COMPLETED when it is booked', async () => {
    await mandate();
    await notice(0);
    const transaction = await pulledQuote(world);
    await world.cutOff();
    const file = fileAtBank();
    expect([tag(file, 'MndtId'), tag(file, 'EndToEndId')]).toEqual([['MANDATE-1'], [transaction.reference]]);
    expect(file).toContain('<InstdAmt Ccy="EUR">7.00</InstdAmt>');
    expect(await world.transaction(transaction.id)).toMatchObject({ status: 'PROCESSING' });
    expect(await world.balance()).toBe(0n);
    await world.drain();
    expect(await world.transaction(transaction.id)).toMatchObject({ status: 'COMPLETED' });
    const { received } = transaction;
    expect([await world.balance(), await balanceOf(world, 'CLEARING_SEPA')]).toEqual([received?.amount, 0n]);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('of a one-off mandate is OOFF, and a second one is rejected', async () => {
    await mandate(true);
    await notice(0);
    await pulled(100n);
    await world.cutOff();
    expect(tag(fileAtBank(), 'SeqTp')).toEqual(['OOFF']);
    await world.drain();
    expect(await pull(100n)).toMatchObject({ result: { fields: [{ path: 'source' }] } });
    expect(await world.balance()).toBe(100n);
  });

  test('that is not announced long enough does not delay an earlier one', async () => {
    await mandate();
    const first = await pulled(100n);
    world.service.clock.advance(13 * 86_400);
    const second = await pulled(200n);
    for (let tries = 0; sent().length === 0; tries += 1) {
      expect(tries).toBeLessThan(6);
      await world.cutOff();
    }
    expect((await bankPaymentOf(first))?.status).toBe('IN_FILE');
    expect((await bankPaymentOf(second))?.status).toBe('WAITING');
    expect(tag(fileAtBank(), 'EndToEndId')).toHaveLength(1);
  });

  test('of a batch that the bank rejects fails, and those of another batch of the file do not', async () => {
    await mandate();
    await notice(0);
    await pulled(50n);
    await world.cutOff();
    await world.drain();
    // The used mandate is RCUR, that of another account FRST: two batches.
    const recurrent = await pulled(100n);
    const other = await otherAccount();
    await mandate(false, other.id);
    const first = granted(await pull(200n, other.id));
    await world.service.settle();
    await world.cutOff();
    const file = fileAtBank();
    const [messageId = ''] = tag(file, 'MsgId');
    expect([tag(file, 'SeqTp'), tag(file, 'PmtInfId')]).toEqual([
      ['RCUR', 'FRST'],
      [messageId, `${messageId}-2`],
    ]);
    await published(
      writePain002(
        {
          id: 'R-1',
          createdAt: '2025-10-13T12:05:00Z',
          format: 'PAIN_008',
          originalMessageId: messageId,
          batches: [
            { batchId: messageId, rejected: [] },
            { batchId: `${messageId}-2`, code: 'AM05', rejected: [] },
          ],
        },
        '10',
      ),
    );
    await world.service.settle();
    expect((await bankPaymentOf(first))?.status).toBe('REJECTED');
    expect((await bankPaymentOf(recurrent))?.status).toBe('IN_FILE');
  });

  test('is in one batch with all others of its sequence type, whatever their order', async () => {
    await mandate();
    await notice(0);
    await pulled(50n);
    await world.cutOff();
    await world.drain();
    const other = await otherAccount();
    await mandate(false, other.id);
    const payments = [await pulled(100n), granted(await pull(200n, other.id)), await pulled(300n)] as const;
    await world.service.settle();
    await world.cutOff();
    const file = fileAtBank();
    expect(tag(file, 'SeqTp')).toEqual(['RCUR', 'FRST']);
    const [first, second, third] = payments.map(({ reference }) => reference);
    expect(tag(file, 'EndToEndId')).toEqual([first, third, second]);
    const batches = await Promise.all(payments.map(async (one) => (await bankPaymentOf(one))?.batch));
    expect(batches).toEqual([1, 2, 1]);
  });
});

describe('a mandate', () => {
  test('is not replaced while a direct debit is requested, waits or is in a file', async () => {
    await mandate();
    await notice(0);
    granted(await pull(100n));
    expect(await setMandate('MANDATE-2')).toBeInstanceOf(DirectDebitInProgress);
    await world.service.settle();
    expect(await setMandate('MANDATE-2', true)).toBeInstanceOf(DirectDebitInProgress);
    await world.cutOff();
    expect(tagsAtBank(world, 'MndtId')).toEqual(['MANDATE-1']);
    expect(await setMandate('MANDATE-2')).toBeInstanceOf(DirectDebitInProgress);
    const other = await otherAccount();
    granted(await setMandate('MANDATE-2', false, other.id));
  });

  test('is not replaced while a quote pulls money from the account', async () => {
    await mandate();
    await pulledQuote(world);
    expect(await setMandate('MANDATE-2')).toBeInstanceOf(DirectDebitInProgress);
  });

  test('is replaced when the direct debits are booked or rejected, and the next one is FRST again', async () => {
    await mandate();
    await notice(0);
    await pulled(100n);
    const { reference } = await pulled(200n);
    world.bank.request('rejectPayment', { id: reference, code: 'AC01' });
    await world.cutOff();
    await world.drain();
    granted(await setMandate('MANDATE-2'));
    await pulled(300n);
    await world.cutOff();
    expect([tagsAtBank(world, 'MndtId'), tagsAtBank(world, 'SeqTp')]).toEqual([['MANDATE-2'], ['FRST']]);
  });
});
