/** One HTTP request to the GraphQL endpoint. */
import { isRetryableStatus, RequestError, type ResponseError, responseError } from '../errors.ts';
import { requestBody } from './body.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface HttpRequest extends GraphQLRequest {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly accept: string;
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
}

export interface ExecutionResult {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly ResponseError[];
}

/** @throws RequestError if there is no response. */
export async function post({
  url,
  authorization,
  accept,
  fetch,
  signal,
  ...request
}: HttpRequest): Promise<Response> {
  const { body, headers } = requestBody(request);
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { ...headers, accept, ...(authorization !== undefined && { authorization }) },
      body,
      signal,
    });
  } catch (cause) {
    throw connectionError(cause);
  }
}

/** `fetch` and streams throw a TypeError for every failure of the connection. */
export const connectionError = (cause: unknown): RequestError =>
  new RequestError('NETWORK_ERROR', 'The connection failed.', { retryable: true, cause });

/**
 * Reads a response in JSON.
 *
 * @throws RequestError unless it is a result without errors.
 */
export async function dataOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const { status, headers } = response;
  const text = await response.text().catch((cause: unknown) => {
    throw connectionError(cause);
  });
  const requestId = headers.get('x-request-id') ?? undefined;
  const retryAfterMs = retryAfterOf(headers);
  const result = resultIn(text);
  if (!result) {
    throw new RequestError('INVALID_RESPONSE', `The response with status ${status} is not of the server.`, {
      retryable: isRetryableStatus(status),
      status,
      requestId,
      retryAfterMs,
    });
  }
  return dataIn(result, { status, requestId, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

/**
 * The data of a result. A field below the root that the token may not read is null, as its type allows: a payment with such a
 * field has been made, and its result is not an error.
 *
 * @throws RequestError if the result has other errors.
 */
export function dataIn(
  { data, errors = [] }: ExecutionResult,
  properties: Parameters<typeof responseError>[1] = {},
): Readonly<Record<string, unknown>> {
  const others = errors.filter((error) => !isHiddenField(error, data));
  if (others.length > 0 || !data) throw responseError(others, { ...properties, data });
  return data;
}

function isHiddenField({ path = [], extensions }: ResponseError, data: ExecutionResult['data']): boolean {
  const [root, ...below] = path;
  const isBelowRoot = below.length > 0 && (data?.[String(root)] ?? null) !== null;
  return isBelowRoot && extensions?.['httpStatus'] === 403;
}

/** The result that a text in JSON is; undefined if it is none. */
export function resultIn(text: string): ExecutionResult | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isResult = typeof value === 'object' && value !== null && ('data' in value || 'errors' in value);
    return isResult ? (value as ExecutionResult) : undefined;
  } catch {
    return undefined;
  }
}

/** The server sends whole seconds; proxies may send a date. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}
