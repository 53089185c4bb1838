/**
 * Outbound HTTP to addresses that clients chose: webhook endpoints and OIDC issuers. It connects to public addresses only.
 * The check applies to the address that the socket uses, so a name that resolves differently the second time does not pass.
 * Redirects are not followed, proxies are not used, and requests are not retried.
 *
 * Decision: both http and https are supported. The features (webhooks, OIDC) decide which of them they allow.
 *
 * Source: docs/architecture.md#outgoing-requests; docs/behaviour/wallets.md#openid-connect-and-one-time-codes and docs/behaviour/webhooks.md#delivery.
 */

import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { parseUrl } from '../../kernel/url.ts';
import {
  AddressNotAllowed,
  addressFilter,
  guardedLookup,
  type Resolve,
  resolveAll,
} from './guarded-lookup.ts';

interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange, from name resolution to the last byte. */
  readonly timeoutMs: number;
  /** The maximum size of the response body. */
  readonly maxBytes: number;
}

interface HttpResponse {
  readonly ok: true;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

/** Why there is no response. `address-not-allowed`: the host is not public; `network`: it cannot be reached. */
export interface HttpFailure {
  readonly ok: false;
  readonly failure: 'invalid-url' | 'address-not-allowed' | 'timeout' | 'too-large' | 'network';
}

type HttpResult = HttpResponse | HttpFailure;

/** Sends one request. Errors of the server or the network are results and never thrown. */
export type SafeFetch = (request: HttpRequest) => Promise<HttpResult>;

const failed = (failure: HttpFailure['failure']): HttpFailure => ({ ok: false, failure });

function targetOf(text: string): URL | undefined {
  const url = parseUrl(text);
  if (!url) return undefined;
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  return web && url.username === '' && url.password === '' ? url : undefined;
}

/** Reads the body; `undefined` once it is longer than allowed. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return response.complete ? new Uint8Array(Buffer.concat(chunks)) : Promise.reject(new Error('cut off'));
}

function exchange(request: ClientRequest, body: string | undefined, maxBytes: number): Promise<HttpResult> {
  return new Promise((settle, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      readBody(response, maxBytes).then((bytes) => {
        const { statusCode: status = 0, headers } = response;
        settle(bytes ? { ok: true, status, headers, body: bytes } : failed('too-large'));
      }, reject);
    });
    // A body in one piece gets its length as a header; without one, GET has none.
    request.end(body);
  });
}

/**
 * A client for outbound requests.
 *
 * @param allowsPrivateTargets lifts the check of addresses, for development and tests.
 */
export function createSafeFetch({
  allowsPrivateTargets,
  resolve = resolveAll,
}: {
  allowsPrivateTargets: boolean;
  resolve?: Resolve;
}): SafeFetch {
  const allowed = addressFilter(allowsPrivateTargets);
  const lookup = guardedLookup(resolve, allowed);

  return async ({ method, url: text, headers = {}, body, timeoutMs, maxBytes }) => {
    const url = targetOf(text);
    if (!url) return failed('invalid-url');
    // The socket looks up names only, so an address in the URL is checked here. The URL parser has converted every form
    // (octal, a single number, IPv6 in brackets) to the canonical one.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !allowed(host)) return failed('address-not-allowed');

    // A new agent for each request: no socket is reused, and proxy settings of the environment do not apply.
    const secure = url.protocol === 'https:';
    const agent = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
    const deadline = AbortSignal.timeout(timeoutMs);
    let request: ClientRequest | undefined;
    try {
      const send = secure ? httpsRequest : httpRequest;
      request = send(url, {
        method,
        agent,
        lookup,
        signal: deadline,
        headers: { 'accept-encoding': 'identity', ...headers },
      });
      return await exchange(request, body, maxBytes);
    } catch (error) {
      if (deadline.aborted) return failed('timeout');
      return failed(error instanceof AddressNotAllowed ? 'address-not-allowed' : 'network');
    } finally {
      request?.destroy();
      agent.destroy();
    }
  };
}

/** A port for reading only: a GET with limits. */
export type HttpGet = (
  url: string,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
) => Promise<HttpResult>;

export const httpGetOf =
  (fetch: SafeFetch): HttpGet =>
  (url, limits) =>
    fetch({ method: 'GET', url, ...limits, headers: { accept: 'application/json' } });
