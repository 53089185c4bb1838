/** Payments and deposits of a production platform by the files of a bank, from request to settlement. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { audit, soundLedger } from '../support/audit.ts';
import { theirIban } from '../support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../support/bank-world.ts';

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
