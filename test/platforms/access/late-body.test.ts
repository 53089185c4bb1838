/**
 * A credential is looked at when the headers of a request are there. Whoever keeps the body back has not been let in for as
 * long as they like: once a request is whole, its credential must still be good.
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

/** A token of the platform's that may do all that it may. */
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

const end = ({ token }: PlatformPrincipal) =>
  deleteApiToken(service.ports, service.platform.principal, token.id);

/** Sends the headers, then the body once `meanwhile` is done. */
async function sentInTwo(
  path: string,
  authorization: string,
  body: string,
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number | undefined; answer: string }> {
  const before = service.db.statements.count;
  const sending = request(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  const answered = once(sending, 'response');
  sending.flushHeaders();
  await vi.waitFor(() => expect(service.db.statements.count).toBeGreaterThan(before), { interval: 5 });
  await meanwhile();
  sending.end(body);
  const [response] = await answered;
  return { status: response.statusCode, answer: await text(response) };
}

const named = async (name: string) =>
  (await rawRows(service.db.orm, sql`select 1 from api_tokens where name = ${name}`)).length;

const creation = { name: 'A back door', permissions: ['MANAGE'] };
const document = `mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) { __typename } }`;

describe.each([
  ['REST', '/2025-10-13/tokens', JSON.stringify(creation)],
  ['GraphQL', '/graphql', JSON.stringify({ query: document, variables: { input: creation } })],
])('over %s', (_, path, body) => {
  test('a body that is kept back until the token has ended does nothing', async () => {
    const { caller, authorization } = await aToken();
    const { status, answer } = await sentInTwo(path, authorization, body, async () => {
      granted(await end(caller));
      service.clock.advance(2);
    });
    expect({ status, answer }).toMatchObject({ status: 401, answer: expect.stringMatching(/UNAUTHORIZED/) });
    expect(await named('A back door')).toBe(0);
  });

  test('a body that is late is taken while the token is good', async () => {
    const { authorization } = await aToken();
    const { status } = await sentInTwo(path, authorization, body, async () => service.clock.advance(50));
    expect(status).toBeLessThan(300);
    expect(await named('A back door')).toBe(1);
    await service.db.orm.execute(sql`delete from api_tokens where name = 'A back door'`);
  });
});

describe('a token that has ended since its request began', () => {
  test('makes no other token', async () => {
    const { caller } = await aToken();
    granted(await end(caller));
    const made = await createApiToken(service.ports, caller, { name: 'Another', permissions: ['MANAGE'] });
    expect(made).toMatchObject({ kind: 'forbidden' });
    expect(await named('Another')).toBe(0);
  });

  test('mints no access token', async () => {
    const { caller } = await aToken();
    granted(await end(caller));
    const asked = { scopes: ['READ' as const], customerId: undefined, subject: undefined, ttlSeconds: 900 };
    expect(await createAccessToken(service.ports, caller, asked)).toMatchObject({ kind: 'forbidden' });
    const minted = sql`select 1 from access_tokens where minted_by = ${uuidOf(caller.token.id)}`;
    expect(await rawRows(service.db.orm, minted)).toEqual([]);
  });
});
