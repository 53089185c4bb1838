/** What a report and an entry of a bank do to a direct debit that comes back agrees, whichever comes first. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { audit, soundLedger } from '../../support/audit.ts';
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
import { writePain002 } from '../../support/simulated-bank/write-pain-002.ts';

let world: BankWorld;
let messageId: string;
beforeEach(async () => {
  world = await bankWorld();
  await allowPulls(world);
});
afterEach(() => world.stop());

const pullOf700 = async (): Promise<Transaction> => {
  const transaction = granted(await pull(world, 700n));
  await world.service.settle();
  return transaction;
};

const sent = async (pulled: () => Promise<Transaction>): Promise<Transaction> => {
  const transaction = await pulled();
  await world.cutOff();
  [messageId = ''] = tagsAtBank(world, 'MsgId');
  return transaction;
};

const byReport = async ({ reference }: Transaction) => {
  await published(
    world,
    writePain002(
      {
        id: `R-${reference}`,
        createdAt: '2025-10-13T12:05:00Z',
        format: 'PAIN_008',
        originalMessageId: messageId,
        batches: [{ batchId: messageId, rejected: [{ endToEndId: reference, code: 'AC04' }] }],
      } as never,
      '10',
    ),
    'report.xml',
  );
  await world.service.settle();
};
const byEntry = (transaction: Transaction) =>
  booked(world, transaction, { amount: '7.00', indicator: 'DBIT', returned: 'AC04' });

const breaks = async () =>
  (
    await listEntries(world.service.db.orm, platformIdOf(world), { isOpenBreak: true }, { first: 9 } as never)
  ).items.map(({ breakKind }) => breakKind);

describe.each([
  ['transfer in', pullOf700],
  ['quote', () => pulledQuote(world)],
])('a direct debit of a %s that comes back after its money was credited', (_, pulled) => {
  test.each([
    ['by its entry', [byEntry]],
    ['by a report, and then by its entry', [byReport, byEntry]],
    ['by its entry, and then by a report', [byEntry, byReport]],
  ])('%s, is a break and no refund', async (__, returns) => {
    const transaction = await sent(pulled);
    await booked(world, transaction, { amount: '7.00' });
    const credited = await world.balance();
    expect(credited).toBeGreaterThan(0n);
    for (const comeBack of returns) await comeBack(transaction);
    expect(await world.transaction(transaction.id)).toMatchObject({ status: 'COMPLETED', refund: undefined });
    expect(await world.balance()).toBe(credited);
    expect(await breaks()).toEqual(['RETURNED_DEBIT']);
    expect([await balanceOf(world, 'BANK_BREAKS'), await balanceOf(world, 'CLEARING_SEPA')]).toEqual([
      -700n,
      0n,
    ]);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });
});

test('a direct debit of a quote that comes back before its money was credited fails without a refund', async () => {
  const transaction = await sent(() => pulledQuote(world));
  await byReport(transaction);
  expect(await world.transaction(transaction.id)).toMatchObject({ status: 'FAILED', refund: undefined });
  expect((await bankPaymentOf(world, transaction))?.status).toBe('REJECTED');
  expect(await breaks()).toEqual([]);
  expect(await world.balance()).toBe(0n);
});
