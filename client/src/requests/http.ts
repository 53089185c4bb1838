/** One HTTP request to the GraphQL endpoint. */
import { isRetryableStatus, RequestError, type ResponseError, responseError } from '../errors.ts';
import { requestBody } from './body.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface HttpRequest extends GraphQLRequest {
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

/**
 * Redirects are not followed: another address would receive the variables, with codes and signatures in them.
 *
 * @throws RequestError if there is no response, or a redirect.
 */
export async function post({
  url,
  authorization,
  accept,
  fetch,
  signal,
  ...request
}: HttpRequest): Promise<Response> {
  const { body, headers } = requestBody(request);
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, accept, ...(authorization !== undefined && { authorization }) },
      body,
      redirect: 'manual',
      signal,
    });
  } catch (cause) {
    throw connectionError(cause);
  }
  const { status, type } = response;
  // A browser hides the status.
  if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return response;
  await streamOf(response)
    ?.cancel()
    .catch(() => undefined);
  throw new RequestError('INVALID_RESPONSE', 'The server redirects. Give the client the final address.', {
    retryable: false,
    status: status || undefined,
  });
}

/** The body as a stream. React Native has none, and some packages for `fetch` another kind. */
const streamOf = ({ body }: Response): ReadableStream<Uint8Array> | undefined =>
  typeof body?.getReader === 'function' ? (body as ReadableStream<Uint8Array>) : undefined;

/** `fetch` and streams throw a TypeError for every failure of the connection. In Node.js its cause has a code. */
export function connectionError(cause: unknown): RequestError {
  const code = (cause as { cause?: { code?: unknown } } | undefined)?.cause?.code;
  // No other text: a message of `fetch` can contain a header.
  const reason = typeof code === 'string' ? `: ${code}` : '';
  return new RequestError('NETWORK_ERROR', `The connection failed${reason}.`, { retryable: true, cause });
}

/**
 * Reads a response in JSON.
 *
 * @throws RequestError unless it is a result without errors.
 */
export async function dataOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const { status, headers } = response;
  const text = await textOf(response);
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

/** Characters of a response. The server's limit is 10 MiB. */
const maxLength = 2 ** 24;

/** @throws RequestError if the connection breaks, or the text is too long. */
async function textOf(response: Response): Promise<string> {
  const reader = streamOf(response)?.getReader();
  if (!reader) return response.text().catch(failConnection);
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read().catch(failConnection);
    const part = decoder.decode(value, { stream: !done });
    parts.push(part);
    if (done) return parts.join('');
    length += part.length;
    if (length <= maxLength) continue;
    await reader.cancel().catch(() => undefined);
    throw new RequestError('INVALID_RESPONSE', 'The response is too long.', { retryable: false });
  }
}

const failConnection = (cause: unknown): never => {
  throw connectionError(cause);
};

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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isError = (value: unknown): value is ResponseError =>
  isObject(value) &&
  typeof value['message'] === 'string' &&
  (value['path'] === undefined || Array.isArray(value['path'])) &&
  (value['extensions'] === undefined || isObject(value['extensions']));

/** The result that a value is; undefined if it has not the form of one. */
export function resultOf(value: unknown): ExecutionResult | undefined {
  if (!isObject(value) || !('data' in value || 'errors' in value)) return undefined;
  const { data = null, errors } = value;
  if (data !== null && !isObject(data)) return undefined;
  if ((errors ?? undefined) === undefined) return { data };
  return Array.isArray(errors) && errors.every(isError) ? { data, errors } : undefined;
}

/** The result that a text in JSON is; undefined if it is none. */
export function resultIn(text: string): ExecutionResult | undefined {
  try {
    return resultOf(JSON.parse(text));
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
