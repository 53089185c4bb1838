/**
 * Every kind of access token calls every endpoint, with the ids of another customer and of another platform. It may do what
 * it may do over GraphQL, and it neither reads nor changes what it may not see. The endpoints come from the routes, so that
 * a new one is tested too.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { requiredPermissionOf } from '../../schema/platforms/permission-descriptions.ts';
import type { AccessTokenScope } from '../../src/platforms/access/access-token.ts';
import { type Principal, requirePermission } from '../../src/platforms/access/principal.ts';
import type { Route } from '../../src/transports/rest/route.ts';
import { routes } from '../../src/transports/rest/routes/index.ts';
import { anAccessToken } from '../support/access-tokens.ts';
import { openApi, type Rest, restClient } from '../support/rest.ts';
import { aRestWallet, bankAccountBody } from '../support/rest-parties.ts';
import { basic, type Service, startService } from '../support/service.ts';
import { makeKeyPair } from '../support/wallet-client.ts';

/** Ids of records by type. */
type Ids = ReadonlyMap<string, string>;

/** A customer with every record that a page shows. */
async function aParty(rest: Rest): Promise<Ids> {
  const { customerId, accountId: walletId, credential, session } = await aRestWallet(rest, 50_000_000);
  const made = async (method: string, path: string, body?: object) => {
    const response = await rest(method, path, body && { body });
    if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const accounts = await made('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
  const accountId = accounts.data[0].id;
  await made('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000 });
  const bank = await made('POST', '/customers/external-accounts', bankAccountBody(customerId));
  const transfer = { source: { accountId }, destination: { accountId: bank.id }, amount: 100 };
  const transaction = await made('POST', '/transfer-out', transfer);
  const quote = await made('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: walletId },
    destination: { destinationType: 'ACCOUNT', accountId: bank.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000_000,
  });
  const agent = await made('POST', '/agents', {
    name: 'Bookkeeper',
    customerId,
    policy: {
      permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'],
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      spendingLimits: { currency: 'USD', perTransactionLimit: 50_000 },
    },
  });
  const redeemed = await made('POST', `/agents/device-codes/${agent.deviceCode.code}/redeem`);
  const action = await rest('POST', '/agents/me/transfer-out', {
    authorization: `Bearer ${redeemed.accessToken}`,
    body: transfer,
  });
  return new Map([
    ['Customer', customerId],
    ['InternalAccount', accountId],
    ['Wallet', walletId],
    ['ExternalAccount', bank.id],
    ['Transaction', transaction.id],
    ['Quote', quote.id],
    ['Agent', agent.agent.id],
    ['AgentAction', action.body.id],
    ['AuthMethod', credential.id],
    ['Session', session.id],
  ]);
}

/** The records of a platform that belong to none of its customers, and a business. */
async function platformRecords(rest: Rest): Promise<Ids> {
  const accounts = await rest('GET', '/platform/internal-accounts');
  const bank = await rest('POST', '/platform/external-accounts', { body: bankAccountBody() });
  const business = await rest('POST', '/customers', {
    body: { customerType: 'BUSINESS', businessInfo: { legalName: 'Acme' } },
  });
  const owner = await rest('POST', '/beneficial-owners', {
    body: {
      customerId: business.body.id,
      roles: ['UBO'],
      ownershipPercentage: 50,
      personalInfo: {
        firstName: 'Grace',
        lastName: 'Hopper',
        birthDate: '1990-12-09',
        nationality: 'US',
        idType: 'SSN',
        identifier: '078-05-1120',
        address: { line1: '1 Main St', postalCode: '10001', country: 'US' },
      },
    },
  });
  const verification = await rest('POST', '/verifications', { body: { customerId: business.body.id } });
  const tokens = await rest('GET', '/tokens');
  return new Map([
    ['PlatformAccount', accounts.body.data[0].id],
    ['PlatformExternalAccount', bank.body.id],
    ['Business', business.body.id],
    ['BeneficialOwner', owner.body.id],
    ['Verification', verification.body.id],
    ['Token', tokens.body.data[0].id],
  ]);
}

interface Holder {
  readonly name: string;
  readonly authorization: string;
  /** What the permission table sees of the holder. */
  readonly principal: Principal;
  /** The records that it must not see. */
  readonly foreign: readonly Ids[];
}

let service: Service;
let rest: Rest;
let own: Ids;
let neighbour: Ids;
let ownPlatform: Ids;
let stranger: Ids;
let strangerPlatform: Ids;
const holders: Holder[] = [];

const kinds: readonly (readonly [AccessTokenScope, 'one customer' | 'the platform'])[] = [
  ['READ', 'the platform'],
  ['READ', 'one customer'],
  ['APPROVE', 'the platform'],
  ['APPROVE', 'one customer'],
  ['WALLET', 'one customer'],
];

beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
  own = await aParty(rest);
  neighbour = await aParty(rest);
  ownPlatform = await platformRecords(rest);
  const other = await service.addPlatform();
  const otherRest: Rest = (method, path, sent) =>
    rest(method, path, { authorization: basic(other.token), ...sent });
  stranger = await aParty(otherRest);
  strangerPlatform = await platformRecords(otherRest);
  for (const [scope, extent] of kinds) {
    const customerId = extent === 'one customer' ? (own.get('Customer') ?? '') : undefined;
    const { authorization } = await anAccessToken(service, [scope], {
      subject: 'grace@office',
      ...(customerId && { customerId }),
    });
    holders.push({
      name: `${scope} of ${extent}`,
      authorization,
      principal: {
        kind: 'access-token',
        platform: service.platform.principal.platform,
        accessToken: { scopes: [scope], customerId },
      } as unknown as Principal,
      foreign: customerId
        ? [neighbour, ownPlatform, stranger, strangerPlatform]
        : [stranger, strangerPlatform],
    });
  }
});
afterAll(() => service?.stop());

const holderOf = (name: string): Holder => {
  const found = holders.find((one) => one.name === name);
  if (!found) throw new Error(`There is no token with ${name}`);
  return found;
};
const names = kinds.map(([scope, extent]) => `${scope} of ${extent}`);

/** The id type in the description of a path parameter: "Customer:<uuid>. …". */
const typeIn = (description: string): string | undefined => /^(\w+):<uuid>/.exec(description)?.[1];

/** The path of a route with the ids of a party. An endpoint of wallets gets the wallet. */
function pathOf({ path, params = {} }: Route, ids: Ids): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const type = typeIn(params[name]?.description ?? '');
    const isWallet = type === 'InternalAccount' && path.startsWith('/internal-accounts/');
    return ids.get(isWallet ? 'Wallet' : (type ?? '')) ?? 'none';
  });
}

/** Query strings with the ids of a party in every parameter that names a record, and without one. */
function queriesOf({ path, method }: Route, ids: Ids): string[] {
  const parameters = openApi.paths[path]?.[method.toLowerCase()]?.parameters ?? [];
  const types: readonly [RegExp, string][] = [
    [/customerId|documentHolder/i, 'Customer'],
    [/agentId/i, 'Agent'],
    [/accountId$/i, path.startsWith('/auth') ? 'Wallet' : 'InternalAccount'],
    [/accountIdentifier/i, 'InternalAccount'],
  ];
  const filters = parameters.flatMap(({ in: location, name }) => {
    const type = types.find(([pattern]) => pattern.test(name))?.[1];
    return location === 'query' && type ? [`?${name}=${ids.get(type)}`] : [];
  });
  return ['', ...filters];
}

/** Every field that a body of the permitted writes needs. */
const bodyWith = (ids: Ids) => ({
  accountId: ids.get('Wallet'),
  type: 'EMAIL_OTP',
  otp: '000000',
  clientPublicKey: makeKeyPair().publicKey,
  privateEnabled: true,
});

const send = (holder: Holder, route: Route, ids: Ids, query = '') =>
  rest(route.method, `${pathOf(route, ids)}${query}`, {
    authorization: holder.authorization,
    ...(route.method === 'POST' || route.method === 'PATCH' ? { body: bodyWith(ids) } : {}),
  });

const isAllowed = (holder: Holder, { permission }: Route): boolean =>
  permission !== undefined && requirePermission(holder.principal, permission) === true;

/** What the platforms see of the records that no request of a holder may change. */
async function snapshot(): Promise<string> {
  const lists = await Promise.all(
    [
      `/customers/${neighbour.get('Customer')}`,
      `/auth/credentials?accountId=${neighbour.get('Wallet')}`,
      `/auth/sessions?accountId=${neighbour.get('Wallet')}`,
      `/internal-accounts/${neighbour.get('Wallet')}`,
      `/transactions?customerId=${neighbour.get('Customer')}`,
      `/agents/approvals?agentId=${neighbour.get('Agent')}`,
      `/agents/${neighbour.get('Agent')}`,
    ].map(async (path) => (await rest('GET', path)).body),
  );
  const { body: quote } = await rest('GET', `/quotes/${neighbour.get('Quote')}`);
  return JSON.stringify([lists, quote.status]);
}

describe('an access token has over REST the permissions that it has over GraphQL', () => {
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  // The permission of `node` depends on the type of the record.
  const shared = routes.filter(
    ({ caller, graphql }) => caller === 'platform' && graphql !== undefined && graphql !== 'node',
  );
  expect(shared.length).toBeGreaterThan(50);
  test.each(shared.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    (_name, route) => {
      const field = fields[route.graphql ?? ''];
      const required = field && requiredPermissionOf(field);
      for (const holder of holders) {
        const allowed = required !== undefined && requirePermission(holder.principal, required) === true;
        expect([holder.name, isAllowed(holder, route)]).toEqual([holder.name, allowed]);
      }
    },
  );
});

describe.each(names)('%s', (name) => {
  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is allowed only by its permission, and finds no foreign record',
    async (_name, route) => {
      const holder = holderOf(name);
      const allowed = isAllowed(holder, route);
      for (const ids of holder.foreign) {
        for (const query of allowed ? queriesOf(route, ids) : ['']) {
          const { status, body, headers } = await send(holder, route, ids, query);
          if (route.caller === 'agent') {
            expect(status).toBe(401);
            expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
          } else if (route.caller === 'platform') {
            if (allowed) expect([401, 403]).not.toContain(status);
            else expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
            if (route.params && route.status !== 501) expect(status).toBeGreaterThanOrEqual(400);
          }
          // The request log has what the platform itself sent, foreign ids included, and errors that repeat them.
          const text = JSON.stringify(body ?? {}, (key, value) =>
            key === 'requestBody' || key === 'responseBody' ? null : value,
          );
          const sent = `${pathOf(route, ids)}${query} ${bodyWith(ids).accountId}`;
          for (const id of holder.foreign.flatMap((one) => [...one.values()])) {
            if (!sent.includes(id)) expect(text).not.toContain(id);
          }
          expect(text).not.toContain('INTERNAL_ERROR');
        }
      }
    },
  );
});

test('no request of the holder of a token for one customer changes a record of another one', async () => {
  const before = await snapshot();
  for (const holder of holders.filter(({ foreign }) => foreign.includes(neighbour))) {
    for (const route of routes.filter(({ method, caller }) => method !== 'GET' && caller === 'platform')) {
      await send(holder, route, neighbour);
    }
  }
  expect(await snapshot()).toBe(before);
});

describe('what a page does over REST', () => {
  test('a reader lists and reads the records of its customer', async () => {
    const { authorization } = holderOf('READ of one customer');
    const read = (path: string) => rest('GET', path, { authorization });
    const customers = await read('/customers');
    expect(customers.body.data.map(({ id }: { id: string }) => id)).toEqual([own.get('Customer')]);
    const transactions = await read('/transactions');
    expect(transactions.body.data.map(({ id }: { id: string }) => id)).toContain(own.get('Transaction'));
    for (const path of [
      `/customers/${own.get('Customer')}`,
      `/transactions/${own.get('Transaction')}`,
      `/quotes/${own.get('Quote')}`,
      `/agents/${own.get('Agent')}`,
      '/customers/internal-accounts',
      '/customers/external-accounts',
      `/auth/sessions?accountId=${own.get('Wallet')}`,
      '/exchange-rates?sourceCurrency=USD',
    ]) {
      expect([path, (await read(path)).status]).toEqual([path, 200]);
    }
  });

  test('a reader of the whole platform sees its accounts and settings', async () => {
    const { authorization } = holderOf('READ of the platform');
    const accounts = await rest('GET', '/platform/internal-accounts', { authorization });
    expect(accounts.body.data.map(({ id }: { id: string }) => id)).toContain(
      ownPlatform.get('PlatformAccount'),
    );
    expect((await rest('GET', '/config', { authorization })).status).toBe(200);
  });

  test('an approver decides an action, and the decision has its name', async () => {
    const { authorization } = holderOf('APPROVE of one customer');
    const waiting = await rest('GET', '/agents/approvals', { authorization });
    expect(waiting.body.data.map(({ id }: { id: string }) => id)).toEqual([own.get('AgentAction')]);
    const path = `/agents/${own.get('Agent')}/actions/${own.get('AgentAction')}/reject`;
    const decided = await rest('POST', path, { authorization, body: { reason: 'Not this month' } });
    expect(decided).toMatchObject({ status: 200, body: { status: 'REJECTED' } });
  });

  test('the holder of a wallet opens a session, and executes a quote with a signature', async () => {
    const { authorization } = holderOf('WALLET of one customer');
    const credential = `/auth/credentials/${own.get('AuthMethod')}`;
    expect((await rest('POST', `${credential}/challenge`, { authorization, body: {} })).status).toBe(200);
    const verified = await rest('POST', `${credential}/verify`, {
      authorization,
      body: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: makeKeyPair().publicKey },
    });
    expect(verified.status).toBe(200);
    const execute = (headers: Record<string, string>) =>
      rest('POST', `/quotes/${own.get('Quote')}/execute`, { authorization, headers });
    expect((await execute({})).status).toBe(202);
    const executed = await execute({ 'Service-Wallet-Signature': 'sandbox-valid-signature' });
    expect(executed).toMatchObject({ status: 200, body: { transaction: { type: 'OUTGOING' } } });
  });

  test('no scope creates payments or changes settings', async () => {
    for (const { authorization } of holders) {
      for (const [method, path] of [
        ['POST', '/quotes'],
        ['POST', '/transfer-out'],
        ['POST', '/tokens'],
        ['PATCH', '/config'],
        ['POST', '/agents'],
        ['POST', '/customers'],
      ] as const) {
        const { status, body } = await rest(method, path, { authorization, body: {} });
        expect([path, status, body.reason]).toEqual([path, 403, 'Scope missing']);
      }
    }
  });

  test('a token that was revoked, or has expired, is challenged for another one', async () => {
    const expired = await anAccessToken(service, ['READ'], { expiresInMs: -5_000 });
    const { status, body, headers } = await rest('GET', '/customers', {
      authorization: expired.authorization,
    });
    expect([status, body.reason]).toEqual([401, 'token expired']);
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="payments", error="invalid_token", error_description="The access token has expired"',
    );
    const unknown = await rest('GET', '/customers', { authorization: 'Bearer x.y.z' });
    expect([unknown.status, unknown.body.reason]).toEqual([401, 'Invalid credentials']);
    expect(unknown.headers.get('www-authenticate')).toBe('Bearer realm="payments"');
  });
});
