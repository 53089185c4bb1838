/** Customers, accounts, payments, tokens and checks, against a real server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aBankAccount, aEuroAccount, aPayer, type Payer } from '../../test/support/parties.ts';
import { type Service, startService } from '../../test/support/service.ts';
import { jsonOf, runCommand } from './support/command.ts';
import * as schemas from './support/schemas.ts';
import { environmentOf, type Terminal, terminalOf } from './support/terminal.ts';

let service: Service;
let env: Record<string, string>;
let payer: Payer;
let bank: string;
let shown: Terminal['shown'];
let json: Terminal['json'];

beforeAll(async () => {
  service = await startService({ server: true, standing: true, env: { RATE_LIMITS: 'off' } });
  env = environmentOf(service);
  ({ shown, json } = terminalOf(env));
  payer = await aPayer(service, 1_000_000);
  bank = await aBankAccount(service, payer.customerId);
});
afterAll(() => service.stop());

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
        'usd',
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

  test('an unknown value of an option is an error with the known ones', async () => {
    const { code, stderr } = await shown('customers create --name Ada --type person');
    expect(code).toBe(1);
    expect(stderr).toMatch(/customerType: must be one of (INDIVIDUAL, BUSINESS|BUSINESS, INDIVIDUAL)/);
  });

  test('pages continue after the cursor that the command prints', async () => {
    await aPayer(service, 0);
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
    const euro = await aEuroAccount(service, payer.customerId);
    const line = `quotes create --from ${payer.accountId} --to ${euro} --amount 40.00`;
    const created = await json(schemas.quote, line);
    expect(created).toMatchObject({ totalSendingAmount: 4000, sendingCurrency: { code: 'USD' } });
    expect(await json(schemas.quote, `quotes show ${created.id}`)).toMatchObject({ status: 'PENDING' });
    const paid = await json(schemas.transaction, `quotes execute ${created.id}`);
    expect((await json(schemas.transaction, `quotes execute ${created.id}`)).id).toBe(paid.id);
  });

  test('may fix the amount that arrives', async () => {
    const euro = await aEuroAccount(service, payer.customerId);
    const line = `quotes create --from ${payer.accountId} --to ${euro} --amount 10.50 --side receiving`;
    expect(await json(schemas.quote, line)).toMatchObject({ totalReceivingAmount: 1050 });
  });
});

test('a quote for a UMA address looks up the receiver, and an unknown receiver is an error', async () => {
  const { id } = await json(
    schemas.customer,
    'customers create --name Ada --birth-date 1990-12-10 --account-currency usd',
  );
  const accounts = await json(schemas.pageOf(schemas.internalAccount), `accounts list --customer ${id}`);
  const dollars = accounts.nodes.find(({ balance }) => balance.currency.code === 'USD');
  const lineTo = (name: string) =>
    `quotes create --from ${dollars?.id} --to $${name}@${service.config.sandboxUmaDomain} --currency eur --amount 10`;
  expect(await json(schemas.quote, lineTo('success.eur'))).toMatchObject({
    totalSendingAmount: 1000,
    receivingCurrency: { code: 'EUR' },
  });
  expect((await shown(lineTo('unknown'))).code).toBe(1);
});

test('explain shows the quote of a payment, and takes only transactions', async () => {
  const euro = await aEuroAccount(service, payer.customerId);
  const { id } = await json(
    schemas.quote,
    `quotes create --from ${payer.accountId} --to ${euro} --amount 8.00`,
  );
  const paid = await json(schemas.transaction, `quotes execute ${id}`);
  const { explanation } = await json(schemas.explained, `explain ${paid.id}`);
  expect(explanation.steps.find(({ kind }) => kind === 'QUOTED')?.references).toEqual([id]);
  const { stdout } = await shown(`explain ${paid.id}`);
  expect(stdout).toMatch(/\n {4}Rate +\S+ USD per EUR\n/);
  expect(stdout).toMatch(/RECEIVING_AMOUNT +\S+ smallest units of EUR, rounded down to /);
  expect((await shown(`explain ${id}`)).code).toBe(2);
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
    const ended = await runCommand(['agents', 'pause', 'Agent:00000000-0000-7000-8000-000000000000'], {
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
