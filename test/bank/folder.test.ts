/** The simulated bank and the folder exchange of the service use one folder. */
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolderExchange } from '../../src/rails/file-exchange/folder-exchange.ts';
import { createSimulatedBank } from '../support/simulated-bank/simulated-bank.ts';
import { ibanAccount } from './bank-world.ts';
import { creditTransfers } from './outgoing-files.ts';

async function openBoth() {
  const root = await mkdtemp(join(tmpdir(), 'simulated-bank-'));
  const connectionUuid = randomUUID();
  const exchange = await openFolderExchange({ root, connectionUuid });
  const folder = join(root, connectionUuid);
  return {
    exchange,
    bank: createSimulatedBank({ seed: 1, account: ibanAccount, startBalance: 100n, folder }),
  };
}

async function* textOf(text: string) {
  yield new TextEncoder().encode(text);
}

test('the bank reads a file when it is published, and the service can publish it only once', async () => {
  const { bank, exchange } = await openBoth();
  await exchange.stage('a.xml', textOf(creditTransfers({ payments: [{ id: 'TO-A', cents: 100 }] })));
  expect(await bank.readOutbox()).toEqual([]);
  expect(await exchange.publish('a.xml')).toBe(true);
  expect(await bank.readOutbox()).toMatchObject([{ name: 'a.xml', result: 'EXECUTED' }]);
  expect(await exchange.publish('a.xml')).toBe(false);
  expect(await bank.readOutbox()).toEqual([]);
  expect(bank.balance()).toBe(0n);
});

test('the service lists the published files at once, in the order of their publication', async () => {
  const { bank, exchange } = await openBoth();
  await bank.advance(12);
  const listed = await exchange.list(100);
  expect(listed.map(({ name }) => name)).toEqual(bank.publishedFiles().map(({ name }) => name));
  expect(listed).toHaveLength(12);
});
