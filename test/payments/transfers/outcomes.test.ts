import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountFromSnapshot } from '../../../src/accounts/internal/publish-balance.ts';
import { eventsOfResources } from '../../../src/infrastructure/events/event-store.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import {
  AccountBalance,
  AdvanceClock,
  TransactionTimeline,
  TransferIn,
  TransferOut,
} from '../../support/documents.ts';
import { aBankAccount, aPayer } from '../../support/parties.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(() => service.stop());

const steps = (timeline: readonly { status: string; refundStatus: string | null }[]) =>
  timeline.map(({ status, refundStatus }) => (refundStatus ? `${status}+${refundStatus}` : status)).join(' ');

async function afterAllSteps(id: string) {
  await service.send(AdvanceClock, { seconds: 60 });
  const { transaction } = (await service.send(TransactionTimeline, { id })).data;
  if (!transaction) throw new Error('the transaction exists');
  return transaction;
}

describe('the suffix of the account determines the result of a transfer out', () => {
  test.each([
    ['other', '900', 'PENDING PROCESSING COMPLETED', null, null, 97_500],
    ['002', '002', 'PENDING FAILED', 'QUOTE_EXECUTION_FAILED', null, 100_000],
    ['003', '003', 'PENDING FAILED', 'QUOTE_EXECUTION_FAILED', null, 100_000],
    [
      '004',
      '004',
      'PENDING PROCESSING FAILED FAILED+PENDING FAILED+COMPLETED',
      'COUNTERPARTY_POST_TX_FAILED',
      'TRANSACTION_FAILED',
      100_000,
    ],
    [
      '005',
      '005',
      'PENDING PROCESSING FAILED FAILED+PENDING FAILED+COMPLETED',
      'QUOTE_EXECUTION_FAILED',
      'TIMEOUT',
      100_000,
    ],
  ])('%s', async (_, suffix, expected, failureReason, refundReason, balance) => {
    const payer = await aPayer(service);
    const destination = await aBankAccount(service, payer.customerId, suffix);
    const { transferOut } = (
      await service.send(TransferOut, { input: { source: payer.accountId, destination, amount: 2_500 } })
    ).data;
    if (transferOut.__typename !== 'Transaction') throw new Error(transferOut.__typename);
    const transaction = await afterAllSteps(transferOut.id);
    expect(steps(transaction.timeline)).toBe(expected);
    expect(transaction.failureReason).toBe(failureReason);
    expect(transaction.refund?.reason ?? null).toBe(refundReason);
    const { internalAccount } = (await service.send(AccountBalance, { id: payer.accountId })).data;
    expect(internalAccount?.balance.amount).toBe(balance);
    expect(internalAccount?.availableBalance.amount).toBe(balance);
  });
});

describe('the suffix of the account determines the result of a transfer in', () => {
  test.each([
    ['other', '900', 'PENDING PROCESSING COMPLETED', null, 2_500],
    ['002', '002', 'PENDING FAILED', 'QUOTE_EXECUTION_FAILED', 0],
    ['003', '003', 'PENDING FAILED', 'QUOTE_EXECUTION_FAILED', 0],
    ['004', '004', 'PENDING PROCESSING FAILED', 'QUOTE_EXECUTION_FAILED', 0],
    ['005', '005', 'PENDING PROCESSING FAILED', 'QUOTE_EXECUTION_FAILED', 0],
  ])('%s', async (_, suffix, expected, failureReason, balance) => {
    const payer = await aPayer(service, 0);
    const source = await aBankAccount(service, payer.customerId, suffix);
    const { transferIn } = (
      await service.send(TransferIn, { input: { source, destination: payer.accountId, amount: 2_500 } })
    ).data;
    if (transferIn.__typename !== 'Transaction') throw new Error(transferIn.__typename);
    const transaction = await afterAllSteps(transferIn.id);
    expect(steps(transaction.timeline)).toBe(expected);
    expect(transaction.failureReason).toBe(failureReason);
    const { internalAccount } = (await service.send(AccountBalance, { id: payer.accountId })).data;
    expect(internalAccount?.balance.amount).toBe(balance);
  });
});

test('the ledger is sound after all transfers', async () => {
  expect(await audit(service.db)).toEqual(soundLedger);
});

test('each change of the available balance is published, in order and without gaps', async () => {
  const payer = await aPayer(service);
  const destination = await aBankAccount(service, payer.customerId, '004');
  const { transferOut } = (
    await service.send(TransferOut, { input: { source: payer.accountId, destination, amount: 2_500 } })
  ).data;
  if (transferOut.__typename !== 'Transaction') throw new Error(transferOut.__typename);
  await afterAllSteps(transferOut.id);
  const events = (await eventsOfResources(service.db.orm, [payer.accountId])).get(payer.accountId) ?? [];
  expect(
    events.map(({ data }) => {
      const { posted, held } = accountFromSnapshot(data['record'] as Record<string, unknown>);
      return Number(posted - held);
    }),
  ).toEqual([100_000, 97_500, 100_000]);
});
