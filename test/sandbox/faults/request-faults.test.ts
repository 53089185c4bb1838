/** Faults of requests, over GraphQL, REST, server-sent events and sockets. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aFault, endFaults, faultsOf, secondServer } from '../../support/faults.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService, type TestPlatform } from '../../support/service.ts';
import { openSocket } from '../../support/subscription-client.ts';

let service: Service;
let rest: Rest;
let payer: Payer;
let bank: string;
let other: TestPlatform;

beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
  payer = await aPayer(service);
  bank = await aBankAccount(service, payer.customerId);
  other = await service.addPlatform();
});
afterAll(() => service.stop());
afterEach(() => endFaults(service));

const clockQuery = '{ sandboxClock { now } }';
const exchangeRates = (authorization?: string) =>
  rest('GET', '/exchange-rates', authorization === undefined ? {} : { authorization });
const balance = async (): Promise<number> =>
  (await sendQuery(service, `{ internalAccount(id: "${payer.accountId}") { availableBalance { amount } } }`))
    .body.data.internalAccount.availableBalance.amount;

/** A second API token of the first platform. */
async function anotherToken(
  permissions = ['VIEW', 'TRANSACT', 'MANAGE'],
): Promise<{ id: string; authorization: string }> {
  const { body } = await rest('POST', '/tokens', { body: { name: 'other', permissions } });
  return { id: body.id, authorization: basic(`${body.clientId}:${body.clientSecret}`) };
}

describe('UNAVAILABLE and RATE_LIMITED reject requests as the service itself does', () => {
  test.each([
    ['RATE_LIMITED', { retryAfterSeconds: 7 }, 429, '7', 'RATE_LIMITED'],
    ['UNAVAILABLE', {}, 503, '1', 'SERVICE_UNAVAILABLE'],
  ])('%s, over both APIs', async (kind, extra, status, retryAfter, code) => {
    const { id } = await aFault(service, { kind, count: 2, ...extra });

    const graphql = await sendQuery(service, clockQuery);
    const { status: restStatus, headers, body } = await exchangeRates();

    expect(graphql).toMatchObject({
      status,
      body: { errors: [{ extensions: { code, httpStatus: status } }] },
    });
    expect(graphql.body.data).toBeUndefined();
    expect(graphql.headers.get('retry-after')).toBe(retryAfter);
    expect(graphql.headers.get('x-sandbox-fault')).toBe(`${kind}; id=${id}`);
    expect({ restStatus, code: body.code }).toEqual({ restStatus: status, code });
    expect(headers.get('retry-after')).toBe(retryAfter);
    expect(headers.get('x-sandbox-fault')).toBe(`${kind}; id=${id}`);
    expect((await sendQuery(service, clockQuery)).status).toBe(200);
    expect(await faultsOf(service)).toMatchObject([{ id, remaining: 0, appliedCount: 2 }]);
  });

  test('the start of a subscription over server-sent events', async () => {
    await aFault(service, { kind: 'RATE_LIMITED', operation: 'transactionUpdated' });
    const subscription = 'subscription { transactionUpdated { cursor } }';

    const rejected = await sendQuery(service, subscription, {}, { accept: 'text/event-stream' });

    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('retry-after')).toBe('1');
  });

  test('an operation on a socket, which stays open', async () => {
    const { id } = await aFault(service, { kind: 'UNAVAILABLE', operation: 'sandboxClock' });
    const { client, dispose } = openSocket(service.url, basic(service.platform.token));

    const first = (await client.iterate({ query: clockQuery }).next()).value;
    const second = (await client.iterate({ query: clockQuery }).next()).value;

    expect(first?.errors?.[0]?.extensions).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      sandboxFault: `UNAVAILABLE; id=${id}`,
    });
    expect(second?.data).toHaveProperty('sandboxClock.now');
    dispose();
  });

  test('nothing is executed', async () => {
    const before = await balance();
    await aFault(service, { kind: 'UNAVAILABLE', operation: 'transferOut' });

    const body = { source: { accountId: payer.accountId }, destination: { accountId: bank }, amount: 100 };
    expect((await rest('POST', '/transfer-out', { body })).status).toBe(503);

    expect(await balance()).toBe(before);
  });
});

describe('SLOW executes a request later', () => {
  test.each([
    ['GraphQL', () => sendQuery(service, clockQuery)],
    ['REST', () => exchangeRates()],
  ])('over %s', async (_, send) => {
    const { id } = await aFault(service, { kind: 'SLOW', delayMs: 300 });
    const startedAt = performance.now();

    const { status, headers } = await send();

    expect(performance.now() - startedAt).toBeGreaterThan(290);
    expect(status).toBe(200);
    expect(headers.get('x-sandbox-fault')).toBe(`SLOW; id=${id}`);
  });

  test('the result over GraphQL names the fault, unless it is hidden', async () => {
    const { id } = await aFault(service, { kind: 'SLOW', delayMs: 1 });
    await aFault(service, { kind: 'SLOW', delayMs: 1, hidden: true });

    const visible = await sendQuery(service, clockQuery);
    const hidden = await sendQuery(service, clockQuery);

    expect(visible.body.extensions.sandboxFault).toBe(`SLOW; id=${id}`);
    expect(hidden.body.extensions).not.toHaveProperty('sandboxFault');
    expect(hidden.headers.has('x-sandbox-fault')).toBe(false);
    expect((await faultsOf(service)).map(({ appliedCount }) => appliedCount)).toEqual([1, 1]);
  });
});

test('a credential that ends during the delay of SLOW executes nothing, over every transport', async () => {
  const before = await balance();
  const { id, authorization } = await anotherToken();
  await aFault(service, { kind: 'SLOW', tokenId: id, delayMs: 1_500, count: 3 });
  const input = { source: payer.accountId, destination: bank, amount: 100 };
  const query = 'mutation ($input: TransferInput!) { transferOut(input: $input) { __typename } }';
  const { client, closed, dispose } = openSocket(service.url, authorization);
  const body = { source: { accountId: payer.accountId }, destination: { accountId: bank }, amount: 100 };

  const graphql = sendQuery(service, query, { input }, { authorization });
  const overRest = rest('POST', '/transfer-out', { body, authorization });
  const overSocket = client
    .iterate({ query, variables: { input } })
    .next()
    .catch(() => undefined);
  await expect.poll(async () => (await faultsOf(service))[0]?.appliedCount).toBe(3);
  expect((await rest('DELETE', `/tokens/${id}`)).status).toBe(204);

  expect(await graphql).toMatchObject({
    status: 401,
    body: { errors: [{ extensions: { code: 'UNAUTHORIZED' } }] },
  });
  expect((await overRest).status).toBe(401);
  expect(await closed).toMatchObject({ code: 4401 });
  await overSocket;
  // The operation on the socket would be executed now.
  await new Promise((resolve) => setTimeout(resolve, 1_600));
  expect(await balance()).toBe(before);
  dispose();
});

test('a token that may create faults cannot prevent its own deletion', async () => {
  const owner = await anotherToken(['MANAGE']);
  const tokens = [await anotherToken(['TRANSACT']), await anotherToken(['TRANSACT'])];
  await aFault(service, { kind: 'UNAVAILABLE', durationSeconds: 60 }, tokens[0]?.authorization);
  const remove = 'mutation ($id: ID!) { deleteApiToken(id: $id) { __typename } }';

  expect((await rest('GET', '/config', owner)).status).toBe(503);
  expect((await rest('DELETE', `/tokens/${tokens[0]?.id}`, owner)).status).toBe(204);
  const overGraphql = await sendQuery(service, remove, { id: tokens[1]?.id }, owner);
  expect(overGraphql.body.data.deleteApiToken.__typename).toBe('Deleted');
});

describe('LOSE_RESPONSE commits once and breaks the connection', () => {
  const input = () => ({ source: payer.accountId, destination: bank, amount: 100 });
  const broken = /fetch failed|socket hang up|ECONNRESET|terminated/i;

  test('over GraphQL; a retry with the same key returns the payment', async () => {
    const before = await balance();
    await aFault(service, { kind: 'LOSE_RESPONSE', operation: 'transferOut' });
    const pay = () =>
      sendQuery(
        service,
        'mutation ($input: TransferInput!, $key: String) { transferOut(input: $input, idempotencyKey: $key) { ... on Transaction { id } } }',
        { input: input(), key: 'lost-graphql' },
      );

    await expect(pay()).rejects.toThrow(broken);
    const [first, second] = [await pay(), await pay()];

    expect(first.body.data.transferOut.id).toMatch(/^Transaction:/);
    expect(second.body).toEqual(first.body);
    expect(await balance()).toBe(before - 100);
  });

  test('over REST; a retry with the same key returns the first response', async () => {
    const before = await balance();
    await aFault(service, { kind: 'LOSE_RESPONSE', operation: 'transferOut' });
    const body = { source: { accountId: payer.accountId }, destination: { accountId: bank }, amount: 100 };
    const pay = () => rest('POST', '/transfer-out', { body, headers: { 'Idempotency-Key': 'lost-rest' } });

    await expect(pay()).rejects.toThrow(broken);
    const first = await pay();
    const second = await pay();

    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await balance()).toBe(before - 100);
  });

  test('over a socket, which breaks', async () => {
    const before = await balance();
    await aFault(service, { kind: 'LOSE_RESPONSE', operation: 'transferOut' });
    const { client, closed, dispose } = openSocket(service.url, basic(service.platform.token));
    const query =
      'mutation ($input: TransferInput!) { transferOut(input: $input, idempotencyKey: "lost-socket") { ... on Transaction { id } } }';

    await expect(client.iterate({ query, variables: { input: input() } }).next()).rejects.toMatchObject({
      code: 1006,
    });
    expect(await closed).toMatchObject({ code: 1006 });
    const retried = await sendQuery(service, query, { input: input() });

    expect(retried.body.data.transferOut.id).toMatch(/^Transaction:/);
    expect(await balance()).toBe(before - 100);
    dispose();
  });
});

test('LOSE_RESPONSE of the start of a subscription, and SLOW for a client that leaves, leave no stream open', async () => {
  const query = 'subscription { transactionUpdated { cursor } }';
  const token = basic(service.platform.token);
  const following = () => service.app.tail.bufferOf(service.platform.principal.platform.id).subscriberCount;
  const overSse = (signal?: AbortSignal) =>
    fetch(`${service.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { authorization: token, accept: 'text/event-stream' },
      ...(signal && { signal }),
    }).then((response) => response.text());
  const overSocket = async (leaves: boolean) => {
    const { client, closed, dispose } = openSocket(service.url, token);
    const first = client
      .iterate({ query })
      .next()
      .catch(() => undefined);
    if (leaves) setTimeout(dispose, 100);
    await Promise.all([closed, first]);
  };
  const lost = { kind: 'LOSE_RESPONSE', operation: 'transactionUpdated', count: 10 };
  const { id } = await aFault(service, lost);
  await Promise.allSettled(Array.from({ length: 5 }, () => [overSse(), overSocket(false)]).flat());
  expect((await faultsOf(service)).find((fault) => fault.id === id)).toMatchObject({ appliedCount: 10 });
  await expect.poll(following).toBe(0);

  await aFault(service, { kind: 'SLOW', operation: 'transactionUpdated', delayMs: 400, count: 10 });
  const left = Array.from({ length: 5 }, () => [overSse(AbortSignal.timeout(100)), overSocket(true)]);
  await Promise.allSettled(left.flat());
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(following()).toBe(0);
});

describe('a fault affects what it names', () => {
  test('one operation: a root field of GraphQL, or an operation id of REST', async () => {
    await aFault(service, { kind: 'UNAVAILABLE', operation: 'currencies' });
    await aFault(service, { kind: 'UNAVAILABLE', operation: 'listExchangeRates' });

    expect((await sendQuery(service, clockQuery)).status).toBe(200);
    expect((await sendQuery(service, '{ sandboxClock { now } currencies { code } }')).status).toBe(503);
    expect((await sendQuery(service, '{ currencies { code } }')).status).toBe(200);
    expect((await rest('GET', '/config')).status).toBe(200);
    expect((await exchangeRates()).status).toBe(503);
  });

  test('one token', async () => {
    const { id, authorization } = await anotherToken();
    await aFault(service, { kind: 'UNAVAILABLE', tokenId: id });

    expect((await sendQuery(service, clockQuery)).status).toBe(200);
    expect((await exchangeRates()).status).toBe(200);
    expect((await sendQuery(service, clockQuery, {}, { authorization })).status).toBe(503);
    expect((await sendQuery(service, clockQuery, {}, { authorization })).status).toBe(200);
  });

  test('one agent, over both APIs', async () => {
    const { body: made } = await rest('POST', '/agents', {
      body: {
        customerId: payer.customerId,
        name: 'Agent',
        policy: {
          permissions: ['VIEW_TRANSACTIONS'],
          defaultExecutionMode: 'AUTO',
          spendingLimits: { currency: 'USD', perTransactionLimit: 1000 },
        },
      },
    });
    const code = made.deviceCode.code;
    const { body: redeemed } = await rest('POST', `/agents/device-codes/${code}/redeem`, {
      authorization: null,
    });
    const authorization = `Bearer ${redeemed.accessToken}`;
    await aFault(service, { kind: 'RATE_LIMITED', tokenId: made.agent.id, count: 2 });

    expect((await rest('GET', '/agents/me', { authorization })).status).toBe(429);
    expect((await sendQuery(service, clockQuery, {}, { authorization })).status).toBe(429);
    expect((await rest('GET', '/agents/me', { authorization })).status).toBe(200);
  });

  test('never another platform', async () => {
    await aFault(service, { kind: 'UNAVAILABLE', durationSeconds: 60 });
    const authorization = basic(other.token);

    expect((await sendQuery(service, clockQuery, {}, { authorization })).status).toBe(200);
    expect((await exchangeRates(authorization)).status).toBe(200);
    expect(await faultsOf(service, authorization)).toEqual([]);
    expect((await sendQuery(service, clockQuery)).status).toBe(503);
  });

  test('never the operations of faults, so that every fault can be ended', async () => {
    const { id } = await aFault(service, { kind: 'UNAVAILABLE', durationSeconds: 60 });

    expect(await faultsOf(service)).toMatchObject([{ id, remaining: null, appliedCount: 0 }]);
    expect((await rest('GET', '/sandbox/faults')).body.data).toMatchObject([{ id, appliedCount: 0 }]);
    expect((await rest('DELETE', `/sandbox/faults/${id}`)).status).toBe(204);
    expect((await sendQuery(service, clockQuery)).status).toBe(200);
  });

  test('until its time is over', async () => {
    await aFault(service, { kind: 'UNAVAILABLE', durationSeconds: 1 });
    expect((await sendQuery(service, clockQuery)).status).toBe(503);

    await expect
      .poll(async () => (await sendQuery(service, clockQuery)).status, { timeout: 5_000 })
      .toBe(200);
    expect(await faultsOf(service)).toEqual([]);
  });
});

describe('"the next three" are three', () => {
  test('of many concurrent requests to two processes', async () => {
    const second = await secondServer(service);
    const { id } = await aFault(service, { kind: 'UNAVAILABLE', count: 3 });
    const to = (url: string) =>
      fetch(`${url}/2025-10-13/exchange-rates`, {
        headers: { authorization: basic(service.platform.token) },
      });

    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => to(index % 2 === 0 ? service.url : second.url)),
    );

    expect(responses.filter(({ status }) => status === 503)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(37);
    expect(await faultsOf(service)).toMatchObject([{ id, remaining: 0, appliedCount: 3 }]);
    await second.stop();
  });
});
