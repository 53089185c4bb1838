/**
 * A field that returns a related record requires the same permission as the root field of that record. No caller can read
 * a record through a relation or by an id that it cannot read directly.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { idTypesIn, type RawResponse, rootFields, sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount } from '../../support/parties.ts';
import { operationOf } from '../../support/schema-walk.ts';
import { basic, type Service, startService } from '../../support/service.ts';
import { makeKeyPair } from '../../support/wallet-client.ts';
import { type Receiver, startReceiver } from '../../support/webhook-service.ts';

let service: Service;
let receiver: Receiver;
let customerId: string;
let otherCustomerId: string;
let walletId: string;
let usdAccountId: string;
let bankAccountId: string;
let credentialId: string;
let sessionId: string;
let deliveryId: string;
let agentAuthorization: string;

/** The result of an operation of the platform, which must not be an error. */
async function resultOf(query: string, variables: object = {}) {
  const { body } = await sendQuery(service, query, variables);
  const [result] = Object.values(body.data ?? {}) as Record<string, unknown>[];
  if (!result || String(result['__typename']).endsWith('Error')) throw new Error(JSON.stringify(body));
  // biome-ignore lint/suspicious/noExplicitAny: the type depends on the selection of the caller.
  return result as any;
}

const send = (authorization: string, query: string, variables: object = {}) =>
  sendQuery(service, query, variables, { authorization });

const errorCodes = ({ body }: RawResponse): unknown[] =>
  (body.errors ?? []).map(({ extensions }: { extensions: { code: unknown } }) => extensions.code);

/** The authorization of a new access token, valid for one customer or for the whole platform. */
async function anAccessToken(scope: 'READ' | 'WALLET', ofCustomer?: string): Promise<string> {
  const { accessToken } = await resultOf(
    `mutation ($customerId: ID) {
      createAccessToken(input: { scopes: [${scope}], customerId: $customerId }) {
        __typename ... on AccessTokenCreated { accessToken }
      }
    }`,
    { customerId: ofCustomer },
  );
  return `Bearer ${accessToken}`;
}

async function anApiToken(permission: 'TRANSACT'): Promise<string> {
  const { token, clientSecret } = await resultOf(
    `mutation {
      createApiToken(input: { name: "Payments", permissions: [${permission}] }) {
        __typename ... on ApiTokenCreated { clientSecret token { clientId } }
      }
    }`,
  );
  return basic(`${token.clientId}:${clientSecret}`);
}

async function aCustomer(fullName: string, email: string) {
  return resultOf(
    `mutation ($fullName: String, $email: String) {
      createCustomer(input: { customerType: INDIVIDUAL, fullName: $fullName, email: $email }) {
        __typename ... on Customer { id internalAccounts { id type balance { currency { code } } } }
      }
    }`,
    { fullName, email },
  );
}

async function anAgent(): Promise<string> {
  const { deviceCode } = await resultOf(
    `mutation ($customerId: ID!) {
      createAgent(input: {
        name: "Bookkeeper", customerId: $customerId,
        policy: {
          permissions: [VIEW_TRANSACTIONS, CREATE_TRANSFERS], defaultExecutionMode: AUTO,
          spendingLimits: { currency: "USD", perTransactionLimit: 5000 }
        }
      }) { __typename ... on AgentCreated { deviceCode { code } } }
    }`,
    { customerId },
  );
  const { accessToken } = await resultOf(
    `mutation ($code: String!) {
      redeemDeviceCode(code: $code) { __typename ... on AgentConnected { accessToken } }
    }`,
    { code: deviceCode.code },
  );
  return `Bearer ${accessToken}`;
}

interface InternalAccount {
  readonly id: string;
  readonly type: string;
  readonly balance: { readonly currency: { readonly code: string } };
}

beforeAll(async () => {
  service = await startService({ server: true });
  receiver = await startReceiver();
  await resultOf(
    `mutation ($url: String!) { updatePlatformConfig(input: { webhookEndpoints: [{ url: $url }] }) { __typename } }`,
    { url: receiver.url },
  );
  const ada = await aCustomer('Ada Lovelace', 'ada@example.com');
  const accounts: InternalAccount[] = ada.internalAccounts;
  customerId = ada.id;
  walletId = accounts.find(({ type }) => type === 'EMBEDDED_WALLET')?.id ?? '';
  usdAccountId = accounts.find(({ balance }) => balance.currency.code === 'USD')?.id ?? '';
  otherCustomerId = (await aCustomer('Grace Hopper', 'grace@example.com')).id;
  await resultOf('mutation ($id: ID!) { sandboxFundAccount(accountId: $id, amount: 50000) { __typename } }', {
    id: usdAccountId,
  });
  bankAccountId = await aBankAccount(service, customerId);
  const credential = await resultOf(
    `mutation ($accountId: ID!) {
      addCredential(input: { emailOtp: { accountId: $accountId } }) { __typename ... on AuthMethod { id } }
    }`,
    { accountId: walletId },
  );
  credentialId = credential.id;
  const { session } = await resultOf(
    `mutation ($id: ID!, $key: P256PublicKey!) {
      verifyCredential(id: $id, input: { emailOtp: { otp: "000000", clientPublicKey: $key } }) {
        __typename ... on IssuedSession { session { id } }
      }
    }`,
    { id: credentialId, key: makeKeyPair().publicKey },
  );
  sessionId = session.id;
  agentAuthorization = await anAgent();
  deliveryId = await vi.waitFor(
    async () => (await resultOf('{ webhookDeliveries(first: 1) { nodes { id } } }')).nodes[0].id,
    { timeout: 60_000, interval: 100 },
  );
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

const nodesQuery = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

/** Queries of records that belong to the platform and to no customer. */
const platformQueries: [name: string, query: string][] = [
  ['events', '{ events(first: 1) { nodes { id } } }'],
  ['API tokens', '{ apiTokens { nodes { id } } }'],
  ['settings', '{ platformConfig { id webhookEndpoints { url } } }'],
  ['webhook deliveries', '{ webhookDeliveries { nodes { id endpoint { url } } } }'],
  ['platform accounts', '{ platformAccounts { id } }'],
];

const unknownUuid = '00000000-0000-7000-8000-000000000000';

/** A query of one root field, with arguments of the right types that name no record. */
function queryOf(field: ReturnType<typeof rootFields>[number]['field']) {
  const idTypes = new Map(field.args.map(({ name, description }) => [name, idTypesIn(description)[0]]));
  const argument = (name: string, typeName: string): unknown => {
    if (typeName === 'ID') return `${idTypes.get(name) ?? 'Customer'}:${unknownUuid}`;
    if (name === 'first') return 10;
    if (typeName === 'String' && /code/i.test(name)) return 'deadbeef';
    return undefined;
  };
  return operationOf('query', field, argument, 1);
}

/** Tools of the sandbox need the permission TRANSACT. They read no record. */
const sandboxTools = ['sandboxFaults'];
/** The people who work for the platform: no scope allows to read them. */
const people = ['member', 'members'];
/** A page of a customer must not say that the customer is suspected. */
const suspicions = ['screeningMatches'];
/** The caller itself, if it is an agent. */
const agentQueries = ['agentMe'];

describe('an access token with the scope READ for the whole platform', () => {
  const queries = rootFields('query').filter(
    ({ field }) => ![...sandboxTools, ...people, ...suspicions, ...agentQueries].includes(field.name),
  );
  test.each(queries.map(({ field }) => [field.name, field] as const))(
    'is not forbidden the query %s',
    async (_name, field) => {
      const { query, variables } = queryOf(field);

      const response = await send(await anAccessToken('READ'), query, variables);

      expect(errorCodes(response).filter((code) => code !== 'INVALID_INPUT')).toEqual([]);
    },
  );

  test.each(people)('is forbidden the query %s', async (name) => {
    const root = rootFields('query').find(({ field }) => field.name === name);
    if (!root) throw new Error(`there is a query ${name}`);
    const { query, variables } = queryOf(root.field);
    const response = await send(await anAccessToken('READ'), query, {
      ...variables,
      ...(name === 'member' && { id: `Member:${crypto.randomUUID()}` }),
    });
    expect(errorCodes(response)).toEqual(['FORBIDDEN']);
  });

  test.each(platformQueries)('reads the %s of the platform', async (_name, query) => {
    const { body } = await send(await anAccessToken('READ'), query);

    expect(body.errors).toBeUndefined();
    expect(Object.values(body.data)).toEqual([expect.anything()]);
  });

  test('finds a webhook delivery by its id', async () => {
    const { body } = await send(await anAccessToken('READ'), nodesQuery, { ids: [deliveryId] });

    expect(body.data.nodes).toEqual([{ __typename: 'WebhookDelivery', id: deliveryId }]);
  });
});

describe('an access token with the scope READ for one customer', () => {
  test.each(platformQueries)('is forbidden the %s of the platform', async (_name, query) => {
    const response = await send(await anAccessToken('READ', customerId), query);

    expect(errorCodes(response)).toEqual(['FORBIDDEN']);
    expect(response.body.data ?? null).toBeNull();
  });

  test('finds no record of the platform by its id', async () => {
    const { platform, token } = service.platform.principal;
    const ids = [deliveryId, platform.id, token.id];

    const { body } = await send(await anAccessToken('READ', customerId), nodesQuery, { ids });

    expect(body.data.nodes).toEqual([null, null, null]);
  });
});

describe('credentials and sessions of a wallet', () => {
  test('are read through their account with the scope WALLET for its customer', async () => {
    const query = '{ internalAccounts { nodes { id credentials { nickname } sessions { id expiresAt } } } }';

    const { body } = await send(await anAccessToken('WALLET', customerId), query);

    const wallet = body.data.internalAccounts.nodes.find(({ id }: { id: string }) => id === walletId);
    expect(wallet).toMatchObject({
      credentials: [{ nickname: 'ada@example.com' }],
      sessions: [{ id: sessionId }],
    });
  });

  test.each([
    ['credentials', '{ internalAccounts { nodes { credentials { nickname credentialId } } } }'],
    ['sessions', '{ internalAccounts { nodes { sessions { id expiresAt } } } }'],
  ])('are forbidden to an agent that reads the %s of accounts', async (_name, query) => {
    const response = await send(agentAuthorization, query);

    expect(new Set(errorCodes(response))).toEqual(new Set(['FORBIDDEN']));
    expect(response.text).not.toMatch(/ada@example|Session:/);
  });

  test.each(['READ', 'WALLET'] as const)(
    'are found by their ids with the scope %s for their customer',
    async (scope) => {
      const authorization = await anAccessToken(scope, customerId);

      const { body } = await send(authorization, nodesQuery, { ids: [credentialId, sessionId] });

      expect(body.data.nodes).toEqual([
        { __typename: 'AuthMethod', id: credentialId },
        { __typename: 'AuthSession', id: sessionId },
      ]);
    },
  );

  test.each(['READ', 'WALLET'] as const)(
    'are not found by their ids with the scope %s for another customer',
    async (scope) => {
      const authorization = await anAccessToken(scope, otherCustomerId);

      const { body } = await send(authorization, nodesQuery, { ids: [credentialId, sessionId] });

      expect(body.data.nodes).toEqual([null, null]);
    },
  );
});

test('a caller that may not read customers makes a transfer, and reads no data of its customer', async () => {
  const transferOut = `mutation ($input: TransferInput!) {
    transferOut(input: $input) { __typename ... on Transaction { id customer { fullName birthDate email } } }
  }`;
  const input = { source: usdAccountId, destination: bankAccountId, amount: 100 };

  const response = await send(await anApiToken('TRANSACT'), transferOut, { input });

  expect(response.body.data.transferOut).toMatchObject({ __typename: 'Transaction', customer: null });
  expect(errorCodes(response)).toEqual(['FORBIDDEN']);
  expect(response.text).not.toMatch(/Lovelace|ada@example/);
});

describe('the agent of a transaction', () => {
  const query = 'query ($id: ID!) { transaction(id: $id) { id agent { name } } }';
  let id: string;

  beforeAll(async () => {
    const { body } = await send(
      agentAuthorization,
      `mutation ($input: TransferInput!) {
        agentTransferOut(input: $input) { __typename ... on AgentAction { transaction { id } } }
      }`,
      { input: { source: usdAccountId, destination: bankAccountId, amount: 100 } },
    );
    id = body.data.agentTransferOut.transaction.id;
  });

  test('is null without an error for a caller that may not read agents', async () => {
    const { body } = await send(await anAccessToken('WALLET', customerId), query, { id });

    expect(body.errors).toBeUndefined();
    expect(body.data).toEqual({ transaction: { id, agent: null } });
  });

  test('is returned to a caller that may read agents', async () => {
    const { body } = await send(await anAccessToken('READ', customerId), query, { id });

    expect(body.data).toEqual({ transaction: { id, agent: { name: 'Bookkeeper' } } });
  });
});
