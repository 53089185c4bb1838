import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { findConnection } from '../../../src/rails/bank-connections/store.ts';
import type { BankFile } from '../../../src/rails/bank-payments/bank-payment.ts';
import { listFiles } from '../../../src/rails/bank-payments/file-store.ts';
import { makeFiles } from '../../../src/rails/bank-payments/make-files.ts';
import { lockPaymentsByTrace } from '../../../src/rails/bank-payments/reported-payment-store.ts';
import { bankAccountsOf } from '../../support/bank-accounts.ts';
import { type BankWorld, type BankWorldOptions, bankWorld, successorOf } from '../../support/bank-world.ts';
import { bankPaymentOf } from '../../support/pulls.ts';

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

/** The number of payments that wait. */
async function waiting(): Promise<number> {
  const [row] = await rawRows<{ count: number }>(
    world.service.db.orm,
    sql`select count(*)::int as count from bank_payments where status = 'WAITING'`,
  );
  return row?.count ?? 0;
}

test('no two NACHA files of a day have one modifier: after 36 of them payments wait for the next day', async () => {
  await start('NACHA');
  await filesAt('2040-03-07T08:30:20Z');
  const rest = sql`select gen_random_uuid(), platform_id, connection_id, direction, kind, status, name, 'other-' || n, created_at, updated_at
    from bank_files, generate_series(1, 34) n where kind = 'NACHA'`;
  await world.service.db.orm.execute(
    sql`insert into bank_files (id, platform_id, connection_id, direction, kind, status, name, message_id, created_at, updated_at) ${rest}`,
  );
  expect(await filesAt('2040-03-07T13:00:20Z')).toMatchObject([{ fileIdModifier: '9' }]);
  await world.service.db.orm.execute(
    sql`update bank_connections set last_cut_off_at = '2040-03-07T12:00:00Z'`,
  );
  expect(await filesAt('2040-03-07T13:01:20Z')).toEqual([]);
  expect(await waiting()).toBe(1);
  expect(await filesAt('2040-03-08T08:30:20Z')).toMatchObject([{ fileIdModifier: 'A', count: 2 }]);
});

test('trace numbers start again after the last one, ascend in each file, and name the newest payment', async () => {
  await start('NACHA');
  await filesAt('2040-03-07T08:30:20Z');
  const { orm } = world.service.db;
  await orm.execute(sql`update bank_payments set trace_sequence = 9999990`);
  // Seven payments would have 9,999,993 to 9,999,999. No numbers would be left for the entries to our own account.
  for (let paid = 0; paid < 6; paid += 1) await world.pay(10);
  await world.service.settle();
  await filesAt('2040-03-07T13:00:20Z');
  const rows = await rawRows<{ sequence: number }>(
    orm,
    sql`select trace_sequence as sequence from bank_payments order by id`,
  );
  const sequences = rows.map(({ sequence }) => sequence);
  expect(sequences).toEqual([9_999_990, ...Array.from({ length: 7 }, (_, index) => 10_000_001 + index)]);
  const named = (number: number) =>
    transact(world.service.db, (tx) => lockPaymentsByTrace(tx, world.connection.id, [number]));
  expect(await named(9_999_990)).toMatchObject([{ traceSequence: 9_999_990 }]);
  expect(await named(1)).toMatchObject([{ traceSequence: 10_000_001 }]);
  await world.exchange();
  const { items } = await listFiles(orm, world.connection.platformId, { direction: 'OUT' }, {
    first: 5,
  } as never);
  expect(items.map(({ status }) => status)).toEqual(['SENT', 'SENT']);
});

describe('after a connection is closed, the trace numbers of its successor', () => {
  const { ours } = bankAccountsOf.NACHA;
  test.each([
    ['at the same bank continue after its numbers', ours, 3],
    ['at another bank start again', { ...ours, routingNumber: '062000019' }, 0],
  ])('%s', async (_, account, distance) => {
    await start('NACHA');
    const traceOfPayment = async () => {
      const payment = await world.pay(100);
      await world.cutOff();
      return (await bankPaymentOf(world, payment))?.traceSequence ?? 0;
    };
    const last = await traceOfPayment();
    await world.bankDay();
    await successorOf(world, { account });
    // A file has two numbers for the entries to our own account.
    expect(await traceOfPayment()).toBe(last + distance);
  });
});
