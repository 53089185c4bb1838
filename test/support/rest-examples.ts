/** Examples of REST operations, compared with the OpenAPI document. */

import type { OperationExample } from '../../src/transports/rest/examples.ts';
import type { Operation } from '../../src/transports/rest/openapi-document.ts';
import { problems } from './json-schema.ts';
import { describedAt, openApi } from './rest.ts';

export interface RecordedExchange {
  readonly method: string;
  readonly path: string;
  readonly requestBody?: unknown;
  readonly status: number;
  readonly body?: unknown;
}

const operations = Object.entries(openApi.paths).flatMap(([template, methods]) =>
  Object.values(methods).map((operation) => ({ template, operation })),
);

const schemaOf = (content: Operation['requestBody'] | Operation['responses'][string] | undefined) =>
  content?.content?.['application/json']?.schema;

/** 200 beside 201 is that of a dry run. */
const successStatusOf = ({ responses }: Operation): string | undefined =>
  Object.keys(responses).find((status) => status === '201') ??
  Object.keys(responses).find((status) => status.startsWith('2') && status !== '202') ??
  Object.keys(responses).find((status) => status.startsWith('2'));

/** What the document describes of an operation. */
export function describedExample(id: string) {
  const found = operations.find(({ operation }) => operation.operationId === id);
  if (!found) throw new Error(`There is no operation ${id}`);
  const { operation } = found;
  const success = successStatusOf(operation);
  const challenge = success === '202' ? undefined : schemaOf(operation.responses['202']);
  return {
    operation,
    request: schemaOf(operation.requestBody),
    response: success === undefined ? undefined : schemaOf(operation.responses[success]),
    challenge,
  };
}

/** The differences between an example and the schemas of its operation. Parts that the example does not have are none. */
export function exampleProblems(id: string, example: OperationExample): string[] {
  const described = describedExample(id);
  return (['request', 'response', 'challenge'] as const).flatMap((part) => {
    const value = example[part];
    if (value === undefined) return [];
    const schema = described[part];
    return schema ? problems(schema, value, openApi as never, part) : [`${part} is not described`];
  });
}

/** The bodies of an operation that an example does not have. */
export function missingParts(id: string, example: OperationExample | undefined): string[] {
  const { request, response, challenge } = describedExample(id);
  return Object.entries({ request, response, challenge })
    .filter(([part, schema]) => schema && example?.[part as 'request'] === undefined)
    .map(([part]) => part);
}

interface FoundOperation {
  readonly id: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly canChallenge: boolean;
}

/** The operation of a path, with its path parameters. */
export function operationAt(method: string, path: string): FoundOperation | undefined {
  const operation = describedAt(path)?.[method.toLowerCase()];
  if (!operation) return undefined;
  const id = operation.operationId;
  const template = operations.find((one) => one.operation === operation)?.template ?? '';
  const values = path.split('/').map(decodeURIComponent);
  const parameters = Object.fromEntries(
    template
      .split('/')
      .flatMap((part, index) => (part.startsWith('{') ? [[part.slice(1, -1), values[index] ?? '']] : [])),
  );
  return { id, parameters, canChallenge: describedExample(id).challenge !== undefined };
}

export const operationIds: ReadonlySet<string> = new Set(
  operations.map(({ operation }) => operation.operationId),
);
