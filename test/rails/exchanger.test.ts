/** Payments and deposits of a production platform by the files of a bank, from request to settlement. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { Conflict } from '../../src/kernel/errors.ts';
import { uuidOf } from '../../src/kernel/ids.ts';
import { updateBankConnection } from '../../src/rails/bank-connections/manage-connections.ts';
import { virtualIbans } from '../../src/rails/bank-connections/tables.ts';
import { cancelBankFile } from '../../src/rails/bank-payments/decide-file.ts';
import { listFiles } from '../../src/rails/bank-payments/file-store.ts';
import { reportSettlement } from '../../src/rails/report-settlement.ts';
import { audit, soundLedger } from '../support/audit.ts';
import { theirIban } from '../support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../support/bank-world.ts';
import { granted } from '../support/payments.ts';

let world: BankWorld;
afterEach(() => world.stop());

/** The account gets money by a deposit, as it would in production. */
async function funded(amount: number): Promise<void> {
  world.bank.deposit({
    amount: BigInt(amount),
    name: 'Ada Lovelace',
    iban: theirIban,
    reference: world.reference(),
  });
  await world.bankDay();
}

test('a deposit with the reference of an account is credited, and names the depositor with a masked account', async () => {
  world = await bankWorld();
  await funded(50_000);
  expect(await world.balance()).toBe(50_000n);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

test('a deposit to the virtual IBAN of an account is credited without a reference', async () => {
  world = await bankWorld({
    virtualIbanRange: { country: 'DE', prefix: '370400440000', first: '1', last: '999999' },
  });
  await world.exchange();
  const [instructions] = await world.instructions();
  const virtualIban = instructions?.accountOrWalletInfo.iban ?? '';
  expect(virtualIban).toMatch(/^DE\d\d370400440000\d{6}$/);
  world.bank.deposit({ amount: 700n, name: 'Ada Lovelace', iban: theirIban, virtualIban });
  await world.bankDay();
  expect(await world.balance()).toBe(700n);
});

test('another range of virtual IBANs starts with its first number, and continues after those of it that are assigned', async () => {
  const range = { country: 'DE', prefix: '370400440000' };
  world = await bankWorld({ virtualIbanRange: { ...range, first: '000100', last: '000199' } });
  const { service, platform, connection } = world;
  await world.exchange();
  const numbers = async () => {
    const rows = await service.db.orm
      .select({ iban: virtualIbans.iban })
      .from(virtualIbans)
      .orderBy(virtualIbans.iban);
    return rows.map(({ iban }) => iban.slice(-6)).sort();
  };
  const [first] = await numbers();
  expect(first).toBe('000100');
  const change = (virtualIbanRange: object) =>
    updateBankConnection(service.ports, platform.principal, { id: connection.id, virtualIbanRange } as never);
  /** The account needs another number, as if its number were that of another account. */
  const assignAgain = async (others: string) => {
    await service.db.orm.execute(sql`update virtual_ibans set account_id = (
      select id from internal_accounts where currency = ${others} and platform_id = ${uuidOf(connection.platformId)} limit 1)
      where account_id = ${uuidOf(world.account.id)}`);
    await world.exchange();
  };
  granted(await change({ ...range, first: '000500', last: '000599' }));
  await assignAgain('GBP');
  expect(await numbers()).toEqual(['000100', '000500']);
  granted(await change({ ...range, first: '000001', last: '000599' }));
  await assignAgain('USD');
  expect(await numbers()).toEqual(['000100', '000500', '000501']);
});

test('a file that cannot be written waits for people, and statements are booked meanwhile', async () => {
  world = await bankWorld();
  await funded(50_000);
  const paid = await world.pay(100);
  await world.service.settle();
  // Data that no operation stores: the counterparty has no account.
  await world.service.db.orm.execute(sql`update external_accounts set account_info = account_info - 'iban'`);
  await world.cutOff();
  const { items } = await listFiles(
    world.service.db.orm,
    world.platform.principal.platform.id,
    { direction: 'OUT' },
    { first: 5 } as never,
  );
  expect(items).toMatchObject([{ status: 'IN_REVIEW', reason: expect.stringContaining('IBAN') }]);
  await funded(1_000);
  expect(await world.balance()).toBe(50_900n);
  const [file] = items;
  if (!file) throw new Error('the payment is in a file');
  granted(
    await cancelBankFile(world.service.ports, world.platform.principal, { id: file.id, comment: undefined }),
  );
  await world.service.settle();
  expect((await world.transaction(paid.id)).status).toBe('FAILED');
  expect(await world.balance()).toBe(51_000n);
});

describe('a payment', () => {
  test('waits for the cut-off, is in one file, and is COMPLETED by the entry of the statement', async () => {
    world = await bankWorld();
    await funded(50_000);
    const paid = await world.pay(12_345);
    await world.exchange();
    expect((await world.transaction(paid.id)).status).toBe('PENDING');
    await world.cutOff();
    expect((await world.transaction(paid.id)).status).toBe('PROCESSING');
    expect(readdirSync(join(world.folder, 'outbox'))).toHaveLength(1);
    await world.bankDay();
    expect((await world.transaction(paid.id)).status).toBe('COMPLETED');
    expect(await world.balance()).toBe(37_655n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('has no outcome but that of the bank: an operator who reports one cannot refund what a file still sends', async () => {
    world = await bankWorld();
    await funded(50_000);
    const { id } = await world.pay(12_345);
    const isRejected = async () => {
      for (const outcome of ['FAILED', 'COMPLETED'] as const) {
        expect(await reportSettlement(world.service.ports, { id, outcome })).toBeInstanceOf(Conflict);
      }
    };
    await world.service.settle();
    await isRejected();
    await world.cutOff();
    await isRejected();
    await world.bankDay();
    await isRejected();
    expect((await world.transaction(id)).status).toBe('COMPLETED');
    expect(await world.balance()).toBe(37_655n);
  });

  test('that the bank rejects is FAILED and refunded, with the reason of the bank', async () => {
    world = await bankWorld();
    await funded(50_000);
    const paid = await world.pay(100);
    world.bank.request('rejectPayment', { code: 'AC01' });
    await world.cutOff();
    await world.bankDay();
    const failed = await world.transaction(paid.id);
    expect([failed.status, failed.failureReason, failed.refund?.status]).toEqual([
      'FAILED',
      'COUNTERPARTY_POST_TX_FAILED',
      'COMPLETED',
    ]);
    expect(await world.balance()).toBe(50_000n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });

  test('that comes back days later is FAILED and refunded', async () => {
    world = await bankWorld();
    await funded(50_000);
    const paid = await world.pay(100);
    world.bank.request('returnPayment', { code: 'MS03', days: 3 });
    await world.cutOff();
    await world.bankDay();
    const failed = await world.transaction(paid.id);
    expect([failed.status, failed.refund?.status]).toEqual(['FAILED', 'COMPLETED']);
    expect(await world.balance()).toBe(50_000n);
    expect(await audit(world.service.db)).toEqual(soundLedger);
  });
});
