import { sql } from 'drizzle-orm';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { accessTokenKeySet } from '../../../src/platforms/access/access-token-keys.ts';
import { authenticate } from '../../../src/platforms/access/authenticate.ts';
import {
  CreateAccessTokenInput,
  createAccessToken,
} from '../../../src/platforms/access/create-access-token.ts';
import { createApiToken } from '../../../src/platforms/access/create-api-token.ts';
import { deleteApiToken } from '../../../src/platforms/access/delete-api-token.ts';
import { requirePermission } from '../../../src/platforms/access/permissions.ts';
import {
  actorOf,
  credentialIdOf,
  decidedByOf,
  type PlatformPrincipal,
  type Principal,
  scopeOf,
} from '../../../src/platforms/access/principal.ts';
import { revokeAccessToken } from '../../../src/platforms/access/revoke-access-token.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';

let service: AgentService;
const start = new Date('2025-07-21T10:00:00.250Z');

beforeAll(async () => {
  service = await startAgentService();
  service.setTime(start);
});
afterAll(() => service?.close());

const mint = async (input: Record<string, unknown>, platform = service.platform) =>
  createAccessToken(service.ports, platform, CreateAccessTokenInput.parse(input));
const caller = async (jwt: string, now = start): Promise<Principal> =>
  ok(await authenticate(service.ports, `Bearer ${jwt}`, now));
const seconds = (count: number) => new Date(start.getTime() + count * 1000);

describe('an access token', () => {
  test('is an ES256 JWT that can be verified with the published key set', async () => {
    const { accessToken, token } = ok(await mint({ scopes: ['READ'] }));
    const { keys } = await accessTokenKeySet(service.db, start);
    expect(keys.every((key) => key.d === undefined && key.alg === 'ES256')).toBe(true);
    const { payload } = await jwtVerify(accessToken, createLocalJWKSet({ keys: [...keys] }), {
      currentDate: start,
    });
    expect(payload).toMatchObject({
      jti: token.id,
      scope: 'READ',
      exp: Math.floor(start.getTime() / 1000) + 900,
    });
    expect(decodeProtectedHeader(accessToken)).toMatchObject({ alg: 'ES256', kid: keys[0]?.kid });
  });

  test('is restricted to its customer and contains its holder', async () => {
    const { accessToken } = ok(
      await mint({ scopes: ['WALLET', 'READ'], customerId: service.customer.id, subject: 'ada@app' }),
    );
    const principal = await caller(accessToken);
    expect(scopeOf(principal)).toEqual({
      platformId: service.platform.platform.id,
      customerId: service.customer.id,
    });
    expect(decidedByOf(principal)).toBe('ada@app');
    expect(actorOf(principal)).toEqual({
      kind: 'ACCESS_TOKEN',
      id: expect.stringMatching(/^AccessToken:/),
      name: 'ada@app',
    });
    expect(credentialIdOf(principal)).toBe(decodeJwt(accessToken).jti);
  });

  test.each([
    ['its last second', 899, true],
    ['not the instant after', 900, false],
  ])('is valid in %s', async (_, after, good) => {
    const { accessToken } = ok(await mint({ scopes: ['READ'], ttlSeconds: 900 }));
    const result = await authenticate(service.ports, `Bearer ${accessToken}`, seconds(after - 0.25));
    expect(result instanceof Error).toBe(!good);
  });

  test('becomes invalid when it is revoked, which is possible once', async () => {
    const { accessToken, token } = ok(await mint({ scopes: ['READ'] }));
    expect(await revokeAccessToken(service.ports, service.platform, token.id)).toEqual({
      deletedId: token.id,
    });
    expect(await authenticate(service.ports, `Bearer ${accessToken}`, start)).toMatchObject({
      kind: 'unauthorized',
    });
    expect(await revokeAccessToken(service.ports, service.platform, token.id)).toMatchObject({
      code: 'TOKEN_NOT_FOUND',
    });
    const published = await rawRows(
      service.db.orm,
      sql`select 1 from events where topic = 'access' and resource_id = ${token.id}`,
    );
    expect(published).toHaveLength(1);
  });

  test('becomes invalid when the API token that created it is deleted', async () => {
    const created = ok(
      await createApiToken(service.ports, service.platform, { name: 'Web', permissions: ['VIEW'] }),
    );
    const minting: PlatformPrincipal = { ...service.platform, token: created.token };
    const { accessToken } = ok(await mint({ scopes: ['READ'] }, minting));
    await caller(accessToken);
    ok(await deleteApiToken(service.ports, service.platform, created.token.id));
    expect(await authenticate(service.ports, `Bearer ${accessToken}`, start)).toMatchObject({
      kind: 'unauthorized',
    });
  });

  test('grants only permissions of the API token', async () => {
    const viewer: PlatformPrincipal = {
      ...service.platform,
      token: { ...service.platform.token, permissions: ['VIEW'] },
    };
    expect(await mint({ scopes: ['READ'] }, viewer)).toHaveProperty('accessToken');
    expect(await mint({ scopes: ['APPROVE'] }, viewer)).toMatchObject({ requiredPermission: 'TRANSACT' });
  });

  test.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['WALLET'] }, 'customerId'],
    [{ scopes: ['READ'], ttlSeconds: 59 }, 'ttlSeconds'],
    [{ scopes: ['READ'], ttlSeconds: 3_601 }, 'ttlSeconds'],
  ])('is rejected for %j', (input, path) => {
    const parsed = CreateAccessTokenInput.safeParse(input);
    expect(parsed.error?.issues[0]?.path[0]).toBe(path);
  });

  test("for another platform's customer is rejected", async () => {
    const customerId = 'Customer:00000000-0000-7000-8000-000000000009';
    expect(await mint({ scopes: ['READ'], customerId })).toMatchObject({
      kind: 'invalid',
      fields: [{ path: 'customerId' }],
    });
  });
});

describe('an invalid Authorization header', () => {
  test('is rejected with the same error for every cause', async () => {
    const { accessToken } = ok(await mint({ scopes: ['READ'] }));
    const [head = '', body = '', signature = ''] = accessToken.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const header of [
      '',
      'Bearer',
      'Bearer x',
      `Bearer gat_${'0'.repeat(40)}`,
      `Bearer ${head}.${body}.`,
      `Bearer ${head}.${body}.${flipped}`,
      `Bearer ${none}.${body}.`,
      `Bearer ${accessToken}${'x'.repeat(3_000)}`,
      'Basic !!!',
      `Basic ${Buffer.from('unknown:secret').toString('base64')}`,
    ]) {
      const result = await authenticate(service.ports, header, start);
      expect(result).toMatchObject({ kind: 'unauthorized', reason: 'Invalid credentials' });
    }
  });
});

describe('the permissions of each caller', () => {
  const allowed = (principal: Principal, required: Parameters<typeof requirePermission>[1]) =>
    requirePermission(principal, required) === true;

  test('an approver may decide actions and read agents, but not pay or read transactions, customers and quotes', async () => {
    const approver = await caller(ok(await mint({ scopes: ['APPROVE'] })).accessToken);
    expect(allowed(approver, 'DECIDE_AGENT_ACTIONS')).toBe(true);
    expect(allowed(approver, 'VIEW_AGENTS')).toBe(true);
    for (const required of ['VIEW_ACTION_BALANCES', 'VIEW_ACTION_PAYEES'] as const) {
      expect(allowed(approver, required)).toBe(true);
    }
    for (const required of ['VIEW_TRANSACTIONS', 'TRANSACT', 'VIEW_CUSTOMER', 'VIEW_QUOTES'] as const) {
      expect(allowed(approver, required)).toBe(false);
    }
  });

  test('a wallet holder may manage the wallet and read transactions, but not decide actions or read the platform', async () => {
    const { accessToken } = ok(await mint({ scopes: ['WALLET'], customerId: service.customer.id }));
    const wallet = await caller(accessToken);
    expect(allowed(wallet, 'MANAGE_WALLET')).toBe(true);
    expect(allowed(wallet, 'VIEW_TRANSACTIONS')).toBe(true);
    expect(allowed(wallet, 'DECIDE_AGENT_ACTIONS')).toBe(false);
    expect(allowed(wallet, 'VIEW_PLATFORM')).toBe(false);
    expect(allowed(wallet, 'MANAGE')).toBe(false);
  });

  test('an agent has the permissions of its policy, and none of the platform', async () => {
    const agent = await service.agent();
    expect(requirePermission(agent, 'VIEW_TRANSACTIONS')).toMatchObject({
      rule: 'PERMISSION',
      missingPermission: 'VIEW_TRANSACTIONS',
    });
    expect(allowed(agent, 'VIEW_SELF')).toBe(true);
    for (const required of ['VIEW', 'TRANSACT', 'MANAGE', 'VIEW_PLATFORM', 'DECIDE_AGENT_ACTIONS'] as const) {
      expect(requirePermission(agent, required)).toMatchObject({ kind: 'forbidden' });
    }
  });
});
