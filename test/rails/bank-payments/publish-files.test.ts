import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesIn, saveFile } from '../../../src/rails/bank-payments/file-store.ts';
import { publishFiles } from '../../../src/rails/bank-payments/publish-files.ts';
import { paymentsOfTransactions, savePayments } from '../../../src/rails/bank-payments/store.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
});
afterEach(() => world.stop());

test('a process that loses its lease while it transmits a file does not send the file again', async () => {
  const { service, connection, bank } = world;
  const { ports } = service;
  const exchange = await ports.openExchange(connection);
  const payment = await world.pay(100);
  let staged = 0;
  /** The first transmission takes so long that another process sends the file, and the bank takes it. */
  const slow = {
    ...ports,
    openExchange: async () => ({
      ...exchange,
      async stage(...given: Parameters<typeof exchange.stage>) {
        staged += 1;
        await publishFiles(ports, connection, exchange);
        await bank.readOutbox();
        await exchange.stage(...given);
      },
    }),
  };
  service.clock.advance(24 * 60 * 60);
  await service.settle();
  await exchangeDue(slow);
  await world.bankDay();
  expect(staged).toBe(1);
  expect(bank.fileResults().map(({ result }) => result)).toEqual(['EXECUTED']);
  expect((await world.transaction(payment.id)).status).toBe('COMPLETED');
});

test.each(['REJECTED', 'CONFIRMED'] as const)(
  'a file with a payment that is %s already is not sent, and waits for people',
  async (status) => {
    await world.stop();
    world = await bankWorld({ reviewAbove: 50 });
    world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
    await world.bankDay();
    const payment = await world.pay(100);
    await world.cutOff();
    const { service, connection, platform } = world;
    const db = service.db.orm;
    const now = service.clock.real();
    const [found] = await paymentsOfTransactions(db, platform.principal.platform.id, [payment.id]);
    const [file] = await filesIn(db, connection.id, ['IN_REVIEW'], 1);
    if (!found || !file) throw new Error('the payment is in a file');
    await savePayments(db, [found.id], { status }, now);
    await saveFile(db, file.id, { status: 'READY' }, now);
    await world.exchange();
    const [again] = await filesIn(db, connection.id, ['IN_REVIEW'], 1);
    expect(again).toMatchObject({
      id: file.id,
      reason: expect.stringContaining('neither rejected nor executed'),
    });
    const outbox = join(world.folder, 'outbox');
    expect(existsSync(outbox) ? readdirSync(outbox) : []).toEqual([]);
  },
);
