/**
 * OIDC tokens: the only adapter of jose. Before verification a token only selects one of the platform's issuers. The key comes
 * from that issuer's published set, never from the token (`jwk`, `jku`, `x5u` and `x5c` are ignored).
 *
 * Decision: every audience of a token must be on the platform's list, and the first one identifies the token. A token with
 * unknown audiences is not meant for the platform alone (OpenID Connect Core 1.0, section 3.1.3.7).
 *
 * Decision: ages are whole seconds, like `iat`: 60 is fresh, 61 is not. `exp` has no tolerance. `nbf` and `iat` may be up to 5
 * seconds in the future.
 *
 * Source: docs/behaviour/wallets.md#openid-connect-and-one-time-codes.
 */
import { compactVerify, errors } from 'jose';
import type { HttpGet } from '../../infrastructure/http-client/safe-fetch.ts';
import { decodeBase64Url, decodeUtf8, sha256 } from '../../kernel/crypto/encodings.ts';
import { Unauthorized } from '../../kernel/errors.ts';
import { isStorable } from '../../kernel/parse.ts';
import { createIssuerKeys, IssuerUnavailable, isIssuer, type KeySet } from './oidc-keys.ts';

/** An issuer that a platform recognises, and the client ids of the platform there. */
export interface OidcIssuer {
  readonly issuer: string;
  readonly audiences: readonly string[];
}

/** Claims of a verified token: the identity of a person, and their email. */
interface OidcClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly email: string | undefined;
}

/** Claims of a token whose signature is not verified. */
export interface JwtClaims {
  readonly iss: string;
  readonly aud: string | undefined;
  readonly sub: string | undefined;
  readonly email: string | undefined;
}

/** The token is not a fresh one of a recognised issuer for this platform. The error does not say which check failed. */
export class InvalidOidcToken extends Unauthorized {
  override readonly name = 'InvalidOidcToken';

  constructor() {
    super('Invalid OIDC token', 'The OIDC token is not valid.');
  }
}

/** Issuers that every sandbox platform recognises (docs/behaviour/wallets.md#openid-connect-and-one-time-codes). */
export const sandboxIssuers = ['https://accounts.google.com', 'https://appleid.apple.com'] as const;

export const maxAgeSeconds = 60;
const futureSkewSeconds = 5;
const maxTokenLength = 16_384;

// Asymmetric only. An HMAC with a public key as its secret, or no signature, proves nothing.
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

type Json = Readonly<Record<string, unknown>>;

function jsonPart(text: string | undefined): Json | undefined {
  const bytes = text === undefined ? undefined : decodeBase64Url(text);
  const json = bytes && decodeUtf8(bytes);
  if (json === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** Splits a JWT: two JSON objects, then base64url or an empty signature. */
function parseJwt(token: string): { header: Json; payload: Json } | undefined {
  if (token.length > maxTokenLength) return undefined;
  const [first, second, third, ...rest] = token.split('.');
  if (third === undefined || rest.length > 0 || !/^[A-Za-z0-9_-]*$/.test(third)) return undefined;
  const header = jsonPart(first);
  const payload = jsonPart(second);
  return header && payload && { header, payload };
}

/** A text claim that can be stored. */
const textClaim = (value: unknown, maxLength = 255): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= maxLength && isStorable(value)
    ? value
    : undefined;

const audiencesOf = ({ aud }: Json): readonly unknown[] => (Array.isArray(aud) ? aud : [aud]);

/**
 * The claims of a structurally valid JWT, without a check of its signature and age. The sandbox requires no more when an
 * OAUTH credential is created. `undefined` for any other text, including the magic value of the sandbox.
 */
export function unverifiedClaims(token: string): JwtClaims | undefined {
  const payload = parseJwt(token)?.payload;
  const iss = textClaim(payload?.['iss'], 2048);
  if (!payload || iss === undefined) return undefined;
  return {
    iss,
    aud: textClaim(audiencesOf(payload)[0]),
    sub: textClaim(payload['sub']),
    email: textClaim(payload['email'], 254),
  };
}

/** The claims of a token whose signature was verified elsewhere, when it is fresh and identifies a person. */
export function freshClaims(token: string, now: Date): OidcClaims | undefined {
  const payload = parseJwt(token)?.payload;
  const { iss, aud, sub, email } = unverifiedClaims(token) ?? {};
  if (!payload || !isTimely(payload, now)) return undefined;
  return iss !== undefined && aud !== undefined && sub !== undefined ? { iss, aud, sub, email } : undefined;
}

/**
 * The digest for the replay guard: SHA-256 of the signed part of the token. The signature is excluded, because an ECDSA
 * signature has a second valid form (n - s).
 */
export const tokenDigest = (token: string): Uint8Array => sha256(token.slice(0, token.lastIndexOf('.')));

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function isTimely({ iat, exp, nbf }: Json, now: Date): boolean {
  const seconds = Math.floor(now.getTime() / 1000);
  return (
    isNumber(iat) &&
    seconds - iat <= maxAgeSeconds &&
    iat - seconds <= futureSkewSeconds &&
    isNumber(exp) &&
    exp * 1000 > now.getTime() &&
    (nbf === undefined || (isNumber(nbf) && nbf - seconds <= futureSkewSeconds))
  );
}

/** The claims when audience and times are valid. The signature is verified later. */
function acceptableClaims(
  payload: Json,
  { issuer, audiences }: OidcIssuer,
  now: Date,
): OidcClaims | undefined {
  const named = audiencesOf(payload);
  const aud = textClaim(named[0]);
  const sub = textClaim(payload['sub']);
  const allKnown = named.every((audience) => typeof audience === 'string' && audiences.includes(audience));
  if (aud === undefined || sub === undefined || !allKnown || !isTimely(payload, now)) return undefined;
  return { iss: issuer, aud, sub, email: textClaim(payload['email'], 254) };
}

type Verdict = 'signed' | 'unknown-key' | 'forged';

/** Verifies the signature. Catches every error that jose throws for a wrong token or key. */
async function verdictOf(token: string, { keyFor }: KeySet): Promise<Verdict> {
  try {
    await compactVerify(token, keyFor, { algorithms });
    return 'signed';
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return 'unknown-key';
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return 'forged';
    // Without a key id, every key of the set is tried.
    for await (const key of error) {
      const signed = await compactVerify(token, key, { algorithms }).then(
        () => true,
        () => false,
      );
      if (signed) return 'signed';
    }
    return 'forged';
  }
}

export interface OidcVerifier {
  /**
   * Verifies a token: signed by one of the issuers for its audiences, at most 60 seconds ago.
   *
   * @param allowLoopbackHttp lets issuers be at http on loopback: sandbox platforms only.
   */
  verify(
    token: string,
    issuers: readonly OidcIssuer[],
    options?: { readonly allowLoopbackHttp?: boolean },
  ): Promise<OidcClaims | InvalidOidcToken | IssuerUnavailable>;
}

/**
 * @param get fetches discovery documents and key sets. It decides which addresses may be called.
 * @param realTime never the clock of a sandbox platform: issuers use real time.
 */
export function createOidcVerifier(ports: { get: HttpGet; realTime: { now(): Date } }): OidcVerifier {
  const issuerKeys = createIssuerKeys(ports);

  return {
    async verify(token, issuers, { allowLoopbackHttp = false } = {}) {
      const { header, payload } = parseJwt(token) ?? {};
      const issuer = issuers.find((each) => each.issuer === payload?.['iss']);
      // These checks need no key, so they come before the request to the issuer.
      if (!header || !payload || !issuer || !isIssuer(issuer.issuer, allowLoopbackHttp)) {
        return new InvalidOidcToken();
      }
      if (!algorithms.includes(String(header['alg'])) || header['crit'] !== undefined) {
        return new InvalidOidcToken();
      }
      // jose ignores the unused bits of the last character, so a token would have several spellings.
      if (decodeBase64Url(token.slice(token.lastIndexOf('.') + 1)) === undefined)
        return new InvalidOidcToken();
      const claims = acceptableClaims(payload, issuer, ports.realTime.now());
      if (!claims) return new InvalidOidcToken();

      const keys = await issuerKeys.keysOf(issuer.issuer, allowLoopbackHttp);
      if (keys instanceof IssuerUnavailable) return keys;
      const verdict = await verdictOf(token, keys);
      if (verdict === 'signed') return claims;
      // After a rotation a token without a key id looks forged, because it is tried with the old keys.
      if (verdict === 'forged' && header['kid'] !== undefined) return new InvalidOidcToken();

      const newer = await issuerKeys.keysNewerThan(keys, issuer.issuer, allowLoopbackHttp);
      if (newer instanceof IssuerUnavailable) return newer;
      const signed = newer !== keys && (await verdictOf(token, newer)) === 'signed';
      return signed ? claims : new InvalidOidcToken();
    },
  };
}
