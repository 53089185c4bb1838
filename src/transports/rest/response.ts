/** Sends the responses and errors of endpoints. Source: docs/behaviour/conventions.md#transport, docs/behaviour/conventions.md#rate-limits, docs/behaviour/wallets.md#signed-retry. */
import type { ServerResponse } from 'node:http';
import { recordOf } from '../../infrastructure/observability/request-record.ts';
import { agentChallenge, challengeFor } from '../http/challenge.ts';
import { isLost } from '../http/faults.ts';
import { EncodedBody, errorBody, type RequestError, retryAfterOf } from '../http/http-errors.ts';
import { endResponse } from '../http/lingering-close.ts';
import type { CallerKind, Route } from './route.ts';

type Headers = Record<string, string>;

/** Sends a JSON body, or none when it is undefined. */
export const send = (res: ServerResponse, status: number, body: unknown, headers: Headers = {}): void =>
  sendText(res, status, body === undefined ? undefined : JSON.stringify(body), headers);

/** Sends a JSON body that is serialized already. */
export function sendText(
  res: ServerResponse,
  status: number,
  text: string | undefined,
  headers: Headers = {},
): void {
  if (isLost(res)) {
    res.destroy();
    return;
  }
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

/** A response that is sent in parts, so that its size needs no memory. */
export class TextStream {
  readonly parts: AsyncIterable<string>;
  constructor(parts: AsyncIterable<string>) {
    this.parts = parts;
  }
}

/** A file that a person opens. Its bytes come from a customer, so no browser may run them. */
export class FileDownload {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string;
  constructor(bytes: Uint8Array, { mediaType, fileName }: { mediaType: string; fileName: string }) {
    this.bytes = bytes;
    this.mediaType = mediaType;
    this.fileName = fileName;
  }
}

/** RFC 6266 with the encoding of RFC 8187, for any file name; and a name in ASCII for old clients. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Sends a file that browsers save, and neither show, run, cache nor embed. */
export function sendFile(res: ServerResponse, { bytes, mediaType, fileName }: FileDownload): void {
  if (isLost(res)) {
    res.destroy();
    return;
  }
  res.writeHead(200, {
    'Content-Type': mediaType,
    'Content-Length': bytes.length,
    'Content-Disposition': attachment(fileName),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  });
  endResponse(res, res.req.method === 'HEAD' ? undefined : bytes);
}

/** Waits until the client has read what was written, or has disconnected. */
const drained = (res: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      res.off('drain', done);
      res.off('close', done);
      resolve();
    };
    res.once('drain', done);
    res.once('close', done);
  });

/** Sends each part when the client has read the one before. Stops when the client disconnects. */
export async function sendStream(res: ServerResponse, type: string, { parts }: TextStream): Promise<void> {
  if (isLost(res)) {
    res.destroy();
    return;
  }
  const iterator = parts[Symbol.asyncIterator]();
  // The first part is read before the headers are sent, so that an error gets its status.
  let next = await iterator.next();
  const hasBody = res.req.method !== 'HEAD';
  res.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' });
  try {
    for (; hasBody && !next.done && !res.destroyed; next = await iterator.next()) {
      if (!res.write(next.value)) await drained(res);
    }
  } finally {
    await iterator.return?.();
  }
  if (!res.destroyed) endResponse(res);
}

const challengeOf = (caller: CallerKind, { req }: ServerResponse, error: RequestError): string =>
  caller === 'agent' ? agentChallenge : challengeFor(req.headers, error);

/** Sends an error with the headers that its status requires. */
export function sendRestError(
  res: ServerResponse,
  error: RequestError,
  route?: Route,
  caller?: CallerKind,
  headers: Headers = {},
): void {
  const body = errorBody(error, route);
  const record = recordOf(res);
  record?.setErrorCode(body.code);
  if (record) record.responseBody = body;
  const retryAfter = retryAfterOf(error);
  send(res, body.status, body, {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(caller &&
      caller !== 'anonymous' &&
      body.status === 401 && { 'WWW-Authenticate': challengeOf(caller, res, error) }),
    ...(error instanceof EncodedBody && error.headers),
    // The rest of a body that is too large is not read, so the connection cannot be reused.
    ...(body.status === 413 && { Connection: 'close' }),
    ...headers,
  });
}
