/** The event log: filters, both orders, payloads, nodes, and the subscription to every published event. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventEnumNames } from '../../../src/webhooks/event-kinds.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';
import { openSocket } from '../../support/subscription-client.ts';

let service: Service;
let ada: Payer;
let bob: Payer;
let transactionId: string;

// biome-ignore lint/suspicious/noExplicitAny: the type depends on the selection of the test.
async function read(query: string, variables: object = {}, authorization?: string): Promise<any> {
  const { body } = await sendQuery(service, query, variables, authorization ? { authorization } : {});
  if (!body.data || body.errors) throw new Error(JSON.stringify(body));
  return body.data;
}

interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly kind: string;
  readonly resourceId: string;
  readonly payload: { __typename: string } & Record<string, unknown>;
}

const eventFields = `id type kind resourceId sequence payload {
  __typename
  ... on Transaction { id status }
  ... on InternalAccount { id balance { amount } }
  ... on Customer { id fullName kycStatus }
}`;

const page = async (args: string, filter: object = {}) =>
  (
    await read(
      `query ($filter: EventFilter) { events(filter: $filter, ${args}) {
        nodes { ${eventFields} } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`,
      { filter },
    )
  ).events as {
    nodes: EventBody[];
    pageInfo: { startCursor: string; endCursor: string; hasNextPage: boolean; hasPreviousPage: boolean };
  };

const subscription = `subscription ($kinds: [EventKind!], $resourceId: ID, $customerId: ID, $after: String) {
  eventPublished(kinds: $kinds, resourceId: $resourceId, customerId: $customerId, after: $after) {
    cursor event { ${eventFields} }
  }
}`;

type Published = { eventPublished: { cursor: string; event: EventBody } };

const startOfLog = Buffer.from('e|0').toString('base64url');

const accessToken = async (scopes: string, customerId?: string): Promise<string> => {
  const { createAccessToken } = await read(
    `mutation ($id: ID) { createAccessToken(input: { scopes: [${scopes}], customerId: $id }) { ... on AccessTokenCreated { accessToken } } }`,
    { id: customerId },
  );
  return `Bearer ${createAccessToken.accessToken}`;
};

beforeAll(async () => {
  service = await startService({ server: true });
  ada = await aPayer(service, 10_000);
  bob = await aPayer(service, 20_000);
  const bank = await aBankAccount(service, ada.customerId);
  const { transferOut } = await read(
    'mutation ($input: TransferInput!) { transferOut(input: $input) { ... on Transaction { id } } }',
    { input: { source: ada.accountId, destination: bank, amount: 500 } },
  );
  transactionId = transferOut.id;
  await service.settle();
  // The sequencer numbers events after their commit.
  await vi.waitFor(async () => {
    const { nodes } = await page('first: 100', { resourceId: transactionId });
    if (nodes.at(-1)?.payload['status'] !== 'COMPLETED') throw new Error('the payment has no last event');
  }, 30_000);
});
afterAll(() => service.stop());

describe('the log', () => {
  test('has the same events in both orders and from both ends', async () => {
    const forward = (await page('first: 100')).nodes.map(({ id }) => id);
    const back = (await page('first: 100, order: NEWEST_FIRST')).nodes.map(({ id }) => id);
    expect(back).toEqual(forward.toReversed());
    expect((await page('last: 2')).nodes.map(({ id }) => id)).toEqual(forward.slice(-2));
    expect((await page('last: 2, order: NEWEST_FIRST')).nodes.map(({ id }) => id)).toEqual(back.slice(-2));
  });

  test('continues after and before a cursor in either order', async () => {
    const all = (await page('first: 100, order: NEWEST_FIRST')).nodes.map(({ id }) => id);
    const { pageInfo } = await page('first: 2, order: NEWEST_FIRST');
    expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const next = await page(`first: 2, after: "${pageInfo.endCursor}", order: NEWEST_FIRST`);
    expect(next.nodes.map(({ id }) => id)).toEqual(all.slice(2, 4));
    const before = await page(`last: 5, before: "${next.pageInfo.startCursor}", order: NEWEST_FIRST`);
    expect(before.nodes.map(({ id }) => id)).toEqual(all.slice(0, 2));
  });

  test.each<[string, () => object, (event: EventBody) => boolean]>([
    ['a kind', () => ({ kinds: ['CUSTOMER_KYC_APPROVED'] }), ({ kind }) => kind === 'CUSTOMER_KYC_APPROVED'],
    [
      'kinds that are rare and frequent',
      () => ({ kinds: ['CUSTOMER_KYC_APPROVED', 'INTERNAL_ACCOUNT_BALANCE_UPDATED'] }),
      ({ kind }) => ['CUSTOMER_KYC_APPROVED', 'INTERNAL_ACCOUNT_BALANCE_UPDATED'].includes(kind),
    ],
    ['a resource', () => ({ resourceId: transactionId }), ({ resourceId }) => resourceId === transactionId],
    [
      'a kind of a customer',
      () => ({ kinds: ['INTERNAL_ACCOUNT_BALANCE_UPDATED'], customerId: bob.customerId }),
      ({ resourceId, kind }) => resourceId === bob.accountId && kind === 'INTERNAL_ACCOUNT_BALANCE_UPDATED',
    ],
  ])('is filtered by %s', async (_, filter, matches) => {
    const all = (await page('first: 100')).nodes;
    const expected = all.filter(matches).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect((await page('first: 100', filter())).nodes.map(({ id }) => id)).toEqual(expected);
    expect((await page('first: 1, order: NEWEST_FIRST', filter())).nodes.map(({ id }) => id)).toEqual(
      expected.slice(-1),
    );
  });

  test('has all events of a customer: of itself, its accounts and its transactions', async () => {
    const types = (await page('first: 100', { customerId: ada.customerId })).nodes.map(
      ({ payload }) => payload.__typename,
    );
    expect(new Set(types)).toEqual(new Set(['Customer', 'InternalAccount', 'Transaction']));
    expect(
      (await page('first: 100', { customerId: ada.customerId, resourceId: bob.accountId })).nodes,
    ).toEqual([]);
  });

  test('shows each resource as it was directly after the change', async () => {
    const { nodes } = await page('first: 100', { resourceId: transactionId });
    for (const { type, kind, payload } of nodes) {
      expect(kind).toBe(type.replace('.', '_'));
      expect(payload).toMatchObject({ __typename: 'Transaction', id: transactionId });
      expect(`OUTGOING_PAYMENT.${payload['status']}`).toBe(type);
    }
    const [approved] = (
      await page('first: 1', { kinds: ['CUSTOMER_KYC_APPROVED'], customerId: ada.customerId })
    ).nodes;
    expect(approved?.payload).toEqual({
      __typename: 'Customer',
      id: ada.customerId,
      fullName: 'Ada Lovelace',
      kycStatus: 'APPROVED',
    });
  });

  test.each<[string, string, string]>([
    ['a cursor that is none', 'after: "x"', 'after'],
    ['a cursor of the end that is none', 'before: "x"', 'before'],
    ['both sizes', 'first: 1, last: 1', 'last'],
    ['a resource that is none', 'filter: { resourceId: "%" }', 'filter.resourceId'],
  ])('rejects %s', async (_, args, path) => {
    const { body } = await sendQuery(service, `{ events(${args}) { nodes { id } } }`);
    expect(body.errors?.[0]?.extensions).toMatchObject({ fields: [{ path }] });
  });

  test('is not for another platform, and not for an access token of one customer', async () => {
    const other = basic((await service.addPlatform()).token);
    const { events } = await read(
      `{ events(filter: { customerId: "${ada.customerId}" }) { nodes { id } } }`,
      {},
      other,
    );
    expect(events.nodes).toEqual([]);
    const { body } = await sendQuery(
      service,
      '{ events { nodes { id } } }',
      {},
      {
        authorization: await accessToken('READ', ada.customerId),
      },
    );
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a node', () => {
  test('is an event, a ledger entry or a webhook endpoint', async () => {
    await read(
      'mutation { updatePlatformConfig(input: { webhookEndpoints: [{ url: "http://127.0.0.1:1/hook" }] }) { __typename } }',
    );
    const { platformConfig, internalAccount } = await read(
      `query ($id: ID!) { platformConfig { webhookEndpoints { id } } internalAccount(id: $id) { ledgerEntries { nodes { id } } } }`,
      { id: ada.accountId },
    );
    const [event] = (await page('first: 1')).nodes;
    const ids = [event?.id, internalAccount.ledgerEntries.nodes[0].id, platformConfig.webhookEndpoints[0].id];
    const nodes = async (authorization?: string) =>
      (await read('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', { ids }, authorization))
        .nodes;
    expect(await nodes()).toEqual([
      { __typename: 'Event', id: ids[0] },
      { __typename: 'LedgerEntry', id: ids[1] },
      { __typename: 'WebhookEndpoint', id: ids[2] },
    ]);
    expect(await nodes(basic((await service.addPlatform()).token))).toEqual([null, null, null]);
    expect(await nodes(await accessToken('READ', bob.customerId))).toEqual([null, null, null]);
    expect(await nodes(await accessToken('READ', ada.customerId))).toEqual([
      null,
      { __typename: 'LedgerEntry', id: ids[1] },
      null,
    ]);
  });
});

describe('the subscription', () => {
  test('sends every event of the log in its order, and resumes after a cursor', async () => {
    const socket = openSocket(service.url, basic(service.platform.token));
    const { nodes } = await page('first: 100');
    const all = socket.subscribe<Published>(subscription, { after: startOfLog });
    const received = [];
    for (const _ of nodes) received.push((await all.next()).eventPublished);
    expect(received.map(({ event }) => event)).toEqual(nodes);
    const resumed = socket.subscribe<Published>(subscription, { after: received[2]?.cursor });
    expect((await resumed.next()).eventPublished.event.id).toBe(nodes[3]?.id);
    socket.dispose();
  });

  test('sends balances and customers as they change, filtered', async () => {
    const socket = openSocket(service.url, basic(service.platform.token));
    const { eventCursor: after } = await read('{ eventCursor }');
    const ofBob = socket.subscribe<Published>(subscription, {
      after,
      customerId: bob.customerId,
      kinds: ['INTERNAL_ACCOUNT_BALANCE_UPDATED'],
    });
    for (const accountId of [ada.accountId, bob.accountId]) {
      await read('mutation ($id: ID!) { sandboxFundAccount(accountId: $id, amount: 5) { __typename } }', {
        id: accountId,
      });
    }
    const { event } = (await ofBob.next()).eventPublished;
    expect(event).toMatchObject({
      resourceId: bob.accountId,
      payload: { __typename: 'InternalAccount', balance: { amount: 20_005 } },
    });
    expect(ofBob.updates).toHaveLength(1);
    socket.dispose();
  });

  test('sends only the events of the customer of an access token', async () => {
    const socket = openSocket(service.url, await accessToken('READ', bob.customerId));
    const own = socket.subscribe<Published>(subscription, { after: startOfLog });
    const { nodes } = await page('first: 100', { customerId: bob.customerId });
    expect(nodes.length).toBeGreaterThan(1);
    const received = [];
    for (const _ of nodes) received.push((await own.next()).eventPublished.event.id);
    expect(received).toEqual(nodes.map(({ id }) => id));
    socket.dispose();
  });

  test('sends neither payments nor customers to an access token that may only approve', async () => {
    const socket = openSocket(service.url, await accessToken('APPROVE', ada.customerId));
    const own = socket.subscribe<Published>(subscription, { after: startOfLog });
    // Both subscriptions read the same log in its order.
    const reader = openSocket(service.url, await accessToken('READ', ada.customerId));
    const all = reader.subscribe<Published>(subscription, { after: startOfLog });
    const kinds = [
      (await all.next()).eventPublished.event.kind,
      (await all.next()).eventPublished.event.kind,
    ];
    expect(kinds).toContain('CUSTOMER_KYC_APPROVED');
    expect(own.updates).toEqual([]);
    socket.dispose();
    reader.dispose();
  });
});

test('the enum has every kind once', () => {
  expect(new Set(eventEnumNames).size).toBe(eventEnumNames.length);
  expect(eventEnumNames.every((name) => /^[A-Z_]+$/.test(name))).toBe(true);
});
