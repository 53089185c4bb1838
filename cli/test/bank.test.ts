/** Bank connections, files, deposits, entries and reconciliation from the command line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { theirIban } from '../../test/support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../../test/support/bank-world.ts';
import { publish } from '../../test/support/pulls.ts';
import * as schemas from './support/schemas.ts';
import { environmentOf, type Terminal, terminalOf } from './support/terminal.ts';

let world: BankWorld;
let folder: string;
let terminal: Terminal;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bank-command-'));
  world = await bankWorld({ server: true, reviewAbove: 1_000 });
  terminal = terminalOf(environmentOf({ url: world.service.url, platform: world.platform }));
});
afterEach(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

const connection = z.object({ id: z.string(), name: z.string(), status: z.string() });
const file = z.object({ id: z.string(), status: z.string(), releases: z.number() });
const deposit = z.object({ id: z.string(), status: z.string(), amount: schemas.money });
const entry = z.object({
  id: z.string(),
  breakKind: z.string().nullable(),
  resolution: z.string().nullable(),
});

const jsonFile = (name: string, value: object): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
};

async function deposited(amount: number, reference?: string): Promise<void> {
  world.bank.deposit({
    amount: BigInt(amount),
    name: 'Ada Lovelace',
    iban: theirIban,
    ...(reference && { reference }),
  });
  await world.bankDay();
}

describe('connections', () => {
  const fields = {
    name: 'Second bank',
    currency: 'GBP',
    format: 'ISO20022',
    account: { name: 'Example', iban: 'GB33BUKB20201555555555', bic: 'BUKBGB22' },
    cutOffs: { timeZone: 'Europe/London', times: ['15:00'], calendar: 'WEEKDAYS' },
  };

  test('are created from a file, listed, changed, exchanged and closed', async () => {
    const { id } = await terminal.json(connection, `bank create --file ${jsonFile('new.json', fields)}`);
    const { nodes } = await terminal.json(schemas.pageOf(connection), 'bank list');
    expect(nodes.map((one) => one.id)).toEqual([id, world.connection.id]);
    const change = jsonFile('change.json', { name: 'Renamed' });
    expect(await terminal.json(connection, `bank update ${id} --file ${change}`)).toMatchObject({
      name: 'Renamed',
    });
    expect((await terminal.shown(`bank show ${id}`)).stdout).toMatch(/Cut-offs +15:00 Europe\/London/);
    expect((await terminal.shown(`bank exchange ${id}`)).code).toBe(0);
    expect(await terminal.json(connection, `bank close ${id}`)).toMatchObject({ status: 'CLOSED' });
  });

  test('a wrong file names what is wrong, and creates nothing', async () => {
    const wrong = jsonFile('wrong.json', { ...fields, account: { ...fields.account, iban: 'GB00' } });
    const failed = await terminal.shown(`bank create --file ${wrong}`);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('account.iban')]);
    const missing = await terminal.shown('bank create --file nowhere.json');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('cannot be read')]);
    expect((await terminal.json(schemas.pageOf(connection), 'bank list')).nodes).toHaveLength(1);
  });
});

test('a file is listed, released by two callers, and cancelled by one', async () => {
  await deposited(50_000, world.reference());
  const inReview = async (): Promise<string> => {
    await world.pay(5_000);
    await world.cutOff();
    const { nodes } = await terminal.json(schemas.pageOf(file), 'bank files --status in-review');
    return z.string().parse(nodes[0]?.id);
  };
  const first = await inReview();
  expect(await terminal.json(file, `bank release ${first} --comment checked`)).toMatchObject({
    status: 'IN_REVIEW',
    releases: 1,
  });
  const created = await terminal.json(
    z.object({ token: z.object({ clientId: z.string() }), clientSecret: z.string() }),
    'token create --name second --permission view --permission transact',
  );
  const token = `${created.token.clientId}:${created.clientSecret}`;
  const second = terminalOf({ PAYMENTS_URL: world.service.url, PAYMENTS_TOKEN: token });
  expect(await second.json(file, `bank release ${first}`)).toMatchObject({ status: 'READY', releases: 2 });
  expect(await terminal.json(file, `bank cancel ${await inReview()}`)).toMatchObject({ status: 'CANCELLED' });
});

test('a file in quarantine is dismissed', async () => {
  publish(world, '<Document>', 'wrong.xml');
  await world.exchange();
  const { nodes } = await terminal.json(schemas.pageOf(file), 'bank files --status quarantined');
  const id = z.string().parse(nodes[0]?.id);
  expect(await terminal.json(file, `bank dismiss ${id} --comment again`)).toMatchObject({
    status: 'DISMISSED',
  });
});

test('deposits are listed, assigned and returned', async () => {
  await deposited(700);
  await deposited(800);
  const { nodes } = await terminal.json(schemas.pageOf(deposit), 'bank deposits --status open');
  expect(nodes.map(({ amount }) => amount.amount).sort()).toEqual([700, 800]);
  const [one, other] = nodes.map(({ id }) => id);
  expect(await terminal.json(deposit, `bank assign ${one} --account ${world.account.id}`)).toMatchObject({
    status: 'ASSIGNED',
  });
  expect(await terminal.json(deposit, `bank return ${other}`)).toMatchObject({ status: 'RETURNED' });
});

test('the reconciliation names a break, which a person resolves', async () => {
  world.bank.request('unexplainedEntry', { amount: -250n });
  await world.bank.closeDay();
  await deposited(1_000, world.reference());
  const { stdout, code } = await terminal.shown(`bank reconcile ${world.connection.id}`);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Reconciled +no, breaks: \d+/);
  expect(stdout).toMatch(/OPEN_ENTRY UNKNOWN_DEBIT +-2\.50 EUR +BankEntry:/);
  const { nodes } = await terminal.json(schemas.pageOf(entry), 'bank entries --breaks');
  expect(nodes).toMatchObject([{ breakKind: 'UNKNOWN_DEBIT' }]);
  expect(await terminal.json(entry, `bank resolve ${nodes[0]?.id} --resolution fee --fee`)).toMatchObject({
    resolution: 'fee',
  });
  expect((await terminal.json(schemas.pageOf(entry), 'bank entries --breaks')).nodes).toEqual([]);
});
