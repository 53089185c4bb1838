/** Payments of a production platform over its own accounts, which an operator settles by a report. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformAccounts } from '../../src/accounts/internal/internal-account-store.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import { type Id, newId } from '../../src/kernel/ids.ts';
import { settlementSteps } from '../../src/payments/transactions/settlement-steps.ts';
import { closeBankConnection } from '../../src/rails/bank-payments/close-connection.ts';
import { reportSettlement } from '../../src/rails/report-settlement.ts';
import { audit, soundLedger } from '../support/audit.ts';
import { theirIban } from '../support/bank-accounts.ts';
import { bankWorld } from '../support/bank-world.ts';
import {
  AccountBalance,
  CreateExternalAccount,
  CreateQuote,
  ExecuteQuote,
  TransactionTimeline,
  TransferIn,
  TransferOut,
} from '../support/documents.ts';
import { aBankAccount, aPayer, usdAccount } from '../support/parties.ts';
import { granted } from '../support/payments.ts';
import { allowPulls, bankPaymentOf, booked, pull } from '../support/pulls.ts';
import { tableForAll } from '../support/rates.ts';
import { basic, type Service, startService } from '../support/service.ts';

let service: Service;
let authorization: string;
let inside: string;
let outside: string;

beforeAll(async () => {
  service = await startService({ server: true, ports: { rates: tableForAll() } });
  const { principal, token } = await service.addPlatform('PRODUCTION');
  authorization = basic(token);
  const scope = { platformId: principal.platform.id };
  const accounts = await platformAccounts(service.db.orm, scope, { currency: 'USD', type: undefined });
  inside = accounts[0]?.id ?? '';
  const made = await service.send(
    CreateExternalAccount,
    { input: { currency: 'USD', accountInfo: { usdAccount: usdAccount('004') } } },
    authorization,
  );
  const account = made.data.createExternalAccount;
  if (account.__typename !== 'ExternalAccount') throw new Error(JSON.stringify(made));
  outside = account.id;
});
afterAll(() => service.stop());

type TransactionId = Id<'Transaction'>;

async function transferIn(amount: number): Promise<TransactionId> {
  const input = { source: outside, destination: inside, amount };
  const { transferIn: made } = (await service.send(TransferIn, { input }, authorization)).data;
  if (made.__typename !== 'Transaction') throw new Error(made.__typename);
  return made.id as TransactionId;
}

async function transferOut(amount: number): Promise<TransactionId> {
  const input = { source: inside, destination: outside, amount };
  const { transferOut: made } = (await service.send(TransferOut, { input }, authorization)).data;
  if (made.__typename !== 'Transaction') throw new Error(made.__typename);
  return made.id as TransactionId;
}

const settle = (id: TransactionId, outcome: 'COMPLETED' | 'FAILED') =>
  reportSettlement(service.ports, { id, outcome });

async function stepsOf(id: string): Promise<string> {
  const { transaction } = (await service.send(TransactionTimeline, { id }, authorization)).data;
  return (transaction?.timeline ?? [])
    .map(({ status, refundStatus }) => (refundStatus ? `${status}+${refundStatus}` : status))
    .join(' ');
}

async function balance(): Promise<number | undefined> {
  const { internalAccount } = (await service.send(AccountBalance, { id: inside }, authorization)).data;
  return internalAccount?.balance.amount;
}

test('payments are PENDING until a report, pass through PROCESSING, and a failed debit is refunded', async () => {
  const deposit = await transferIn(10_000);
  expect([await stepsOf(deposit), await balance()]).toEqual(['PENDING', 0]);
  await settle(deposit, 'COMPLETED');
  expect([await stepsOf(deposit), await balance()]).toEqual(['PENDING PROCESSING COMPLETED', 10_000]);

  const lost = await transferIn(500);
  await settle(lost, 'FAILED');
  expect([await stepsOf(lost), await balance()]).toEqual(['PENDING PROCESSING FAILED', 10_000]);

  const sent = await transferOut(2_500);
  await settle(sent, 'COMPLETED');
  expect([await stepsOf(sent), await balance()]).toEqual(['PENDING PROCESSING COMPLETED', 7_500]);

  const returned = await transferOut(1_000);
  await settle(returned, 'FAILED');
  expect([await stepsOf(returned), await balance()]).toEqual([
    'PENDING PROCESSING FAILED FAILED+PENDING FAILED+COMPLETED',
    7_500,
  ]);
  expect(await audit(service.db)).toEqual(soundLedger);

  const errors = await Promise.all([settle(sent, 'COMPLETED'), settle(returned, 'COMPLETED')]);
  expect(errors.map((error) => error instanceof DomainError && error.message)).toEqual([
    'Nothing can be reported about it: it is COMPLETED.',
    'Nothing can be reported about it: it is FAILED.',
  ]);
});

test('a payment that the bank returns after its completion is refunded', async () => {
  const before = (await balance()) ?? 0;
  const sent = await transferOut(1_500);
  await settle(sent, 'COMPLETED');
  await settle(sent, 'FAILED');
  expect([await stepsOf(sent), await balance()]).toEqual([
    'PENDING PROCESSING COMPLETED FAILED FAILED+PENDING FAILED+COMPLETED',
    before,
  ]);
  expect(await settle(sent, 'FAILED')).toBeInstanceOf(DomainError);
  expect(await audit(service.db)).toEqual(soundLedger);
});

describe('a quote that pulls money from a bank account', () => {
  const executed = async (amount: number): Promise<TransactionId> => {
    const input = {
      source: { account: { accountId: outside } },
      destination: { account: { accountId: inside } },
      lockedCurrencySide: 'SENDING' as const,
      lockedCurrencyAmount: amount,
    };
    const { createQuote } = (await service.send(CreateQuote, { input }, authorization)).data;
    if (createQuote.__typename !== 'Quote') throw new Error(JSON.stringify(createQuote));
    const { executeQuote } = (await service.send(ExecuteQuote, { quoteId: createQuote.id }, authorization))
      .data;
    if (executeQuote.__typename !== 'Transaction') throw new Error(JSON.stringify(executeQuote));
    return executeQuote.id as TransactionId;
  };

  test('is credited after the bank has paid, and not before', async () => {
    const before = (await balance()) ?? 0;
    const pulled = await executed(1_000);
    expect([await stepsOf(pulled), await balance()]).toEqual(['PENDING PROCESSING', before]);
    expect(await audit(service.db)).toEqual(soundLedger);
    await settle(pulled, 'COMPLETED');
    expect(await stepsOf(pulled)).toBe('PENDING PROCESSING COMPLETED');
    expect((await balance()) ?? 0).toBeGreaterThan(before);
    expect(await audit(service.db)).toEqual(soundLedger);
  });

  test('fails without a ledger entry if the bank has not paid', async () => {
    const before = await balance();
    const pulled = await executed(1_000);
    await settle(pulled, 'FAILED');
    expect([await stepsOf(pulled), await balance()]).toEqual(['PENDING PROCESSING FAILED', before]);
    expect(await audit(service.db)).toEqual(soundLedger);
  });
});

describe('a payment that the bank booked with another amount', () => {
  test.each([
    ['COMPLETED', 'CONFIRMED'],
    ['FAILED', 'REJECTED'],
  ] as const)(
    'is %s by the report of an operator, and its bank payment is %s: the connection can be closed',
    async (outcome, status) => {
      const world = await bankWorld();
      world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
      await world.bankDay();
      const payment = await world.pay(1_000);
      world.bank.request('wrongAmount', { id: payment.reference, amount: 1n });
      await world.cutOff();
      await world.bankDay();
      const { ports, db } = world.service;
      const { principal } = world.platform;
      expect(await world.transaction(payment.id)).toMatchObject({ status: 'PROCESSING' });
      expect(granted(await reportSettlement(ports, { id: payment.id, outcome }))).toMatchObject({
        status: outcome,
      });
      expect((await bankPaymentOf(world, payment))?.status).toBe(status);
      expect(await world.balance()).toBe(outcome === 'COMPLETED' ? 49_000n : 50_000n);
      expect(await audit(db)).toEqual(soundLedger);
      expect(granted(await closeBankConnection(ports, principal, { id: world.connection.id }))).toMatchObject(
        {
          status: 'CLOSED',
        },
      );
      await world.stop();
    },
  );

  test('is RETURNED if the operator reports that it came back after its completion', async () => {
    const world = await bankWorld();
    world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
    await world.bankDay();
    const payment = await world.pay(1_000);
    world.bank.request('wrongAmount', { id: payment.reference, amount: 1n });
    await world.cutOff();
    await world.bankDay();
    granted(await reportSettlement(world.service.ports, { id: payment.id, outcome: 'COMPLETED' }));
    granted(await reportSettlement(world.service.ports, { id: payment.id, outcome: 'FAILED' }));
    expect((await bankPaymentOf(world, payment))?.status).toBe('RETURNED');
    await world.stop();
  });
});

describe('a payment of a file that the bank has lost', () => {
  test.each([
    ['COMPLETED', 'CONFIRMED', 49_000n],
    ['FAILED', 'REJECTED', 50_000n],
  ] as const)(
    'is %s when the operator says that the bank confirmed it, after the file was sent and once',
    async (outcome, status, balanceAfter) => {
      const world = await bankWorld();
      world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
      await world.bankDay();
      const payment = await world.pay(1_000);
      await world.service.settle();
      const report = (confirmed: boolean) =>
        reportSettlement(world.service.ports, { id: payment.id, outcome, confirmed });
      // In no file yet: a refund would not stop the file.
      expect(await report(true)).toBeInstanceOf(DomainError);
      await world.cutOff();
      expect((await bankPaymentOf(world, payment))?.status).toBe('IN_FILE');
      expect(await report(false)).toBeInstanceOf(DomainError);

      expect(granted(await report(true))).toMatchObject({ status: outcome });
      expect((await bankPaymentOf(world, payment))?.status).toBe(status);
      expect(await world.balance()).toBe(balanceAfter);
      expect(await report(true)).toBeInstanceOf(DomainError);
      expect(await world.balance()).toBe(balanceAfter);
      expect(await audit(world.service.db)).toEqual(soundLedger);
      await world.stop();
    },
  );
});

test('the report that a direct debit was collected uses its mandate', async () => {
  const world = await bankWorld();
  await allowPulls(world, { isOneOff: true });
  const transaction = granted(await pull(world, 700n));
  await world.service.settle();
  await world.cutOff();
  await booked(world, transaction, { amount: '7.01' });
  granted(await reportSettlement(world.service.ports, { id: transaction.id, outcome: 'COMPLETED' }));
  expect(await pull(world, 700n)).toMatchObject({ fields: [{ path: 'source' }] });
  await world.stop();
});

test('a quote between two accounts of the platform completes when it is executed', async () => {
  const { principal, token } = await service.addPlatform('PRODUCTION');
  const accounts = await platformAccounts(
    service.db.orm,
    { platformId: principal.platform.id },
    { currency: undefined, type: undefined },
  );
  const accountIn = (currency: string) => accounts.find((one) => one.currency === currency)?.id ?? '';
  const quote = async (source: string, destination: string) => {
    const input = {
      source: { account: { accountId: source } },
      destination: { account: { accountId: destination } },
      lockedCurrencySide: 'SENDING' as const,
      lockedCurrencyAmount: 1_000,
    };
    const { createQuote } = (await service.send(CreateQuote, { input }, basic(token))).data;
    if (createQuote.__typename !== 'Quote') throw new Error(JSON.stringify(createQuote));
    return createQuote.id;
  };
  const made = await service.send(
    CreateExternalAccount,
    { input: { currency: 'USD', accountInfo: { usdAccount: usdAccount('004') } } },
    basic(token),
  );
  const bank = made.data.createExternalAccount;
  if (bank.__typename !== 'ExternalAccount') throw new Error(JSON.stringify(made));
  const deposit = { source: bank.id, destination: accountIn('USD'), amount: 5_000 };
  const { transferIn: incoming } = (await service.send(TransferIn, { input: deposit }, basic(token))).data;
  if (incoming.__typename !== 'Transaction') throw new Error(incoming.__typename);
  await settle(incoming.id as TransactionId, 'COMPLETED');

  const quoteId = await quote(accountIn('USD'), accountIn('EUR'));
  const { executeQuote } = (await service.send(ExecuteQuote, { quoteId }, basic(token))).data;
  if (executeQuote.__typename !== 'Transaction') throw new Error(JSON.stringify(executeQuote));
  const timeline = async () =>
    (
      await service.send(TransactionTimeline, { id: executeQuote.id }, basic(token))
    ).data.transaction?.timeline.map(({ status }) => status);
  await expect.poll(timeline).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
  expect(await audit(service.db)).toEqual(soundLedger);
});

test('a report for a sandbox transaction or an unknown one is rejected', async () => {
  const payer = await aPayer(service);
  const destination = await aBankAccount(service, payer.customerId, '005');
  const input = { source: payer.accountId, destination, amount: 100 };
  const { transferOut: made } = (await service.send(TransferOut, { input })).data;
  if (made.__typename !== 'Transaction') throw new Error(made.__typename);
  expect(await settle(made.id as TransactionId, 'COMPLETED')).toMatchObject({ kind: 'conflict' });
  expect(await settle(newId('Transaction'), 'COMPLETED')).toMatchObject({ kind: 'not-found' });
});

describe('no settlement can be reported for', () => {
  test.each([
    ['a quote that waits for its deposit', 'PENDING', 'OUTGOING', 'QUOTE'],
    ['an incoming payment that waits for approval', 'PENDING', 'INCOMING', 'UMA_RECEIPT'],
    ['an incoming payment that was just created', 'CREATED', 'INCOMING', 'UMA_RECEIPT'],
    ['a completed transfer in', 'COMPLETED', 'INCOMING', 'TRANSFER_IN'],
    ['a rejected payment', 'REJECTED', 'INCOMING', 'UMA_RECEIPT'],
    ['an expired quote', 'EXPIRED', 'OUTGOING', 'QUOTE'],
  ] as const)('%s', (_, status, type, origin) => {
    const party = { type: 'REALTIME_FUNDING', currency: 'USD', customerId: undefined } as const;
    const transaction = { status, type, origin, source: party, destination: party, refund: undefined };
    expect(settlementSteps(transaction, 'COMPLETED')).toBeUndefined();
    expect(settlementSteps(transaction, 'FAILED')).toBeUndefined();
  });
});
