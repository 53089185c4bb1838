import { afterEach, describe, expect, test } from 'vitest';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { lockConnection, saveConnection } from '../../../src/rails/bank-connections/store.ts';
import { paymentsOfTransactions } from '../../../src/rails/bank-payments/store.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { onPostgres, untilLocked } from '../../support/database.ts';

let world: BankWorld;
afterEach(() => world.stop());

describe.runIf(onPostgres)('a payment that is submitted while its connection is closed', () => {
  test('stays with the operator, and waits on no closed connection', async () => {
    world = await bankWorld();
    world.bank.deposit({ amount: 5_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
    await world.bankDay();
    const { db } = world.service;
    const { platformId, id } = world.connection;
    const payment = await world.pay(100);
    let submitting: Promise<unknown> | undefined;
    await transact(db, async (tx) => {
      const connection = await lockConnection(tx, platformId, id);
      if (!connection) throw new Error('the connection exists');
      submitting = world.service.settle();
      await untilLocked(db);
      await saveConnection(tx, { ...connection, status: 'CLOSED' });
    });
    await submitting;
    expect(await paymentsOfTransactions(db.orm, platformId, [payment.id])).toEqual([]);
    expect(await world.transaction(payment.id)).toMatchObject({ status: 'PENDING' });
  });
});
