import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformConfigId, uuidOf } from '../../src/kernel/ids.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { basic, type Service, startService } from '../support/service.ts';

let service: Service;
let platformId: string;
let configId: string;
beforeAll(async () => {
  service = await startService({ server: true });
  const { id } = service.platform.principal.platform;
  platformId = `Platform:${uuidOf(id)}`;
  configId = platformConfigId(id);
});
afterAll(() => service.stop());

test('a platform and its settings have ids of two types with one uuid', async () => {
  const { body } = await sendQuery(service, '{ viewer { ... on Platform { id } } platformConfig { id } }');
  expect(body.data).toEqual({ viewer: { id: platformId }, platformConfig: { id: configId } });
});

test('node returns the record of the type in the id', async () => {
  const query = `query ($ids: [ID!]!) {
    nodes(ids: $ids) { __typename id ... on Platform { name } ... on PlatformConfig { sessionTtlSeconds } }
  }`;
  const { body } = await sendQuery(service, query, { ids: [platformId, configId] });
  expect(body.data.nodes).toEqual([
    { __typename: 'Platform', id: platformId, name: service.platform.principal.platform.name },
    { __typename: 'PlatformConfig', id: configId, sessionTtlSeconds: expect.any(Number) },
  ]);
});

describe('a list of the transactions of the platform itself', () => {
  let own: string;
  beforeAll(async () => {
    const { body } = await sendQuery(service, '{ platformAccounts(currency: "USD") { id } }');
    for (const _ of [1, 2]) {
      const funded = await sendQuery(
        service,
        'mutation ($id: ID!) { sandboxFundAccount(accountId: $id, amount: 100) { __typename } }',
        { id: body.data.platformAccounts[0].id },
      );
      expect(funded.body.data.sandboxFundAccount.__typename).toBe('InternalAccount');
    }
    const { body: all } = await sendQuery(service, '{ transactions(first: 1) { nodes { id } } }');
    own = all.data.transactions.nodes[0].id;
  });

  test.each([
    ['Platform', () => platformId],
    ['PlatformConfig', () => configId],
  ])('is filtered by %s:<uuid>, with cursors of either type of id', async (_, id) => {
    const query = `query ($customerId: ID!, $after: String) {
      transactions(first: 1, after: $after, filter: { customerId: $customerId }) {
        nodes { id } totalCount pageInfo { endCursor }
      }
    }`;
    const { body } = await sendQuery(service, query, { customerId: id() });
    const { nodes, totalCount, pageInfo } = body.data.transactions;
    expect(nodes).toEqual([{ id: own }]);
    expect(totalCount).toBe(2);
    for (const customerId of [platformId, configId]) {
      const next = await sendQuery(service, query, { customerId, after: pageInfo.endCursor });
      expect(next.body.errors).toBeUndefined();
      expect(next.body.data.transactions.nodes).toHaveLength(1);
    }
  });

  test.each([
    ['Platform', () => platformId],
    ['PlatformConfig', () => configId],
  ])('is filtered by %s:<uuid> over REST, where bodies contain the id of GET /config', async (_, id) => {
    const get = async (path: string) =>
      (
        await fetch(`${service.url}/2025-10-13${path}`, {
          headers: { authorization: basic(service.platform.token) },
        })
      ).json();
    const { data } = await get(`/transactions?customerId=${encodeURIComponent(id())}`);
    expect(data).toHaveLength(2);
    const config = await get('/config');
    expect(config.id).toBe(configId);
    for (const transaction of data) {
      expect(transaction).toMatchObject({ customerId: configId, platformCustomerId: configId });
    }
  });
});
