/** Describes the parameters, headers and body of a route. */

import { examples } from './examples.ts';
import { type JsonSchema, type Operation, type Parameter, schemaOf } from './openapi-document.ts';
import type { Route } from './route.ts';

/** Removes null from the schema of a query parameter, which is absent or text. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema as { anyOf?: JsonSchema[] };
  const others = anyOf?.filter(({ type }) => type !== 'null');
  return others?.length === 1 ? { ...others[0], ...rest } : schema;
}

const ignoredOnFirstCall = 'Ignored in the first call.';

function headerParametersOf({ idempotent, signing }: Route): Parameter[] {
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
          header(
            'Idempotency-Key',
            'Idempotency key: a repeated request with the same key returns the response of the first one.',
            {
              minLength: 1,
              maxLength: 255,
            },
          ),
        ]
      : []),
    ...(signing === 'retry' || signing === 'signature'
      ? [
          header(
            'Service-Wallet-Signature',
            signing === 'retry'
              ? `Stamp over payloadToSign. ${ignoredOnFirstCall}`
              : 'Only for a quote from an embedded wallet: the stamp over its payloadToSign, or a DER signature in base64. Ignored for other quotes.',
            {},
          ),
        ]
      : []),
    ...(signing
      ? [header('Request-Id', 'requestId of the challenge that the first call returned.', {})]
      : []),
  ];
}

export function parametersOf(route: Route, components: Record<string, JsonSchema>): Parameter[] {
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
  const values = examples[route.name]?.parameters ?? {};
  const described = [...inPath, ...inQuery].map((parameter) => {
    const example = values[parameter.name];
    return example === undefined ? parameter : { ...parameter, example };
  });
  return [...described, ...headerParametersOf(route)];
}

export const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

export function requestBodyOf(
  route: Route,
  components: Record<string, JsonSchema>,
): Operation['requestBody'] {
  const { body, describedBody = body, upload, streamedUpload } = route;
  if (!describedBody) return undefined;
  const schema = schemaOf(describedBody, components) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const required = (schema.required ?? []).length > 0 || !('properties' in schema);
  if (!upload && !streamedUpload) return { required, content: json(schema, examples[route.name]?.request) };
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
      ...Object.fromEntries(
        (streamedUpload?.mediaTypes ?? []).map((type) => [type, { schema: { type: 'string' } }]),
      ),
    },
  };
}
