/**
 * The signing keys of OIDC issuers: found through the issuer's discovery document and cached for five minutes. Concurrent
 * callers share one fetch.
 *
 * Decision: a key id that is not in the cached set causes a new fetch, at most six times a minute per issuer. So a rotation
 * works immediately, and tokens with invented key ids cannot flood an issuer.
 *
 * Decision: a failed fetch is not cached, and expired keys are not used. Tokens of an issuer that cannot be reached are
 * rejected with 424.
 *
 * Source: docs/behaviour/wallets.md#openid-connect-and-one-time-codes; OpenID Connect Discovery 1.0, sections 4 and 4.3.
 */

import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { LRUCache } from 'lru-cache';
import type { HttpGet } from '../../infrastructure/http-client/safe-fetch.ts';
import { decodeUtf8 } from '../../kernel/crypto/encodings.ts';
import { Upstream } from '../../kernel/errors.ts';
import { isLoopbackUrl, parseUrl } from '../../kernel/url.ts';

const limits = { timeoutMs: 5_000, maxBytes: 131_072 };
const cachedMs = 5 * 60_000;
const refetchWindowMs = 60_000;
const refetchesInWindow = 6;
const maxIssuers = 1_000;
const maxKeys = 100;

/** The result of one fetch. A later fetch from the same issuer makes another object. */
export interface KeySet {
  readonly keyFor: ReturnType<typeof createLocalJWKSet>;
}

/** The issuer's documents cannot be fetched or are not valid. */
export class IssuerUnavailable extends Upstream {
  override readonly name = 'IssuerUnavailable';

  constructor() {
    super(
      'COUNTERPARTY_PUBKEY_FETCH_ERROR',
      "The token issuer's keys cannot be fetched.",
      'OIDC issuer unavailable',
    );
  }
}

/**
 * Whether documents may be fetched from this URL: https without credentials, or http on loopback if allowed.
 */
function isTrustworthyUrl(text: unknown, allowLoopbackHttp: boolean): text is string {
  const url = typeof text === 'string' && text.length <= 2048 ? parseUrl(text) : undefined;
  if (!url) return false;
  const { protocol, username, password } = url;
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (allowLoopbackHttp && protocol === 'http:' && isLoopbackUrl(url));
}

/** Whether the text may be registered as an issuer. `iss` is compared exactly, so nothing is normalized. */
export const isIssuer = (text: string, allowLoopbackHttp: boolean): boolean =>
  isTrustworthyUrl(text, allowLoopbackHttp) && !/[?#\s]/.test(text);

async function fetchObject(
  get: HttpGet,
  url: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const response = await get(url, limits);
  const text = response.ok && response.status === 200 ? decodeUtf8(response.body) : undefined;
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Ignores symmetric and private keys. `undefined` when the document is not a key set. */
function keySetOf(document: Readonly<Record<string, unknown>>): KeySet['keyFor'] | undefined {
  const { keys } = document;
  if (!Array.isArray(keys) || keys.length > maxKeys) return undefined;
  const usable = keys.filter((key) => ['RSA', 'EC', 'OKP'].includes(key?.kty) && key.d === undefined);
  try {
    return createLocalJWKSet({ keys: usable } as JSONWebKeySet);
  } catch {
    return undefined;
  }
}

interface IssuerKeys {
  /** The issuer's keys, at most five minutes old. */
  keysOf(issuer: string, allowLoopbackHttp: boolean): Promise<KeySet | IssuerUnavailable>;
  /** Keys newer than `outdated`, or `outdated` itself when the limit of fetches is reached. */
  keysNewerThan(
    outdated: KeySet,
    issuer: string,
    allowLoopbackHttp: boolean,
  ): Promise<KeySet | IssuerUnavailable>;
}

/**
 * @param realTime never the clock of a sandbox platform.
 */
export function createIssuerKeys({ get, realTime }: { get: HttpGet; realTime: { now(): Date } }): IssuerKeys {
  const now = () => realTime.now().getTime();
  const cached = new LRUCache<string, KeySet>({
    max: maxIssuers,
    // lru-cache includes the last millisecond.
    ttl: cachedMs - 1,
    ttlResolution: 0,
    perf: { now },
  });
  const running = new Map<string, Promise<KeySet | IssuerUnavailable>>();
  const refetches = new LRUCache<string, readonly number[]>({ max: maxIssuers });

  async function load(issuer: string, allowLoopbackHttp: boolean): Promise<KeySet | IssuerUnavailable> {
    const base = issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
    const discovered = await fetchObject(get, `${base}/.well-known/openid-configuration`);
    const jwksUri = discovered?.['jwks_uri'];
    // The document must name its issuer. The keys of another issuer are not valid for this one.
    if (discovered?.['issuer'] !== issuer || !isTrustworthyUrl(jwksUri, allowLoopbackHttp)) {
      return new IssuerUnavailable();
    }
    const document = await fetchObject(get, jwksUri);
    const keyFor = document && keySetOf(document);
    return keyFor ? { keyFor } : new IssuerUnavailable();
  }

  function loadOnce(issuer: string, allowLoopbackHttp: boolean): Promise<KeySet | IssuerUnavailable> {
    const name = nameOf(issuer, allowLoopbackHttp);
    const pending = running.get(name);
    if (pending) return pending;
    const started = load(issuer, allowLoopbackHttp)
      .then((keys) => {
        if (!(keys instanceof IssuerUnavailable)) cached.set(name, keys);
        return keys;
      })
      .finally(() => running.delete(name));
    running.set(name, started);
    return started;
  }

  /** Counts a refetch when the limit allows one. */
  function mayRefetch(name: string): boolean {
    const since = now() - refetchWindowMs;
    const recent = (refetches.get(name) ?? []).filter((at) => at > since);
    if (recent.length >= refetchesInWindow) return false;
    refetches.set(name, [...recent, now()]);
    return true;
  }

  return {
    keysOf: async (issuer, allowLoopbackHttp) =>
      cached.get(nameOf(issuer, allowLoopbackHttp)) ?? loadOnce(issuer, allowLoopbackHttp),

    async keysNewerThan(outdated, issuer, allowLoopbackHttp) {
      const name = nameOf(issuer, allowLoopbackHttp);
      const current = cached.get(name);
      if (current && current !== outdated) return current;
      if (!running.has(name) && !mayRefetch(name)) return outdated;
      return loadOnce(issuer, allowLoopbackHttp);
    },
  };
}

/** Keys that were fetched with loopback http allowed are cached apart from others. */
const nameOf = (issuer: string, allowLoopbackHttp: boolean): string => `${allowLoopbackHttp} ${issuer}`;
