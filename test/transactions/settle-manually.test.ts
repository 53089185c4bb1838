/** Payments of a production platform, over the platform's own accounts, settled by what an operator reports. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformAccounts } from '../../src/accounts/store.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import { type Id, newId } from '../../src/kernel/ids.ts';
import { settleManually, stepsTo } from '../../src/transactions/settle-manually.ts';
import { audit, soundLedger } from '../support/audit.ts';
import {
  AccountBalance,
  CreateExternalAccount,
  TransactionTimeline,
  TransferIn,
  TransferOut,
} from '../support/documents.ts';
import { aBankAccount, aPayer, usdAccount } from '../support/parties.ts';
import { basic, type Service, startService } from '../support/service.ts';

let service: Service;
let authorization: string;
let inside: string;
let outside: string;

beforeAll(async () => {
  service = await startService({ server: true });
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
  settleManually(service.ports, { id, outcome });

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

test('payments wait for a report, go through PROCESSING, and a failed debit is refunded', async () => {
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

  const refusals = await Promise.all([settle(sent, 'FAILED'), settle(returned, 'COMPLETED')]);
  expect(refusals.map((refusal) => refusal instanceof DomainError && refusal.message)).toEqual([
    'Nothing can be reported about it: it is COMPLETED.',
    'Nothing can be reported about it: it is FAILED.',
  ]);
});

test('a sandbox transaction is refused, and one that does not exist', async () => {
  const payer = await aPayer(service);
  const destination = await aBankAccount(service, payer.customerId, '005');
  const input = { source: payer.accountId, destination, amount: 100 };
  const { transferOut: made } = (await service.send(TransferOut, { input })).data;
  if (made.__typename !== 'Transaction') throw new Error(made.__typename);
  expect(await settle(made.id as TransactionId, 'COMPLETED')).toMatchObject({ kind: 'conflict' });
  expect(await settle(newId('Transaction'), 'COMPLETED')).toMatchObject({ kind: 'not-found' });
});

describe('nothing can be reported about', () => {
  test.each([
    ['a quote that waits for its deposit', 'PENDING', 'OUTGOING', 'QUOTE'],
    ['an incoming payment that waits for approval', 'PENDING', 'INCOMING', 'UMA_RECEIPT'],
    ['an incoming payment that was just made', 'CREATED', 'INCOMING', 'UMA_RECEIPT'],
    ['what is completed', 'COMPLETED', 'OUTGOING', 'TRANSFER_OUT'],
    ['what was rejected', 'REJECTED', 'INCOMING', 'UMA_RECEIPT'],
    ['what has expired', 'EXPIRED', 'OUTGOING', 'QUOTE'],
  ] as const)('%s', (_, status, type, origin) => {
    expect(stepsTo({ status, type, origin }, 'COMPLETED')).toBeUndefined();
    expect(stepsTo({ status, type, origin }, 'FAILED')).toBeUndefined();
  });
});
