/**
 * Logs one line for each request. Paths are logged as patterns, because they can contain addresses of people. Of the
 * caller, the line has the kind and the credential id.
 */
import type { Logger } from 'pino';
import type { RequestObserver } from './request-record.ts';

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

export function requestLog(log: Logger): RequestObserver {
  return (record) => {
    // Successful probes and scrapes are frequent and not interesting.
    const level = record.transport === 'other' && record.status < 400 ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const { id, transport, caller, operation, operationName, fields, status, code, sqlCount, sqlMs } = record;
    log[level](
      {
        requestId: id,
        face: transport,
        ...(caller && { principal: { kind: caller.kind, id: caller.id, platformId: caller.platformId } }),
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
