/** What went wrong, in one form: errors in the union of a result, and requests without a result. */
import { RequestError } from '@payments-platform/client';
import { CombinedError } from 'urql';

export interface Problem {
  readonly code: string;
  readonly message: string;
  /** The messages of input fields, by their path in the argument `input`. */
  readonly fields: ReadonlyMap<string, string>;
  /** The id of the request in the log of the service. */
  readonly requestId?: string | undefined;
  /** Whether the service was not reached, so that the same request may succeed later. */
  readonly isUnreachable: boolean;
}

/** The members of a result that are errors. */
interface ErrorMember {
  readonly __typename: `${string}Error`;
  readonly message: string;
  readonly errorCode: string;
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
}

type Member = { readonly __typename: string };

const isErrorMember = (result: Member): result is ErrorMember =>
  result.__typename.endsWith('Error') && 'errorCode' in result;

/** The member of a union that is no error. */
export type Success<Result extends Member> = Exclude<Result, { readonly __typename: `${string}Error` }>;

/** Paths start at the arguments. Most operations have the one argument `input`, and forms know its fields. */
const pathInInput = (path: string): string => path.replace(/^input\./, '');

/** The problem that a result is; undefined for a success. */
export function problemIn(result: Member): Problem | undefined {
  if (!isErrorMember(result)) return undefined;
  return {
    code: result.errorCode,
    message: result.message,
    fields: new Map(result.fields?.map(({ path, message }) => [pathInInput(path), message])),
    isUnreachable: false,
  };
}

/** The message of a field, or of the first of its parts: `emails` has that of `emails.2`. */
export function messageAt(problem: Problem | undefined, path: string): string | undefined {
  const found = [...(problem?.fields ?? [])].find(([one]) => one === path || one.startsWith(`${path}.`));
  return found?.[1];
}

const unreachableCodes: ReadonlySet<string> = new Set(['NETWORK_ERROR', 'TIMEOUT', 'SOCKET_CLOSED']);

const messages: Readonly<Record<string, string>> = {
  NETWORK_ERROR: 'The service could not be reached.',
  TIMEOUT: 'The service did not respond in time.',
};

/** The fields of an error in the response to a document whose input was rejected before its execution. */
function fieldsIn({ details }: RequestError): ReadonlyMap<string, string> {
  const fields: unknown = details['fields'];
  if (!Array.isArray(fields)) return new Map();
  return new Map(fields.map(({ path, message }) => [pathInInput(String(path)), String(message)]));
}

/** The problem of a request that has no result. */
export function problemOf(error: unknown): Problem {
  const cause = error instanceof CombinedError ? error.networkError : error;
  if (!(cause instanceof RequestError)) {
    const message = cause instanceof Error ? cause.message : 'Something unexpected happened.';
    return { code: 'UNEXPECTED', message, fields: new Map(), isUnreachable: false };
  }
  return {
    code: cause.code,
    message: messages[cause.code] ?? cause.message,
    fields: fieldsIn(cause),
    requestId: cause.requestId,
    isUnreachable: unreachableCodes.has(cause.code),
  };
}
