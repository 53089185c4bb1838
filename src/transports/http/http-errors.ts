/**
 * Error bodies, and the errors that exist only over HTTP.
 *
 * Source: docs/behaviour/conventions.md#transport and docs/behaviour/conventions.md#error-body.
 */
import { isBadData, isStatementTimeout } from '../../infrastructure/database/transact.ts';
import {
  type DatabaseUnavailable,
  retryAfterSeconds,
  unavailability,
  unavailableMessage,
} from '../../infrastructure/database/unavailable.ts';
import { ReadTooLong } from '../../infrastructure/database/wide-reads.ts';
import type { ErrorCode } from '../../kernel/error-codes.ts';
import { DomainError, type ErrorDetails, InvalidInput } from '../../kernel/errors.ts';

/** Codes that include those of the transport, which no operation returns. */
type RestCode =
  | ErrorCode
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'SERVICE_UNAVAILABLE'
  | 'TIME_LIMIT_EXCEEDED'
  | 'RESPONSE_LIMIT_EXCEEDED';

/** An error of the transport, before or instead of an operation. */
export class HttpError {
  readonly httpStatus: number;
  readonly code: RestCode;
  readonly message: string;
  readonly reason = undefined;
  readonly details: ErrorDetails = {};
  readonly retryAfterSeconds: number | undefined;

  constructor(httpStatus: number, code: RestCode, message: string, retryAfterSeconds?: number) {
    this.retryAfterSeconds = retryAfterSeconds;
    this.httpStatus = httpStatus;
    this.code = code;
    this.message = message;
  }
}

export type RequestError = DomainError | HttpError;

export const isRequestError = (result: unknown): result is RequestError =>
  result instanceof DomainError || result instanceof HttpError;

export const pathNotFound = () => new HttpError(404, 'NOT_FOUND', 'This path does not exist.');

export const methodNotAllowed = (methods: readonly string[]) =>
  new HttpError(405, 'METHOD_NOT_ALLOWED', `This path supports ${methods.join(', ')}.`);

export const bodyTooLarge = (maxBytes: number) =>
  new HttpError(413, 'PAYLOAD_TOO_LARGE', `The body is too large. The limit is ${maxBytes} bytes.`);

/** The body has a Content-Encoding. */
export class EncodedBody extends HttpError {
  readonly headers = { 'Accept-Encoding': 'identity' };

  constructor() {
    super(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body without a Content-Encoding.');
  }
}

export const unsupportedMediaType = (expected: string) =>
  new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', `Send ${expected}.`);

const serviceUnavailable = (cause: DatabaseUnavailable) =>
  new HttpError(503, 'SERVICE_UNAVAILABLE', unavailableMessage(cause), retryAfterSeconds);

/** A statement exceeded its time limit, and its transaction was rolled back. */
export const timeLimitExceeded = (error: unknown, seconds: number) =>
  new HttpError(
    503,
    'TIME_LIMIT_EXCEEDED',
    error instanceof ReadTooLong
      ? error.message
      : `The operation took longer than the limit of ${seconds} seconds, and was stopped. Retry with the same idempotency key.`,
    retryAfterSeconds,
  );

/**
 * The error for what a request threw.
 *
 * @param timeoutSeconds the limit on one operation, for the message.
 * @param report is called with a defect, which the error does not show.
 */
export function thrownRequestError(
  thrown: unknown,
  timeoutSeconds: number,
  report: (defect: unknown) => void,
): RequestError {
  if (isBadData(thrown)) {
    return new InvalidInput([], { message: 'The input contains a value that cannot be stored.' });
  }
  const unavailable = unavailability(thrown);
  if (unavailable) return serviceUnavailable(unavailable);
  if (isStatementTimeout(thrown)) return timeLimitExceeded(thrown, timeoutSeconds);
  report(thrown);
  return new HttpError(500, 'INTERNAL_ERROR', 'An unexpected error happened. It was logged.');
}

export const responseTooLarge = (maxBytes: number) =>
  new HttpError(
    400,
    'RESPONSE_LIMIT_EXCEEDED',
    `The response has more than ${maxBytes} bytes. Request fewer records with limit.`,
  );

interface ErrorBody {
  readonly status: number;
  readonly code: RestCode;
  readonly message: string;
  readonly reason?: string;
  readonly details: ErrorDetails;
}

/** The message and details of an error, with the field names of the endpoint. */
function withFieldNames(error: RequestError, fieldName: (path: string) => string) {
  if (!(error instanceof InvalidInput)) return error;
  const { details, message, fields } = error;
  const [first] = fields;
  return {
    // The message about a single field starts with its name.
    message:
      first && message.startsWith(`${first.path}:`)
        ? `${fieldName(first.path)}${message.slice(first.path.length)}`
        : message,
    details: {
      ...details,
      ...(first && {
        field: fieldName(first.path),
        errors: fields.map(({ path, message: reason }) => ({ field: fieldName(path), reason })),
      }),
    },
  };
}

/** For endpoints whose fields have other names than those of the operation. */
export interface FieldNaming {
  /** Converts the path of a field in the operation's input to the path that the caller sent. */
  readonly fieldName?: (path: string) => string;
}

/** @param naming of the endpoint; absent when the request did not reach one. */
export function errorBody(error: RequestError, naming: FieldNaming = {}): ErrorBody {
  const { code, reason } = error;
  const { message, details } = withFieldNames(error, naming.fieldName ?? ((path) => path));
  return {
    status: error.httpStatus,
    code,
    message,
    ...(reason !== undefined && { reason }),
    details,
  };
}

/** The value of Retry-After, if the error has one. */
export const retryAfterOf = (error: RequestError): number | undefined => {
  const { retryAfterSeconds } = error as { retryAfterSeconds?: unknown };
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined;
};
