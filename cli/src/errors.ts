/** Failures of commands: exit codes, and messages that say what to do. */
import { RequestError } from '@payments-platform/client';

/** Documented in docs/guides/command-line.md#exit-codes. */
export const exitCodes = {
  ok: 0,
  rejected: 1,
  usage: 2,
  unreachable: 3,
  credentials: 4,
  failed: 5,
  /** As a shell reports a program that Ctrl-C ended. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

interface Details {
  readonly code?: string | undefined;
  /** What the person can do. */
  readonly hint?: string | undefined;
  readonly fields?: readonly FieldProblem[] | undefined;
  readonly requestId?: string | undefined;
}

/** A failure that the person at the terminal can act on. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  readonly details: Details;

  constructor(exitCode: ExitCode, message: string, details: Details = {}) {
    super(message);
    this.exitCode = exitCode;
    this.details = details;
  }
}

export const usageError = (message: string, hint?: string): CommandError =>
  new CommandError(exitCodes.usage, message, { code: 'USAGE', hint });

const loginHint = 'Run `payments login`, or set PAYMENTS_URL and PAYMENTS_TOKEN.';

export const interrupted = (): CommandError =>
  new CommandError(exitCodes.interrupted, 'The command was interrupted.', { code: 'INTERRUPTED' });

/** The error of a command whose request may have been executed, with what makes it safe to repeat. */
export function withKeyHint({ exitCode, message, details }: CommandError, key: string): CommandError {
  const repeat = `It may have been done. Repeat the command with --idempotency-key ${key}: then it is done once.`;
  const hint = [repeat, details.hint].filter(Boolean).join(' ');
  return new CommandError(exitCode, message, { ...details, hint });
}

export const missingCredentials = (message: string): CommandError =>
  new CommandError(exitCodes.credentials, message, { code: 'NO_CREDENTIALS', hint: loginHint });

/** An expected error of the API: a member of a result's union. */
export interface ApiError {
  readonly __typename: string;
  readonly message?: string;
  readonly errorCode?: string | null;
  readonly reason?: string | null;
  readonly fields?: readonly { readonly path: unknown; readonly message: string }[];
  readonly requiredPermission?: string | null;
  readonly retryAfterSeconds?: number | null;
}

const pathOf = (path: unknown): string => (Array.isArray(path) ? path.join('.') : String(path));

/** `input.amount` of the API is an option of the command: the last part of the path names it. */
const fieldsOf = (fields: ApiError['fields']): FieldProblem[] | undefined =>
  fields?.map(({ path, message }) => ({ path: pathOf(path), message }));

export function apiError(error: ApiError): CommandError {
  const code = error.errorCode ?? error.__typename;
  const message = error.message ?? code;
  const fields = fieldsOf(error.fields);
  switch (error.__typename) {
    case 'UnauthorizedError':
      return new CommandError(exitCodes.credentials, message, { code, hint: loginHint });
    case 'ForbiddenError': {
      const needed = error.requiredPermission;
      const hint = needed
        ? `The token lacks the permission ${needed}. Use a profile whose token has it: --profile <name>.`
        : 'Use a profile whose token may do this: --profile <name>.';
      return new CommandError(exitCodes.credentials, message, { code, hint });
    }
    case 'RateLimitedError':
      return new CommandError(exitCodes.rejected, message, {
        code,
        hint: error.retryAfterSeconds ? `Try again in ${error.retryAfterSeconds} s.` : 'Try again later.',
      });
    case 'QuoteExpiredError':
      return new CommandError(exitCodes.rejected, message, {
        code,
        hint: 'Create a new quote: payments quotes create.',
      });
    case 'SignedRequestChallenge':
      return new CommandError(exitCodes.rejected, 'The wallet must sign this payment.', {
        code: 'SIGNATURE_REQUIRED',
        hint: 'Embedded wallets sign with a session of their customer. Send the payment from the wallet.',
      });
    default:
      return new CommandError(exitCodes.rejected, message, { code, fields });
  }
}

const unreachableCodes: ReadonlySet<string> = new Set(['NETWORK_ERROR', 'TIMEOUT', 'SOCKET_CLOSED']);

/** The documents are fixed, so a server that does not know a part of them has another version. */
const isUnknownToServer = /^Cannot query field|^Unknown (type|argument)|is not defined by type/;

function requestError(error: RequestError): CommandError {
  const { code, message, requestId, status } = error;
  const listed = error.details['fields'];
  const fields = Array.isArray(listed) ? fieldsOf(listed as ApiError['fields']) : undefined;
  if (unreachableCodes.has(code))
    return new CommandError(exitCodes.unreachable, message, {
      code,
      hint: 'Is the server running, and is the address right? `payments doctor` checks the connection.',
    });
  if (code === 'INVALID_RESPONSE')
    return new CommandError(exitCodes.unreachable, message, {
      code,
      hint: 'The address may be that of another server or of a proxy: check --url.',
    });
  if (status === 401)
    return new CommandError(exitCodes.credentials, message, { code, hint: loginHint, requestId });
  if (status === 403)
    return new CommandError(exitCodes.credentials, message, {
      code,
      hint: 'Use a profile whose token may do this: --profile <name>.',
      requestId,
    });
  if (isUnknownToServer.test(message))
    return new CommandError(exitCodes.rejected, message, {
      code,
      hint: 'The server does not have this operation: it is older than the command line.',
    });
  const isServerFault = status !== undefined && status >= 500;
  return new CommandError(isServerFault ? exitCodes.unreachable : exitCodes.rejected, message, {
    code,
    fields,
    requestId,
    hint: error.retryable ? 'The same command may succeed later.' : undefined,
  });
}

/** Any failure as one that has an exit code. */
export function commandErrorOf(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof RequestError) return requestError(error);
  const message = error instanceof Error ? error.message : String(error);
  return new CommandError(exitCodes.failed, message, { code: 'FAILED' });
}
