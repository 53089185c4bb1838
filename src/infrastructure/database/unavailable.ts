/**
 * Distinguishes an unavailable database (a connection that cannot be opened or that breaks) from other errors.
 *
 * Decision: when a connection breaks during COMMIT, or before the response to a write that commits by itself, the outcome
 * is unknown. The error says so, and the client can retry with the same idempotency key to find out. Before that point
 * nothing was committed.
 */

/** How long a client should wait before it retries. */
export const retryAfterSeconds = 1;

export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** Whether the operation may have been committed all the same. */
  readonly outcomeUnknown: boolean;

  constructor(cause: unknown, outcomeUnknown = false) {
    super(
      outcomeUnknown
        ? 'the connection broke before it was known what was committed'
        : 'the database cannot be reached',
      {
        cause,
      },
    );
    this.outcomeUnknown = outcomeUnknown;
  }
}

/** The message for clients. */
export const unavailableMessage = ({ outcomeUnknown }: DatabaseUnavailable): string =>
  outcomeUnknown
    ? 'The database became unavailable during the request, and the outcome of the operation is unknown. Retry with the same idempotency key.'
    : 'The service cannot reach its database. Nothing was changed. Retry in a moment.';

/** Error codes of the driver and the operating system for a broken connection. */
const brokenConnection =
  /^(CONNECTION_|CONNECT_TIMEOUT$|ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|ENOTFOUND$|EAI_AGAIN$|ENOENT$)/;

/** Connection exceptions; server shutdown or start-up; too many connections; idle timeout; now a standby. */
const brokenStates = /^(08...|57P0[1-5]|53300|25006|25P03)$/;

/** Whether the connection that failed with this error can no longer be used. */
export function isBrokenConnection(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && (brokenConnection.test(code) || brokenStates.test(code));
}

/** Whether the error comes from the server, which is therefore available. */
export const isServerError = (error: unknown): boolean => error instanceof Error && 'severity' in error;

/**
 * Whether the server rejected a statement, so that its transaction cannot commit, also when its connection was closed then. A
 * connection error (class 08) may come from a proxy that does not know what the server has done.
 */
export function isRejection(error: unknown): boolean {
  const { severity, code } = (error instanceof DatabaseUnavailable ? error.cause : error) as {
    severity?: unknown;
    code?: unknown;
  };
  return severity === 'ERROR' && !String(code).startsWith('08');
}

/** Whether a connection failed to open although the server may still serve the open ones. */
export const isConnectionLimit = (error: unknown): boolean =>
  /^(53300|CONNECT_TIMEOUT|ETIMEDOUT)$/.test(String((error as { code?: unknown } | null)?.code));

/** Whether a connection broke that had reached the server or what is before it. */
export const isReset = (error: unknown): boolean =>
  /^(CONNECTION_CLOSED|ECONNRESET|EPIPE)$/.test(String((error as { code?: unknown } | null)?.code));

/** Whether a statement may write, judged by its text. */
export const mayWrite = (text: string): boolean =>
  !/^\s*(select|with|values|show)\b/i.test(text) || /\b(insert|update|delete|merge|into)\b/i.test(text);

/** The `DatabaseUnavailable` in an error or its causes. */
export function unavailability(error: unknown): DatabaseUnavailable | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof DatabaseUnavailable) return at;
  }
  return undefined;
}
