/**
 * The log: JSON lines that never contain a client's input. The query builder writes the parameters of a failed statement
 * into the error message, and PostgreSQL quotes invalid values. Both are removed here.
 *
 * Source: docs/architecture.md#logs.
 */
import pino, { type DestinationStream, type Logger } from 'pino';
import { sqlState } from '../database/transact.ts';

/** Whether the error is a data exception, whose message quotes a value. */
const quotesValues = (error: Error): boolean => sqlState(error)?.startsWith('22') ?? false;

/** The text without the value that a data exception quotes at the end of its message: `: "…"`. */
function withoutQuoted(text: string): string {
  const start = text.indexOf(': "');
  if (start < 0) return text;
  const trace = text.indexOf('"\n    at ', start + 3);
  if (trace >= 0) return `${text.slice(0, start)}.${text.slice(trace + 1)}`;
  return text.endsWith('"') && text.length > start + 3 ? `${text.slice(0, start)}.` : text;
}

/** Removes the parameters of a statement from an error text. A parameter may contain line breaks, so the rest is cut. */
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

/** The logged fields of an error. Other fields are omitted, because drivers attach rows and parameters to errors. */
function loggedError(error: unknown, depth = 0): LoggedError {
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
