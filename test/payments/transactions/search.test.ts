/** Transactions are found by amount, counterparty and words; the counterparty is shown on both directions. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import { searchDrivers } from '../../../src/payments/transactions/search-store.ts';
import type { AgentPermission } from '../../graphql/graphql.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aPayer, type Payer, usdAccount } from '../../support/parties.ts';
import { restClient } from '../../support/rest.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let ada: Payer;
let bob: Payer;
let grace: string;
let jose: string;
const sent = new Map<string, string>();

// biome-ignore lint/suspicious/noExplicitAny: the type depends on the selection of the test.
async function read(query: string, variables: object = {}, authorization?: string): Promise<any> {
  const { body } = await sendQuery(service, query, variables, authorization ? { authorization } : {});
  if (!body.data || body.errors) throw new Error(JSON.stringify(body));
  return body.data;
}

async function anAccount(customerId: string, fullName: string): Promise<string> {
  const { createExternalAccount: made } = await read(
    'mutation ($input: CreateExternalAccountInput!) { createExternalAccount(input: $input) { ... on ExternalAccount { id } } }',
    {
      input: {
        customerId,
        currency: 'USD',
        accountInfo: { usdAccount: { ...usdAccount(), beneficiary: { individual: { fullName } } } },
      },
    },
  );
  return made.id;
}

async function pay(name: string, from: string, to: string, amount: number, description?: string) {
  const { transferOut } = await read(
    `mutation ($input: TransferInput!) { transferOut(input: $input) {
      __typename ... on Transaction { id reconciliationInstructions { reference } } } }`,
    { input: { source: from, destination: to, amount, description } },
  );
  if (transferOut.__typename !== 'Transaction') throw new Error(JSON.stringify(transferOut));
  sent.set(name, transferOut.id);
  return transferOut.reconciliationInstructions.reference as string;
}

let reference: string;
beforeAll(async () => {
  service = await startService({ server: true });
  ada = await aPayer(service, 1_000_000);
  bob = await aPayer(service, 1_000_000);
  grace = await anAccount(ada.customerId, 'Grace Hopper');
  jose = await anAccount(bob.customerId, 'José García');
  await pay('rent', ada.accountId, grace, 120_000, 'Rent for Március, flat 7');
  await pay('gift', ada.accountId, grace, 2_500, 'Birthday gift');
  reference = await pay('invoice', bob.accountId, jose, 50_000, 'Invoice INV-2031, García');
});
afterAll(() => service.stop());

async function found(filter: object, authorization?: string): Promise<(string | undefined)[]> {
  const { transactions } = await read(
    'query ($filter: TransactionFilter!) { transactions(filter: $filter) { totalCount nodes { id } } }',
    { filter: { type: 'OUTGOING', ...filter } },
    authorization,
  );
  expect(transactions.totalCount).toBe(transactions.nodes.length);
  const names = new Map([...sent].map(([name, id]) => [id, name]));
  return transactions.nodes.map(({ id }: { id: string }) => names.get(id));
}

describe('transactions are found by', () => {
  test.each<[string, () => object, string[]]>([
    ['a word of the description', () => ({ query: 'birth' }), ['gift']],
    ['a word without its accent', () => ({ query: 'MARCIUS' }), ['rent']],
    ['a part of a word with punctuation', () => ({ query: 'inv-20' }), ['invoice']],
    ['the reference', () => ({ query: reference }), ['invoice']],
    [
      'the start of the reference, in lower case',
      () => ({ query: reference.slice(0, -1).toLowerCase() }),
      ['invoice'],
    ],
    ['the name of the counterparty', () => ({ query: 'hopper' }), ['gift', 'rent']],
    ['words of different fields', () => ({ query: 'grace gift' }), ['gift']],
    ['a word of the description and of the name, once', () => ({ query: 'garcia' }), ['invoice']],
    ['a counterparty by name', () => ({ counterparty: 'garc jo' }), ['invoice']],
    ['a counterparty by account', () => ({ counterparty: grace }), ['gift', 'rent']],
    ['an exact amount', () => ({ currency: 'USD', minAmount: 2_500, maxAmount: 2_500 }), ['gift']],
    ['a minimum', () => ({ currency: 'USD', minAmount: 50_000 }), ['invoice', 'rent']],
    ['a maximum without currency', () => ({ maxAmount: 50_000 }), ['invoice', 'gift']],
    ['a currency', () => ({ currency: 'EUR' }), []],
    ['an amount and a name', () => ({ currency: 'USD', minAmount: 50_000, counterparty: 'grace' }), ['rent']],
    ['words and a customer', () => ({ query: 'in', customerId: bob.customerId }), ['invoice']],
    ['another order', () => ({ query: 'hopper', sortOrder: 'ASC' }), ['rent', 'gift']],
    ['creation dates', () => ({ createdAfter: '2000-01-01T00:00:00Z', query: 'gift' }), ['gift']],
    ['creation dates of the future', () => ({ createdAfter: '9000-01-01T00:00:00Z' }), []],
    ['a UMA address that received nothing', () => ({ counterparty: '$none@uma.example' }), []],
    ['a name that no payment has', () => ({ counterparty: 'zzz' }), []],
  ])('%s', async (_, filter, names) => {
    expect(await found(filter())).toEqual(names);
  });
});

test('a search has pages in both directions', async () => {
  const page = async (args: string) =>
    (
      await read(`{ transactions(filter: { query: "hopper" }, ${args}) {
      nodes { id } pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } }`)
    ).transactions;
  const first = await page('first: 1');
  expect(first.nodes).toEqual([{ id: sent.get('gift') }]);
  expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  const last = await page('last: 1');
  expect(last.nodes).toEqual([{ id: sent.get('rent') }]);
  expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  expect((await page(`first: 1, after: "${first.pageInfo.endCursor}"`)).nodes).toEqual(last.nodes);
  expect((await page(`last: 5, before: "${last.pageInfo.startCursor}"`)).nodes).toEqual(first.nodes);
});

test('transactions of a customer and an account are searched too', async () => {
  const { customer, internalAccount } = await read(
    `query ($id: ID!, $account: ID!) {
      customer(id: $id) { transactions(filter: { query: "gift" }) { totalCount nodes { id } } }
      internalAccount(id: $account) { transactions(filter: { counterparty: "hopp" }) { totalCount nodes { id } } }
    }`,
    { id: ada.customerId, account: ada.accountId },
  );
  expect(customer.transactions).toEqual({ totalCount: 1, nodes: [{ id: sent.get('gift') }] });
  expect(internalAccount.transactions).toMatchObject({
    totalCount: 2,
    nodes: [{ id: sent.get('gift') }, { id: sent.get('rent') }],
  });
});

describe('a wrong filter names its field', () => {
  test.each<[string, object, string]>([
    ['too many words', { query: 'a b c d e f' }, 'filter.query'],
    ['too many characters', { query: 'a'.repeat(101) }, 'filter.query'],
    ['no word', { query: '  ' }, 'filter.query'],
    ['only accents', { query: '\u0301' }, 'filter.query'],
    [
      'an id of another type',
      { counterparty: 'Customer:01890000-0000-7000-8000-000000000000' },
      'filter.counterparty',
    ],
    ['a broken UMA address', { counterparty: '$a b@c' }, 'filter.counterparty'],
    ['a negative amount', { minAmount: -1 }, 'filter.minAmount'],
    ['an amount that is a text', { maxAmount: '12' }, 'filter.maxAmount'],
  ])('%s', async (_, filter, path) => {
    const { body } = await sendQuery(
      service,
      'query ($filter: TransactionFilter!) { transactions(filter: $filter) { nodes { id } } }',
      { filter },
    );
    expect(body.errors?.[0]?.extensions).toMatchObject({ fields: [{ path }] });
  });
});

test('the same filters over REST', async () => {
  const get = async (query: string) => {
    const { body } = await restClient(service)('GET', `/transactions?type=OUTGOING&${query}`);
    return (body.data as { id: string }[]).map(({ id }) => id);
  };
  expect(await get('query=hopper%20rent')).toEqual([sent.get('rent')]);
  expect(await get('counterparty=garc')).toEqual([sent.get('invoice')]);
  expect(await get('minAmount=50000&maxAmount=50000&currency=USD')).toEqual([sent.get('invoice')]);
  expect(await get('createdBefore=2000-01-01T00:00:00Z')).toEqual([]);
  const customers = await restClient(service)('GET', '/customers?query=lovel');
  expect((customers.body.data as unknown[]).length).toBe(2);
});

test('another platform finds nothing', async () => {
  const other = basic((await service.addPlatform()).token);
  for (const filter of [
    { query: 'hopper' },
    { query: 'gift' },
    { counterparty: grace },
    { counterparty: 'grace' },
  ]) {
    expect(await found(filter, other)).toEqual([]);
  }
});

test('an access token for a customer finds only what it may read', async () => {
  const { createAccessToken } = await read(
    'mutation ($id: ID) { createAccessToken(input: { scopes: [READ], customerId: $id }) { ... on AccessTokenCreated { accessToken } } }',
    { id: bob.customerId },
  );
  const token = `Bearer ${createAccessToken.accessToken}`;
  expect(await found({ query: 'hopper' }, token)).toEqual([]);
  expect(await found({ query: 'gift' }, token)).toEqual([]);
  expect(await found({ query: 'garcia' }, token)).toEqual(['invoice']);
});

test('a caller for one customer reads no matches of other customers, so that its time says nothing of them', async () => {
  const { platform } = service.platform.principal;
  const filter = { query: ['gift'] };
  expect(await searchDrivers(service.db.orm, { platformId: platform.id }, filter)).toHaveLength(1);
  const customerId = bob.customerId as Id<'Customer'>;
  expect(
    await searchDrivers(service.db.orm, { platformId: platform.id, customerId }, filter),
  ).toBeUndefined();
});

describe('an agent finds by the name of an external account', () => {
  test.each<[string, AgentPermission[], string[]]>([
    ['nothing where it may not read external accounts', ['VIEW_TRANSACTIONS'], []],
    ['its payments where it may', ['VIEW_TRANSACTIONS', 'MANAGE_EXTERNAL_ACCOUNTS'], ['gift', 'rent']],
  ])('%s', async (_, permissions, names) => {
    const { createAgent } = await read(
      'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { ... on AgentCreated { deviceCode { code } } } }',
      {
        input: {
          name: 'Bookkeeper',
          customerId: ada.customerId,
          policy: {
            permissions,
            defaultExecutionMode: 'AUTO',
            spendingLimits: { currency: 'USD', perTransactionLimit: 1 },
          },
        },
      },
    );
    const { redeemDeviceCode } = await read(
      'mutation ($code: String!) { redeemDeviceCode(code: $code) { ... on AgentConnected { accessToken } } }',
      { code: createAgent.deviceCode.code },
    );
    const agent = `Bearer ${redeemDeviceCode.accessToken}`;
    expect(await found({ query: 'gift' }, agent)).toEqual(['gift']);
    expect(await found({ query: 'hopper' }, agent)).toEqual(names);
    expect(await found({ counterparty: 'grace' }, agent)).toEqual(names);
    // Together with a condition that finds the payment.
    expect(
      await found({ query: 'hopper', minAmount: 2_500, maxAmount: 2_500, currency: 'USD' }, agent),
    ).toEqual(names.filter((name) => name === 'gift'));
  });
});

describe('the counterparty', () => {
  const fields = 'counterparty { displayName last4 umaAddress }';
  test('of an outgoing payment is the destination', async () => {
    const { node } = await read(`query ($id: ID!) { node(id: $id) { ... on Transaction { ${fields} } } }`, {
      id: sent.get('rent'),
    });
    expect(node.counterparty).toMatchObject({ displayName: 'Grace Hopper', umaAddress: null });
    expect(node.counterparty.last4).toMatch(/^\d{4}$/);
  });

  test('of an incoming payment is the source', async () => {
    const { transferIn } = await read(
      `mutation ($input: TransferInput!) { transferIn(input: $input) { ... on Transaction { type ${fields} } } }`,
      { input: { source: grace, destination: ada.accountId, amount: 100 } },
    );
    expect(transferIn).toMatchObject({ type: 'INCOMING', counterparty: { displayName: 'Grace Hopper' } });
  });
});

test('an external account has the same display fields', async () => {
  const { externalAccount } = await read(
    'query ($id: ID!) { externalAccount(id: $id) { displayName last4 bankName country beneficiary { fullName type } } }',
    { id: jose },
  );
  expect(externalAccount).toMatchObject({
    displayName: 'José García',
    country: 'US',
    beneficiary: { fullName: 'José García', type: 'INDIVIDUAL' },
  });
});

test('the names and descriptions of a deleted customer are removed from the search', async () => {
  const payer = await aPayer(service, 0);
  await anAccount(payer.customerId, 'Xerxes Removable');
  const words = () =>
    rawRows(service.db.orm, sql`select word from search_words where word in ('xerxes', 'removable')`);
  expect(await words()).toHaveLength(2);
  const { deleteCustomer } = await read('mutation ($id: ID!) { deleteCustomer(id: $id) { __typename } }', {
    id: payer.customerId,
  });
  expect(deleteCustomer.__typename).not.toMatch(/Error$/);
  expect(await words()).toEqual([]);
});
