import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { findConnection } from '../../../src/rails/bank-connections/store.ts';
import type { BankFile } from '../../../src/rails/bank-payments/bank-payment.ts';
import { makeFiles } from '../../../src/rails/bank-payments/make-files.ts';
import { bankAccountsOf } from '../../support/bank-accounts.ts';
import { type BankWorld, type BankWorldOptions, bankWorld } from '../../support/bank-world.ts';

let world: BankWorld;
afterEach(() => world.stop());

/** A platform with money for payments. */
async function start(format: NonNullable<BankWorldOptions['format']>): Promise<void> {
  world = await bankWorld({ format });
  const { theirNumber } = bankAccountsOf[format];
  world.bank.deposit({ amount: 5_000n, name: 'Ada', iban: theirNumber, reference: world.reference() });
  await world.bankDay();
}

/** Submits a payment, and makes the files that are due at an instant. */
async function filesAt(instant: string): Promise<readonly BankFile[]> {
  const { db } = world.service;
  await world.pay(100);
  await world.service.settle();
  return transact(db, async (tx) => {
    const connection = await findConnection(tx, world.connection.platformId, world.connection.id);
    if (!connection) throw new Error('the connection exists');
    return makeFiles(tx, connection, new Date(instant));
  });
}

test('the modifiers of NACHA files are different on each day of the bank, and start again on the next', async () => {
  await start('NACHA');
  // Cut-offs are at 09:30 and 14:00 in Berlin.
  const modifiers: (string | undefined)[] = [];
  for (const instant of ['2040-03-06T13:00:05Z', '2040-03-07T08:30:20Z', '2040-03-07T13:00:20Z']) {
    const files = await filesAt(instant);
    expect(files).toHaveLength(1);
    modifiers.push(files[0]?.fileIdModifier);
  }
  expect(modifiers).toEqual(['A', 'A', 'B']);
});

test('an instant payment is executed on the day of its file, also on a Saturday', async () => {
  await start('ISO20022');
  const rails = sql`'["SEPA_INSTANT"]'::jsonb`;
  await world.service.db.orm.execute(
    sql`update external_accounts set account_info = jsonb_set(account_info, '{paymentRails}', ${rails})`,
  );
  expect(await filesAt('2040-03-10T10:00:00Z')).toMatchObject([
    { serviceLevel: 'SEPA_INSTANT', executionDate: '2040-03-10' },
  ]);
});
