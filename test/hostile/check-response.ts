/** Finds violations in the response to any request: its status, its media type, the form of its errors, their codes. */
import { errorCodes } from '../../src/kernel/error-codes.ts';
import { contractProblems } from '../support/rest.ts';
import type { Case, HttpCase } from './case.ts';
import type { HttpOutcome, Outcome, SocketOutcome } from './send.ts';

const known = new Set<string>(errorCodes);
known.delete('INTERNAL_ERROR');

/** The code of a limit contains the name of the limit. */
const isKnown = (code: unknown): boolean =>
  typeof code === 'string' && (known.has(code) || /^[A-Z_]+_LIMIT_EXCEEDED$/.test(code));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The violations in the errors of a result. */
function wrongErrors(errors: unknown): string[] {
  if (!Array.isArray(errors) || errors.length === 0) return ['errors is no list of some'];
  return errors.flatMap((error: unknown) => {
    if (!isObject(error) || typeof error['message'] !== 'string') return ['an error has no message'];
    const { extensions } = error;
    const code = isObject(extensions) ? extensions['code'] : undefined;
    return isKnown(code) ? [] : [`an error has the code ${code}: ${error['message']}`];
  });
}

function wrongResult(result: unknown, status?: number): string[] {
  if (!isObject(result)) return ['the response is no JSON object'];
  const hasData = isObject(result['data']);
  if (!hasData && !('errors' in result)) return ['the response has neither data nor errors'];
  const wrong = 'errors' in result ? wrongErrors(result['errors']) : [];
  if (status !== undefined && status >= 400 && hasData) wrong.push(`data with ${status}`);
  const inside = JSON.stringify(result['data'] ?? null);
  if (inside.includes('INTERNAL_ERROR')) wrong.push('a defect within the data');
  return wrong;
}

/** Parses server-sent events. The last one may be incomplete. */
function wrongStream(text: string): string[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((event) => {
      const data = /^data: ?(.+)$/m.exec(event)?.[1];
      return data === undefined ? [] : wrongResult(parsed(data));
    });
}

/** Parses a multipart response, each part with headers. */
function wrongParts(text: string, status: number): string[] {
  const parts = text.split(/\r\n---(?:--)?\r\n/).flatMap((part) => part.split('\r\n\r\n').slice(1));
  return parts.length === 0 ? ['no part'] : parts.flatMap((part) => wrongResult(parsed(part), status));
}

const graphqlStatuses = new Set([200, 204, 400, 401, 403, 404, 405, 406, 408, 413, 415, 429, 431]);

/** The service is unavailable on request: a case has made a valid fault, which the sandbox then applies. */
const isRequestedFault = ({ status, headers }: HttpOutcome): boolean =>
  status === 503 && String(headers['x-sandbox-fault'] ?? '').startsWith('UNAVAILABLE;');

function wrongGraphql({ method }: HttpCase, outcome: HttpOutcome): string[] {
  if (isRequestedFault(outcome)) return [];
  const { status, headers, text } = outcome;
  const type = String(headers['content-type'] ?? '');
  if (!graphqlStatuses.has(status)) return [`status ${status}`];
  if (method === 'HEAD' || status === 204) return text === '' ? [] : ['a body where there is none'];
  if (method === 'OPTIONS' && text === '') return [];
  // Node itself responds to a request that is too large.
  if (status === 431 || status === 408) return [];
  if (type.startsWith('text/event-stream'))
    return status === 200 ? wrongStream(text) : [`a stream with ${status}`];
  if (type.startsWith('text/html')) return method === 'GET' && status === 200 ? [] : [`HTML with ${status}`];
  if (type.startsWith('multipart/mixed')) return wrongParts(text, status);
  if (!/^application\/(graphql-response\+)?json/.test(type)) return [`the media type ${type} with ${status}`];
  return wrongResult(parsed(text), status);
}

/** An export: a record in each line. */
const wrongLines = (text: string, status: number): string[] =>
  status === 200 && text.split('\n').every((line) => line === '' || isObject(parsed(line)))
    ? []
    : [`lines that are no records with ${status}`];

function wrongRest({ method, path }: HttpCase, outcome: HttpOutcome): string[] {
  if (isRequestedFault(outcome)) return [];
  const { status, headers, text } = outcome;
  // Some endpoints of the interface are described as not implemented.
  if (status >= 500 && !(status === 501 && text.includes('"NOT_IMPLEMENTED"'))) return [`status ${status}`];
  if (method === 'HEAD' || method === 'OPTIONS' || status === 431) return [];
  if (String(headers['content-type']).startsWith('application/x-ndjson')) return wrongLines(text, status);
  const body = text === '' ? undefined : parsed(text);
  if (text !== '' && body === undefined) return [`no JSON with ${status}`];
  if (status === 413)
    return isObject(body) && body['code'] === 'PAYLOAD_TOO_LARGE' ? [] : ['413 of another code'];
  // Any endpoint may return 429 after too many failed authentications.
  if (status === 429 && isObject(body) && body['code'] === 'RATE_LIMITED') {
    return 'retry-after' in headers ? [] : ['429 without Retry-After'];
  }
  // An empty segment is not an id, so no endpoint has this path.
  if (status === 404 && isObject(body) && body['code'] === 'NOT_FOUND') return [];
  const below = (path.split('?')[0] ?? path).replace(/^\/2025-10-13/, '');
  try {
    return contractProblems(method, below, { status, headers: new Headers(headers as never), body });
  } catch (error) {
    // No endpoint has a path that cannot be decoded.
    if (!(error instanceof URIError)) throw error;
    return (isObject(body) && isKnown(body['code'])) || (isObject(body) && body['code'] === 'NOT_FOUND')
      ? []
      : ['no error body'];
  }
}

const closeCodes = new Set([
  1000, 1002, 1003, 1005, 1006, 1007, 1009, 4400, 4401, 4403, 4406, 4408, 4409, 4429,
]);
const messageTypes = new Set(['connection_ack', 'next', 'error', 'complete', 'ping', 'pong']);

function wrongTalk({ rejected, messages, closed }: SocketOutcome): string[] {
  if (rejected !== undefined)
    return rejected >= 400 && rejected < 500 ? [] : [`an upgrade rejected with ${rejected}`];
  if (closed !== undefined && !closeCodes.has(closed)) return [`closed with ${closed}`];
  return messages.flatMap((text) => {
    const message = parsed(text);
    if (!isObject(message) || !messageTypes.has(String(message['type'])))
      return [`a message of no kind: ${text.slice(0, 80)}`];
    if (message['type'] === 'next') return wrongResult(message['payload']);
    return message['type'] === 'error' ? wrongErrors(message['payload']) : [];
  });
}

/** The violations of a response, one line each. */
export function problemsWith(one: Case, outcome: Outcome): string[] {
  switch (outcome.how) {
    case 'no-response':
      return [`no response: ${outcome.error}`];
    case 'written': {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(outcome.text)?.[1];
      // Node itself responds to an unknown transfer coding.
      const wrong = status !== undefined && Number(status) >= 500 && status !== '501';
      return wrong ? [`status ${status}`] : [];
    }
    case 'said':
      return wrongTalk(outcome);
    case 'responded':
      if (one.transport === 'graphql') return wrongGraphql(one, outcome);
      if (one.transport === 'rest') return wrongRest(one, outcome);
      return outcome.status >= 500 ? [`status ${outcome.status}`] : [];
  }
}
