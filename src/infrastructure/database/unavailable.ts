/**
 * The database is away: the one place that tells a connection that could not be made, or broke, from a defect.
 *
 * Decision: a connection that breaks during COMMIT, or while a write that commits by itself has no answer, leaves open
 * whether it was done, and who asked is told so: asking again with the same idempotency key finds out. Whatever breaks
 * before that was not done.
 */

/** What a caller should wait before asking again, in seconds. */
export const retryAfterSeconds = 1;

export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** Whether what was asked may have been done all the same. */
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

/** What callers read. */
export const unavailableMessage = ({ outcomeUnknown }: DatabaseUnavailable): string =>
  outcomeUnknown
    ? 'The service lost its database while it answered, and cannot tell whether the operation was done. Ask again with the same idempotency key.'
    : 'The service cannot reach its database. Nothing was done; ask again in a moment.';

/** Names of the driver and of the system for a connection that is not there. */
const brokenConnection =
  /^(CONNECTION_|CONNECT_TIMEOUT$|ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|ENOTFOUND$|EAI_AGAIN$|ENOENT$)/;

/** Connection exceptions, a server that goes down, comes up, has no place left, waited too long, or became a standby. */
const awayStates = /^(08...|57P0[1-5]|53300|25006|25P03)$/;

/** Whether the connection that answered so is of no use any more. */
export function isBrokenConnection(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && (brokenConnection.test(code) || awayStates.test(code));
}

/** Whether the server itself said so, and is there. */
export const isServerError = (error: unknown): boolean => error instanceof Error && 'severity' in error;

/** Whether a connection could not be made although the server may well serve those that there are. */
export const isConnectionLimit = (error: unknown): boolean =>
  /^(53300|CONNECT_TIMEOUT|ETIMEDOUT)$/.test(String((error as { code?: unknown } | null)?.code));

/** Whether a statement may leave something behind: all but a plain read, as far as its text tells. */
export const mayWrite = (text: string): boolean =>
  !/^\s*(select|with|values|show)\b/i.test(text) || /\b(insert|update|delete|merge|into)\b/i.test(text);

/** The absence of the database behind an error, also where it is the cause of another. */
export function unavailability(error: unknown): DatabaseUnavailable | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof DatabaseUnavailable) return at;
  }
  return undefined;
}
