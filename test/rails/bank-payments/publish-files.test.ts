import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Id } from '../../../src/kernel/ids.ts';
import { filesIn, saveFile } from '../../../src/rails/bank-payments/file-store.ts';
import { publishFiles } from '../../../src/rails/bank-payments/publish-files.ts';
import { paymentsOfTransactions, savePayments } from '../../../src/rails/bank-payments/store.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { resolveBankEntry } from '../../../src/rails/bank-statements/resolve-entry.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { entry, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';
import { platformIdOf, published } from '../../support/pulls.ts';

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
      reason: expect.stringContaining('is rejected or executed'),
    });
    const outbox = join(world.folder, 'outbox');
    expect(existsSync(outbox) ? readdirSync(outbox) : []).toEqual([]);
  },
);

test('a file with a payment that an open break names is not sent, and is sent when the break is resolved', async () => {
  await world.stop();
  world = await bankWorld({ reviewAbove: 50 });
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
  const { reference } = await world.pay(100);
  await world.cutOff();
  const { service, connection, platform } = world;
  const { ports, db, clock } = service;
  const names = `<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="EUR">1.00</Amt></TxDtls></NtryDtls>`;
  const debit = entry({ amount: '1.00', indicator: 'DBIT', after: names });
  await published(world, statement({ entries: debit }), '1.xml');
  const { items } = await listEntries(db.orm, platformIdOf(world), { isOpenBreak: true }, {
    first: 1,
  } as never);
  const [found] = items;
  expect(found).toMatchObject({ breakKind: 'NOT_SENT' });

  const inReview = async () => (await filesIn(db.orm, connection.id, ['IN_REVIEW'], 1))[0];
  const release = async () => {
    const file = await inReview();
    if (!file) throw new Error('the file waits for people');
    await saveFile(db.orm, file.id, { status: 'READY' }, clock.real());
    await world.exchange();
  };
  await release();
  expect(await inReview()).toMatchObject({ reason: expect.stringContaining('an open break names it') });
  granted(
    await resolveBankEntry(ports, platform.principal, {
      id: found?.id as Id<'BankEntry'>,
      resolution: 'The bank took it back.',
      isBankFee: false,
      isExecution: false,
    }),
  );
  await release();
  expect(readdirSync(join(world.folder, 'outbox'))).toHaveLength(1);
  expect((await filesIn(db.orm, connection.id, ['SENT'], 1))[0]).toMatchObject({ reason: undefined });
});
