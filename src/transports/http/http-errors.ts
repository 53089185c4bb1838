/**
 * Refusals as bodies, and those that only HTTP has.
 *
 * Source: gaps 1.1 and 1.2.
 */
import {
  type DatabaseUnavailable,
  retryAfterSeconds,
  unavailableMessage,
} from '../../infrastructure/database/unavailable.ts';
import type { ErrorCode } from '../../kernel/error-codes.ts';
import { DomainError, type ErrorDetails, InvalidInput } from '../../kernel/errors.ts';

/** Answers of the face itself: no operation gives them. */
export type RestCode =
  | ErrorCode
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'SERVICE_UNAVAILABLE'
  | 'TIME_LIMIT_EXCEEDED'
  | 'RESPONSE_LIMIT_EXCEEDED';

/** A refusal of HTTP itself, before or instead of an operation. */
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

export const isRequestError = (answer: unknown): answer is RequestError =>
  answer instanceof DomainError || answer instanceof HttpError;

export const nothingHere = () => new HttpError(404, 'NOT_FOUND', 'There is nothing at this path.');

export const methodNotAllowed = (methods: readonly string[]) =>
  new HttpError(405, 'METHOD_NOT_ALLOWED', `This path takes ${methods.join(', ')}.`);

export const bodyTooLarge = (most: number) =>
  new HttpError(413, 'PAYLOAD_TOO_LARGE', `A body has at most ${most} bytes.`);

/** A body with a coding that would have to be undone first. */
export class EncodedBody extends HttpError {
  readonly headers = { 'Accept-Encoding': 'identity' };

  constructor() {
    super(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body without a Content-Encoding.');
  }
}

export const wrongMediaType = (wanted: string) =>
  new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', `Send ${wanted}.`);

/** The database is away. */
export const serviceUnavailable = (away: DatabaseUnavailable) =>
  new HttpError(503, 'SERVICE_UNAVAILABLE', unavailableMessage(away), retryAfterSeconds);

/** A statement took longer than it may, and what it was part of was undone. */
export const outOfTime = (seconds: number) =>
  new HttpError(
    503,
    'TIME_LIMIT_EXCEEDED',
    `The operation took longer than the limit of ${seconds} seconds, and was stopped. Ask again with the same idempotency key.`,
    retryAfterSeconds,
  );

/** What was asked for has more bytes than one response may have. */
export const responseTooLarge = (maxBytes: number) =>
  new HttpError(
    400,
    'RESPONSE_LIMIT_EXCEEDED',
    `The response has more than ${maxBytes} bytes. Ask for fewer records with limit.`,
  );

/** A part of the interface that this service does not have. */
export const notImplemented = (what: string) =>
  new HttpError(501, 'NOT_IMPLEMENTED', `${what} is not implemented.`);

export interface ErrorBody {
  readonly status: number;
  readonly code: RestCode;
  readonly message: string;
  readonly reason?: string;
  readonly details: ErrorDetails;
}

/** Wrong fields by the names that the caller gave them. */
function renamed(refusal: RequestError, fieldName: (path: string) => string) {
  if (!(refusal instanceof InvalidInput)) return refusal;
  const { details, message, fields } = refusal;
  const [first] = fields;
  return {
    // The message about a single field begins with it.
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

/** How an endpoint spells refusals otherwise than the operation. Code and status are the operation's own. */
export interface Spelling {
  /** The path of a wrong field as the caller sent it, from that in the operation's input. */
  readonly fieldName?: (path: string) => string;
}

/** @param spelling of the endpoint, where one was reached. */
export function errorBody(refusal: RequestError, { fieldName = (path) => path }: Spelling = {}): ErrorBody {
  const { code, reason } = refusal;
  const { message, details } = renamed(refusal, fieldName);
  return {
    status: refusal.httpStatus,
    code,
    message,
    ...(reason !== undefined && { reason }),
    details,
  };
}

/** Seconds to wait, where the refusal says. */
export const retryAfterOf = (refusal: RequestError): number | undefined => {
  const { retryAfterSeconds } = refusal as { retryAfterSeconds?: unknown };
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined;
};
