/** Lists have keyset pagination: new records do not shift a page, and every page costs the same. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../src/server.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { aBankAccount, aPayer, type Payer } from '../support/parties.ts';
import { basic, type Service, startService, type TestPlatform } from '../support/service.ts';

let service: Service;
let server: RunningServer;
let busy: TestPlatform;
const payers: Payer[] = [];

beforeAll(async () => {
  // Without a worker, so that only statements of the request are counted.
  const ports = await startService();
  server = await startServer(ports.app);
  service = Object.create(ports, { url: { value: server.url } });
  service.send = async (document, variables, authorization = basic(ports.platform.token)) => {
    const { status, body } = await sendQuery(service, document.toString(), variables, { authorization });
    return { status, ...body };
  };
  busy = await ports.addPlatform();
  const authorization = basic(busy.token);
  for (let count = 0; count < 7; count += 1) {
    const payer = await aPayer(service, 100 + count, authorization);
    await aBankAccount(service, payer.customerId, '900', authorization);
    await service.send(
      {
        toString: () => 'mutation($id: ID!) { sandboxFundAccount(accountId: $id, amount: 5) { __typename } }',
      } as never,
      { id: payer.accountId },
      authorization,
    );
    payers.push(payer);
  }
});
afterAll(async () => {
  await server.close();
  await service.stop();
});

const read = (query: string, variables?: object) =>
  sendQuery(service, query, variables, { authorization: basic(busy.token) });

/** The path to each list from a root field; `(...)` stands for the arguments. */
const lists: Record<string, string> = {
  customers: 'customers',
  internalAccounts: 'internalAccounts',
  externalAccounts: 'externalAccounts',
  transactions: 'transactions',
};

interface Connection {
  readonly nodes: { id: string }[];
  readonly edges: { cursor: string; node: { id: string } }[];
  readonly pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string;
    endCursor: string;
  };
  readonly totalCount: number;
}

const page = async (list: string, args: string): Promise<Connection> => {
  const { body } = await read(
    `{ ${list}(${args}) { totalCount nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
  );
  expect(body.errors).toBeUndefined();
  return body.data[list];
};

describe.each(Object.keys(lists))('%s', (list) => {
  test('contains each record once, newest first, for any page size', async () => {
    const whole = (await page(list, 'first: 100')).nodes.map(({ id }) => id);
    expect(whole.length).toBeGreaterThanOrEqual(7);
    expect(whole).toEqual(whole.toSorted().reverse());
    for (const size of [1, 2, 3, whole.length - 1, whole.length, whole.length + 1].filter(
      (one) => one <= 100,
    )) {
      const walked: string[] = [];
      let after = '';
      for (;;) {
        const { nodes, edges, pageInfo, totalCount } = await page(list, `first: ${size} ${after}`);
        expect(totalCount).toBe(whole.length);
        expect(edges.map(({ node }) => node.id)).toEqual(nodes.map(({ id }) => id));
        expect(pageInfo.hasPreviousPage).toBe(after !== '');
        expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0]?.cursor, edges.at(-1)?.cursor]);
        walked.push(...nodes.map(({ id }) => id));
        if (!pageInfo.hasNextPage) break;
        expect(nodes).toHaveLength(size);
        after = `after: ${JSON.stringify(pageInfo.endCursor)}`;
      }
      expect(walked).toEqual(whole);
    }
  });

  test('is read from its end with last and before', async () => {
    const whole = (await page(list, 'first: 100')).nodes.map(({ id }) => id);
    for (const size of [1, 3, whole.length]) {
      const walked: string[] = [];
      let before = '';
      for (;;) {
        const { nodes, pageInfo } = await page(list, `last: ${size} ${before}`);
        expect(pageInfo.hasNextPage).toBe(before !== '');
        walked.unshift(...nodes.map(({ id }) => id));
        if (!pageInfo.hasPreviousPage) break;
        expect(nodes).toHaveLength(size);
        before = `before: ${JSON.stringify(pageInfo.startCursor)}`;
      }
      expect(walked).toEqual(whole);
    }
    const { edges } = await page(list, 'first: 4');
    const between = `after: "${edges[0]?.cursor}" before: "${edges[3]?.cursor}"`;
    for (const size of ['first: 5', 'last: 5']) {
      expect((await page(list, `${size} ${between}`)).nodes.map(({ id }) => id)).toEqual(whole.slice(1, 3));
    }
  });

  test('rejects first with last, and a size of last out of range', async () => {
    for (const [args, path] of [
      ['first: 1, last: 1', 'last'],
      ['last: 0', 'last'],
      ['last: 101', 'last'],
      ['before: "x"', 'before'],
    ]) {
      const { body } = await read(`{ ${list}(${args}) { nodes { id } } }`);
      expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path }] });
    }
  });

  test('rejects a cursor of another list, a cursor of another filter, and an invalid cursor', async () => {
    const { pageInfo } = await page(list, 'first: 1');
    const own = pageInfo.endCursor;
    const foreign = await Promise.all(
      Object.keys(lists)
        .filter((other) => other !== list)
        .map(async (other) => (await page(other, 'first: 1')).pageInfo.endCursor),
    );
    const decoded = Buffer.from(own, 'base64url').toString();
    const forged = [
      '',
      'AAAA',
      '\u0000',
      `${decoded}|more`,
      'customers',
      `${list}|1`,
      `${list}|' or true --`,
    ].map((text) => Buffer.from(text).toString('base64url'));
    for (const cursor of [...foreign, ...forged, '*', '💣', 'x'.repeat(5_000)]) {
      const { body } = await read(`query($after: String) { ${list}(after: $after) { nodes { id } } }`, {
        after: cursor,
      });
      expect(body.data ?? null).toBeNull();
      expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: 'after' }] });
      expect(body.errors[0].message).not.toContain(cursor || 'no cursor');
    }
  });
});

test('the edge of a record is its edge in the list without filter', async () => {
  for (const list of Object.keys(lists)) {
    const { body } = await read(
      `{ ${list}(first: 100) { edges { cursor node { edge { cursor node { id } } id } } } }`,
    );
    const { edges } = body.data[list];
    expect(edges.length).toBeGreaterThanOrEqual(7);
    for (const { cursor, node } of edges) expect(node.edge).toEqual({ cursor, node: { id: node.id } });
  }
});

test('a mutation returns the edges of the records that it creates', async () => {
  const { body } = await read(
    `mutation { createCustomer(input: { customerType: INDIVIDUAL }) { ... on Customer {
      edge { cursor } internalAccounts { id edge { cursor node { id } } } } } }`,
  );
  const { edge, internalAccounts } = body.data.createCustomer;
  expect((await page('customers', 'first: 1')).edges[0]?.cursor).toBe(edge.cursor);
  const listed = (await page('internalAccounts', `first: ${internalAccounts.length}`)).edges;
  const created = internalAccounts.map((account: { edge: unknown }) => account.edge);
  expect(created.length).toBeGreaterThan(1);
  expect(listed).toEqual(expect.arrayContaining(created));
});

test('an account of the platform has no edge, because the list has accounts of customers', async () => {
  const { body } = await read('{ platformAccounts { id edge { cursor } } }');
  const [account] = body.data.platformAccounts;
  expect(account).toEqual({ id: expect.any(String), edge: null });
  const listed = (await page('internalAccounts', 'first: 100')).nodes;
  expect(listed).not.toContainEqual({ id: account.id });
});

test('new records do not shift a page', async () => {
  const first = await page('customers', 'first: 3');
  const second = () => page('customers', `first: 3 after: ${JSON.stringify(first.pageInfo.endCursor)}`);
  const before = (await second()).nodes;
  const added = await aPayer(service, 0, basic(busy.token));
  expect((await second()).nodes).toEqual(before);
  expect((await page('customers', 'first: 1')).nodes).toEqual([{ id: added.customerId }]);
});

test('a cursor is valid only for its filter, in any spelling of the filter', async () => {
  const filtered = (filter: string, after = '') =>
    read(`{ customers(first: 2, filter: ${filter} ${after}) { pageInfo { endCursor } nodes { id } } }`);
  const one = await filtered('{ customerType: INDIVIDUAL, currency: "USD" }');
  const after = `after: ${JSON.stringify(one.body.data.customers.pageInfo.endCursor)}`;
  expect(
    (await filtered('{ currency: "USD", customerType: INDIVIDUAL }', after)).body.errors,
  ).toBeUndefined();
  for (const other of [
    '{}',
    '{ customerType: INDIVIDUAL }',
    '{ customerType: INDIVIDUAL, currency: "EUR" }',
  ]) {
    const { body } = await filtered(other, after);
    expect(body.errors[0].extensions.fields).toEqual([
      { path: 'after', message: 'is not a cursor of this list with this filter' },
    ]);
  }
});

/** The number of statements of a request: the minimum of several runs, because the event log polls in the background. */
async function statementsOf(work: () => Promise<void>): Promise<number> {
  const counts: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const before = service.db.statements.count;
    await work();
    counts.push(service.db.statements.count - before);
  }
  return Math.min(...counts);
}

const statements = (query: string): Promise<number> =>
  statementsOf(async () => expect((await read(query)).body.errors).toBeUndefined());

/** On a server, a statement sets the timeout of a count. The embedded database has no timeout. */
const perCount = () => (service.db.kind === 'embedded' ? 1 : 2);

describe('SQL statements, the authentication of the caller included', () => {
  test('a page of customers with their accounts and latest transactions takes 4', async () => {
    const query =
      '{ customers(first: 50) { nodes { id internalAccounts { id balance { amount } } transactions(first: 5) { nodes { id status } } } } }';
    expect(await statements(query)).toBeLessThanOrEqual(4);
    const { body } = await read(query);
    const full = body.data.customers.nodes.filter(
      ({ transactions }: { transactions: { nodes: unknown[] } }) => transactions.nodes.length === 2,
    );
    expect(full).toHaveLength(7);
  });

  test.each(Object.keys(lists))('a count is computed only if it is selected: %s', async (list) => {
    const without = await statements(`{ ${list} { nodes { id } pageInfo { hasNextPage } } }`);
    expect(without).toBe(2);
    expect(await statements(`{ ${list} { totalCount nodes { id } } }`)).toBe(without + perCount());
  });

  test.each([
    [
      'accounts of customers',
      'customers { nodes { internalAccounts { id } externalAccounts { nodes { id } } } }',
      4,
    ],
    ['customers of accounts', 'internalAccounts { nodes { customer { id } } }', 3],
    [
      'both sides of transactions',
      'transactions { nodes { customer { id } source { account { __typename } } } }',
      5,
    ],
    ['timelines', 'transactions { nodes { timeline { status } } }', 3],
    [
      'ledger entries of accounts',
      'internalAccounts(first: 100) { nodes { ledgerEntries(first: 5) { nodes { id } } } }',
      3,
    ],
    [
      'payments of ledger entries',
      'internalAccounts(first: 100) { nodes { ledgerEntries { nodes { transaction { id } } } } }',
      4,
    ],
    ['counts below a list', 'customers { nodes { transactions { totalCount } } }', 4],
    ['records by id', 'nodes(ids: [IDS]) { id }', 4],
  ])('%s take one statement for each level', async (_name, query, most) => {
    const ids = payers
      .flatMap(({ customerId, accountId }) => [customerId, accountId])
      .map((id) => JSON.stringify(id));
    const limits = query.includes('totalCount') ? perCount() - 1 : 0;
    expect(await statements(`{ ${query.replace('IDS', ids.join(', '))} }`)).toBeLessThanOrEqual(
      most + limits,
    );
  });

  test('a page of verifications over REST takes one statement for each level', async () => {
    const asBusy = (authorization = basic(busy.token)) => ({ authorization });
    for (let count = 0; count < 3; count += 1) {
      const { body } = await sendQuery(
        service,
        'mutation { createCustomer(input: { customerType: BUSINESS }) { ... on Customer { id } } }',
        undefined,
        asBusy(),
      );
      await sendQuery(
        service,
        'mutation ($id: ID!) { submitVerification(input: { customerId: $id }) { __typename } }',
        { id: body.data.createCustomer.id },
        asBusy(),
      );
    }
    const taken = await statementsOf(async () => {
      const response = await fetch(`${service.url}/2025-10-13/verifications?limit=100`, {
        headers: asBusy(),
      });
      const { data } = (await response.json()) as { data: { kybStatus?: string }[] };
      expect(data.map(({ kybStatus }) => typeof kybStatus)).toEqual(['string', 'string', 'string']);
    });
    // The authentication, the page, its count and its customers.
    expect(taken).toBe(3 + perCount());
  });
});
