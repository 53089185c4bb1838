/**
 * The signing keys of OIDC issuers: found through the issuer's discovery document, kept for five minutes, fetched
 * once however many ask at the same time.
 *
 * Decision: a key that is not in the kept set has the set fetched again at once, but at most six times a minute for
 * one issuer: a rotation is followed without a pause, and tokens with invented key ids cannot make us flood anybody.
 *
 * Decision: a failed fetch is not remembered and old keys are not used past their time: an issuer that cannot be
 * reached has no valid tokens, and it is told as what it is (424).
 *
 * Source: gaps 4.10; OpenID Connect Discovery 1.0, sections 4 and 4.3.
 */
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import type { HttpGet } from '../../infrastructure/http-client/safe-fetch.ts';
import { decodeUtf8 } from '../../kernel/crypto/encodings.ts';
import { Upstream } from '../../kernel/errors.ts';

const limits = { timeoutMs: 5_000, maxBytes: 131_072 };
const keptMs = 5 * 60_000;
const refetchWindowMs = 60_000;
const refetchesInWindow = 6;
const mostIssuers = 1_000;
const mostKeys = 100;

/** A key set as it was fetched; a later one of the same issuer is another object. */
export interface KeySet {
  readonly keyFor: ReturnType<typeof createLocalJWKSet>;
  readonly fetchedAt: number;
}

/** The issuer's documents cannot be fetched, or are not what they should be. */
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

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether documents may be fetched from this URL, and an issuer may be named so: https, or http on loopback where
 * that is allowed; without credentials, query or fragment for an issuer.
 */
export function isTrustworthyUrl(text: unknown, allowLoopbackHttp: boolean): text is string {
  if (typeof text !== 'string' || text.length > 2048 || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return (
    protocol === 'https:' || (allowLoopbackHttp && protocol === 'http:' && loopbackHosts.includes(hostname))
  );
}

/** Whether the text may be registered as an issuer. Compared with `iss` letter for letter, so nothing is normalized. */
export const isIssuer = (text: string, allowLoopbackHttp: boolean): boolean =>
  isTrustworthyUrl(text, allowLoopbackHttp) && !/[?#\s]/.test(text);

async function fetchObject(
  get: HttpGet,
  url: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const answer = await get(url, limits);
  const text = answer.ok && answer.status === 200 ? decodeUtf8(answer.body) : undefined;
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Symmetric and private keys have no place in a published set; a set that is none is refused whole. */
function keySetOf(document: Readonly<Record<string, unknown>>): KeySet['keyFor'] | undefined {
  const { keys } = document;
  if (!Array.isArray(keys) || keys.length > mostKeys) return undefined;
  const usable = keys.filter((key) => ['RSA', 'EC', 'OKP'].includes(key?.kty) && key.d === undefined);
  try {
    return createLocalJWKSet({ keys: usable } as JSONWebKeySet);
  } catch {
    return undefined;
  }
}

export interface IssuerKeys {
  /** The issuer's keys, at most five minutes old. */
  keysOf(issuer: string, allowLoopbackHttp: boolean): Promise<KeySet | IssuerUnavailable>;
  /** Keys newer than `outdated`, or `outdated` itself when it is too soon to ask again. */
  keysAfter(
    outdated: KeySet,
    issuer: string,
    allowLoopbackHttp: boolean,
  ): Promise<KeySet | IssuerUnavailable>;
}

/**
 * @param realTime never a sandbox's clock: keys age in the world's time.
 */
export function createIssuerKeys({ get, realTime }: { get: HttpGet; realTime: { now(): Date } }): IssuerKeys {
  const kept = new Map<string, KeySet>();
  const underWay = new Map<string, Promise<KeySet | IssuerUnavailable>>();
  const refetches = new Map<string, readonly number[]>();
  const now = () => realTime.now().getTime();

  async function load(issuer: string, allowLoopbackHttp: boolean): Promise<KeySet | IssuerUnavailable> {
    const base = issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
    const discovered = await fetchObject(get, `${base}/.well-known/openid-configuration`);
    const jwksUri = discovered?.['jwks_uri'];
    // The document must name its issuer: one that serves another's is not to be believed about keys.
    if (discovered?.['issuer'] !== issuer || !isTrustworthyUrl(jwksUri, allowLoopbackHttp)) {
      return new IssuerUnavailable();
    }
    const document = await fetchObject(get, jwksUri);
    const keyFor = document && keySetOf(document);
    return keyFor ? { keyFor, fetchedAt: now() } : new IssuerUnavailable();
  }

  function loadOnce(issuer: string, allowLoopbackHttp: boolean): Promise<KeySet | IssuerUnavailable> {
    const name = nameOf(issuer, allowLoopbackHttp);
    const running = underWay.get(name);
    if (running) return running;
    const started = load(issuer, allowLoopbackHttp)
      .then((keys) => {
        if (!(keys instanceof IssuerUnavailable)) keep(kept, name, keys);
        return keys;
      })
      .finally(() => underWay.delete(name));
    underWay.set(name, started);
    return started;
  }

  /** Counts a refetch, if one more is allowed. */
  function mayRefetch(name: string): boolean {
    const since = now() - refetchWindowMs;
    const recent = (refetches.get(name) ?? []).filter((at) => at > since);
    if (recent.length >= refetchesInWindow) return false;
    keep(refetches, name, [...recent, now()]);
    return true;
  }

  const fresh = (name: string): KeySet | undefined => {
    const keys = kept.get(name);
    return keys && now() - keys.fetchedAt < keptMs ? keys : undefined;
  };

  return {
    keysOf: async (issuer, allowLoopbackHttp) =>
      fresh(nameOf(issuer, allowLoopbackHttp)) ?? loadOnce(issuer, allowLoopbackHttp),

    async keysAfter(outdated, issuer, allowLoopbackHttp) {
      const name = nameOf(issuer, allowLoopbackHttp);
      const current = fresh(name);
      if (current && current !== outdated) return current;
      if (!underWay.has(name) && !mayRefetch(name)) return outdated;
      return loadOnce(issuer, allowLoopbackHttp);
    },
  };
}

/** What was fetched under the looser rule is not believed under the stricter one. */
const nameOf = (issuer: string, allowLoopbackHttp: boolean): string => `${allowLoopbackHttp} ${issuer}`;

/** Sets an entry, the newest of at most a thousand. */
function keep<T>(entries: Map<string, T>, name: string, value: T): void {
  entries.delete(name);
  if (entries.size >= mostIssuers) entries.delete(entries.keys().next().value ?? '');
  entries.set(name, value);
}
