/**
 * Outbound HTTP to addresses that others chose: webhook endpoints and OIDC issuers. It connects to public addresses
 * only, checked on the very address that the socket then uses, so that a name which resolves differently the second
 * time gains nothing. Redirects are answers like any other, proxies are not asked, nothing is sent twice.
 *
 * Decision: a name of which any address is not public is refused whole: no honest name has both kinds.
 *
 * Decision: over plain http as well as https: which of them is allowed is the caller's rule (webhooks, OIDC).
 *
 * Source: design 5; gaps 4.10 and 6.1.
 */
import { lookup as dnsLookup } from 'node:dns/promises';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './address.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange, from the name's resolution to the last byte. */
  readonly timeoutMs: number;
  /** Of the answer's body. */
  readonly maxBytes: number;
}

export interface HttpResponse {
  readonly ok: true;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

/** Why there is no answer. `address-not-allowed`: the host is not public; `network`: it cannot be reached. */
export interface HttpFailure {
  readonly ok: false;
  readonly failure: 'invalid-url' | 'address-not-allowed' | 'timeout' | 'too-large' | 'network';
}

export type HttpResult = HttpResponse | HttpFailure;

/** Sends one request. It never throws for anything that the other side or the network does. */
export type SafeFetch = (request: HttpRequest) => Promise<HttpResult>;

/** All addresses of a name; rejects when it has none. */
export type Resolve = (name: string) => Promise<readonly { address: string; family: number }[]>;

class AddressNotAllowed extends Error {}

const resolveAll: Resolve = (name) => dnsLookup(name, { all: true, verbatim: true });

const failed = (failure: HttpFailure['failure']): HttpFailure => ({ ok: false, failure });

/** The socket's own look-up: what it answers is what is connected to. */
function guardedLookup(resolve: Resolve, allowed: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => allowed(address))) {
          callback(new AddressNotAllowed(), []);
        } else if (options.all) {
          callback(
            null,
            addresses.map(({ address, family }) => ({ address, family })),
          );
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error) => callback(error, []),
    );
  };
}

function targetOf(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
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
 * @param privateTargets `allow` lifts the check of addresses, for development and tests.
 */
export function createSafeFetch({
  privateTargets,
  resolve = resolveAll,
}: {
  privateTargets: 'refuse' | 'allow';
  resolve?: Resolve;
}): SafeFetch {
  const allowed = (address: string) => privateTargets === 'allow' || isPublicAddress(address);
  const lookup = guardedLookup(resolve, allowed);

  return async ({ method, url: text, headers = {}, body, timeoutMs, maxBytes }) => {
    const url = targetOf(text);
    if (!url) return failed('invalid-url');
    // The socket looks up names only, so an address in the URL is judged here. The URL parser has turned every
    // spelling of it (octal, one number, IPv6 in brackets) into the usual one.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !allowed(host)) return failed('address-not-allowed');

    // An agent of its own for each request: no socket is reused, and none goes through a proxy of the environment.
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

/** The port of those who only read: a GET within limits. */
export type HttpGet = (
  url: string,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
) => Promise<HttpResult>;

export const httpGetOf =
  (fetch: SafeFetch): HttpGet =>
  (url, limits) =>
    fetch({ method: 'GET', url, ...limits, headers: { accept: 'application/json' } });
