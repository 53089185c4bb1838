/**
 * Logs database outages: one line at the start and one at the end, for any number of affected requests, jobs and readers.
 * Their errors are not bugs and are not logged as such.
 */
import type { Logger } from 'pino';
import type { Database } from '../database/client.ts';
import { onFailedGroup } from '../database/group-commit.ts';
import { sqlState } from '../database/transact.ts';
import { unavailability } from '../database/unavailable.ts';

/** The error code. Messages are not logged, because they may contain addresses. */
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
          'connections to the database broke and were opened again',
        );
    }
  };
}

/** Logs groups of operations that failed as a whole. No client sees their errors, because each operation was run again. */
export function logFailedGroups(db: Database, log: Logger): void {
  onFailedGroup(db, ({ error, size }) =>
    log.warn({ code: sqlState(error), size }, 'a group of operations failed, and each was run again alone'),
  );
}

/** Logs unexpected errors with a message. Errors of an unavailable database are not logged: `logOutages` reports those. */
export const logDefect =
  (log: Logger, message: string) =>
  (error: unknown, fields: object = {}): void => {
    if (!unavailability(error)) log.error({ err: error, ...fields }, message);
  };
