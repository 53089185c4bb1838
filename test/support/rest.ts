/**
 * A client of the REST API. It compares every response with the committed OpenAPI document: the endpoint must declare its
 * status, and its body must match the schema of the status.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import type { OpenApi, Operation } from '../../src/transports/rest/openapi-document.ts';
import { recordRestWrite } from './audited-writes.ts';
import { problems } from './json-schema.ts';
import { basic, type Service } from './service.ts';

export const openApi = JSON.parse(
  readFileSync(new URL('../../src/transports/rest/openapi.json', import.meta.url), 'utf8'),
) as OpenApi;

export interface RestResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a body is what its endpoint returns, checked against the description.
  readonly body: any;
}

export interface Sent {
  /** Sent as JSON. A form or a text is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** `Authorization`: by default the first platform of the service; null sends none. */
  readonly authorization?: string | null;
}

const segments = (path: string): string[] => path.split('/').slice(1);

/** The endpoint of a path. A static segment takes precedence over a parameter. */
export function describedAt(path: string): Readonly<Record<string, Operation>> | undefined {
  const requested = segments(path).map((segment) => decodeURIComponent(segment));
  const fitting = Object.entries(openApi.paths).filter(([template]) => {
    const parts = segments(template);
    return (
      parts.length === requested.length &&
      parts.every((part, index) => part.startsWith('{') || part === requested[index])
    );
  });
  const rank = (template: string) =>
    segments(template)
      .map((part) => (part.startsWith('{') ? 1 : 0))
      .join('');
  fitting.sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
  return fitting[0]?.[1];
}

/** The violations of the contract by a response. An unknown path or method may only return an error body. */
export function contractProblems(
  method: string,
  path: string,
  { status, headers, body }: RestResponse,
): string[] {
  const operation = describedAt(path)?.[method.toLowerCase()];
  const error = openApi.components.schemas['Error'];
  if (!error) throw new Error('the description has the error body');
  if (!operation) {
    const expected = describedAt(path) ? [401, 403, 405] : [404];
    return [
      ...(expected.includes(status) ? [] : [`an undescribed request returned ${status}`]),
      ...problems(error, body, openApi as never),
    ];
  }
  const result = operation.responses[status];
  if (!result) return [`${operation.operationId} does not describe ${status}: ${JSON.stringify(body)}`];
  const schema = result.content?.['application/json']?.schema;
  if (!schema) return body === undefined ? [] : [`${status} has a body`];
  const found = problems(schema, body, openApi as never);
  if (status >= 400 && body?.status !== status) found.push('the body names another status');
  if (status === 401 && !headers.has('www-authenticate')) found.push('401 without WWW-Authenticate');
  if (status === 429 && !headers.has('retry-after')) found.push('429 without Retry-After');
  return found;
}

/** Where `npm run openapi:examples` collects the requests and responses of tests, one JSON line each. */
const recording = process.env['RECORD_EXAMPLES'];

function recordExample(example: {
  readonly method: string;
  readonly path: string;
  readonly requestBody: unknown;
  readonly result: RestResponse;
}): void {
  if (recording === undefined || example.result.status >= 300) return;
  const { method, path, requestBody, result } = example;
  appendFileSync(
    recording,
    `${JSON.stringify({ method, path, requestBody, status: result.status, body: result.body })}\n`,
  );
}

export type Rest = (method: string, path: string, sent?: Sent) => Promise<RestResponse>;

/** A client of this service. It throws if a response violates the contract. */
export function restClient(service: Service): Rest {
  return async (method, path, { body, headers = {}, authorization = basic(service.platform.token) } = {}) => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${service.url}/2025-10-13${path}`, {
      method,
      headers: {
        ...(authorization !== null && { Authorization: authorization }),
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    // A stream of lines and a file have no schema. Their tests read them themselves.
    const type = response.headers.get('content-type') ?? '';
    const isStream = type !== '' && !type.startsWith('application/json');
    const result: RestResponse = {
      status: response.status,
      headers: response.headers,
      body: text === '' || isStream ? undefined : JSON.parse(text),
    };
    const described = describedAt(path.split('?')[0] ?? path)?.[method.toLowerCase()];
    if (described) {
      recordRestWrite(service.db, authorization, method, described.operationId, body, result);
    }
    const broken = contractProblems(method, path.split('?')[0] ?? path, result);
    recordExample({ method, path, requestBody: isJson ? body : undefined, result });
    if (broken.length > 0) throw new Error(`${method} ${path} ${result.status}: ${broken.join('\n')}`);
    return result;
  };
}
