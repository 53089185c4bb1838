/** Writes the responses of `/mcp`. Source: Model Context Protocol, Streamable HTTP. */
import type { ServerResponse } from 'node:http';
import { recordOf } from '../../infrastructure/observability/request-record.ts';
import { agentChallenge } from '../http/challenge.ts';
import { isLost } from '../http/faults.ts';
import { EncodedBody, errorBody, type RequestError, retryAfterOf } from '../http/http-errors.ts';
import { endResponse } from '../http/lingering-close.ts';
import { sendText } from '../rest/response.ts';
import { adviceFor } from './advice.ts';

/** Of the SDK: a session that has ended, and any other error of the transport. */
const sessionNotFoundCode = -32001;
const transportErrorCode = -32000;

/** Sends an error as a JSON-RPC response without an id. */
export function sendMcpError(
  res: ServerResponse,
  error: RequestError,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = errorBody(error);
  recordOf(res)?.setErrorCode(body.code);
  const retryAfter = retryAfterOf(error);
  const code = body.status === 404 ? sessionNotFoundCode : transportErrorCode;
  // No limit of a policy is checked before the protocol, so no reset depends on the time.
  const { text: message } = adviceFor(error, new Date(0));
  const text = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message, data: body } });
  sendText(res, body.status, text, {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(body.status === 401 && { 'WWW-Authenticate': agentChallenge }),
    ...(error instanceof EncodedBody && error.headers),
    // The rest of a body that is too large is not read, so the connection cannot be reused.
    ...(body.status === 413 && { Connection: 'close' }),
    ...headers,
  });
}

/** A client that does not read its stream is disconnected beyond this. */
const maxUnreadBytes = 1024 * 1024;

/** Sends a response of the SDK, whose body may be a stream. Resolves when it is complete or the client has disconnected. */
export async function sendWebResponse(
  res: ServerResponse,
  { status, headers, body }: Response,
  sessionId: string,
): Promise<void> {
  const lost = isLost(res);
  if (!lost) {
    const { connection: _perHop, ...others } = Object.fromEntries(headers);
    res.writeHead(status, { ...others, 'Mcp-Session-Id': sessionId });
    res.flushHeaders();
  }
  const reader = body?.getReader();
  const stop = () => void reader?.cancel().catch(() => undefined);
  res.once('close', stop);
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      if (lost) continue;
      res.write(part.value);
      if (res.writableLength > maxUnreadBytes) res.destroy();
    }
  } finally {
    res.off('close', stop);
  }
  if (lost) res.destroy();
  else if (!res.destroyed) endResponse(res);
}
