/** The checks of an account before it is credited. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/infrastructure/database/client.ts';
import { transact } from '../../src/infrastructure/database/transact.ts';
import { maxBalance } from '../../src/kernel/money/amount.ts';
import { closeBalanceAccounts } from '../../src/ledger/account-store.ts';
import { AccountClosed } from '../../src/ledger/entry.ts';
import { openLedger } from '../../src/ledger/ledger-batch-store.ts';
import { embeddedDatabase } from '../support/database.ts';
import { type PaymentWorld, paymentWorld } from '../support/payments.ts';

let db: Database;
let world: PaymentWorld;
beforeAll(async () => {
  db = await embeddedDatabase();
  world = await paymentWorld(db);
});
afterAll(() => db.close());

describe('a credit is checked before the payment is accepted', () => {
  const usd = (amount: bigint) => ({ amount, currency: 'USD' });
  const anAccount = async () => world.accountOf(await world.aCustomer(), 'USD');

  test('a balance up to the maximum is accepted', async () => {
    const { id } = await anAccount();
    expect(
      await transact(db, async (tx) => (await openLedger(tx, [id])).checkCreditable(id, usd(maxBalance))),
    ).toBe(true);
  });

  test('a balance above the maximum is reported with the field of the amount', async () => {
    const { id } = await anAccount();
    expect(
      await transact(db, async (tx) =>
        (await openLedger(tx, [id])).checkCreditable(id, usd(maxBalance + 1n), 'sum'),
      ),
    ).toMatchObject({
      code: 'INVALID_AMOUNT',
      fields: [{ path: 'sum', message: 'would raise the balance above 9007199254740991' }],
    });
  });

  test('a closed account is reported as closed for every amount', async () => {
    const { id } = await anAccount();
    expect(await transact(db, (tx) => closeBalanceAccounts(tx, [id]))).toBe(true);
    for (const amount of [1n, maxBalance + 1n]) {
      const result = await transact(db, async (tx) =>
        (await openLedger(tx, [id])).checkCreditable(id, usd(amount)),
      );
      expect(result).toBeInstanceOf(AccountClosed);
      expect(result).toMatchObject({
        fields: [{ path: 'amount', message: 'would be credited to a closed account' }],
      });
    }
  });
});
