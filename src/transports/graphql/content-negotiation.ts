/** Checks before execution: the accepted media types, and the form of the request parameters. */
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { limitViolationOf, parseJson } from '../http/json.ts';

const mediaTypes = [
  'application/graphql-response+json',
  'application/json',
  'text/event-stream',
  'multipart/mixed',
] as const;

/**
 * Whether the client accepts a media type of this service. Yoga checks only after the execution, so a mutation could take
 * effect and still get an error response.
 */
export function isAcceptable(accept: string | null): boolean {
  if (accept === null || accept.trim() === '') return true;
  const ranges = accept.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  return ranges.some((range) => {
    const [type, subtype] = range.split('/');
    return mediaTypes.some((one) => {
      const [ownType, ownSubtype] = one.split('/');
      return (type === '*' || type === ownType) && (subtype === '*' || subtype === ownSubtype);
    });
  });
}

export const notAcceptable = (): GraphQLFormattedError => ({
  message: `Accept one of ${mediaTypes.join(', ')}.`,
  extensions: { code: 'INVALID_INPUT', httpStatus: 406 },
});

/** Whether the JSON parameters of a query string are JSON. An empty parameter counts as absent. */
export function hasJsonParameters(url: string): boolean {
  const { searchParams } = new URL(url);
  return ['variables', 'extensions'].every((name) => {
    const text = searchParams.get(name);
    if (!text) return true;
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  });
}

export const notJson = (): GraphQLError =>
  new GraphQLError('The variables and extensions of a query must be JSON.', {
    extensions: { code: 'INVALID_INPUT', httpStatus: 400, http: { status: 400, spec: true } },
  });

/** The parameters in the body of a POST, not yet validated, or the error that rejects the body. */
export function parametersIn(body: string): GraphQLParams | GraphQLError {
  const parsed = parseJson(body);
  const value = 'value' in parsed ? parsed.value : undefined;
  if (typeof value === 'object' && value !== null) return value;
  const violation = limitViolationOf(body);
  const message =
    violation === undefined
      ? 'The body of a request must be a JSON object.'
      : `The body of a request ${violation}.`;
  return new GraphQLError(message, {
    extensions: { code: 'INVALID_INPUT', httpStatus: 400, http: { status: 400 } },
  });
}
