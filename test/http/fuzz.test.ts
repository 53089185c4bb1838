/**
 * Malformed requests of every kind on every endpoint, made from the description itself: each answer is one that the
 * endpoint describes, with the error body, and never a 500. The client checks the contract of each.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonSchema, Operation } from '../../src/http/openapi.ts';
import { openApi, type Rest, restClient } from '../support/rest.ts';
import { aRestPayer } from '../support/rest-parties.ts';
import { ManualClock, type Service, startService } from '../support/service.ts';

let service: Service;
let rest: Rest;
let agentAuthorization: string;
let ids: Record<string, string>;
const clock = new ManualClock();

beforeAll(async () => {
  service = await startService({ server: true, ports: { clock } });
  rest = restClient(service);
  const { customerId, accountId, externalId } = await aRestPayer(rest);
  const made = await rest('POST', '/agents', {
    body: {
      name: 'Agent',
      customerId,
      policy: {
        permissions: [
          'VIEW_TRANSACTIONS',
          'CREATE_TRANSFERS',
          'CREATE_QUOTES',
          'EXECUTE_QUOTES',
          'MANAGE_EXTERNAL_ACCOUNTS',
        ],
        defaultExecutionMode: 'AUTO',
        spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000 },
      },
    },
  });
  const redeemed = await rest('POST', `/agents/device-codes/${made.body.deviceCode.code}/redeem`, {
    authorization: null,
  });
  agentAuthorization = `Bearer ${redeemed.body.accessToken}`;
  ids = { Customer: customerId, InternalAccount: accountId, ExternalAccount: externalId };
});
afterAll(() => service.stop());

const uuid = '019542f5-b3e7-7d02-8000-000000000002';

/** Values that no schema wants, and some that break what is careless. */
const hostile = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  0,
  1.5,
  9_000_000_000_000_001,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(5000),
  "'; drop table customers; --",
  '__proto__',
  '%s%n',
  '2025-02-30T00:00:00Z',
  '+999999-01-01T00:00:00Z',
  [],
  [[]],
  {},
  { toString: 1 },
  { __proto__: null, constructor: 1 },
  'Customer:',
  `Quote:${uuid}`,
);

/** What a schema describes, now and then with something hostile in its place. */
function fitting(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const {
    $ref,
    anyOf,
    oneOf,
    type,
    enum: values,
    const: only,
    properties,
    items,
    pattern,
    minimum,
    maximum,
  } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return fitting(openApi.components.schemas[name] ?? {}, depth);
  }
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((one) => fitting(one, depth + 1)));
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
  if (properties) {
    const required = new Set((schema['required'] ?? []) as string[]);
    return fc.record(
      Object.fromEntries(
        Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
          const value = fitting(property, depth + 1);
          return [name, mostly(value, required.has(name) ? 12 : 6)];
        }),
      ),
      { requiredKeys: [...required] },
    );
  }
  if (type === 'array') return fc.array(fitting((items ?? {}) as JsonSchema, depth + 1), { maxLength: 3 });
  if (type === 'integer' || type === 'number') {
    return fc.integer({ min: Number(minimum ?? 0), max: Math.min(Number(maximum ?? 1000), 1_000_000) });
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  const idType = typeof pattern === 'string' ? /^\^\(?(\w+)/.exec(pattern)?.[1] : undefined;
  if (idType && typeof pattern === 'string' && pattern.includes(':[0-9a-fA-F]')) {
    return fc.constantFrom(`${idType}:${uuid}`, ids[idType] ?? `${idType}:${uuid}`);
  }
  return fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('USD', 'US', '$a@b.example', '000000', 'abcd'),
  );
}

const mostly = (value: fc.Arbitrary<unknown>, weight: number): fc.Arbitrary<unknown> =>
  fc.oneof({ weight, arbitrary: value }, { weight: 1, arbitrary: hostile });

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const segment = (name: string): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.constantFrom(...['Customer', 'Quote', 'Transaction', 'Agent'].map((type) => `${type}:${uuid}`)),
      fc.constantFrom(name, '\u0000', 'x'.repeat(300), '..', 'a/b', '%', 'ÿ', '🙂', 'SVC-AGENT-ABCD-EFGH'),
      fc.string({ minLength: 1, maxLength: 12 }),
    )
    // A dot segment would be taken out of the path before it is sent.
    .filter((text) => text !== '.' && text !== '..' && text.isWellFormed())
    .map((text) => encodeURIComponent(text));

interface Request {
  readonly path: string;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

function requests(path: string, operation: Operation): fc.Arbitrary<Request> {
  const { parameters = [], requestBody } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const known = {
    accountId: 'InternalAccount',
    customerId: 'Customer',
    externalAccountId: 'ExternalAccount',
  };
  const filled = fc
    .record(
      Object.fromEntries(
        inPath.map(({ name }) => {
          const own =
            ids[(known as Record<string, string>)[name] ?? (name === 'id' ? 'InternalAccount' : '')];
          return [name, own ? fc.oneof(fc.constant(own), segment(name)) : segment(name)];
        }),
      ),
    )
    .map((values) => path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])));
  const query = fc.record(
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => [name, mostly(fitting(schema), 2)]),
    ),
    { requiredKeys: [] },
  );
  const header = fc.constantFrom(
    '',
    'x',
    'x'.repeat(300),
    'Request:1',
    `Request:${uuid}`,
    'eyJ9',
    'MEUCIQ',
    'ÿ',
  );
  const headers = fc.record(
    Object.fromEntries(
      parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => [name, header]),
    ),
    { requiredKeys: [] },
  ) as fc.Arbitrary<Record<string, string>>;
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema
    ? fc.oneof(
        { weight: 8, arbitrary: fitting(schema) },
        { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', 'null', '"x"', '{"a":'.repeat(5000)) },
      )
    : fc.constant(undefined);
  return fc.record({ path: filled, query, body, headers });
}

const endpoints = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    operation,
    name: operation.operationId,
  })),
);

describe('whatever is sent to', () => {
  test.each(endpoints)('$name, the answer is described and no 500', async ({ path, method, operation }) => {
    const [scheme = {}] = operation.security;
    const authorization =
      operation.security.length === 0 ? null : 'agent' in scheme ? agentAuthorization : undefined;
    const runs = operation.requestBody ? 12 : 6;
    for (const request of fc.sample(requests(path, operation), { numRuns: runs, seed: 20251013 })) {
      clock.advance(60);
      const search = new URLSearchParams(
        Object.entries(request.query).map(([name, value]) => [name, asText(value)]),
      ).toString();
      const answer = await rest(method, `${request.path}${search ? `?${search}` : ''}`, {
        body: request.body,
        headers: request.headers,
        ...(authorization !== undefined && { authorization }),
      });
      expect(answer.status, JSON.stringify({ method, ...request })).not.toBe(500);
    }
  });

  test('an upload, the answer is described', async () => {
    const forms: [string, string | Blob][][] = [
      [],
      [['file', 'text']],
      [['file', new Blob(['%PDF-1.7'])]],
      [
        ['file', new Blob(['%PDF-1.7'])],
        ['documentHolder', 'x'],
        ['documentType', 'PASSPORT'],
        ['country', 'US'],
      ],
      [
        ['file', new Blob([])],
        ['country', new Blob(['US'])],
      ],
    ];
    for (const fields of forms) {
      const body = new FormData();
      for (const [name, value] of fields) body.append(name, value as never);
      expect((await rest('POST', '/documents', { body })).status).toBe(400);
      expect([400, 404]).toContain((await rest('PUT', `/documents/Document:${uuid}`, { body })).status);
    }
    for (const contentType of [
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/json',
    ]) {
      const answer = await rest('POST', '/documents', {
        body: '--x\r\n',
        headers: { 'Content-Type': contentType },
      });
      expect([400, 415]).toContain(answer.status);
    }
  });
});
