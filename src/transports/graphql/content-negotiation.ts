/** What is looked at of a request before anything of it is run: the form of the answer, and of its parameters. */
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { excessOf, parseJson } from '../http/json.ts';

const mediaTypes = [
  'application/graphql-response+json',
  'application/json',
  'text/event-stream',
  'multipart/mixed',
] as const;

/**
 * Whether there is a form that the caller takes. Yoga asks only once it has the result: what a mutation did would be
 * answered by a refusal.
 */
export function isAcceptable(accept: string | null): boolean {
  if (accept === null || accept.trim() === '') return true;
  const ranges = accept.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  return ranges.some((range) => {
    const [type, subtype] = range.split('/');
    return mediaTypes.some((one) => {
      const [ours, oursToo] = one.split('/');
      return (type === '*' || type === ours) && (subtype === '*' || subtype === oursToo);
    });
  });
}

export const notAcceptable = (): GraphQLFormattedError => ({
  message: `Accept one of ${mediaTypes.join(', ')}.`,
  extensions: { code: 'INVALID_INPUT', httpStatus: 406 },
});

/** Whether what a query says in JSON is JSON; empty is absent. */
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
  new GraphQLError('The variables and the extensions of a query are JSON.', {
    extensions: { code: 'INVALID_INPUT', httpStatus: 400, http: { status: 400, spec: true } },
  });

/** What the body of a POST asks, whose fields are still of any type; or what is wrong with the body. */
export function parametersIn(body: string): GraphQLParams | GraphQLError {
  const parsed = parseJson(body);
  const value = 'value' in parsed ? parsed.value : undefined;
  if (typeof value === 'object' && value !== null) return value;
  const excess = excessOf(body);
  const message =
    excess === undefined ? 'The body of a request is a JSON object.' : `The body of a request ${excess}.`;
  return new GraphQLError(message, {
    extensions: { code: 'INVALID_INPUT', httpStatus: 400, http: { status: 400 } },
  });
}
