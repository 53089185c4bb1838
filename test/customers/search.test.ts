/** Customers are found by the starts of words of their name, email address, platform's id and UMA address. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCustomers } from '../../src/customers/store.ts';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { maxNarrow } from '../../src/infrastructure/database/word-search-store.ts';
import { type Id, uuidOf } from '../../src/kernel/ids.ts';
import { countedStatements } from '../support/counted-statements.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { basic, type Service, startService } from '../support/service.ts';

/** The first part alone is as long as a stored word. */
const longEmail = `${'m'.repeat(64)}@long.example`;

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
  const people = [
    { fullName: 'Ada Lovelace', email: 'ada.king@engines.example', platformCustomerId: 'crm-0001' },
    { fullName: 'Adèle Çelik', email: 'adele@music.example', platformCustomerId: 'crm-0002' },
    { fullName: "Grace O'Hara", umaAddress: '$grace@sandbox.uma.example', platformCustomerId: 'x-3' },
  ];
  for (const input of people) await create({ customerType: 'INDIVIDUAL', ...input });
  await create({ customerType: 'INDIVIDUAL', fullName: 'Max Long', email: longEmail });
  await create({ customerType: 'BUSINESS', businessInfo: { legalName: 'Analytical Engines Ltd' } });
});
afterAll(() => service.stop());

async function create(input: object): Promise<string> {
  const { body } = await sendQuery(
    service,
    'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { ... on Customer { id } ... on ServiceError { message } } }',
    { input },
  );
  if (!body.data?.createCustomer?.id) throw new Error(JSON.stringify(body));
  return body.data.createCustomer.id;
}

async function found(query: string, filter: object = {}): Promise<string[]> {
  const { body } = await sendQuery(
    service,
    `query ($filter: CustomerFilter!) { customers(filter: $filter) {
      totalCount nodes { fullName businessInfo { legalName } } } }`,
    { filter: { query, ...filter } },
  );
  if (!body.data) throw new Error(JSON.stringify(body));
  const { nodes, totalCount } = body.data.customers;
  expect(totalCount).toBe(nodes.length);
  return nodes.map(
    (one: { fullName?: string; businessInfo?: { legalName: string } }) =>
      one.fullName ?? one.businessInfo?.legalName,
  );
}

describe('a customer is found by', () => {
  test.each<[string, string, string[]]>([
    ['the start of the first name', 'ad', ['Adèle Çelik', 'Ada Lovelace']],
    ['the last name', 'lovelace', ['Ada Lovelace']],
    ['words in any order', 'lov ada', ['Ada Lovelace']],
    ['a word with other case and accents', 'ADELE celik', ['Adèle Çelik']],
    ['a word after an apostrophe', 'hara', ["Grace O'Hara"]],
    ['a word with its apostrophe', "o'h", ["Grace O'Hara"]],
    ['an email address', 'ada.king@engines.example', ['Ada Lovelace']],
    ['the start of an email address', 'adele@m', ['Adèle Çelik']],
    ['a word of an email address or a name', 'engines', ['Analytical Engines Ltd', 'Ada Lovelace']],
    ['a long email address', longEmail, ['Max Long']],
    ["the platform's id", 'crm-0002', ['Adèle Çelik']],
    ["the start of the platform's id", 'crm-', ['Adèle Çelik', 'Ada Lovelace']],
    ['a UMA address', '$grace@sandbox.uma.example', ["Grace O'Hara"]],
    ['words of different fields', 'ada crm-0001', ['Ada Lovelace']],
  ])('%s', async (_, query, names) => {
    expect(await found(query)).toEqual(names);
  });

  test.each(['velace', 'ada crm-0002', '%', 'ada_', "' or true --", '\u0301a\u{10ffff}'])(
    'nothing matches %j',
    async (query) => {
      expect(await found(query)).toEqual([]);
    },
  );
});

test('a caller for one customer reads no matches of others, so that its time says nothing of them', async () => {
  const scope = { platformId: service.platform.principal.platform.id };
  const page = { first: 20, after: undefined, list: 'customers' };
  const statements = countedStatements(service.db);
  const { orm } = statements.db;
  const search = async (customerId?: Id<'Customer'>) => {
    const { count } = statements;
    const found = { ...scope, ...(customerId && { customerId }) };
    const { items } = await listCustomers(orm, found, { query: ['engines'] }, page);
    return { names: items.map(({ fullName }) => fullName), statements: statements.count - count };
  };
  const all = await listCustomers(orm, scope, { query: ['lovelace'] }, page);
  expect(await search(all.items[0]?.id)).toEqual({ names: ['Ada Lovelace'], statements: 1 });
  expect(await search()).toMatchObject({ statements: 2 });
});

test('words are separated by the spaces that separate those of a query', async () => {
  const spaces = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter((one) =>
    /\s/.test(one),
  );
  expect(spaces.length).toBeGreaterThan(20);
  const rows = await rawRows<{ words: string }>(
    service.db.orm,
    sql`select array_to_string(array(select search_words_of('Ada' || space || 'King') order by 1), '|') as words
        from unnest(${sql.param(spaces)}::text[]) space`,
  );
  expect(new Set(rows.map(({ words }) => words))).toEqual(new Set(['ada|king']));
});

test('a change of a customer changes its words, and a deletion removes them', async () => {
  const id = await create({ customerType: 'INDIVIDUAL', fullName: 'Before Change' });
  const send = (mutation: string) =>
    sendQuery(service, `mutation ($id: ID!) { ${mutation} { __typename } }`, { id });
  await send('result: updateCustomer(id: $id, input: { fullName: "After Change" })');
  expect(await found('before')).toEqual([]);
  expect(await found('after')).toEqual(['After Change']);
  await send('result: deleteCustomer(id: $id)');
  expect(await found('after')).toEqual([]);
  expect(await found('after', { includeDeleted: true })).toEqual([]);
});

describe('a search with more matches than are read as a list finds', () => {
  /** More than are checked in the order of the list are after these. */
  const early = maxNarrow + 50;
  const total = early + 1_100;
  let authorization: string;
  beforeAll(async () => {
    const { token, principal } = await service.addPlatform();
    authorization = basic(token);
    await service.db.orm.execute(sql`
      insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, currencies, full_name, created_at, updated_at)
      select ('01990000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${uuidOf(principal.platform.id)}, 'c' || n, 'INDIVIDUAL',
        '$u' || n || '@many.example', '{USD}', concat_ws(' ', case when n % 2 = 0 then 'Even' else 'Evens' end, 'Of' || n % 3, 'All' || n,
          case when n <= ${early} then 'Early' || n end), now(), now()
      from generate_series(1, ${total}) n`);
  });

  const numbersOf = async (query: string, args: string, filter: object = {}): Promise<number[]> => {
    const { body } = await sendQuery(
      service,
      `query ($filter: CustomerFilter!) { customers(filter: $filter, ${args}) { nodes { platformCustomerId } } }`,
      { filter: { query, ...filter } },
      { authorization },
    );
    if (!body.data) throw new Error(JSON.stringify(body));
    return body.data.customers.nodes.map((one: { platformCustomerId: string }) =>
      Number(one.platformCustomerId.slice(1)),
    );
  };
  const downFrom = (start: number, step: number) => Array.from({ length: 4 }, (_, nth) => start - step * nth);

  test.each<[string, string, string, object, number[]]>([
    ['the newest', 'eve', 'first: 4', {}, downFrom(total, 1)],
    ['the oldest', 'eve', 'last: 4', {}, downFrom(4, 1)],
    ['those with another word', 'eve of1', 'first: 4', {}, downFrom(total - ((total - 1) % 3), 3)],
    ['the start of a different word of each customer', 'all', 'first: 4', {}, downFrom(total, 1)],
    ['the same from the end', 'all', 'last: 4', {}, downFrom(4, 1)],
    ['a word that no new customer has', 'early', 'first: 4', {}, downFrom(early, 1)],
    ['that word from the end', 'early', 'last: 4', {}, downFrom(4, 1)],
    ['that word with another', 'early of1', 'first: 4', {}, downFrom(early - ((early - 1) % 3), 3)],
    ['that word with another filter', 'early', 'first: 4', { currency: 'USD' }, downFrom(early, 1)],
    ['the start of an address of each customer', '$u', 'first: 4', {}, downFrom(total, 1)],
    ['the start of an address from the end', '$u', 'last: 4', {}, downFrom(4, 1)],
    ['those of another filter', 'eve', 'first: 4', { customerType: 'BUSINESS' }, []],
  ])('%s', async (_, query, args, filter, numbers) => {
    expect(await numbersOf(query, args, filter)).toEqual(numbers);
  });
});

test('another filter applies too', async () => {
  expect(await found('engines', { customerType: 'BUSINESS' })).toEqual(['Analytical Engines Ltd']);
});
