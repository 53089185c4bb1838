/**
 * Formats top-level errors for callers: domain errors get their code, other errors of the execution get no values of the
 * caller, and defects are masked.
 */
import { type ASTNode, type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isBadData } from '../../infrastructure/database/transact.ts';
import {
  type DatabaseUnavailable,
  retryAfterSeconds,
  unavailability,
  unavailableMessage,
} from '../../infrastructure/database/unavailable.ts';
import { DomainError, InvalidInput, RateLimited, Unauthorized } from '../../kernel/errors.ts';
import { rejectedDocument, withoutValues } from './document-errors.ts';
import { addLocations, errorAt } from './locations.ts';

/** A domain error as a top-level error. Its extensions have the fields of the error's union member. */
export function formatDomainError(domainError: DomainError, at?: GraphQLError): GraphQLError {
  return errorAt(domainError.message, {
    ...(at?.nodes && { nodes: at.nodes }),
    ...(at?.path && { path: at.path }),
    extensions: {
      code: domainError.code,
      httpStatus: domainError.httpStatus,
      ...(domainError.reason !== undefined && { reason: domainError.reason }),
      ...(domainError instanceof InvalidInput && { fields: domainError.fields }),
      ...(domainError instanceof RateLimited && { retryAfterSeconds: domainError.retryAfterSeconds }),
      // The HTTP handler adds WWW-Authenticate, which depends on the request.
      ...(domainError instanceof Unauthorized && { http: { status: 401 } }),
    },
  });
}

/** Codes of Yoga, which are not part of the published contract. */
const protocolCodes = new Set<unknown>(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE']);

/** An error in the body of a response or a message, without the extensions that set the HTTP status. */
export function streamedError(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...rest } = error.toJSON();
  const { http: _http, unexpected: _unexpected, ...published } = extensions ?? {};
  return { ...rest, extensions: published };
}

/** A GraphQLError that a resolver threw, with the nodes and path of the field. */
const locatedAt = ({ message, extensions }: GraphQLError, { nodes, path }: GraphQLError): GraphQLError =>
  new GraphQLError(message, { ...(nodes && { nodes }), ...(path && { path }), extensions });

/**
 * Formats one error of a result.
 *
 * @param report logs a defect. The caller gets INTERNAL_ERROR.
 */
export function formatError(error: unknown, report: (defect: unknown) => void): GraphQLError {
  if (error instanceof DomainError) return formatDomainError(error);
  if (!(error instanceof GraphQLError)) return maskDefect(error, undefined, report);
  const cause = error.originalError;
  if (cause instanceof DomainError) return formatDomainError(cause, error);
  if (cause instanceof GraphQLError) return formatError(cause.path ? cause : locatedAt(cause, error), report);
  if (cause) return maskDefect(cause, error, report);
  if (protocolCodes.has(error.extensions['code'])) {
    // Other extensions are dropped, because they quote a part of an invalid body.
    const { http } = error.extensions as { http?: { status?: number; headers?: Record<string, string> } };
    const status = http?.status ?? 400;
    return new GraphQLError(error.message, {
      extensions: {
        code: 'INVALID_INPUT',
        httpStatus: status,
        http: { status, ...(http?.headers && { headers: http.headers }) },
      },
    });
  }
  if (typeof error.extensions['code'] === 'string') return addLocations(error);
  return errorAt(withoutValues(error.message), {
    ...(error.nodes && { nodes: error.nodes }),
    source: error.source,
    positions: error.positions,
    ...(error.path && { path: error.path }),
    extensions: { code: 'INVALID_INPUT', httpStatus: 400, ...(!error.path && { http: rejectedDocument }) },
  });
}

function maskDefect(
  defect: unknown,
  at: GraphQLError | undefined,
  report: (defect: unknown) => void,
): GraphQLError {
  const where = { ...(at?.nodes && { nodes: at.nodes }), ...(at?.path && { path: at.path }) };
  if (isBadData(defect)) {
    return errorAt('The input contains a value that cannot be stored.', {
      ...where,
      extensions: { code: 'INVALID_INPUT', httpStatus: 400, fields: [] },
    });
  }
  const unavailable = unavailability(defect);
  if (unavailable) return formatUnavailable(unavailable, where);
  report(defect);
  return errorAt('An unexpected error happened. It was logged.', {
    ...where,
    extensions: { code: 'INTERNAL_ERROR', httpStatus: 500 },
  });
}

/** The error code when the database is unavailable. */
export const unavailableCode = 'SERVICE_UNAVAILABLE';

/** For a field below the root the message says that the operation took effect, because it may be a mutation. */
function formatUnavailable(
  unavailable: DatabaseUnavailable,
  where: { nodes?: readonly ASTNode[]; path?: readonly (string | number)[] },
): GraphQLError {
  const message =
    (where.path?.length ?? 0) > 1
      ? 'The database became unavailable during the request: this part of the response could not be read. The operation took effect.'
      : unavailableMessage(unavailable);
  return errorAt(message, {
    ...where,
    extensions: {
      code: unavailableCode,
      httpStatus: 503,
      retryAfterSeconds,
      http: { status: 503, headers: { 'Retry-After': String(retryAfterSeconds) } },
    },
  });
}

/** The result with its errors formatted. */
export const formatResult = (result: ExecutionResult, report: (defect: unknown) => void) => ({
  ...result,
  ...(result.errors && {
    errors: result.errors.map((error) => streamedError(formatError(error, report))),
  }),
});
