/**
 * The client package with the session cookie of this origin. A response with 401 means that the session has ended, whichever
 * request it belongs to.
 */
import { createClient } from '@payments-platform/client';
import { reportReachable, reportUnreachable } from './connection.ts';
import { takeEarly } from './early.ts';

/** Statuses of a proxy whose server does not run. */
const unavailable: ReadonlySet<number> = new Set([502, 504]);

let onSessionEnd: () => void = () => undefined;

/** Sets what happens when the server rejects the session. */
export function whenSessionEnds(callback: () => void): void {
  onSessionEnd = callback;
}

async function reportingFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await (takeEarly(init.body) ?? fetch(url, { ...init, credentials: 'same-origin' }));
    if (unavailable.has(response.status)) reportUnreachable();
    else reportReachable();
    if (response.status === 401) onSessionEnd();
    return response;
  } catch (error) {
    if (!init.signal?.aborted) reportUnreachable();
    throw error;
  }
}

/** Reads a file of this service. */
export const getFile = (path: string): Promise<Response> => reportingFetch(path, {});

/** Sends a form to the REST API. A repeated request with the same key has the effect of one. */
export const postForm = (path: string, body: FormData, idempotencyKey: string): Promise<Response> =>
  reportingFetch(path, { method: 'POST', body, headers: { 'idempotency-key': idempotencyKey } });

/** The close codes of a rejected or expired credential. */
const credentialCodes: ReadonlySet<number> = new Set([4401, 4403]);

class ReportingWebSocket extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    this.addEventListener('open', reportReachable);
    this.addEventListener('close', ({ code, wasClean }) => {
      if (credentialCodes.has(code)) onSessionEnd();
      else if (!wasClean) reportUnreachable();
    });
  }
}

export const client = createClient({
  url: '/',
  fetch: reportingFetch,
  webSocket: ReportingWebSocket,
  retry: { maxAttempts: 4 },
});

/** The response to a document that a person has written, as it is: with data and errors side by side. */
export async function sendDocument(
  query: string,
  variables: unknown,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly requestId: string | null; readonly body: string }> {
  const response = await reportingFetch('/graphql', {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    signal,
  });
  const requestId = response.headers.get('x-request-id');
  return { status: response.status, requestId, body: await response.text() };
}
