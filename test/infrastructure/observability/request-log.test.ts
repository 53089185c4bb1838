/** The log has one line for each request, with its principal, operation and result, and nothing of the bodies. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankAccountBody } from '../../support/rest-parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';
import { openSocket } from '../../support/subscription-client.ts';
import { makeKeyPair } from '../../support/wallet-client.ts';

interface Line {
  readonly msg: string;
  readonly requestId: string;
  readonly face: string;
  readonly operation: string;
  readonly status: number;
  readonly code?: string;
  readonly sql: number;
  readonly durationMs: number;
}

let service: Service;
const text: string[] = [];
const requests = (): Line[] =>
  text.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'request');
/** The line of the request with this id, which is written after the response was sent. */
const lineOf = async (id: string): Promise<Line> => {
  await expect.poll(() => requests().some(({ requestId }) => requestId === id)).toBe(true);
  return requests().find(({ requestId }) => requestId === id) as Line;
};

const hidden = new Set<string>();
/** Collects the personal data, account data and secrets of a body. */
const sensitive =
  /secret|token|code$|otp|signature|key|email|name$|number|address|line1|stamp|seed|challenge|payload|birth/i;
const notSecret = /^(errorCode|code|operationName|bankName)$/;
function hide(value: unknown, key = ''): void {
  if (typeof value === 'string') {
    if (sensitive.test(key) && !notSecret.test(key) && value.length > 4) hidden.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) hide(inner, Array.isArray(value) ? key : name);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: whatever an endpoint returns.
type Body = any;
let requestCount = 0;
async function rest(method: string, path: string, body?: object, authorization?: string): Promise<Body> {
  requestCount += 1;
  const response = await fetch(`${service.url}/2025-10-13${path}`, {
    method,
    headers: {
      authorization: authorization ?? basic(service.platform.token),
      'x-request-id': `journey-${requestCount}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const result: Body = await response.json().catch(() => undefined);
  hide(body);
  hide(result);
  expect(response.headers.get('x-request-id')).toBe(`journey-${requestCount}`);
  return result;
}

beforeAll(async () => {
  service = await startService({ server: true, logTo: { write: (line) => void text.push(line) } });
  hidden.add(service.platform.token).add(service.platform.token.split(':')[1] ?? '');
  hidden.add(basic(service.platform.token).slice('Basic '.length));
});
afterAll(() => service.stop());

describe('a request has a line', () => {
  test('with its id, principal, operation, status, duration and statements', async () => {
    await rest('GET', '/customers');
    expect(await lineOf(`journey-${requestCount}`)).toMatchObject({
      face: 'rest',
      principal: {
        kind: 'platform',
        id: service.platform.principal.token.id,
        platformId: service.platform.principal.platform.id,
      },
      operation: 'GET /customers',
      status: 200,
      durationMs: expect.any(Number),
      sql: expect.any(Number),
    });
    expect((await lineOf(`journey-${requestCount}`)).sql).toBeGreaterThan(0);
  });

  test('over GraphQL with the name of the operation and its root fields', async () => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: basic(service.platform.token), 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'query Both { customers(first: 1) { nodes { id } } viewer { __typename } }',
      }),
    });
    expect(await lineOf(response.headers.get('x-request-id') ?? '')).toMatchObject({
      face: 'graphql',
      operation: 'query customers …',
      operationName: 'Both',
      fields: ['customers', 'viewer'],
      status: 200,
    });
  });

  test('with the error code, also if the error is part of the data', async () => {
    const query = `mutation { transferOut(input: { source: "InternalAccount:019a0000-0000-7000-8000-000000000001",
      destination: "ExternalAccount:019a0000-0000-7000-8000-000000000001", amount: 1 }) { __typename } }`;
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: basic(service.platform.token), 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await lineOf(response.headers.get('x-request-id') ?? '')).toMatchObject({
      operation: 'mutation transferOut',
      status: 200,
      code: 'ACCOUNT_NOT_FOUND',
    });
    await rest('GET', '/customers/Customer:019a0000-0000-7000-8000-000000000001');
    expect(await lineOf(`journey-${requestCount}`)).toMatchObject({
      operation: 'GET /customers/{customerId}',
      status: 404,
      code: 'USER_NOT_FOUND',
    });
    await rest('GET', '/customers', undefined, basic('nobody:0123456789abcdef'));
    expect(await lineOf(`journey-${requestCount}`)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  });

  test('for each operation on a socket', async () => {
    const socket = openSocket(service.url, basic(service.platform.token));
    const following = socket.subscribe('subscription Mine { transactionUpdated { cursor } }', {});
    await expect.poll(() => service.app.observability.metrics.open.subscriptions()).toBe(1);
    following.stop();
    await expect.poll(() => requests().filter(({ face }) => face === 'socket').length).toBe(1);
    expect(requests().find(({ face }) => face === 'socket')).toMatchObject({
      operation: 'subscription transactionUpdated',
      operationName: 'Mine',
      status: 200,
    });
    socket.dispose();
  });

  test.each(['two words', 'a"quote', 'x'.repeat(101)])('with a generated id instead of %j', async (id) => {
    const response = await fetch(`${service.url}/health/live`, { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('no line contains a secret, a code, a key, an account number or personal data', async () => {
  const customer = await rest('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    fullName: 'Adalbertina Quillfeather',
    email: 'adalbertina@quillfeather.example',
  });
  const [account] = (await rest('GET', `/customers/internal-accounts?customerId=${customer.id}&currency=USD`))
    .data;
  await rest('POST', `/sandbox/internal-accounts/${account.id}/fund`, { amount: 100_000 });
  const bank = await rest('POST', '/customers/external-accounts', bankAccountBody(customer.id));
  await rest('POST', '/customers/external-accounts', {
    ...bankAccountBody(customer.id),
    currency: 'nothing',
  });
  const transfer = { source: { accountId: account.id }, destination: { accountId: bank.id }, amount: 2_500 };
  await rest('POST', '/transfer-out', transfer);
  await rest('GET', `/receiver/uma/${encodeURIComponent('$success.usd@sandbox.uma.example')}`);

  const [wallet] = (
    await rest('GET', `/customers/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`)
  ).data;
  const credential = await rest('POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId: wallet.id });
  await rest('POST', `/auth/credentials/${credential.id}/challenge`);
  const clientPublicKey = makeKeyPair().publicKey;
  const verify = { type: 'EMAIL_OTP', clientPublicKey };
  await rest('POST', `/auth/credentials/${credential.id}/verify`, { ...verify, otp: '918273' });
  await rest('POST', `/auth/credentials/${credential.id}/verify`, { ...verify, otp: '000000' });

  const { agent, deviceCode } = await rest('POST', '/agents', {
    name: 'Bookkeeper of Quillfeather',
    customerId: customer.id,
    policy: {
      permissions: ['VIEW_TRANSACTIONS'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 50_000 },
      approvalThresholds: { currency: 'USD', amount: 1_000 },
    },
  });
  expect(agent.id).toMatch(/^Agent:/);
  hidden.add(deviceCode.code);
  const redeemed = await rest('POST', `/agents/device-codes/${deviceCode.code}/redeem`);
  hidden.add(redeemed.accessToken);
  await rest('GET', '/agents/me', undefined, `Bearer ${redeemed.accessToken}`);
  await rest('GET', '/agents/me', undefined, 'Bearer wrong-but-still-a-secret');
  hidden.add('wrong-but-still-a-secret');
  await lineOf(`journey-${requestCount}`);

  expect(hidden.size).toBeGreaterThan(15);
  for (const value of ['adalbertina@quillfeather.example', '918273', deviceCode.code, clientPublicKey]) {
    expect(hidden).toContain(value);
  }
  const all = text.join('');
  expect([...hidden].filter((value) => all.includes(value))).toEqual([]);
  expect(all).not.toContain('success.usd');
});
