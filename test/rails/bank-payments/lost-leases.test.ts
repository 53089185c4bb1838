/** A process that is stopped for longer than its lease, while others go on with its file, sends nothing that they have changed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Id } from '../../../src/kernel/ids.ts';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import type { BankFile } from '../../../src/rails/bank-payments/bank-payment.ts';
import { filesIn, saveFile } from '../../../src/rails/bank-payments/file-store.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { resolveBankEntry } from '../../../src/rails/bank-statements/resolve-entry.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import {
  type FileExchange,
  FileExchangeUnavailable,
} from '../../../src/rails/file-exchange/file-exchange.ts';
import type { Ports } from '../../../src/rails/ports.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { movement, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';
import { platformIdOf, publish } from '../../support/pulls.ts';

let world: BankWorld;
let executed: Transaction;
let other: Transaction;
beforeEach(async () => {
  world = await bankWorld();
  world.bank.deposit({ amount: 50_000n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
  executed = await world.pay(100);
  other = await world.pay(200);
  await world.service.settle();
  world.service.clock.advance(24 * 60 * 60);
});
afterEach(() => world.stop());

const fileIn = async (status: BankFile['status']): Promise<BankFile> => {
  const [file] = await filesIn(world.service.db.orm, world.connection.id, [status], 1);
  if (!file) throw new Error(`a file is ${status}`);
  return file;
};

/** An exchange by another process, some of whose steps fail. */
async function exchangeWith(exchange: FileExchange, steps: Partial<FileExchange> = {}): Promise<void> {
  const { ports, clock } = world.service;
  clock.advance(61);
  await exchangeDue({ ...ports, openExchange: async () => ({ ...exchange, ...steps }) });
  await world.service.settle();
}

/** The lease ends, the bank books one of the two payments, and a person takes it out of the file. */
async function takeOutExecuted(exchange: FileExchange): Promise<void> {
  const { ports, clock, db } = world.service;
  clock.advance(11 * 60);
  const debit = movement(`<Refs><EndToEndId>${executed.reference}</EndToEndId></Refs>`, {
    amount: '1.00',
    indicator: 'DBIT',
  });
  publish(world, statement({ entries: debit }), '1.xml');
  const stage = () => Promise.reject(new FileExchangeUnavailable('failed', 'ENOSPC'));
  await exchangeWith(exchange, { stage });
  await exchangeWith(exchange);
  expect(await fileIn('IN_REVIEW')).toMatchObject({ count: 2 });
  const breaks = await listEntries(db.orm, platformIdOf(world), { isOpenBreak: true }, { first: 1 } as never);
  const id = breaks.items[0]?.id as Id<'BankEntry'>;
  const decision = { id, resolution: 'The bank executed it.', isBankFee: false, isExecution: true };
  granted(await resolveBankEntry(ports, world.platform.principal, decision));
  await world.service.settle();
}

/** Two persons release the file with the one payment that they see. */
async function release(): Promise<void> {
  const file = await fileIn('IN_REVIEW');
  expect(file).toMatchObject({ count: 1, total: 200n });
  await saveFile(world.service.db.orm, file.id, { status: 'READY' }, world.service.clock.real());
}

/** Only the payment that was not executed is in the one file that the bank gets. */
function expectOneFileWithOther(): void {
  const outbox = join(world.folder, 'outbox');
  const [name = '', ...more] = readdirSync(outbox).filter((found) => found.endsWith('.xml'));
  expect(more).toEqual([]);
  const text = readFileSync(join(outbox, name), 'utf8');
  expect(text).toContain(other.reference);
  expect(text).not.toContain(executed.reference);
}

/** Runs something once, in the first call. */
function once(work: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await work();
  };
}

test('after it has written the content', async () => {
  const { ports } = world.service;
  const exchange = await ports.openExchange(world.connection);
  const stopped = once(() => takeOutExecuted(exchange));
  const files: Ports['files'] = {
    ...ports.files,
    async putStream(...given) {
      const length = await ports.files.putStream(...given);
      await stopped();
      return length;
    },
  };
  await exchangeDue({ ...ports, files });
  await release();
  await world.exchange();
  expectOneFileWithOther();
});

test('before it transmits the content, while the others have transmitted another', async () => {
  const { ports } = world.service;
  const exchange = await ports.openExchange(world.connection);
  const stopped = once(async () => {
    await takeOutExecuted(exchange);
    await release();
    await exchangeWith(exchange, {
      publish: () => Promise.reject(new FileExchangeUnavailable('unreachable')),
    });
    await fileIn('STAGED');
  });
  const stage: FileExchange['stage'] = async (...given) => {
    await stopped();
    await exchange.stage(...given);
  };
  await exchangeDue({ ...ports, openExchange: async () => ({ ...exchange, stage }) });
  await world.exchange();
  expectOneFileWithOther();
});

test('after it has transmitted the content, while others have released another', async () => {
  const { ports } = world.service;
  const exchange = await ports.openExchange(world.connection);
  const stopped = once(async () => {
    await takeOutExecuted(exchange);
    await release();
  });
  const stage: FileExchange['stage'] = async (...given) => {
    await exchange.stage(...given);
    await stopped();
  };
  await exchangeDue({ ...ports, openExchange: async () => ({ ...exchange, stage }) });
  await world.exchange();
  expectOneFileWithOther();
});
