/**
 * Receives the signed results of verification providers. The signature is of the bytes of the body, so they are parsed here and not
 * by the REST API. It has no credential: the signature is the proof.
 *
 * Source: docs/behaviour/customers.md#results-of-verification-providers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ProviderResultInput,
  recordProviderResult,
} from '../../customers/verification-providers/record-provider-result.ts';
import type { Verification } from '../../customers/verifications/verification.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/parse.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { jsonIn, mediaTypeOf, readBody } from '../http/body.ts';
import {
  bodyTooLarge,
  EncodedBody,
  isRequestError,
  methodNotAllowed,
  type RequestError,
  thrownRequestError,
  unsupportedMediaType,
} from '../http/http-errors.ts';
import { send, sendRestError } from '../rest/response.ts';

const maxBytes = 128 * 1024;
const noStore = { 'Cache-Control': 'no-store' };

/** The verification after the result; undefined when the client has disconnected. */
async function receive(req: IncomingMessage, ports: Ports): Promise<Verification | RequestError | undefined> {
  if (req.method !== 'POST') {
    req.resume();
    return methodNotAllowed(['POST']);
  }
  const body = await readBody(req, maxBytes);
  if (body === 'disconnected') return undefined;
  if (body === 'encoded') return new EncodedBody();
  if (body === 'too-large') return bodyTooLarge(maxBytes);
  if (mediaTypeOf(req.headers['content-type'] ?? '') !== 'application/json') {
    return unsupportedMediaType('application/json');
  }
  const json = jsonIn(body);
  if (json instanceof InvalidInput) return json;
  const result = parseInput(ProviderResultInput, json.value);
  if (result instanceof InvalidInput) return result;
  const { 'provider-signature': given } = req.headers;
  const signature = typeof given === 'string' ? given : undefined;
  return recordProviderResult(ports, { signature, body }, result);
}

/** @param timeoutSeconds the limit on one operation, for the message of its error. */
export async function serveVerificationResults(
  req: IncomingMessage,
  res: ServerResponse,
  ports: Ports,
  { timeoutSeconds, report }: { readonly timeoutSeconds: number; readonly report: (defect: unknown) => void },
): Promise<void> {
  const received = await receive(req, ports).catch((error: unknown) =>
    thrownRequestError(error, timeoutSeconds, report),
  );
  if (received === undefined) return;
  if (isRequestError(received)) {
    const headers = received.httpStatus === 405 ? { ...noStore, Allow: 'POST' } : noStore;
    return sendRestError(res, received, undefined, undefined, headers);
  }
  send(res, 200, { verificationId: received.id, verificationStatus: received.status }, noStore);
}
