import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rest, restClient } from '../../support/rest.ts';
import { aRestPayer } from '../../support/rest-parties.ts';
import { basic, ManualClock, type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
let payer: Awaited<ReturnType<typeof aRestPayer>>;
let agentAuthorization: string;

/** The `Authorization` of an agent that may only read itself. */
async function connectedAgent(client: Rest, customerId: string): Promise<string> {
  const made = await client('POST', '/agents', {
    body: {
      name: 'Agent',
      customerId,
      policy: {
        permissions: [],
        defaultExecutionMode: 'AUTO',
        spendingLimits: { currency: 'USD', perTransactionLimit: 1 },
      },
    },
  });
  const path = `/agents/device-codes/${made.body.deviceCode.code}/redeem`;
  return `Bearer ${(await client('POST', path, { authorization: null })).body.accessToken}`;
}

beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
  payer = await aRestPayer(rest);
  agentAuthorization = await connectedAgent(rest, payer.customerId);
});
afterAll(() => service.stop());

/** Sends a path without normalization. `fetch` would normalize some paths. */
function raw(path: string, method = 'GET', authorization = basic(service.platform.token)) {
  return new Promise<{ status: number; allow: string | undefined; code: unknown; id: unknown }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      const sent = request(
        { hostname, port, path: `/2025-10-13${path}`, method, headers: { Authorization: authorization } },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => {
            const body = text === '' ? {} : JSON.parse(text);
            resolve({
              status: response.statusCode ?? 0,
              allow: response.headers.allow,
              code: body.code,
              id: body.id,
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end();
    },
  );
}

describe('a path', () => {
  test.each([
    ['raw', (id: string) => id],
    ['percent-encoded', (id: string) => id.replace(':', '%3A')],
    ['percent-encoded in lower case', (id: string) => id.replace(':', '%3a')],
    [
      'with every character encoded',
      (id: string) => [...id].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(''),
    ],
    ['with its uuid in upper case', (id: string) => id.replace(/:.*/, (uuid) => uuid.toUpperCase())],
  ])('accepts an id %s', async (_, spelled) => {
    expect(await raw(`/customers/${spelled(payer.customerId)}`)).toMatchObject({
      status: 200,
      id: payer.customerId,
    });
  });

  test('is decoded once, so a doubly encoded path is 404', async () => {
    expect((await raw(`/customers/${payer.customerId.replace(':', '%253A')}`)).code).toBe('USER_NOT_FOUND');
  });

  test.each([
    ['an unknown path', '/nothing'],
    ['the base itself', '/'],
    ['an empty segment', '/customers//'],
    ['a slash at the end', '/customers/'],
    ['a percent sign that encodes nothing', '/customers/%E0%A4%A'],
    ['a slash that is encoded', '/customers%2Finternal-accounts'],
    ['what follows a static segment that wins', '/agents/me/policy'],
  ])('%s is 404 NOT_FOUND', async (_, path) => {
    expect(await raw(path)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  test.each([
    ['/customers/internal-accounts', 200],
    ['/customers/external-accounts', 200],
    ['/agents/approvals', 200],
  ])('%s matches a static segment before a parameter', async (path, status) => {
    expect((await rest('GET', path)).status).toBe(status);
  });

  test.each([
    ['/customers/Quote:019542f5-b3e7-1d02-0000-000000000002', 'USER_NOT_FOUND'],
    ['/quotes/none', 'QUOTE_NOT_FOUND'],
    ['/transactions/Transaction:1', 'TRANSACTION_NOT_FOUND'],
    ['/agents/Customer:019542f5-b3e7-1d02-0000-000000000002', 'AGENT_NOT_FOUND'],
    ['/internal-accounts/ExternalAccount:019542f5-b3e7-1d02-0000-000000000002', 'ACCOUNT_NOT_FOUND'],
    ['/invitations/%00', 'INVITATION_NOT_FOUND'],
    ['/tokens/Token:x', 'TOKEN_NOT_FOUND'],
    ['/documents/Document:x', 'DOCUMENT_NOT_FOUND'],
    ['/verifications/x', 'VERIFICATION_NOT_FOUND'],
    ['/beneficial-owners/x', 'BENEFICIAL_OWNER_NOT_FOUND'],
  ])('%s names no record: 404 %s', async (path, code) => {
    expect(await rest('GET', path)).toMatchObject({ status: 404, body: { code } });
  });
});

describe('authentication precedes the check of the method', () => {
  test.each([
    ['anonymous', null, '/customers'],
    ['a wrong secret', basic('id:secret'), '/customers'],
    ['a scheme of neither', 'Digest x', '/customers'],
    ['a client without a credential, with an unknown method', null, '/config'],
  ])('%s is 401', async (_, authorization, path) => {
    const response = await rest('GET', path, { authorization });
    expect(response).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  test('an agent is 401 at endpoints of the platform, and the platform is 401 at endpoints of agents', async () => {
    expect((await rest('GET', '/customers', { authorization: agentAuthorization })).status).toBe(401);
    expect((await rest('GET', '/agents/me', { authorization: agentAuthorization })).status).toBe(200);
    const response = await rest('GET', '/agents/me');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
  });

  test('a wrong method is 405 with the allowed methods, before its body is read', async () => {
    expect(await raw('/customers', 'DELETE')).toEqual({
      status: 405,
      allow: 'GET, POST',
      code: 'METHOD_NOT_ALLOWED',
      id: undefined,
    });
    expect((await raw('/customers', 'DELETE', 'Basic none')).status).toBe(401);
    expect((await raw('/openapi.json', 'POST')).allow).toBe('GET');
    expect(await raw('/agents/me', 'PATCH', agentAuthorization)).toMatchObject({ status: 405, allow: 'GET' });
  });

  test('a token without the permission is 403, and the error names the permission', async () => {
    const made = await rest('POST', '/tokens', { body: { name: 'reader', permissions: ['VIEW'] } });
    expect(made.status).toBe(201);
    const authorization = basic(`${made.body.clientId}:${made.body.clientSecret}`);
    expect((await rest('GET', '/customers', { authorization })).status).toBe(200);
    expect(await rest('POST', '/customers', { authorization, body: 'no JSON' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', details: { requiredPermission: 'MANAGE' } },
    });
    const masked = await rest('GET', `/customers/external-accounts/${payer.externalId}`, { authorization });
    const whole = await rest('GET', `/customers/external-accounts/${payer.externalId}`);
    expect(masked.body.accountInfo.accountNumber).not.toBe(whole.body.accountInfo.accountNumber);
  });

  test('a page of another site is rejected', async () => {
    expect((await rest('GET', '/customers', { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(
      403,
    );
  });
});

describe('a body', () => {
  test.each([
    ['that is no JSON', '{"customerType":', 'body'],
    ['that is a list', '[]', 'body'],
    ['that is null', 'null', 'body'],
    ['that is empty', '', 'customerType'],
    ['of another shape', '{"customerType": ["INDIVIDUAL"]}', 'customerType'],
  ])('%s is 400, and the error names the field', async (_, body, field) => {
    expect(await rest('POST', '/customers', { body })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { field } },
    });
  });

  test('that is not UTF-8 is 400', async () => {
    const response = await fetch(`${service.url}/2025-10-13/customers`, {
      method: 'POST',
      headers: { Authorization: basic(service.platform.token), 'Content-Type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(response.status).toBe(400);
  });

  test('of another media type is 415; above the size limit it is 413', async () => {
    expect(
      await rest('POST', '/customers', {
        body: 'customerType=INDIVIDUAL',
        headers: { 'Content-Type': 'text/plain' },
      }),
    ).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    expect(await rest('POST', '/customers', { body: { fullName: 'x'.repeat(300 * 1024) } })).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    });
  });

  test('may have unknown fields, and a query may have unknown parameters; unknown enum values are rejected', async () => {
    const body = { customerType: 'INDIVIDUAL', favouriteColour: 'green' };
    expect((await rest('POST', '/customers?colour=green', { body })).status).toBe(201);
    expect((await rest('POST', '/customers', { body: { customerType: 'ROBOT' } })).body.details.field).toBe(
      'customerType',
    );
  });

  test('with invalid fields is 400, and the error names each field and repeats no value', async () => {
    const rejected = await rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', email: 'secret-value', region: 'secret', birthDate: '2999-01-01' },
    });
    expect(rejected.body.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'birthDate',
      'email',
      'region',
    ]);
    expect(JSON.stringify(rejected.body)).not.toContain('secret');
  });
});

describe('a list', () => {
  test.each(['0', '101', '1.5', 'ten', '', '-1'])('of limit %s is 400', async (limit) => {
    expect(await rest('GET', `/customers?limit=${limit}`)).toMatchObject({
      status: 400,
      body: { details: { field: 'limit' } },
    });
  });

  test('continues after its cursor, which other lists reject', async () => {
    for (let made = 0; made < 2; made += 1)
      await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL' } });
    const first = await rest('GET', '/customers?limit=2');
    expect(first.body).toMatchObject({ hasMore: true });
    const rest2 = await rest('GET', `/customers?limit=100&cursor=${first.body.nextCursor}`);
    expect(rest2.body.hasMore).toBe(false);
    expect(rest2.body).not.toHaveProperty('nextCursor');
    expect(first.body.data.length + rest2.body.data.length).toBe(first.body.totalCount);
    expect(
      (await rest('GET', `/customers?region=US&cursor=${first.body.nextCursor}`)).body.details.field,
    ).toBe('cursor');
    expect((await rest('GET', `/agents?cursor=${first.body.nextCursor}`)).status).toBe(400);
  });

  test('rejects filters that do not parse', async () => {
    expect((await rest('GET', '/customers?createdAfter=yesterday')).body.details.field).toBe('createdAfter');
    expect((await rest('GET', '/customers?isIncludingDeleted=maybe')).body.details.field).toBe(
      'isIncludingDeleted',
    );
    expect((await rest('GET', '/transactions?status=DONE')).body.details.field).toBe('status.0');
    expect((await rest('GET', '/beneficial-owners')).body.details.field).toBe('customerId');
  });
});

describe('the description', () => {
  test('is public, and so is its page', async () => {
    const json = await fetch(`${service.url}/2025-10-13/openapi.json`);
    expect(json.status).toBe(200);
    expect(((await json.json()) as { openapi: string }).openapi).toBe('3.1.1');
  });

  test('has a page whose scripts come from this server and are cached', async () => {
    const address = `${service.url}/2025-10-13/reference`;
    const page = await fetch(address);
    const html = await page.text();
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    // A script without a source would be inline.
    expect(html).not.toMatch(/<script(?! src=)/);
    const scripts = [...html.matchAll(/<script src="([^"]+)">/g)].map(([, path]) => path ?? '');
    expect(scripts).toHaveLength(2);
    for (const path of scripts) {
      const script = await fetch(new URL(path, address));
      expect(script.status).toBe(200);
      expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
      expect(script.headers.get('cache-control')).toContain('immutable');
      expect((await script.text()).length).toBeGreaterThan(20);
    }
    const unknown = await fetch(`${address}/start-0000000000000000.js`);
    expect(unknown.status).toBe(404);
    expect(((await unknown.json()) as { code: string }).code).toBe('NOT_FOUND');
    const posted = await fetch(address, { method: 'POST' });
    expect(posted.status).toBe(405);
  });
});

describe('too many requests', () => {
  test.each([
    ['an endpoint of agents', '/agents/me', 200],
    ['an endpoint of platforms, which rejects agents', '/customers', 401],
  ])('of an agent to %s are 429 with Retry-After, and not after that time', async (_title, path, status) => {
    const clock = new ManualClock();
    const limited = await startService({ server: true, env: { RATE_LIMITS: 'on' }, ports: { clock } });
    try {
      const limitedRest = restClient(limited);
      const authorization = await connectedAgent(limitedRest, (await aRestPayer(limitedRest, 0)).customerId);
      const statuses = [];
      for (let count = 0; count < 11; count += 1) {
        statuses.push((await limitedRest('GET', path, { authorization })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(status), 429]);
      const rejected = await limitedRest('GET', path, { authorization });
      expect(rejected.headers.get('retry-after')).toBe('1');
      clock.advance(1);
      expect((await limitedRest('GET', path, { authorization })).status).toBe(status);
    } finally {
      await limited.stop();
    }
  });
});
