/**
 * OIDC tokens: the one adapter around jose. A token is believed about nothing but which of the platform's issuers to
 * ask: its key comes from that issuer's published set, never from the token (`jwk`, `jku`, `x5u`, `x5c` are ignored).
 *
 * Decision: of several audiences every one must be on the platform's list, and the first counts as the token's; one
 * that names strangers as well was not meant for us alone (OpenID Connect Core 1.0, section 3.1.3.7).
 *
 * Decision: ages count in whole seconds, as `iat` does: 60 is fresh, 61 is not. `exp` has no grace, `nbf` and `iat`
 * may lie 5 seconds ahead.
 *
 * Source: interface, Authentication 6; gaps 4.10.
 */
import { compactVerify, errors } from 'jose';
import type { HttpGet } from '../../infrastructure/http-client/safe-fetch.ts';
import { decodeBase64Url, decodeUtf8, sha256 } from '../../kernel/crypto/encodings.ts';
import { Unauthorized } from '../../kernel/errors.ts';
import { isStorable } from '../../kernel/parse.ts';
import { createIssuerKeys, IssuerUnavailable, isIssuer, type KeySet } from './oidc-keys.ts';

/** An issuer that a platform recognises, and the clients of it that are its own. */
export interface OidcIssuer {
  readonly issuer: string;
  readonly audiences: readonly string[];
}

/** What identifies a person, and what to call them by. */
export interface OidcClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly email: string | undefined;
}

/** What a token says, believed or not. */
export interface JwtClaims {
  readonly iss: string;
  readonly aud: string | undefined;
  readonly sub: string | undefined;
  readonly email: string | undefined;
}

/** The token is not a fresh one of a recognised issuer for this platform. Which check failed is not told. */
export class InvalidOidcToken extends Unauthorized {
  override readonly name = 'InvalidOidcToken';

  constructor() {
    super('Invalid OIDC token', 'The OIDC token is not valid.');
  }
}

/** The issuers that a sandbox platform recognises without registering them (gaps 4.10). */
export const sandboxIssuers = ['https://accounts.google.com', 'https://appleid.apple.com'] as const;

const maxAgeSeconds = 60;
const futureSkewSeconds = 5;
const longestToken = 16_384;

// Asymmetric only: an HMAC "verified" with a public key, or no signature at all, proves nothing.
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

/** The two readable parts of a JWT: three parts, the first two JSON objects, the third base64url letters or nothing. */
function parseJwt(token: string): { header: Json; payload: Json } | undefined {
  if (token.length > longestToken) return undefined;
  const [first, second, third, ...rest] = token.split('.');
  if (third === undefined || rest.length > 0 || !/^[A-Za-z0-9_-]*$/.test(third)) return undefined;
  const header = jsonPart(first);
  const payload = jsonPart(second);
  return header && payload && { header, payload };
}

/** A claim of text that can be stored. */
const textClaim = (value: unknown, most = 255): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= most && isStorable(value) ? value : undefined;

const audiencesOf = ({ aud }: Json): readonly unknown[] => (Array.isArray(aud) ? aud : [aud]);

/**
 * What a structurally valid JWT claims, signature and age unchecked: all that a sandbox asks of a token when an OAUTH
 * credential is created. `undefined` for anything else, the sandbox's magic value among it.
 */
export function structurallyValidJwt(token: string): JwtClaims | undefined {
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

/**
 * What is remembered of a token, so that it verifies once: SHA-256 of its signed part. Not of the whole, because an
 * ECDSA signature has a second form (n - s) that verifies as well.
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

/** The claims when the token is for us, now; its signature is still to be verified. */
function acceptableClaims(
  payload: Json,
  { issuer, audiences }: OidcIssuer,
  now: Date,
): OidcClaims | undefined {
  const named = audiencesOf(payload);
  const aud = textClaim(named[0]);
  const sub = textClaim(payload['sub']);
  const ours = named.every((audience) => typeof audience === 'string' && audiences.includes(audience));
  if (aud === undefined || sub === undefined || !ours || !isTimely(payload, now)) return undefined;
  return { iss: issuer, aud, sub, email: textClaim(payload['email'], 254) };
}

type Verdict = 'signed' | 'unknown-key' | 'forged';

/** Verifies the signature. jose throws on every kind of wrong token and key; all of it ends here. */
async function verdictOf(token: string, { keyFor }: KeySet): Promise<Verdict> {
  try {
    await compactVerify(token, keyFor, { algorithms });
    return 'signed';
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return 'unknown-key';
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return 'forged';
    // Without a key id any of the set's keys may have signed.
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
   * The claims of a token that one of the issuers signed for one of its audiences, at most 60 seconds ago.
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
 * @param get fetches discovery documents and key sets; it decides which addresses may be called.
 * @param realTime never a sandbox's clock: tokens are issued in the world's time.
 */
export function createOidcVerifier(ports: { get: HttpGet; realTime: { now(): Date } }): OidcVerifier {
  const issuerKeys = createIssuerKeys(ports);

  return {
    async verify(token, issuers, { allowLoopbackHttp = false } = {}) {
      const { header, payload } = parseJwt(token) ?? {};
      const issuer = issuers.find((each) => each.issuer === payload?.['iss']);
      // What is wrong whatever the key costs no request to the issuer.
      if (!header || !payload || !issuer || !isIssuer(issuer.issuer, allowLoopbackHttp)) {
        return new InvalidOidcToken();
      }
      if (!algorithms.includes(String(header['alg'])) || header['crit'] !== undefined) {
        return new InvalidOidcToken();
      }
      // jose overlooks the unused bits of the last character, which would give one token several spellings.
      if (decodeBase64Url(token.slice(token.lastIndexOf('.') + 1)) === undefined)
        return new InvalidOidcToken();
      const claims = acceptableClaims(payload, issuer, ports.realTime.now());
      if (!claims) return new InvalidOidcToken();

      const keys = await issuerKeys.keysOf(issuer.issuer, allowLoopbackHttp);
      if (keys instanceof IssuerUnavailable) return keys;
      const verdict = await verdictOf(token, keys);
      if (verdict === 'signed') return claims;
      // A token without a key id fits whichever key there is, so after a rotation it looks forged.
      if (verdict === 'forged' && header['kid'] !== undefined) return new InvalidOidcToken();

      const newer = await issuerKeys.keysAfter(keys, issuer.issuer, allowLoopbackHttp);
      if (newer instanceof IssuerUnavailable) return newer;
      const signed = newer !== keys && (await verdictOf(token, newer)) === 'signed';
      return signed ? claims : new InvalidOidcToken();
    },
  };
}
