/** JSON responses outside the REST API. */
import type { ServerResponse } from 'node:http';
import { recordOf } from '../../infrastructure/observability/request-record.ts';
import { endResponse } from './lingering-close.ts';

export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  endResponse(res, text);
}

/** Sends an error in the form of a GraphQL response, for a request that does not reach GraphQL. */
export function sendError(
  res: ServerResponse,
  status: number,
  code: string,
  message: string,
  {
    reason,
    limit,
    headers = {},
  }: {
    reason?: string | undefined;
    limit?: number | undefined;
    headers?: Record<string, string> | undefined;
  } = {},
): void {
  recordOf(res)?.setErrorCode(code);
  const extensions = {
    code,
    httpStatus: status,
    ...(reason !== undefined && { reason }),
    ...(limit !== undefined && { limit }),
  };
  sendJson(res, status, { errors: [{ message, extensions }] }, headers);
}
