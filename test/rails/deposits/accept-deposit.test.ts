/** Deposits that pay a quote: alone, and with others in a statement or in an entry. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { creditorReference } from '../../../src/rails/bank-connections/creditor-reference.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { listUnmatched } from '../../../src/rails/deposits/store.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { entry, movement, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import {
  balanceOf,
  depositedQuote,
  platformIdOf,
  publish,
  quoteDeposit,
  referenceDetails,
} from '../../support/pulls.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

const toAccount = (amount: string) => movement(referenceDetails(world.reference()), { amount });

async function book(entries: string): Promise<void> {
  publish(world, statement({ entries }), '1.xml');
  await world.exchange();
}

const reasons = async () =>
  (await listUnmatched(world.service.db.orm, platformIdOf(world), {}, { first: 9 } as never)).items.map(
    ({ reason }) => reason,
  );
const booked = async () =>
  (await listEntries(world.service.db.orm, platformIdOf(world), {}, { first: 9 } as never)).items;

test('deposits to an account before and after that of a quote are booked too', async () => {
  const payments = [await depositedQuote(world), await depositedQuote(world)];
  const [first = '', second = ''] = payments.map((payment) => quoteDeposit(payment));
  await book([toAccount('1.00'), first, second, toAccount('2.00'), toAccount('3.00')].join(''));
  expect((await booked()).map(({ kind }) => kind)).toEqual(Array(5).fill('DEPOSIT'));
  for (const { id } of payments) expect(await world.transaction(id)).toMatchObject({ status: 'PROCESSING' });
  expect([await world.balance(), await balanceOf(world, 'FUNDING'), await reasons()]).toEqual([600n, 0n, []]);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

test('a deposit pays its quote in an entry with other movements', async () => {
  const payments = [await depositedQuote(world), await depositedQuote(world)];
  const details = [
    [referenceDetails(world.reference()), '1.00'],
    ...payments.map(({ reference }) => [referenceDetails(creditorReference(reference)), '10.00']),
  ].map(([detail, amount]) => `<TxDtls><Amt Ccy="EUR">${amount}</Amt>${detail}</TxDtls>`);
  await book(entry({ amount: '21.00', after: `<NtryDtls>${details.join('')}</NtryDtls>` }));
  for (const { id } of payments) expect(await world.transaction(id)).toMatchObject({ status: 'PROCESSING' });
  expect([await world.balance(), await balanceOf(world, 'FUNDING'), await reasons()]).toEqual([100n, 0n, []]);
  expect(await booked()).toMatchObject([{ kind: 'DEPOSIT', transactionId: undefined }]);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

describe('a deposit becomes an unmatched deposit', () => {
  test('with another amount than its quote, which fails', async () => {
    const payment = await depositedQuote(world);
    await book(quoteDeposit(payment, '9.99'));
    expect(await world.transaction(payment.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'FUNDING_AMOUNT_MISMATCH',
    });
    expect(await reasons()).toEqual(['The amount differs from the quote.']);
    expect(await balanceOf(world, 'UNMATCHED_DEPOSITS')).toBe(999n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('when it pays its quote for the second time', async () => {
    const payment = await depositedQuote(world);
    await book(quoteDeposit(payment) + quoteDeposit(payment));
    expect(await world.transaction(payment.id)).toMatchObject({ status: 'PROCESSING' });
    expect(await reasons()).toEqual(['The quote was paid before.']);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('when its quote has expired', async () => {
    const payment = await depositedQuote(world);
    world.service.clock.advance(24 * 60 * 60);
    await book(quoteDeposit(payment));
    expect(await world.transaction(payment.id)).toMatchObject({ status: 'EXPIRED' });
    expect(await reasons()).toEqual(['The quote has expired.']);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });
});
