/** REST: requests generated from the OpenAPI description with invalid values, and undescribed paths and bodies. */
import fc from 'fast-check';
import type { Random } from '../faults/random.ts';
import { asText, endpoints, type RestRequest, requestsOf } from '../support/hostile-requests.ts';
import type { HttpCase, World } from './case.ts';
import { largeRestRequests } from './large-requests.ts';
import { bytesOf, hostileJson, hostileTexts, mangled, uuid } from './texts.ts';

const base = '/2025-10-13';

const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

const paths = [
  '',
  '/',
  '//',
  '/.',
  '/..',
  '/../graphql',
  '/customers/',
  '/customers//',
  '/customers/%',
  '/customers/%zz',
  '/customers/%00',
  '/customers/%c0%80',
  '/customers/%ed%a0%80',
  '/customers/%2e%2e%2fquotes',
  '/customers/a%2fb',
  `/customers/${'x'.repeat(8_000)}`,
  `/customers/Customer:${uuid}/x/y/z`,
  '/__proto__',
  '/constructor',
  '/customers/__proto__',
  '/customers;a=b',
  '/CUSTOMERS',
  '/transactions?limit=%',
  '/transactions?limit=1&limit=2',
  '/transactions?__proto__=1&constructor=2',
  '/transactions?limit[]=1',
  `/transactions?${'a=1&'.repeat(1_500)}`,
  `/transactions?status=${'PENDING,'.repeat(500)}`,
  '/transactions?startDate=0000-01-01T00:00:00Z&endDate=9999-12-31T23:59:59Z',
  '/transactions?cursor=%00',
  '/customers?cursor=dHJhbnNhY3Rpb25zfHg',
];

/** A stream of requests to the REST API. */
export function restRequests(random: Random, world: World): () => HttpCase {
  const ids = Object.fromEntries(
    [...world.ids].flatMap(([type, [one]]) => (one === undefined ? [] : [[type, one] as const])),
  );
  const left = new Map<(typeof endpoints)[number], RestRequest[]>();
  const described = (endpoint: (typeof endpoints)[number]): RestRequest => {
    const some = left.get(endpoint) ?? [];
    if (some.length === 0) {
      const arbitrary = requestsOf(endpoint.path, endpoint.operation, ids);
      some.push(...fc.sample(arbitrary, { seed: random.between(1, 2 ** 31 - 1), numRuns: 40 }));
      left.set(endpoint, some);
    }
    return some.pop() as RestRequest;
  };
  const authorized = (headers: Readonly<Record<string, string>>): Record<string, string> => {
    const authorization = random.chance(0.85) ? world.authorization : random.pick(world.callers);
    return { ...(authorization !== undefined && { authorization }), ...headers };
  };

  const made = {
    described: (): HttpCase => {
      const endpoint = random.pick(endpoints);
      const { path, query, body, headers } = described(endpoint);
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, asText(value).toWellFormed()]),
      ).toString();
      const sendable = Object.fromEntries(
        Object.entries(headers).filter(([, value]) => isHeaderValue(value)),
      );
      return {
        transport: 'rest',
        kind: endpoint.name,
        method: endpoint.method,
        path: `${base}${path}${search ? `?${search}` : ''}`,
        headers: authorized({
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...sendable,
        }),
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      };
    },
    body: (): HttpCase => {
      const { method, path, name } = random.pick(endpoints.filter(({ operation }) => operation.requestBody));
      const id = random.pick([...world.ids.values()].flat());
      return {
        transport: 'rest',
        kind: `a body for ${name}`,
        method,
        path: base + path.replace(/\{\w+\}/g, encodeURIComponent(id)),
        headers: authorized({
          'content-type': random.chance(0.8)
            ? 'application/json'
            : random.pick([
                '',
                'text/plain',
                'application/xml',
                'application/json; charset=latin1',
                'multipart/form-data; boundary=x',
                'application/x-www-form-urlencoded',
              ]),
          ...(random.chance(0.2) && { 'idempotency-key': random.pick(['', 'x'.repeat(256), 'a b', '\xff']) }),
          ...(random.chance(0.1) && { 'content-encoding': random.pick(['gzip', 'br', 'x']) }),
        }),
        body: random.chance(0.15)
          ? bytesOf(random, random.pick([0, 1, 500]))
          : random.chance(0.2)
            ? mangled(random, '{"customerType":"INDIVIDUAL","fullName":"Ada","amount":1}')
            : random.chance(0.05)
              ? `{"description":"${'x'.repeat(random.pick([262_200, 2_000_000]))}"}`
              : hostileJson(random),
      };
    },
    path: (): HttpCase => ({
      transport: 'rest',
      kind: 'a path',
      method: random.pick(['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']),
      path: base + random.pick(paths),
      headers: authorized({}),
    }),
    elsewhere: (): HttpCase => ({
      transport: 'other',
      kind: 'another path',
      method: random.pick(['GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE']),
      path: random.pick([
        '/',
        '/health',
        '/health/live',
        '/health/ready',
        '/.well-known/jwks.json',
        '/metrics',
        '/favicon.ico',
        '/2024-01-01/customers',
        '/2025-10-13',
        '/graphql/',
        '//graphql',
        '/GRAPHQL',
        '/%2e%2e/',
        '/\u007f',
        `/${encodeURIComponent(random.pick(hostileTexts).toWellFormed()).slice(0, 4_000)}`,
      ]),
      headers: authorized({ 'sec-fetch-site': random.pick(['cross-site', 'none', 'x']) }),
    }),
  };
  const large = largeRestRequests(random, world);
  const weights = { described: 60, body: 25, path: 10, elsewhere: 5, large: 3 };
  return () => ({ ...made, large })[random.weighted(weights)]();
}
