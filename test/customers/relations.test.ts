/** One record is as open as another way to it: a field that leads to it demands what its root field demands. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask, idTypesIn, type RawResponse, rootFields } from '../support/asking.ts';
import { aBankAccount } from '../support/parties.ts';
import { operationOf } from '../support/schema-walk.ts';
import { basic, type Service, startService } from '../support/service.ts';
import { makeKeyPair } from '../support/wallet-client.ts';
import { type Receiver, startReceiver } from '../support/webhook-service.ts';

let service: Service;
let receiver: Receiver;
let customerId: string;
let wallet: string;
let dollars: string;
let bank: string;
let credentialId: string;
let sessionId: string;
let deliveryId: string;
let agent: string;

const made = async (query: string, variables: object = {}) => {
  const { body } = await ask(service, query, variables);
  const [answer] = Object.values(body.data ?? {}) as Record<string, unknown>[];
  if (!answer || /Error$/.test(String(answer['__typename']))) throw new Error(JSON.stringify(body));
  // biome-ignore lint/suspicious/noExplicitAny: what was made is looked at field by field.
  return answer as any;
};

const anAccessToken = async (scope: string, of?: string): Promise<string> => {
  const query = `mutation ($of: ID) { createAccessToken(input: { scopes: [${scope}], customerId: $of }) { __typename ... on AccessTokenCreated { accessToken } } }`;
  return `Bearer ${(await made(query, { of })).accessToken}`;
};

async function anApiToken(permission: string): Promise<string> {
  const query = `mutation { createApiToken(input: { name: "made", permissions: [${permission}] }) { __typename ... on ApiTokenCreated { clientSecret token { clientId } } } }`;
  const { token, clientSecret } = await made(query);
  return basic(`${token.clientId}:${clientSecret}`);
}

async function anAgent(): Promise<string> {
  const policy =
    '{ permissions: [VIEW_TRANSACTIONS, CREATE_TRANSFERS], defaultExecutionMode: AUTO, spendingLimits: { currency: "USD", perTransactionLimit: 5000 } }';
  const { deviceCode } = await made(
    `mutation ($of: ID!) { createAgent(input: { name: "Bookkeeper", customerId: $of, policy: ${policy} }) { __typename ... on AgentCreated { deviceCode { code } } } }`,
    { of: customerId },
  );
  const { accessToken } = await made(
    `mutation ($code: String!) { redeemDeviceCode(code: $code) { __typename ... on AgentConnected { accessToken } } }`,
    { code: deviceCode.code },
  );
  return `Bearer ${accessToken}`;
}

const codesOf = ({ body }: RawResponse): unknown[] =>
  (body.errors ?? []).map(({ extensions }: { extensions: { code: unknown } }) => extensions.code);

const as = (authorization: string, query: string, variables: object = {}) =>
  ask(service, query, variables, { authorization });

beforeAll(async () => {
  service = await startService({ server: true });
  receiver = await startReceiver();
  await made(
    `mutation ($url: String!) { updatePlatformConfig(input: {webhookEndpoints: [{url: $url}]}) { __typename } }`,
    { url: receiver.url },
  );
  const customer = await made(
    `mutation { createCustomer(input: { customerType: INDIVIDUAL, fullName: "Ada Lovelace", email: "ada@example.com" }) {
      __typename ... on Customer { id internalAccounts { id type balance { currency { code } } } } } }`,
  );
  customerId = customer.id;
  wallet = customer.internalAccounts.find(({ type }: { type: string }) => type === 'EMBEDDED_WALLET').id;
  dollars = customer.internalAccounts.find(
    ({ balance }: { balance: { currency: { code: string } } }) => balance.currency.code === 'USD',
  ).id;
  await made('mutation ($id: ID!) { sandboxFundAccount(accountId: $id, amount: 50000) { __typename } }', {
    id: dollars,
  });
  bank = await aBankAccount(service, customerId);
  credentialId = (
    await made(
      `mutation ($of: ID!) { addCredential(input: { emailOtp: { accountId: $of } }) { __typename ... on AuthMethod { id } } }`,
      { of: wallet },
    )
  ).id;
  const { session } = await made(
    `mutation ($id: ID!, $key: P256PublicKey!) { verifyCredential(id: $id, input: { emailOtp: { otp: "000000", clientPublicKey: $key } }) {
      __typename ... on IssuedSession { session { id } } } }`,
    { id: credentialId, key: makeKeyPair().publicKey },
  );
  sessionId = session.id;
  agent = await anAgent();
  deliveryId = await vi.waitFor(
    async () => (await made('{ webhookDeliveries(first: 1) { nodes { id } } }')).nodes[0].id,
    { timeout: 60_000, interval: 100 },
  );
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

const ofThePlatform = [
  '{ events(first: 1) { nodes { id } } }',
  '{ apiTokens { nodes { id } } }',
  '{ platformConfig { id webhookEndpoints { url } } }',
  '{ webhookDeliveries { nodes { id endpoint { url } } } }',
  '{ platformAccounts { id } }',
];
const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

describe('the scope READ', () => {
  test.each(rootFields('query').map(({ field }) => [field.name, field] as const))(
    'is enough for %s',
    async (_name, field) => {
      const ids = new Map(
        field.args.map(({ name, description }) => [name, idTypesIn(description)[0] ?? 'Customer']),
      );
      const { query, variables } = operationOf(
        'query',
        field,
        (name, typeName) =>
          typeName === 'ID'
            ? `${ids.get(name) ?? 'Customer'}:00000000-0000-7000-8000-000000000000`
            : name === 'first'
              ? 10
              : typeName === 'String' && /code/i.test(name)
                ? 'deadbeef'
                : undefined,
        1,
      );
      const codes = codesOf(await as(await anAccessToken('READ'), query, variables));
      expect(codes.filter((code) => code !== 'INVALID_INPUT')).toEqual([]);
    },
  );

  test.each(ofThePlatform)('reads what the platform itself does by %s', async (query) => {
    const answer = await as(await anAccessToken('READ'), query);
    expect(answer.body.errors).toBeUndefined();
    expect(Object.values(answer.body.data)).toEqual([expect.anything()]);
  });

  test('reads a delivery by its id', async () => {
    const { body } = await as(await anAccessToken('READ'), nodes, { ids: [deliveryId] });
    expect(body.data.nodes).toEqual([{ __typename: 'WebhookDelivery', id: deliveryId }]);
  });

  test.each(ofThePlatform)('for one customer is refused %s', async (query) => {
    const answer = await as(await anAccessToken('READ', customerId), query);
    expect(codesOf(answer)).toEqual(['FORBIDDEN']);
    expect(answer.body.data ?? null).toBeNull();
  });

  test('for one customer finds nothing of the platform by an id', async () => {
    const { platform, token } = service.platform.principal;
    const ids = [deliveryId, platform.id, token.id];
    const { body } = await as(await anAccessToken('READ', customerId), nodes, { ids });
    expect(body.data.nodes).toEqual([null, null, null]);
  });
});

describe('credentials and sessions of a wallet', () => {
  const theirs = '{ internalAccounts { nodes { id credentials { nickname } sessions { id expiresAt } } } }';

  test('are read through their account by who may ask for them', async () => {
    const { body } = await as(await anAccessToken('WALLET', customerId), theirs);
    const account = body.data.internalAccounts.nodes.find(({ id }: { id: string }) => id === wallet);
    expect(account).toMatchObject({ credentials: [{ nickname: 'ada@example.com' }], sessions: [{}] });
  });

  test.each([
    '{ internalAccounts { nodes { credentials { nickname credentialId } } } }',
    '{ internalAccounts { nodes { sessions { id expiresAt } } } }',
  ])('are nothing for an agent, which is refused %s', async (query) => {
    const answer = await as(agent, query);
    expect(new Set(codesOf(answer))).toEqual(new Set(['FORBIDDEN']));
    expect(answer.text).not.toMatch(/ada@example|Session:/);
  });

  test.each(['READ', 'WALLET'])(
    'are found by their ids with the scope %s for their customer',
    async (scope) => {
      const ids = [credentialId, sessionId];
      const { body } = await as(await anAccessToken(scope, customerId), nodes, { ids });
      expect(body.data.nodes).toEqual([
        { __typename: 'AuthMethod', id: credentialId },
        { __typename: 'AuthSession', id: sessionId },
      ]);
      const other = (
        await made(
          'mutation { createCustomer(input: {customerType: INDIVIDUAL}) { __typename ... on Customer { id } } }',
        )
      ).id;
      const others = await as(await anAccessToken(scope, other), nodes, { ids });
      expect(others.body.data.nodes).toEqual([null, null]);
    },
  );
});

describe('who may not read customers', () => {
  test('moves money without being told whose it is', async () => {
    const transferOut = `mutation ($input: TransferInput!) { transferOut(input: $input) { __typename
      ... on Transaction { id customer { fullName birthDate email } } } }`;
    const input = { source: dollars, destination: bank, amount: 100 };
    const answer = await as(await anApiToken('TRANSACT'), transferOut, { input });
    expect(answer.body.data.transferOut).toMatchObject({ __typename: 'Transaction', customer: null });
    expect(codesOf(answer)).toEqual(['FORBIDDEN']);
    expect(answer.text).not.toMatch(/Lovelace|ada@example/);
  });
});

describe('who may not read agents', () => {
  test('sees what one paid as nobody’s', async () => {
    const pay = `mutation ($input: TransferInput!) { agentTransferOut(input: $input) { __typename ... on AgentAction { transaction { id } } } }`;
    const paid = await as(agent, pay, { input: { source: dollars, destination: bank, amount: 100 } });
    const { id } = paid.body.data.agentTransferOut.transaction;
    const query = 'query ($id: ID!) { transaction(id: $id) { id agent { name } } }';
    const { body } = await as(await anAccessToken('WALLET', customerId), query, { id });
    expect(body).toMatchObject({ data: { transaction: { id, agent: null } } });
    expect(body.errors).toBeUndefined();
    const { body: read } = await as(await anAccessToken('READ', customerId), query, { id });
    expect(read.data.transaction.agent).toEqual({ name: 'Bookkeeper' });
  });
});
