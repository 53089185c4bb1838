/** The response to a request whose transport threw: unavailable database, statement timeout, or a defect. */
import type { ServerResponse } from 'node:http';
import { isStatementTimeout } from '../infrastructure/database/transact.ts';
import {
  retryAfterSeconds,
  unavailability,
  unavailableMessage,
} from '../infrastructure/database/unavailable.ts';
import { unavailableCode } from './graphql/format-error.ts';
import { timeLimitExceeded } from './http/http-errors.ts';
import { sendError } from './http/send.ts';

/** @param timeoutSeconds the limit on one operation, for the message. */
export function sendUnexpectedError(res: ServerResponse, error: unknown, timeoutSeconds: number): void {
  const unavailable = unavailability(error);
  if (res.headersSent) res.destroy();
  else if (unavailable) {
    sendError(res, 503, unavailableCode, unavailableMessage(unavailable), {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  } else if (isStatementTimeout(error)) {
    sendError(res, 503, 'TIME_LIMIT_EXCEEDED', timeLimitExceeded(error, timeoutSeconds).message);
  } else sendError(res, 500, 'INTERNAL_ERROR', 'An unexpected error happened. It was logged.');
}
