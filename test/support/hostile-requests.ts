/** Requests generated from the OpenAPI document. Most have a valid shape and one or more invalid values. */
import fc from 'fast-check';
import type { JsonSchema, Operation } from '../../src/transports/rest/openapi-document.ts';
import { openApi } from './rest.ts';

/** Ids of existing records, by type name. */
export type RestIds = Readonly<Record<string, string>>;

export const unknownUuid = '019542f5-b3e7-7d02-8000-000000000002';

/** Values that no schema accepts, and values that break careless code. */
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
  `Quote:${unknownUuid}`,
);

/** A valid value of a schema, sometimes replaced by a hostile one. */
function fitting(schema: JsonSchema, ids: RestIds, depth = 0): fc.Arbitrary<unknown> {
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
    return fitting(openApi.components.schemas[name] ?? {}, ids, depth);
  }
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((one) => fitting(one, ids, depth + 1)));
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
  if (properties) {
    const required = new Set((schema['required'] ?? []) as string[]);
    return fc.record(
      Object.fromEntries(
        Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
          const value = fitting(property, ids, depth + 1);
          return [name, mostly(value, required.has(name) ? 12 : 6)];
        }),
      ),
      { requiredKeys: [...required] },
    );
  }
  if (type === 'array')
    return fc.array(fitting((items ?? {}) as JsonSchema, ids, depth + 1), { maxLength: 3 });
  if (type === 'integer' || type === 'number') {
    return fc.integer({ min: Number(minimum ?? 0), max: Math.min(Number(maximum ?? 1000), 1_000_000) });
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  const idType = typeof pattern === 'string' ? /^\^\(?(\w+)/.exec(pattern)?.[1] : undefined;
  if (idType && typeof pattern === 'string' && pattern.includes(':[0-9a-fA-F]')) {
    return fc.constantFrom(`${idType}:${unknownUuid}`, ids[idType] ?? `${idType}:${unknownUuid}`);
  }
  return fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('USD', 'US', '$a@b.example', '000000', 'abcd'),
  );
}

const mostly = (value: fc.Arbitrary<unknown>, weight: number): fc.Arbitrary<unknown> =>
  fc.oneof({ weight, arbitrary: value }, { weight: 1, arbitrary: hostile });

/** The value as the text of a query parameter. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const segment = (name: string): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.constantFrom(
        ...['Customer', 'Quote', 'Transaction', 'Agent'].map((type) => `${type}:${unknownUuid}`),
      ),
      fc.constantFrom(name, '\u0000', 'x'.repeat(300), '..', 'a/b', '%', 'ÿ', '🙂', 'SVC-AGENT-ABCD-EFGH'),
      fc.string({ minLength: 1, maxLength: 12 }),
    )
    // `fetch` removes a dot segment from the path.
    .filter((text) => text !== '.' && text !== '..' && text.isWellFormed())
    .map((text) => encodeURIComponent(text));

/** A request with a path relative to the base path of the version. */
export interface RestRequest {
  readonly path: string;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

export function requestsOf(path: string, operation: Operation, ids: RestIds): fc.Arbitrary<RestRequest> {
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
        .map(({ name, schema }) => [name, mostly(fitting(schema, ids), 2)]),
    ),
    { requiredKeys: [] },
  );
  const header = fc.constantFrom(
    '',
    'x',
    'x'.repeat(300),
    'Request:1',
    `Request:${unknownUuid}`,
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
        { weight: 8, arbitrary: fitting(schema, ids) },
        { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', 'null', '"x"', '{"a":'.repeat(5000)) },
      )
    : fc.constant(undefined);
  return fc.record({ path: filled, query, body, headers });
}

export const endpoints = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    operation,
    name: operation.operationId,
  })),
);
