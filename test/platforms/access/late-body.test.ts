/**
 * A credential is checked when the headers of a request are received. It must still be valid when the body is received.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { uuidOf } from '../../../src/kernel/ids.ts';
import { createAccessToken } from '../../../src/platforms/access/create-access-token.ts';
import { createApiToken } from '../../../src/platforms/access/create-api-token.ts';
import { deleteApiToken } from '../../../src/platforms/access/delete-api-token.ts';
import type { PlatformPrincipal } from '../../../src/platforms/access/principal.ts';
import { basic, type Service, startService } from '../../support/service.ts';
import { granted } from '../../support/wallet-world.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
});
afterAll(() => service.stop());

/** An API token of the platform with all permissions. */
async function aToken(): Promise<{ caller: PlatformPrincipal; authorization: string }> {
  const { principal } = service.platform;
  const { token, clientSecret } = granted(
    await createApiToken(service.ports, principal, {
      name: 'Stolen',
      permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
    }),
  );
  return { caller: { ...principal, token }, authorization: basic(`${token.clientId}:${clientSecret}`) };
}

const deleteToken = ({ token }: PlatformPrincipal) =>
  deleteApiToken(service.ports, service.platform.principal, token.id);

/** Sends the headers, runs `meanwhile`, then sends the body. */
async function sentInTwo(
  path: string,
  authorization: string,
  body: string,
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number | undefined; result: string }> {
  const before = service.db.statements.count;
  const sending = request(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  const responded = once(sending, 'response');
  sending.flushHeaders();
  await vi.waitFor(() => expect(service.db.statements.count).toBeGreaterThan(before), { interval: 5 });
  await meanwhile();
  sending.end(body);
  const [response] = await responded;
  return { status: response.statusCode, result: await text(response) };
}

const countByName = async (name: string) =>
  (await rawRows(service.db.orm, sql`select 1 from api_tokens where name = ${name}`)).length;

const creation = { name: 'Created after deletion', permissions: ['MANAGE'] };
const document = `mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) { __typename } }`;

describe.each([
  ['REST', '/2025-10-13/tokens', JSON.stringify(creation)],
  ['GraphQL', '/graphql', JSON.stringify({ query: document, variables: { input: creation } })],
])('over %s', (_, path, body) => {
  test('a body that is received after the deletion of the token has no effect', async () => {
    const { caller, authorization } = await aToken();
    const { status, result } = await sentInTwo(path, authorization, body, async () => {
      granted(await deleteToken(caller));
      service.clock.advance(2);
    });
    expect({ status, result }).toMatchObject({ status: 401, result: expect.stringMatching(/UNAUTHORIZED/) });
    expect(await countByName('Created after deletion')).toBe(0);
  });

  test('a delayed body is accepted while the token is valid', async () => {
    const { authorization } = await aToken();
    const { status } = await sentInTwo(path, authorization, body, async () => service.clock.advance(50));
    expect(status).toBeLessThan(300);
    expect(await countByName('Created after deletion')).toBe(1);
    await service.db.orm.execute(sql`delete from api_tokens where name = 'Created after deletion'`);
  });
});

describe('a token that is deleted during its request', () => {
  test('creates no other token', async () => {
    const { caller } = await aToken();
    granted(await deleteToken(caller));
    const made = await createApiToken(service.ports, caller, { name: 'Another', permissions: ['MANAGE'] });
    expect(made).toMatchObject({ kind: 'forbidden' });
    expect(await countByName('Another')).toBe(0);
  });

  test('creates no access token', async () => {
    const { caller } = await aToken();
    granted(await deleteToken(caller));
    const accessTokenInput = {
      scopes: ['READ' as const],
      customerId: undefined,
      subject: undefined,
      ttlSeconds: 900,
    };
    expect(await createAccessToken(service.ports, caller, accessTokenInput)).toMatchObject({
      kind: 'forbidden',
    });
    const minted = sql`select 1 from access_tokens where minted_by = ${uuidOf(caller.token.id)}`;
    expect(await rawRows(service.db.orm, minted)).toEqual([]);
  });
});
