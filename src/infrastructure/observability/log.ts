/**
 * The log: JSON lines that never hold what a caller sent. The database layer writes every parameter of a failed
 * statement into its error's message, and Postgres quotes the value that it could not read: both are cut here.
 *
 * Source: design, section 5.
 */
import pino, { type DestinationStream, type Logger } from 'pino';
import { sqlState } from '../database/transact.ts';

/** Errors that quote a value of the statement: data exceptions. */
const quotesValues = (error: Error): boolean => sqlState(error)?.startsWith('22') ?? false;

/** The text without the value that a data exception quotes at the end of its message: `: "…"`. */
function withoutQuoted(text: string): string {
  const start = text.indexOf(': "');
  if (start < 0) return text;
  const trace = text.indexOf('"\n    at ', start + 3);
  if (trace >= 0) return `${text.slice(0, start)}.${text.slice(trace + 1)}`;
  return text.endsWith('"') && text.length > start + 3 ? `${text.slice(0, start)}.` : text;
}

/** A text of an error without the parameters of a statement. A parameter may have lines, so all that follows goes. */
function withoutParameters(text: string, error: Error): string {
  const statement = text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');
  return quotesValues(error) ? withoutQuoted(statement) : statement;
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code?: string;
  readonly cause?: LoggedError;
}

/** What is logged of an error: named fields only, because drivers hang whole rows and parameters on theirs. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: undefined };
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name,
    message: withoutParameters(error.message, error),
    stack: error.stack && withoutParameters(error.stack, error),
    ...(typeof code === 'string' && { code }),
    ...(error.cause !== undefined && depth < 5 && { cause: loggedError(error.cause, depth + 1) }),
  };
}

export function createLog(level: string, destination: DestinationStream): Logger {
  return pino(
    { level, base: null, serializers: { err: (error: unknown) => loggedError(error) } },
    destination,
  );
}
