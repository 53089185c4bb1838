import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishFiles } from '../../../src/rails/bank-payments/publish-files.ts';
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
