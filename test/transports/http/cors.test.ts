/** Pages of listed origins can read every response, errors included; and nothing depends on cookies. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic, type Service, startService } from '../../support/service.ts';

const origin = 'https://app.example';
let service: Service;
beforeAll(async () => {
  service = await startService({
    server: true,
    env: { ALLOWED_ORIGINS: `http://localhost:5173,${origin}`, GRAPHIQL: 'on' },
  });
});
afterAll(() => service.stop());

const send = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, {
    ...init,
    headers: { Origin: origin, authorization: basic(service.platform.token), ...headers },
  });
const post = { method: 'POST', body: '{"query":"{__typename}"}' };
const json = { 'Content-Type': 'application/json' };

describe('a preflight request of a listed origin', () => {
  test.each(['/graphql', '/2025-10-13/quotes', '/2025-10-13/none', '/none'])('to %s', async (path) => {
    const response = await fetch(`${service.url}${path}`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });
    expect(response.status).toBe(204);
    const { headers } = response;
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toBe('Origin');
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThanOrEqual(600);
    expect(headers.get('access-control-allow-methods')?.split(', ')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    );
    expect(headers.get('access-control-allow-headers')?.toLowerCase().split(', ')).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'idempotency-key',
        'request-id',
        'last-event-id',
        'service-wallet-signature',
        'apollo-require-preflight',
      ]),
    );
  });
});

const document = (query: string) => ({ method: 'POST', body: JSON.stringify({ query }) });

/** Each kind of response, with its status. */
const responses: [string, number, () => Promise<Response>][] = [
  ['a query', 200, () => send('/graphql', post, json)],
  ['a query by GET', 200, () => send('/graphql?query={__typename}')],
  ['a stream', 200, () => send('/graphql', post, { ...json, Accept: 'text/event-stream' })],
  [
    'an invalid document',
    400,
    () => send('/graphql', document('{'), { ...json, Accept: 'application/graphql-response+json' }),
  ],
  ['a wrong credential', 401, () => send('/graphql', post, { ...json, authorization: 'Bearer x' })],
  [
    'a field that needs a credential',
    401,
    () => send('/graphql', document('{ viewer { __typename } }'), { ...json, authorization: '' }),
  ],
  ['a body in another media type', 415, () => send('/graphql', post)],
  [
    'a body that is too large',
    413,
    () => send('/graphql', { method: 'POST', body: 'x'.repeat(2_000_000) }, json),
  ],
  ['a method that GraphQL does not have', 405, () => send('/graphql', { method: 'DELETE' })],
  ['a list over REST', 200, () => send('/2025-10-13/customers')],
  [
    'a wrong credential over REST',
    401,
    () => send('/2025-10-13/customers', {}, { authorization: 'Bearer x' }),
  ],
  ['a record that does not exist', 404, () => send('/2025-10-13/customers/Customer:0')],
  ['an endpoint that does not exist', 404, () => send('/2025-10-13/none')],
  ['a path that does not exist', 404, () => send('/none')],
  ['a method that an endpoint does not have', 405, () => send('/2025-10-13/customers', { method: 'DELETE' })],
  ['an import that does not exist', 404, () => send('/2025-10-13/customers/bulk/jobs/1')],
  [
    'a large body over REST',
    413,
    () => send('/2025-10-13/customers', { method: 'POST', body: 'x'.repeat(2_000_000) }, json),
  ],
  ['the OpenAPI document', 200, () => send('/2025-10-13/openapi.json', {}, { authorization: '' })],
];

describe('a listed origin can read', () => {
  test.each(responses)('%s: %i', async (_name, status, request) => {
    const response = await request();
    expect(response.status).toBe(status);
    await response.body?.cancel();
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(response.headers.get('vary')).toContain('Origin');
    expect(response.headers.get('access-control-expose-headers')?.split(', ')).toEqual([
      'Retry-After',
      'Request-Id',
      'X-Request-Id',
      'Idempotent-Replayed',
      'X-Sandbox-Fault',
      'Mcp-Session-Id',
    ]);
  });

  test('a response to a request over its limit, and when to repeat it', async () => {
    const limited = await startService({
      server: true,
      standing: true,
      env: { ALLOWED_ORIGINS: origin, RATE_LIMITS: 'on' },
    });
    const headers = { Origin: origin, authorization: basic('nobody:wrong') };
    let response = new Response();
    for (let attempt = 0; attempt < 110 && response.status !== 429; attempt += 1) {
      response = await fetch(`${limited.url}/2025-10-13/customers`, { headers });
    }
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    await limited.stop();
  });
});

describe('without an Origin header', () => {
  test.each(['/graphql?query={__typename}', '/2025-10-13/customers', '/none'])(
    '%s is served as before, and varies by Origin',
    async (path) => {
      const response = await fetch(`${service.url}${path}`, {
        headers: { authorization: basic(service.platform.token) },
      });
      expect(response.status).toBe(path === '/none' ? 404 : 200);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(response.headers.get('vary')).toBe('Origin');
    },
  );

  test.each(['/graphql', '/2025-10-13/customers'])(
    'an OPTIONS request to %s is no preflight',
    async (path) => {
      const response = await fetch(`${service.url}${path}`, { method: 'OPTIONS' });
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );
});

test.each(['/metrics', '/health/ready', '/invitations/x', '/.well-known/jwks.json'])(
  '%s is not for pages of other origins',
  async (path) => {
    const response = await send(path);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  },
);

test('GraphiQL is a page of the service: it opens, and its requests are allowed', async () => {
  const page = await fetch(`${service.url}/graphql`, { headers: { Accept: 'text/html' } });
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  await page.body?.cancel();
  const response = await send('/graphql', post, { ...json, Origin: service.url });
  expect(response.status).toBe(200);
});
