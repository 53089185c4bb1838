/** Two platforms: no request of one platform reads, names or changes records of the other. */
import { getTableColumns, getTableName, is, sql, Table } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sequenceAuditEntries } from '../../src/infrastructure/audit-log/sequence.ts';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { platformConfigId, uuidOf } from '../../src/kernel/ids.ts';
import {
  documentOf,
  idTypesIn,
  inputFieldsOf,
  rootFields,
  selectionOf,
  sendQuery,
} from '../support/graphql-client.ts';
import { argumentsOf } from '../support/hostile-inputs.ts';
import { aBankAccount, aPayer, type Payer } from '../support/parties.ts';
import { openSocket } from '../support/raw-socket.ts';
import { basic, longTimeouts, type Service, startService, type TestPlatform } from '../support/service.ts';
import * as tables from '../support/tables.ts';

let service: Service;
let owner: TestPlatform;
let stranger: TestPlatform;
let payer: Payer;
let bank: string;
/** Ids of the owner's records, by type. */
const owned = new Map<string, string[]>();

const asOwner = (query: string, variables?: object) =>
  sendQuery(service, query, variables, { authorization: basic(owner.token) });
const asStranger = (query: string, variables?: object) =>
  sendQuery(service, query, variables, { authorization: basic(stranger.token) });

const transferOut =
  'mutation($input: TransferInput!, $key: String) { transferOut(input: $input, idempotencyKey: $key) { __typename ... on Transaction { id } ... on ServiceError { errorCode } } }';

beforeAll(async () => {
  // The documents select all related records, several levels deep.
  service = await startService({ server: true, env: { LIMITS: `cost=100000000,${longTimeouts}` } });
  owner = service.platform;
  stranger = await service.addPlatform();
  payer = await aPayer(service, 50_000);
  bank = await aBankAccount(service, payer.customerId);
  await asOwner(transferOut, {
    input: { source: payer.accountId, destination: bank, amount: 100 },
    key: 'shared',
  });
  // The follow-up jobs run before the comparison.
  await asOwner('mutation { sandboxAdvanceClock(seconds: 120) { __typename } }');
  // Each tenant has records, so that an empty result would be wrong.
  await aBankAccount(
    service,
    (await aPayer(service, 10, basic(stranger.token))).customerId,
    '900',
    basic(stranger.token),
  );

  for (const list of ['customers', 'internalAccounts', 'externalAccounts', 'transactions', 'apiTokens']) {
    const { body } = await asOwner(`{ ${list}(first: 100) { nodes { id } } }`);
    for (const { id } of body.data[list].nodes) {
      const type = id.slice(0, id.indexOf(':'));
      owned.set(type, [...(owned.get(type) ?? []), id]);
    }
  }
  owned.set('Platform', [owner.principal.platform.id]);
  owned.set('PlatformConfig', [platformConfigId(owner.principal.platform.id)]);
});
afterAll(() => service.stop());

/** The tables with rows of a platform, except jobs and rate limits, and the column of its id. */
const platformTables = Object.values(tables).flatMap((table) => {
  if (!is(table, Table)) return [];
  const name = getTableName(table);
  const key = name === 'platforms' ? 'id' : 'platform_id';
  const isOfPlatform = Object.values(getTableColumns(table)).some((column) => column.name === key);
  return isOfPlatform && name !== 'jobs' && !/rate/.test(name) ? [{ name, key }] : [];
});

/** All rows of the owner. One statement reads all tables, because it runs before and after each mutation. */
async function everythingOwned(): Promise<string> {
  // Both logs are written after the response.
  await service.app.requestLog.flush();
  await sequenceAuditEntries(service.ports);
  const platform = uuidOf(owner.principal.platform.id);
  const selects = platformTables.map(
    ({ name, key }) =>
      sql`select ${sql.raw(`'${name}'`)} as name, to_jsonb(t)::text as row from ${sql.identifier(name)} t
          where t.${sql.identifier(key)} = ${platform}`,
  );
  const rows = await rawRows(service.db.orm, sql`${sql.join(selects, sql` union all `)} order by 1, 2`);
  return JSON.stringify(rows);
}

/** The response contains no id of the owner's records, except an id that the request contained. */
function expectNothingOf(text: string, requested: readonly string[] = []): void {
  for (const id of [...owned.values()].flat()) {
    if (!requested.includes(id)) expect(text).not.toContain(uuidOf(id as never));
  }
}

test('the owner can read all of its records', async () => {
  const ids = [...owned.values()].flat();
  const { body } = await asOwner('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
  expect(body.data.nodes).toEqual(ids.map((id) => ({ id })));
  expect((await everythingOwned()).length).toBeGreaterThan(5_000);
});

describe('reading', () => {
  test.each(rootFields('query').map((root) => [root.field.name, root] as const))('%s', async (name, root) => {
    const selection = selectionOf(root.field.type, name === 'node' || name === 'nodes' ? 1 : 2);
    const idArguments = root.field.args.filter(({ description }) => idTypesIn(description).length > 0);
    const attempts: Record<string, unknown>[] = [{}];
    for (const arg of idArguments) {
      const types = arg.name === 'id' && name === 'node' ? [...owned.keys()] : idTypesIn(arg.description);
      for (const id of types.flatMap((type) => owned.get(type) ?? [])) attempts.push({ [arg.name]: id });
    }
    if (name === 'nodes') attempts.push({ ids: [...owned.values()].flat().slice(0, 100) });
    for (const arg of root.field.args) {
      for (const field of inputFieldsOf(arg.type)) {
        for (const id of idTypesIn(field.description).flatMap((type) => owned.get(type) ?? [])) {
          attempts.push({ [arg.name]: { [field.name]: id } });
        }
        if (/accountIdentifier/i.test(field.name))
          attempts.push({ [arg.name]: { [field.name]: payer.accountId } });
      }
    }
    for (const variables of attempts) {
      const { text } = await asStranger(documentOf(root, selection), variables);
      // An error must not repeat the id either, and a result for it is empty. The request log has the ids that the caller sent.
      expectNothingOf(name === 'requests' ? text.replace(/"requestBody":"(?:[^"\\]|\\.)*"/g, '') : text);
      expect(text).not.toMatch(/INTERNAL_ERROR|LIMIT_EXCEEDED|Cannot query|conflict/);
    }
  });

  test('a filter by the other tenant\u2019s records has the same result as a filter by an unknown record', async () => {
    for (const [list, filter] of [
      ['transactions', { customerId: payer.customerId }],
      ['transactions', { accountIdentifier: bank }],
      ['internalAccounts', { customerId: payer.customerId }],
      ['externalAccounts', { customerId: payer.customerId }],
    ] as const) {
      const type = `${list.charAt(0).toUpperCase()}${list.slice(1, -1)}Filter`;
      const { body } = await asStranger(
        `query($filter: ${type}) { ${list}(filter: $filter) { totalCount nodes { id } } }`,
        { filter },
      );
      expect(body.data).toEqual({ [list]: { totalCount: 0, nodes: [] } });
      expect(body.errors).toBeUndefined();
    }
  });

  test('a cursor of the other tenant\u2019s list returns none of its records', async () => {
    for (const list of ['customers', 'internalAccounts', 'externalAccounts', 'transactions']) {
      const { body } = await asOwner(`{ ${list}(first: 1) { pageInfo { endCursor } } }`);
      const { text } = await asStranger(
        `query($after: String) { ${list}(after: $after) { totalCount nodes { id } } }`,
        { after: body.data[list].pageInfo.endCursor },
      );
      expectNothingOf(text);
    }
  });
});

describe('changing', () => {
  const notFound = (code: string) => ({ __typename: 'NotFoundError', errorCode: code });

  test('well-formed mutations of the other tenant\u2019s records find nothing', async () => {
    const before = await everythingOwned();
    const own = await aPayer(service, 1_000, basic(stranger.token));
    const ownBank = await aBankAccount(service, own.customerId, '900', basic(stranger.token));
    const rejected = '{ __typename ... on ServiceError { errorCode } }';
    const cases: [string, string, object, object][] = [
      [
        'updateCustomer',
        'updateCustomer(id: $id, input: {fullName: "Mallory"})',
        { id: payer.customerId },
        notFound('USER_NOT_FOUND'),
      ],
      ['deleteCustomer', 'deleteCustomer(id: $id)', { id: payer.customerId }, notFound('USER_NOT_FOUND')],
      [
        'deleteExternalAccount',
        'deleteExternalAccount(id: $id)',
        { id: bank },
        notFound('ACCOUNT_NOT_FOUND'),
      ],
      [
        'deleteApiToken',
        'deleteApiToken(id: $id)',
        { id: owner.principal.token.id },
        notFound('TOKEN_NOT_FOUND'),
      ],
      [
        'sandboxFundAccount',
        'sandboxFundAccount(accountId: $id, amount: 5)',
        { id: payer.accountId },
        notFound('ACCOUNT_NOT_FOUND'),
      ],
    ];
    for (const [name, call, variables, response] of cases) {
      const { body } = await asStranger(`mutation($id: ID!) { ${call} ${rejected} }`, variables);
      expect([name, body.data?.[name]]).toEqual([name, response]);
    }
    for (const input of [
      { source: payer.accountId, destination: bank, amount: 5 },
      { source: payer.accountId, destination: ownBank, amount: 5 },
      { source: own.accountId, destination: bank, amount: 5 },
    ]) {
      const { body } = await asStranger(transferOut, { input });
      expect(body.data.transferOut).toEqual(notFound('ACCOUNT_NOT_FOUND'));
    }
    expect(await everythingOwned()).toBe(before);
  });

  test('an idempotency key of the other tenant is another key', async () => {
    const own = await aPayer(service, 1_000, basic(stranger.token));
    const ownBank = await aBankAccount(service, own.customerId, '900', basic(stranger.token));
    const { body } = await asStranger(transferOut, {
      input: { source: own.accountId, destination: ownBank, amount: 5 },
      key: 'shared',
    });
    expect(body.data.transferOut.__typename).toBe('Transaction');
    expectNothingOf(JSON.stringify(body));
  });

  test.each(rootFields('mutation').map((root) => [root.field.name, root] as const))(
    '%s with ids of the other tenant changes none of its records',
    async (_name, root) => {
      const before = await everythingOwned();
      await fc.assert(
        fc.asyncProperty(argumentsOf(root, owned), async (variables) => {
          await asStranger(documentOf(root), variables);
        }),
        { numRuns: 10, endOnFailure: true },
      );
      expect(await everythingOwned()).toBe(before);
    },
  );
});

test('a subscription by the other tenant\u2019s records receives no updates of them', async () => {
  const socket = await openSocket(service, { authorization: basic(stranger.token) });
  await socket.until(({ type }) => type === 'connection_ack');
  const { body } = await asOwner('{ eventCursor }');
  const after = JSON.stringify(body.data.eventCursor);
  const fields = '{ cursor transaction { id } }';
  socket.subscribe('all', `subscription { transactionUpdated ${fields} }`);
  socket.subscribe(
    'theirs',
    `subscription { transactionUpdated(customerId: "${payer.customerId}") ${fields} }`,
  );
  socket.subscribe(
    'account',
    `subscription { transactionUpdated(accountId: "${payer.accountId}") ${fields} }`,
  );
  socket.subscribe('from', `subscription { transactionUpdated(after: ${after}) ${fields} }`);
  const own = await aPayer(service, 1_000, basic(stranger.token));
  await asOwner(transferOut, { input: { source: payer.accountId, destination: bank, amount: 7 } });
  const ownBank = await aBankAccount(service, own.customerId, '900', basic(stranger.token));
  const mine = await asStranger(transferOut, {
    input: { source: own.accountId, destination: ownBank, amount: 7 },
  });
  // A later update of the own platform was received, so an update of the other one would have been received before.
  await socket.until(
    ({ id, type, payload }) =>
      id === 'from' &&
      type === 'next' &&
      payload.data.transactionUpdated.transaction.id === mine.body.data.transferOut.id,
  );
  const updates = socket.messages.filter(({ type }) => type === 'next');
  expect(updates.filter(({ id }) => id === 'theirs' || id === 'account')).toEqual([]);
  const { body: theirs } = await asOwner('{ transactions(first: 100) { nodes { id } } }');
  for (const { id } of theirs.data.transactions.nodes) expect(JSON.stringify(updates)).not.toContain(id);
  socket.close();
});
