/** The headers and the path parameters of a REST request. Source: docs/behaviour/conventions.md#idempotency, docs/behaviour/wallets.md#signed-retry. */
import type { IncomingMessage } from 'node:http';
import { IdempotencyKey } from '../../infrastructure/idempotency/once.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { isRequestError, type RequestError } from '../http/http-errors.ts';
import type { Call, Route } from './route.ts';

const headerOf = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** The headers of a signed retry. A request id makes a request a retry, with or without a signature. */
export function signatureHeadersOf(req: IncomingMessage): Pick<Call, 'retry' | 'signature'> {
  const requestId = headerOf(req, 'request-id');
  const signature = headerOf(req, 'service-wallet-signature');
  return {
    retry: requestId === undefined ? undefined : { requestId, signature: signature ?? '' },
    signature: signature === '' ? undefined : signature,
  };
}

/** The idempotency key; `undefined` when the endpoint takes none or the request has none. */
export function idempotencyKeyOf(req: IncomingMessage, route: Route): string | undefined | InvalidInput {
  const sent = headerOf(req, 'idempotency-key');
  if (!route.idempotent || sent === undefined) return undefined;
  const key = IdempotencyKey.safeParse(sent);
  return key.success ? key.data : InvalidInput.at('Idempotency-Key', 'must have 1 to 255 characters');
}

/** The path parameters by name, parsed; or the error of the first that is none. */
export function pathParameters(
  route: Route,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> | RequestError {
  const params: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(route.params ?? {})) {
    const value = parameter.parse(texts[name] ?? '');
    if (isRequestError(value)) return value;
    params[name] = value;
  }
  return params;
}
