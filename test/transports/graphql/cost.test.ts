/** The cost of a document: computed before it runs, limited, and returned with the result. */
import { getOperationAST, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { currencies } from '../../../src/kernel/money/currencies.ts';
import { maxSteps } from '../../../src/payments/transactions/transaction.ts';
import { costMeter } from '../../../src/transports/graphql/cost.ts';
import { createExecution } from '../../../src/transports/graphql/execution.ts';
import { defaultLimits } from '../../../src/transports/limits.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { openSocket } from '../../support/raw-socket.ts';
import { basic, type Service, startService } from '../../support/service.ts';

function costOf(source: string, variables: Record<string, unknown> = {}, name?: string): unknown {
  const document = parse(source);
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document, name);
  if (!operation) throw new Error('the document has that operation');
  return costMeter(document, operation)(variables);
}

const agentsOf = (size: string) => `{ customer(id: "c") { agents(${size}) { id } } }`;

const page = (first: string) => `customers(first: ${first}) { nodes { id email } }`;

describe('a document costs', () => {
  test.each<[string, string, Record<string, unknown>, number]>([
    ['one for each field', '{ viewer { ... on Platform { id name mode } } }', {}, 4],
    ['nothing for the names of types', '{ __typename viewer { __typename } }', {}, 1],
    ['one for each of them under another name', '{ viewer { a: __typename b: __typename } }', {}, 1 + 2],
    ['a page as often as it is long', `{ ${page('50')} }`, {}, 1 + 50 * 3],
    ['20 records where the size is left out', '{ customers { nodes { id } } }', {}, 1 + 20 * 2],
    ['what a variable says', `query($n: Int) { ${page('$n')} }`, { n: 7 }, 1 + 7 * 3],
    ['what a variable says by default', `query($n: Int = 9) { ${page('$n')} }`, {}, 1 + 9 * 3],
    ['20 records where a variable is null', `query($n: Int = 9) { ${page('$n')} }`, { n: null }, 1 + 20 * 3],
    ['no more than a page may have', `{ ${page('2147483647')} }`, {}, 1 + 100 * 3],
    ['nothing for what is there once a page', '{ customers { pageInfo { endCursor hasNextPage } } }', {}, 1],
    [
      'a page in a page: the product of both sizes',
      `{ customers(first: 10) { nodes { transactions(first: 5) { nodes { id } } } } }`,
      {},
      1 + 10 * (1 + 1 + 5 * 2),
    ],
    [
      'a list without a size: its maximum length',
      '{ transactions(first: 2) { nodes { timeline { status } } } }',
      {},
      1 + 2 * (1 + 1 + maxSteps),
    ],
    [
      'a list of scalars: its maximum length',
      '{ customers(first: 3) { nodes { currencies } } }',
      {},
      1 + 3 * (1 + currencies.length),
    ],
    ['a list as often as its argument says', agentsOf('first: 7'), {}, 1 + 1 + 7],
    ['100 agents where the argument is left out', agentsOf('first: null'), {}, 1 + 1 + 100],
    ['no more than the argument may say', agentsOf('first: 2147483647'), {}, 1 + 1 + 100],
    ['a count as much as 200 values', '{ customers(first: 100) { totalCount } }', {}, 1 + 200],
    [
      'a count of a page once, and a count of each nested page once',
      '{ customers(first: 10) { totalCount nodes { transactions(first: 50) { totalCount nodes { id } } } } }',
      {},
      1 + 200 + 10 * (1 + 1 + 200 + 50 * 2),
    ],
    [
      'a count in a fragment once for each page that spreads it',
      '{ a: customers(first: 3) { ...F } b: customers(first: 5) { ...F } } fragment F on CustomerConnection { totalCount nodes { id } }',
      {},
      2 + 2 * 200 + (3 + 5) * 2,
    ],
    [
      'a search for words 100 more than its list',
      'query ($words: String) { customers(first: 3, filter: { query: $words }) { nodes { id } } }',
      { words: 'ada' },
      1 + 100 + 3 * 2,
    ],
    [
      'a search for payments 100 more, and a filter without a search nothing',
      '{ a: transactions(first: 2, filter: { counterparty: "grace" }) { nodes { id } } b: transactions(first: 2, filter: { status: [FAILED] }) { nodes { id } } }',
      {},
      2 + 100 + 2 * 2 * 2,
    ],
    [
      'a long text: by its maximum size',
      '{ webhookDeliveries(first: 2) { nodes { attempts(last: 3) { durationMs responseBody } } } }',
      {},
      1 + 2 * (1 + 1 + 3 * (1 + 256)),
    ],
    [
      'a page of the event log: one unit',
      '{ events(first: 4) { nodes { id } pageInfo { endCursor } } }',
      {},
      1 + 4 * 2,
    ],
    [
      'one record for each id',
      'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids: ['a', 'b', 'c'] },
      1 + 3,
    ],
    ['a record for each id that is written out', '{ nodes(ids: ["a", "b"]) { id } }', {}, 1 + 2],
    [
      'the fields of a fragment for each spread',
      `{ a: customers(first: 1) { ...F } b: customers(first: 2) { ...F } } fragment F on CustomerConnection { nodes { id } }`,
      {},
      2 + 3 * 2,
    ],
  ])('%s', (_name, source, variables, cost) => {
    expect(costOf(source, variables)).toBe(cost);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'the value of a variable named $%s',
    (name) => {
      const source = `query($${name}: Int = 5, $other: Int) { ${page(`$${name}`)} }`;
      const given = (value: string) => JSON.parse(`{"${name}": ${value}, "other": 1}`);
      const document = parse(source);
      const operation = getOperationAST(document);
      if (!operation) throw new Error('it has one');
      const cost = costMeter(document, operation);
      expect(cost({})).toBe(1 + 5 * 3);
      expect(cost(given('100'))).toBe(1 + 100 * 3);
      expect(cost(given('null'))).toBe(1 + 20 * 3);
      expect(cost(given('4'))).toBe(1 + 4 * 3);
      expect(cost({})).toBe(1 + 5 * 3);
    },
  );

  test('only the cost of the selected operation', () => {
    const source = `query Small { viewer { __typename } } query Large { ${page('100')} }`;
    expect(costOf(source, {}, 'Small')).toBe(1);
    expect(costOf(source, {}, 'Large')).toBe(301);
  });

  test('the same on every request', () => {
    const document = parse(
      `query($n: Int, $after: String) { customers(first: $n, after: $after) { nodes { id } } }`,
    );
    const operation = getOperationAST(document);
    if (!operation) throw new Error('it has one');
    const cost = costMeter(document, operation);
    for (const n of [5, 100, 5, 20, 100]) expect(cost({ n, after: `after ${n}` })).toBe(1 + n * 2);
  });

  test.each([
    [
      'a page of 50 customers with accounts and payments',
      `{ customers(first: 50) { nodes { id fullName
      internalAccounts { id type balance { amount currency { code } } availableBalance { amount } }
      transactions(first: 5) { nodes { id status sentAmount { amount currency { code } } } } } } }`,
    ],
    [
      '100 payments with their timelines',
      `{ transactions(first: 100) { nodes { id status type description createdAt
      sentAmount { amount currency { code name decimals } } receivedAmount { amount currency { code } }
      customer { id fullName internalAccounts { id balance { amount } } } timeline { status occurredAt } } totalCount } }`,
    ],
    [
      '100 payments of each of 100 customers, with their timelines',
      `{ customers(first: 100) { nodes { id fullName
      transactions(first: 100) { nodes { id status sentAmount { amount } timeline { status occurredAt } } } } } }`,
    ],
    [
      'the latest attempts at a page of webhook deliveries, with their bodies',
      '{ webhookDeliveries { nodes { id type status attempts { at requestBody responseStatus responseBody durationMs error } } totalCount } }',
    ],
  ])('less than the limit: %s', (_name, source) => {
    expect(costOf(source)).toBeLessThan(defaultLimits.cost);
  });
});

test.each([
  [
    'every agent of 100 customers with its rules',
    '{ customers(first: 100) { nodes { agents { policy { accountRestrictions { accountRules { accountId } allowedAccountIds } } } } } }',
  ],
  [
    '100 deliveries with the bodies of their attempts',
    '{ webhookDeliveries(first: 100) { nodes { attempts { requestBody responseBody } } } }',
  ],
  [
    'many counts of each of 100 customers',
    `{ customers(first: 100) { nodes { ${Array.from({ length: 13 }, (_, nth) => `c${nth}: transactions(first: 1) { totalCount }`).join(' ')} } } }`,
  ],
])('more than the limit: %s', (_name, source) => {
  expect(costOf(source)).toBeGreaterThan(defaultLimits.cost);
});

describe('over the wire', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true, env: { LIMITS: 'cost=100' } });
  });
  afterAll(() => service.stop());

  const query = 'query($n: Int) { customers(first: $n) { nodes { id } } }';
  const expectedCost = { requested: 21, limit: 100, remaining: 79 };

  test('the cost is returned with the result, also for a cached document', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect((await sendQuery(service, query, { n: 10 })).body.extensions).toEqual({ cost: expectedCost });
    }
    const mutation =
      'mutation { createCustomer(input: { customerType: INDIVIDUAL, fullName: "Ada Lovelace" }) { __typename ... on ServiceError { message } } }';
    expect((await sendQuery(service, mutation)).body.extensions.cost.requested).toBe(2);
  });

  test('also over SSE and a socket', async () => {
    const { text } = await sendQuery(service, query, { n: 10 }, { accept: 'text/event-stream' });
    expect(text).toContain(JSON.stringify({ cost: expectedCost }));
    const socket = await openSocket(service);
    await socket.until(({ type }) => type === 'connection_ack');
    socket.subscribe('page', query, { n: 10 });
    expect((await socket.until(({ id }) => id === 'page')).payload.extensions).toEqual({
      cost: expectedCost,
    });
    socket.close();
  });

  test.each(['application/json', 'application/graphql-response+json', 'text/event-stream'])(
    'a query over the limit is rejected with the cost and the limit, also from the document cache, with Accept: %s',
    async (accept) => {
      for (let time = 0; time < 4; time += 1) await sendQuery(service, query, { n: 49 });
      const response = await sendQuery(service, query, { n: 50 }, { accept });
      expect(response.status).toBe(accept === 'application/graphql-response+json' ? 400 : 200);
      expect(response.text).toContain('The document has a cost of 101; the limit is 100.');
      expect(response.text).toContain(
        '"code":"COST_LIMIT_EXCEEDED","httpStatus":400,"limit":100,"actual":101',
      );
      expect(response.text).not.toContain('"data":{');
    },
  );

  test('a subscription over the limit is rejected before it starts', async () => {
    const fields = Array.from({ length: 12 }, (_, nth) => `t${nth}: timeline { status occurredAt }`).join(
      ' ',
    );
    const subscription = `subscription { transactionUpdated { cursor transaction { id timelines: timeline { status } ${fields} } } }`;
    const socket = await openSocket(service);
    await socket.until(({ type }) => type === 'connection_ack');
    socket.subscribe('costly', subscription);
    const rejected = await socket.until(({ id }) => id === 'costly');
    expect(rejected.type).toBe('error');
    expect(rejected.payload[0].extensions).toMatchObject({ code: 'COST_LIMIT_EXCEEDED', limit: 100 });
    socket.close();
    const response = await sendQuery(service, subscription, undefined, { accept: 'text/event-stream' });
    expect(response.text).toContain('COST_LIMIT_EXCEEDED');
  });

  test('a page size that is not a number is an input error', async () => {
    const { body } = await sendQuery(service, query, { n: 'hunter2' });
    expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: 'first' }] });
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  test('an unauthorized caller does not learn the cost', async () => {
    const { status, text } = await sendQuery(service, query, { n: 50 }, { authorization: basic('a:b') });
    expect(status).toBe(401);
    expect(text).not.toContain('COST');
  });
});

describe('a variable named like a property of every object', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true });
  });
  afterAll(() => service.stop());

  const name = '__proto__';
  test.each([
    ['is bounded as any other', 100, 'COST_LIMIT_EXCEEDED'],
    ['may be within the limit', 1, undefined],
  ])('%s, on every request', async (_name, first, code) => {
    const source = `query($${name}: Int!) { customers(first: $${name}) { nodes { transactions(first: 100) { nodes {
      customer { transactions(first: 100) { nodes { id } } } } } } } }`;
    const body = `{"query": ${JSON.stringify(source)}, "variables": {"${name}": ${first}}}`;
    for (let time = 0; time < 4; time += 1) {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: basic(service.platform.token) },
        body,
      });
      const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
      expect(errors?.[0]?.extensions.code).toBe(code);
    }
  });

  test.each(['toString', 'constructor', 'valueOf'])('$%s is absent when it is not sent', async (odd) => {
    const source = `query($${odd}: [ID!]) { nodes(ids: $${odd}) { id } } `;
    const nested = `query($${odd}: ID) { customers(filter: {platformCustomerId: $${odd}}) { totalCount } }`;
    for (const text of [source, nested]) {
      for (let time = 0; time < 4; time += 1) {
        const { status, body } = await sendQuery(service, text);
        expect(status).toBe(200);
        for (const { extensions } of body.errors ?? []) expect(extensions.code).toBe('INVALID_INPUT');
      }
    }
  });
});

test('a subscription has its own limit, because it is executed for each event', () => {
  const execution = createExecution({ limits: defaultLimits, openSchema: false, report: () => undefined });
  const rejectionOf = (operation: string) => {
    const { document, errors } = execution.prepare(operation);
    expect(errors).toEqual([]);
    const contextValue = { principal: { kind: 'platform' } };
    return execution.rejectionOf({ schema, document, contextValue })?.extensions;
  };
  const page = (first: number) =>
    `customer { transactions(first: ${first}) { nodes { id status type createdAt customer { id email fullName kycStatus } } } }`;
  const pages = Array.from({ length: 6 }, (_, nth) => `p${nth}: ${page(100 - nth)}`).join(' ');
  const costly = `transaction { ${pages} }`;
  expect(rejectionOf(`subscription { transactionUpdated { ${costly} } }`)).toMatchObject({
    code: 'COST_LIMIT_EXCEEDED',
    limit: defaultLimits.subscriptionCost,
  });
  expect(rejectionOf(`subscription { transactionUpdated { transaction { ${page(100)} } } }`)).toBeUndefined();
  expect(rejectionOf(`query { transaction(id: "x") { ${pages} } }`)).toBeUndefined();
});
