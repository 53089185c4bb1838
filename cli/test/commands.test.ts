/** Every command that ends by itself, against a real server. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import {
  type ConnectedAgent,
  type ConnectedAgents,
  requiresApproval,
  startConnectedAgents,
} from '../../test/support/connected-agents.ts';
import { aBankAccount, aEuroAccount, aPayer, type Payer } from '../../test/support/parties.ts';
import { type Ended, jsonOf, runCommand } from './support/command.ts';
import * as schemas from './support/schemas.ts';

let world: ConnectedAgents;
let env: Record<string, string>;
let payer: Payer;
let bank: string;
let agent: ConnectedAgent;

beforeAll(async () => {
  world = await startConnectedAgents({ RATE_LIMITS: 'off' });
  const { service } = world;
  env = { PAYMENTS_URL: service.url, PAYMENTS_TOKEN: service.platform.token };
  payer = await aPayer(service, 1_000_000);
  bank = await aBankAccount(service, payer.customerId);
  agent = await world.anAgent(requiresApproval, payer);
});
afterAll(() => world.stop());

const shown = (line: string): Promise<Ended> => runCommand(line.split(' '), { env });
const json = <T>(schema: ZodType<T>, line: string): Promise<T> => jsonOf(schema, line.split(' '), { env });
const send = (amount: string, ...rest: string[]) =>
  jsonOf(
    schemas.transaction,
    ['send', '--from', payer.accountId, '--to', bank, '--amount', amount, ...rest],
    { env },
  );

describe('customers', () => {
  test('are created, shown and listed', async () => {
    const created = await jsonOf(
      schemas.customer,
      [
        'customers',
        'create',
        '--name',
        'Emmy Noether',
        '--email',
        'emmy@example.com',
        '--account-currency',
        'USD',
      ],
      { env },
    );
    expect(created).toMatchObject({ fullName: 'Emmy Noether', customerType: 'INDIVIDUAL' });
    expect(await json(schemas.customer, `customers show ${created.id}`)).toEqual(created);
    const { nodes } = await json(schemas.pageOf(schemas.customer), 'customers list --query Emmy');
    expect(nodes.map(({ id }) => id)).toEqual([created.id]);
    expect((await shown(`customers show ${created.id}`)).stdout).toContain('Name         Emmy Noether\n');
  });

  test('a wrong field is in a line of its own', async () => {
    const ended = await shown('customers create --name Ada --email not-an-address --region XX1');
    expect(ended.code).toBe(1);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toMatch(/^Error: .*\(INVALID_INPUT\)\n/);
    expect(ended.stderr).toMatch(/^ {2}\S*email: \S/m);
    expect(ended.stderr).toMatch(/^ {2}\S*region: \S/m);
  });

  test('pages continue after the cursor that the command prints', async () => {
    await aPayer(world.service, 0);
    const page = schemas.pageOf(schemas.customer);
    const first = await json(page, 'customers list --limit 1');
    const second = await json(page, `customers list --limit 1 --after ${first.pageInfo.endCursor}`);
    expect(first.nodes).toHaveLength(1);
    expect(second.nodes).toHaveLength(1);
    expect(second.nodes[0]?.id).not.toBe(first.nodes[0]?.id);
    expect((await shown('customers list --limit 1')).stderr).toBe(
      `More: --after ${first.pageInfo.endCursor}\n`,
    );
  });
});

describe('accounts', () => {
  test('are listed with balances in the decimals of their currency', async () => {
    const { nodes } = await json(
      schemas.pageOf(schemas.internalAccount),
      `accounts list --customer ${payer.customerId}`,
    );
    expect(nodes.map(({ id }) => id)).toContain(payer.accountId);
    const { stdout } = await shown(`accounts list --customer ${payer.customerId} --currency USD`);
    expect(stdout).toMatch(/\b10000\.00 USD\b/);
  });

  test('are shown, also external ones', async () => {
    const account = await json(schemas.internalAccount, `accounts show ${payer.accountId}`);
    expect(account).toMatchObject({ id: payer.accountId, balance: { currency: { code: 'USD' } } });
    expect(await json(schemas.externalAccount, `accounts show ${bank}`)).toMatchObject({ id: bank });
    const { nodes } = await json(
      schemas.pageOf(schemas.externalAccount),
      `accounts list --external --customer ${payer.customerId}`,
    );
    expect(nodes.map(({ id }) => id)).toContain(bank);
  });
});

describe('payments', () => {
  test('are sent in major units', async () => {
    const sent = await send('25.00', '--description', 'Rent');
    expect(sent).toMatchObject({ type: 'OUTGOING', sentAmount: { amount: 2500 } });
    expect(await json(schemas.transaction, `transactions show ${sent.id}`)).toMatchObject({ id: sent.id });
    const { nodes } = await json(
      schemas.pageOf(schemas.transaction),
      `transactions list --customer ${payer.customerId} --query Rent`,
    );
    expect(nodes.map(({ id }) => id)).toEqual([sent.id]);
  });

  test('a repeated command with its idempotency key sends nothing', async () => {
    const first = await send('3.21', '--idempotency-key', 'cli-repeated');
    expect((await send('3.21', '--idempotency-key', 'cli-repeated')).id).toBe(first.id);
  });

  test('from an external account money comes in', async () => {
    const line = `send --from ${bank} --to ${payer.accountId} --amount 7`;
    expect(await json(schemas.transaction, line)).toMatchObject({ type: 'INCOMING' });
  });

  test.each([
    ['a digit too many', '25.001', 'USD has 2 decimals'],
    ['no number', 'much', 'is not an amount'],
    ['a negative number', '-1', ''],
    ['zero', '0', 'is not a payable amount'],
  ])('an amount with %s is wrong usage', async (_, amount, message) => {
    const ended = await runCommand(['send', '--from', payer.accountId, '--to', bank, '--amount', amount], {
      env,
    });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
  });

  test('a payment without cover is rejected', async () => {
    const ended = await shown(`send --from ${payer.accountId} --to ${bank} --amount 99999999.00`);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('INSUFFICIENT_BALANCE');
  });
});

describe('quotes', () => {
  test('are created, shown and executed once', async () => {
    const euro = await aEuroAccount(world.service, payer.customerId);
    const line = `quotes create --from ${payer.accountId} --to ${euro} --amount 40.00`;
    const created = await json(schemas.quote, line);
    expect(created).toMatchObject({ totalSendingAmount: 4000, sendingCurrency: { code: 'USD' } });
    expect(await json(schemas.quote, `quotes show ${created.id}`)).toMatchObject({ status: 'PENDING' });
    const paid = await json(schemas.transaction, `quotes execute ${created.id}`);
    expect((await json(schemas.transaction, `quotes execute ${created.id}`)).id).toBe(paid.id);
  });

  test('may fix the amount that arrives', async () => {
    const euro = await aEuroAccount(world.service, payer.customerId);
    const line = `quotes create --from ${payer.accountId} --to ${euro} --amount 10.50 --side receiving`;
    expect(await json(schemas.quote, line)).toMatchObject({ totalReceivingAmount: 1050 });
  });
});

describe('agents and approvals', () => {
  const action = () => world.submitted('TRANSFER_OUT', agent, 1_200);

  test('agents are listed, shown, paused and resumed', async () => {
    const { nodes } = await json(schemas.pageOf(schemas.agent), `agents list --customer ${payer.customerId}`);
    expect(nodes.map(({ id }) => id)).toContain(agent.id);
    const paused = await world.anAgent();
    expect(await json(schemas.agent, `agents pause ${paused.id}`)).toMatchObject({ isPaused: true });
    expect(await json(schemas.agent, `agents show ${paused.id}`)).toMatchObject({ isPaused: true });
    expect(await json(schemas.agent, `agents resume ${paused.id}`)).toMatchObject({ isPaused: false });
  });

  test('pending actions are listed, shown and approved', async () => {
    const { id } = await action();
    const { nodes } = await json(schemas.pageOf(schemas.action), 'approvals list');
    expect(nodes.map((one) => one.id)).toContain(id);
    expect(await json(schemas.action, `approvals show ${id}`)).toMatchObject({ status: 'PENDING_APPROVAL' });
    const approved = await json(schemas.action, `approvals approve ${id} --comment checked`);
    expect(approved.status).not.toBe('PENDING_APPROVAL');
    const all = await json(schemas.pageOf(schemas.action), 'approvals list --status all');
    expect(all.nodes.map((one) => one.id)).toContain(id);
  });

  test('a second decision is rejected', async () => {
    const { id } = await action();
    expect(await json(schemas.action, `approvals reject ${id} --reason unknown`)).toMatchObject({
      status: 'REJECTED',
    });
    expect((await shown(`approvals approve ${id}`)).code).toBe(1);
  });

  test('explain shows the decision and the entries of a payment of an agent', async () => {
    const { id } = await action();
    await json(schemas.action, `approvals approve ${id}`);
    await world.service.settle();
    const { nodes } = await json(
      schemas.pageOf(schemas.transaction),
      `transactions list --agent ${agent.id}`,
    );
    const explained = await json(schemas.explained, `explain ${nodes[0]?.id}`);
    expect(explained.agentAction).toMatchObject({ id });
    expect(explained.ledger[0]).toMatchObject({ accountId: payer.accountId });
    expect(explained.ledger[0]?.entries[0]).toMatchObject({ direction: 'DEBIT', amount: { amount: 1200 } });
    const { stdout } = await shown(`explain ${nodes[0]?.id}`);
    for (const section of ['Timeline', 'Agent', 'Ledger entries']) expect(stdout).toContain(`\n${section}\n`);
  });
});

test('explain shows the quote of a payment, and takes only transactions', async () => {
  const euro = await aEuroAccount(world.service, payer.customerId);
  const { id } = await json(
    schemas.quote,
    `quotes create --from ${payer.accountId} --to ${euro} --amount 8.00`,
  );
  const paid = await json(schemas.transaction, `quotes execute ${id}`);
  expect((await json(schemas.explained, `explain ${paid.id}`)).transaction.quote).toEqual({ id });
  expect((await shown(`explain ${id}`)).code).toBe(2);
});

describe('the sandbox', () => {
  test('funds an account', async () => {
    const other = await aPayer(world.service, 0);
    const funded = await json(schemas.internalAccount, `sandbox fund ${other.accountId} --amount 12.34`);
    expect(funded.balance.amount).toBe(1234);
  });

  test('moves its clock', async () => {
    const before = await json(schemas.clock, 'sandbox clock');
    const after = await json(schemas.clock, 'sandbox clock --advance 2h');
    expect(Date.parse(after.now) - Date.parse(before.now)).toBe(7_200_000);
    expect((await shown('sandbox clock --advance soon')).code).toBe(2);
  });

  const sdl = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');

  test.skipIf(!sdl.includes('sandboxOutcome:'))('triggers an outcome', async () => {
    const line = `sandbox trigger failed --from ${payer.accountId} --to ${bank} --amount 5.00`;
    const { id } = await json(schemas.transaction, line);
    await world.service.settle();
    expect(await json(schemas.transaction, `transactions show ${id}`)).toMatchObject({ status: 'FAILED' });
  });

  test.skipIf(!sdl.includes('  sandboxFault('))('creates, lists and deletes faults', async () => {
    const line = 'sandbox fault create delay --target webhooks --count 2 --delay-ms 1500';
    const created = await json(schemas.fault, line);
    expect(created).toMatchObject({ kind: 'DELAY', target: 'WEBHOOKS', remaining: 2 });
    const faults = schemas.pageOf(schemas.fault).pick({ nodes: true });
    expect((await json(faults, 'sandbox fault list')).nodes.map(({ id }) => id)).toContain(created.id);
    expect((await shown(`sandbox fault delete ${created.id}`)).code).toBe(0);
    expect((await json(faults, 'sandbox fault list')).nodes.map(({ id }) => id)).not.toContain(created.id);
  });

  test.skipIf(sdl.includes('  sandboxFault('))('a server without faults is named as the reason', async () => {
    const ended = await shown('sandbox fault list');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('older than the command line');
  });
});

describe('API tokens', () => {
  test('are created, listed and deleted', async () => {
    const line = 'token create --name reader --permission view --permission transact';
    const { token, clientSecret } = await json(schemas.tokenCreated, line);
    expect(token.permissions.toSorted()).toEqual(['TRANSACT', 'VIEW']);
    const { nodes } = await json(schemas.pageOf(schemas.apiToken), 'token list');
    expect(nodes.map(({ id }) => id)).toContain(token.id);

    const own = { env: { ...env, PAYMENTS_TOKEN: `${token.clientId}:${clientSecret}` } };
    expect((await runCommand(['customers', 'list'], own)).code).toBe(0);
    expect((await shown(`token delete ${token.id}`)).code).toBe(0);
    expect((await runCommand(['customers', 'list'], own)).code).toBe(4);
  });

  test('a token without the permission is a matter of credentials', async () => {
    const { token, clientSecret } = await json(
      schemas.tokenCreated,
      'token create --name v --permission view',
    );
    const ended = await runCommand(['agents', 'pause', agent.id], {
      env: { ...env, PAYMENTS_TOKEN: `${token.clientId}:${clientSecret}` },
    });
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain('--profile');
  });
});

describe('doctor', () => {
  test('checks the server, the clock and the token', async () => {
    const { checks } = await json(schemas.checks, 'doctor');
    expect(checks.map(({ name, isOk }) => [name, isOk])).toEqual([
      ['versions', true],
      ['server', true],
      ['tls', true],
      ['clock', true],
      ['credential', true],
    ]);
  });

  test('names what failed by its exit code', async () => {
    const wrong = await runCommand(['doctor'], { env: { ...env, PAYMENTS_TOKEN: 'unknown:wrong-secret' } });
    expect(wrong.code).toBe(4);
    expect(wrong.stdout).toMatch(/^credential +FAILED/m);
    const absent = await runCommand(['doctor'], { env: { ...env, PAYMENTS_URL: 'http://127.0.0.1:9' } });
    expect(absent.code).toBe(3);
    expect(absent.stdout).toMatch(/^server +FAILED .*127\.0\.0\.1:9 is not reachable/m);
  });
});

test('webhook deliveries are listed, and only the id of one is redelivered', async () => {
  const { nodes } = await json(schemas.pageOf(schemas.delivery), 'webhooks deliveries');
  expect(nodes).toEqual([]);
  expect((await shown(`webhooks redeliver ${payer.customerId}`)).code).toBe(2);
});
