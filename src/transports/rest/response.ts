/** How an endpoint's answers and refusals are written. Source: gaps 1.1, 1.11, 4.1. */
import type { ServerResponse } from 'node:http';
import { recordOf } from '../../infrastructure/observability/request-record.ts';
import { EncodedBody, errorBody, type RequestError, retryAfterOf } from '../http/http-errors.ts';
import { endResponse } from '../http/lingering-close.ts';
import type { Caller, Route } from './route.ts';

type Headers = Record<string, string>;

/** A body in JSON, or none. */
export const send = (res: ServerResponse, status: number, body: unknown, headers: Headers = {}): void =>
  sendText(res, status, body === undefined ? undefined : JSON.stringify(body), headers);

/** The same of a body that is text already. */
export function sendText(
  res: ServerResponse,
  status: number,
  text: string | undefined,
  headers: Headers = {},
): void {
  if (text === undefined) {
    res.writeHead(status, headers);
    endResponse(res);
    return;
  }
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  endResponse(res, text);
}

const realm: Record<Exclude<Caller, 'anonymous'>, string> = {
  platform: 'Basic realm="payments", charset="UTF-8"',
  agent: 'Bearer realm="payments"',
};

/** A refusal, with the headers that its status calls for. */
export function sendError(
  res: ServerResponse,
  refusal: RequestError,
  route?: Route,
  caller?: Caller,
  headers: Headers = {},
): void {
  const body = errorBody(refusal, route);
  recordOf(res)?.rejected(body.code);
  const retryAfter = retryAfterOf(refusal);
  send(res, body.status, body, {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(caller && caller !== 'anonymous' && body.status === 401 && { 'WWW-Authenticate': realm[caller] }),
    // What is left of a body that is too large is not read.
    ...(refusal instanceof EncodedBody && refusal.headers),
    ...(body.status === 413 && { Connection: 'close' }),
    ...headers,
  });
}
