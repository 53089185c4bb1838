/**
 * One line for each request. Paths are told by their pattern, because they can hold addresses of people; of a caller its
 * kind and the id of its credential.
 */
import type { Logger } from 'pino';
import type { RequestObserver } from './request-record.ts';

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

export function requestLog(log: Logger): RequestObserver {
  return (record) => {
    // What probes and scrapers ask all the time says nothing, unless it goes wrong.
    const level = record.transport === 'other' && record.status < 400 ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const {
      id,
      transport: face,
      caller,
      operation,
      operationName,
      fields,
      status,
      code,
      sqlCount,
      sqlMs,
    } = record;
    log[level](
      {
        requestId: id,
        face,
        ...(caller && { principal: caller }),
        operation,
        ...(operationName !== undefined && { operationName: operationName.slice(0, 64) }),
        ...(fields && { fields }),
        status,
        ...(code !== undefined && { code }),
        durationMs: rounded(record.endedAt - record.startedAt),
        sql: sqlCount,
        sqlMs: rounded(sqlMs),
      },
      'request',
    );
  };
}
