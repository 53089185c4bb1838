/**
 * The description of the face, made from its rows: OpenAPI 3.1, whose schemas are the JSON Schemas of the same zod
 * schemas that parse the input and that the answers are checked against in tests.
 *
 * Source: OpenAPI 3.1.1; JSON Schema 2020-12.
 */
import { z } from 'zod';
import { ErrorBody } from './bodies/common.ts';
import { SignedRequestChallenge } from './bodies/wallets.ts';
import type { Route } from './route.ts';

export type JsonSchema = { readonly [key: string]: unknown };

interface Media {
  readonly schema: JsonSchema;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly schema: JsonSchema; readonly description: string }>>;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

const introduction = `Payments, embedded-wallet authentication and agents. Amounts are integers in the smallest unit of their currency; instants are ISO 8601 in UTC; ids are \`<Type>:<uuid>\`, in a path raw or percent-encoded.

Every refusal has the body \`Error\`, with a stable \`code\`. Another method than a path takes is 405 with \`Allow\`. Unknown fields and query parameters are ignored, except in an agent's policy. A parameter that is a list may be repeated or joined by commas.`;

/** Named schemas move into the components; what refers to them follows. */
function schemaOf(schema: z.ZodType, components: Record<string, JsonSchema>): JsonSchema {
  // Wrapped, so that a schema with a name comes out as a reference.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
    io: 'input',
    unrepresentable: 'any',
  }) as unknown as { properties: { it: JsonSchema }; $defs?: Record<string, JsonSchema> };
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        if (key === 'id' && typeof inner === 'string' && inner in $defs) return [];
        return [
          [
            key,
            key === '$ref' && typeof inner === 'string'
              ? inner.replace('#/$defs/', '#/components/schemas/')
              : moved(inner),
          ],
        ];
      }),
    );
  };
  for (const [name, definition] of Object.entries($defs)) {
    components[name] = moved(definition) as JsonSchema;
  }
  return moved(properties.it) as JsonSchema;
}

/** A query parameter is absent or text: it is never null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema as { anyOf?: JsonSchema[] };
  const others = anyOf?.filter(({ type }) => type !== 'null');
  return others?.length === 1 ? { ...others[0], ...rest } : schema;
}

const ignored = 'Ignored on the first call.';

function headersTaken({ idempotent, signing }: Route): Parameter[] {
  const header = (name: string, description: string, schema: JsonSchema): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...schema },
  });
  return [
    ...(idempotent
      ? [
          header('Idempotency-Key', 'The same key and request answer the first call again.', {
            minLength: 1,
            maxLength: 255,
          }),
        ]
      : []),
    ...(signing === 'retry' || signing === 'signature'
      ? [
          header(
            'Service-Wallet-Signature',
            signing === 'retry'
              ? `The stamp over payloadToSign. ${ignored}`
              : 'For a quote from an embedded wallet: the stamp over its payloadToSign, or a DER signature in base64. Otherwise ignored.',
            {},
          ),
        ]
      : []),
    ...(signing ? [header('Request-Id', 'requestId of what was answered before.', {})] : []),
  ];
}

function parametersOf(route: Route, components: Record<string, JsonSchema>): Parameter[] {
  const inPath = Object.entries(route.params ?? {}).map(
    ([name, { description }]): Parameter => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string' },
    }),
  );
  const query = route.query
    ? (schemaOf(route.query, components) as { properties?: Record<string, JsonSchema>; required?: string[] })
    : {};
  const inQuery = Object.entries(query.properties ?? {}).map(
    ([name, schema]): Parameter => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      schema: withoutNull(schema),
    }),
  );
  return [...inPath, ...inQuery, ...headersTaken(route)];
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

function bodyOf(route: Route, components: Record<string, JsonSchema>): Operation['requestBody'] {
  const { body, describedBody = body, upload } = route;
  if (!describedBody) return undefined;
  const schema = schemaOf(describedBody, components) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const required = (schema.required ?? []).length > 0 || !('properties' in schema);
  if (!upload) return { required, content: json(schema) };
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          ...schema,
          properties: { file, ...schema.properties },
          required: ['file', ...(schema.required ?? [])],
        },
      },
    },
  };
}

const words: Readonly<Record<number, string>> = {
  400: 'The input is wrong.',
  401: 'The credentials, or a signature, code or request id, are missing or not valid.',
  403: 'The caller may not do this.',
  404: 'The record does not exist, or belongs to somebody else.',
  409: 'The state of a record, or an idempotency key, stands in the way.',
  410: 'The customer is deleted.',
  412: 'The counterparty speaks no common version.',
  413: 'The body is too large.',
  415: 'The body is of another media type.',
  424: 'Somebody whom the service depends on did not answer.',
  429: 'Too many requests. Wait the seconds of Retry-After.',
  500: 'An unexpected error, which was logged.',
  501: 'Not implemented.',
};

/** Statuses of refusals that an endpoint can answer. */
export function refusalsOf({ caller, params, body, method, refusals = [], status }: Route): number[] {
  return [
    ...new Set([
      400,
      ...(caller === 'nobody' ? [] : [401]),
      403,
      ...(params ? [404] : []),
      ...(method === 'GET' ? [] : [413]),
      ...(body ? [415] : []),
      ...refusals,
      429,
      500,
      ...(status === 501 ? [501] : []),
    ]),
  ].sort((a, b) => a - b);
}

function answersOf(route: Route, components: Record<string, JsonSchema>): Operation['responses'] {
  const error = schemaOf(ErrorBody, components);
  const answers: Record<string, Answer> = {};
  if (route.status !== 501) {
    answers[route.status] = {
      description: route.status === 204 ? 'Done.' : route.status === 201 ? 'Made.' : 'The answer.',
      ...(route.idempotent && {
        headers: {
          'Idempotent-Replayed': {
            description: 'true, where the first call with this key is answered again.',
            schema: { type: 'string', const: 'true' },
          },
        },
      }),
      ...(route.answer && { content: json(schemaOf(route.answer, components)) }),
    };
  }
  if (route.signing === 'retry' || route.signing === 'signature') {
    answers[202] = {
      description: 'What to sign before it is done.',
      content: json(schemaOf(SignedRequestChallenge, components)),
    };
  }
  for (const status of refusalsOf(route)) {
    answers[status] = {
      description: words[status] ?? 'A refusal.',
      ...(status === 429 && {
        headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
      }),
      content: json(error),
    };
  }
  return answers;
}

const schemes = {
  platform: [{ platform: [] }],
  agent: [{ agent: [] }],
  nobody: [],
} as const;

/** The description of these rows. */
export function describe(routes: readonly Route[], basePath: string): OpenApi {
  const components: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const parameters = parametersOf(route, components);
    const requestBody = bodyOf(route, components);
    const operation: Operation = {
      operationId: route.name,
      summary: route.summary,
      description: route.graphql ? `Over GraphQL: \`${route.graphql}\`.` : 'Over REST only.',
      tags: [route.tag],
      security: schemes[route.caller],
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody }),
      responses: answersOf(route, components),
    };
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Payments', version: basePath.slice(1), description: introduction },
    servers: [{ url: basePath }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        platform: { type: 'http', scheme: 'basic', description: '<token id>:<client secret>' },
        agent: { type: 'http', scheme: 'bearer', description: 'The access token of an agent.' },
      },
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
