/**
 * The database's absence in the log: a line when it goes and a line when it is back, however many requests, jobs and
 * readers met it meanwhile. What they met is no defect, so it is not logged as one.
 */
import type { Logger } from 'pino';
import type { Database } from '../database/client.ts';
import { unavailability } from '../database/unavailable.ts';

/** The name of the driver, the system or Postgres for what happened; messages may hold addresses. */
const codeOf = (cause: unknown): unknown => (cause as { code?: unknown } | undefined)?.code;

export function logOutages({ pool }: Database, log: Logger): void {
  if (!pool) return;
  pool.onOutage = (outage) => {
    switch (outage.kind) {
      case 'unavailable':
        return log.error({ code: codeOf(outage.cause) }, 'the database is unavailable');
      case 'available':
        return log.warn({ afterMs: Math.round(outage.afterMs) }, 'the database is available again');
      case 'reconnected':
        return log.warn(
          { code: codeOf(outage.cause) },
          'connections to the database broke and were made again',
        );
    }
  };
}

/** Logs a defect with these words, and nothing for the absence of the database: that has its own lines. */
export const logDefect =
  (log: Logger, message: string) =>
  (error: unknown, facts: object = {}): void => {
    if (!unavailability(error)) log.error({ err: error, ...facts }, message);
  };
