/** The error of a request or a subscription that has no result. Expected outcomes are members of the result's union. */

/** An error of a GraphQL response. */
export interface ResponseError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface Properties {
  readonly retryable: boolean;
  readonly status?: number | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
  readonly errors?: readonly ResponseError[] | undefined;
  readonly data?: unknown;
  readonly cause?: unknown;
}

/**
 * | `code` | Meaning |
 * |---|---|
 * | a code of the server (docs/reference/errors.md) | the server rejected the request |
 * | `NETWORK_ERROR` | no response: the connection failed or broke |
 * | `TIMEOUT` | no response in `timeoutMs` |
 * | `INVALID_RESPONSE` | a response that is not one of the server, for example of a proxy |
 * | `TOKEN_UNAVAILABLE` | `getToken` failed; `cause` is its error |
 * | `CLIENT_CLOSED` | `close` was called |
 * | `CURSOR_NOT_SELECTED` | an update without `cursor`, so that the subscription cannot continue after it |
 * | `SOCKET_CLOSED` | the WebSocket closed; `details.closeCode` and `details.reason` say why |
 */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: string;
  /** Whether the same request may succeed later. A mutation without an idempotency key may have been executed. */
  readonly retryable: boolean;
  /** HTTP status, of the error where it has one. */
  readonly status: number | undefined;
  /** The extensions of the first error: `reason`, `fields`, `limit` and others. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | undefined;
  /** The id by which the log of the server names the request. */
  readonly requestId: string | undefined;
  readonly errors: readonly ResponseError[];
  /** The part of the data that has no error, if there is any. */
  readonly data: unknown;

  constructor(code: string, message: string, properties: Properties) {
    super(message, properties.cause === undefined ? undefined : { cause: properties.cause });
    this.code = code;
    this.retryable = properties.retryable;
    this.status = properties.status;
    this.details = properties.details ?? {};
    this.retryAfterMs = properties.retryAfterMs;
    this.requestId = properties.requestId;
    this.errors = properties.errors ?? [];
    this.data = properties.data;
  }
}

/** The server did not process the request, or processes it later. Other statuses are the same after any time. */
const retryableStatuses: ReadonlySet<number | undefined> = new Set([408, 425, 429, 502, 503, 504]);

export const isRetryableStatus = (status: number | undefined): boolean => retryableStatuses.has(status);

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** A time in seconds; undefined for a number that is none. */
const msOf = (seconds: number | undefined): number | undefined =>
  seconds !== undefined && seconds >= 0 ? seconds * 1000 : undefined;

/** The error of a response or of a message of a stream. */
export function responseError(
  errors: readonly ResponseError[],
  { status, ...properties }: Omit<Properties, 'retryable' | 'errors' | 'details'>,
): RequestError {
  const [first] = errors;
  const { code, ...details } = first?.extensions ?? {};
  const httpStatus = numberOf(details['httpStatus']) ?? status;
  return new RequestError(
    typeof code === 'string' ? code : 'INVALID_RESPONSE',
    first?.message ?? 'The response has neither data nor errors.',
    {
      retryAfterMs: msOf(numberOf(details['retryAfterSeconds'])),
      ...properties,
      status: httpStatus,
      retryable: isRetryableStatus(httpStatus),
      details,
      errors,
    },
  );
}
