/** The routes, their documentation in docs/behaviour/endpoints.md and their OpenAPI description. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { describeApi as openApiOf } from '../../../src/transports/rest/openapi.ts';
import { canChallenge } from '../../../src/transports/rest/openapi-responses.ts';
import { routes } from '../../../src/transports/rest/routes/index.ts';
import { basePath } from '../../../src/transports/rest/version.ts';
import { openApi } from '../../support/rest.ts';

/** Every endpoint in the tables of the interface. */
const interfaceEndpoints = `
POST /auth/credentials
GET /auth/credentials
POST /auth/credentials/{id}/challenge
POST /auth/credentials/{id}/verify
DELETE /auth/credentials/{id}
GET /auth/sessions
DELETE /auth/sessions/{id}
POST /auth/sessions/{id}/refresh
POST /internal-accounts/{id}/export
PATCH /internal-accounts/{id}
POST /quotes
POST /quotes/{quoteId}/execute
POST /transfer-out
POST /transfer-in
GET /receiver/external-account/{accountId}
GET /discoveries
POST /verifications
GET /customers
PATCH /beneficial-owners/{beneficialOwnerId}
GET /invitations/{invitationCode}
PATCH /agents/{agentId}
GET /agents/me
POST /agents/me/quotes
POST /agents/me/quotes/{quoteId}/execute
POST /agents/me/transfer-in
POST /agents/me/external-accounts
GET /agents/me/external-accounts/{externalAccountId}
GET /agents/me/transactions/{transactionId}
GET /agents/me/actions
GET /agents/me/actions/{actionId}
POST /agents/device-codes/{code}/redeem
POST /sandbox/internal-accounts/{accountId}/fund
POST /sandbox/send
POST /sandbox/uma/receive`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [string, string]);

const routeAt = (method: string, path: string) =>
  routes.find((route) => route.method === method && route.path === path);

const rootFields = new Set(
  [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {})),
);

describe('an endpoint of the interface', () => {
  test.each(interfaceEndpoints)('%s %s has a route', (method, path) => {
    expect(routeAt(method, path)).toBeDefined();
  });
});

describe('every route', () => {
  test.each(routes.map((route) => [route.name, route] as const))('%s', (name, route) => {
    expect(routes.filter((other) => other.name === name)).toHaveLength(1);
    if (route.graphql) expect(rootFields).toContain(route.graphql);
    // An authenticated endpoint requires a permission.
    expect(route.permission !== undefined).toBe(route.caller !== 'anonymous');
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(Object.keys(route.params ?? {}).sort()).toEqual(names.sort());
    expect(route.response === undefined).toBe(
      route.stream !== undefined ||
        route.download !== undefined ||
        route.status === 204 ||
        route.status === 501,
    );
  });
});

/** The statuses in the column "Success" of each endpoint in the documentation, by method and path without parameter names. */
const documented = new Map<string, Set<number>>();
const withoutNames = (path: string) => path.replace(/\{[^}]+\}/g, '{}');
for (const line of readFileSync('docs/behaviour/endpoints.md', 'utf8').split('\n')) {
  const [, operation = '', , success = ''] = line.split('|').map((cell) => cell.trim());
  const [, methods = '', paths = ''] = /^((?:[A-Z]+, )*[A-Z]+) (\/.+)$/.exec(operation) ?? [];
  const statuses = (success.match(/\b20\d\b/g) ?? []).map(Number);
  for (const method of methods.split(', ')) {
    for (const path of paths.split(', ')) {
      const name = `${method} ${withoutNames(path)}`;
      documented.set(name, new Set([...(documented.get(name) ?? []), ...statuses]));
    }
  }
}

describe('the documentation has every success status of', () => {
  const implemented = routes.filter(({ status }) => status !== 501);
  test.each(implemented.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    (_, route) => {
      const statuses = documented.get(`${route.method} ${withoutNames(route.path)}`) ?? new Set();
      expect([...statuses]).toEqual(
        expect.arrayContaining(canChallenge(route) ? [route.status, 202] : [route.status]),
      );
      if (!canChallenge(route) && route.status !== 202) expect(statuses).not.toContain(202);
    },
  );
});

test('the OpenAPI description says when a signed endpoint returns which status', () => {
  const signed = routes.filter(canChallenge);
  expect(signed.length).toBeGreaterThan(5);
  for (const route of signed) {
    const { responses } = openApi.paths[route.path]?.[route.method.toLowerCase()] ?? {};
    expect(responses?.[202]?.description).toMatch(
      /^The request has no (Request-Id|Service-Wallet-Signature)/,
    );
    expect(responses?.[route.status]?.description).toMatch(/The request is signed/);
  }
});

test('the committed OpenAPI description matches the routes', () => {
  expect(JSON.parse(JSON.stringify(openApiOf(routes, basePath)))).toEqual(openApi);
});

test('the description says which endpoints accept access tokens, and with which scope', () => {
  expect(openApi.components.securitySchemes['accessToken']).toMatchObject({
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  const described = (method: string, path: string) => {
    const { security, description } = openApi.paths[path]?.[method] ?? {};
    return [
      security?.map((one) => Object.keys(one)[0]),
      /the scope ([A-Z]+(?: or [A-Z]+)*)\./.exec(description ?? '')?.[1],
    ];
  };
  expect(described('get', '/transactions')).toEqual([
    ['platform', 'accessToken', 'session'],
    'READ or WALLET',
  ]);
  expect(described('get', '/config')).toEqual([['platform', 'accessToken', 'session'], 'READ']);
  expect(described('post', '/agents/{agentId}/actions/{actionId}/approve')).toEqual([
    ['platform', 'accessToken', 'session'],
    'APPROVE',
  ]);
  expect(described('post', '/quotes/{quoteId}/execute')).toEqual([
    ['platform', 'accessToken', 'session'],
    'WALLET',
  ]);
  expect(described('post', '/quotes')).toEqual([['platform', 'session'], undefined]);
  expect(described('get', '/agents/me')).toEqual([['agent'], undefined]);
});

test('the values of an enumeration have its type', () => {
  const mistyped: unknown[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, enum: values } = node as { type?: unknown; enum?: unknown };
    if (typeof type === 'string' && Array.isArray(values)) {
      if (values.some((value) => typeof value !== (type === 'integer' ? 'number' : type)))
        mistyped.push(node);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(openApi);
  expect(mistyped).toEqual([]);
});

test('every list, of requests and of responses, has a maximum length', () => {
  const unbounded: string[] = [];
  const lists: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, maxItems } = value as { type?: unknown; maxItems?: unknown };
    if (type === 'array') (typeof maxItems === 'number' ? lists : unbounded).push(path);
    for (const [name, below] of Object.entries(value)) walk(below, `${path}/${name}`);
  };
  walk(openApiOf(routes, basePath), '');
  expect(unbounded).toEqual([]);
  expect(lists.length).toBeGreaterThan(50);
});

test('every field of a request body and every parameter has a description', () => {
  type Described = { readonly description?: string; readonly $ref?: string };
  const undescribed: string[] = [];
  let fields = 0;
  const check = (where: string, one: Described): void => {
    fields += 1;
    if (!one.description) undescribed.push(where);
  };
  const { paths, components } = openApiOf(routes, basePath);
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, parameters = [], requestBody } = operation;
    for (const { name, description, schema } of parameters) {
      check(`${operationId} ${name}`, { ...schema, ...(description && { description }) });
    }
    for (const { schema } of Object.values(requestBody?.content ?? {})) {
      const { $ref } = schema as Described;
      const body = $ref ? components.schemas[$ref.split('/').at(-1) ?? ''] : schema;
      const properties = (body?.['properties'] ?? {}) as Record<string, Described>;
      for (const [name, property] of Object.entries(properties)) check(`${operationId} ${name}`, property);
    }
  }
  expect(undescribed).toEqual([]);
  expect(fields).toBeGreaterThan(300);
});
