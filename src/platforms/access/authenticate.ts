/**
 * Finds the principal of an `Authorization` header. All failures return the same error, except for an access token whose
 * lifetime has ended.
 *
 * Decision: an expired access token has an error of its own, so that a page gets another one instead of giving up. The
 * signature is verified first, so the error says only what the holder can read in the token. A token that was revoked
 * before it expired is not valid, like any unknown one.
 *
 * Source: docs/behaviour/conventions.md#transport, docs/behaviour/agents.md#device-codes; RFC 7617 (Basic), RFC 6750 (Bearer), RFC 8725 (JWT).
 */
import { decodeProtectedHeader, errors as joseErrors, jwtVerify } from 'jose';
import type { Database } from '../../infrastructure/database/client.ts';
import { digestOf, matchesDigest, newClientSecret } from '../../kernel/crypto/secrets.ts';
import { Unauthorized } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Ports } from '../ports.ts';
import { accessTokenIssuer } from './access-token.ts';
import { verifyingKey } from './access-token-keys.ts';
import { CredentialExpired } from './credential-expired.ts';
import { expiryOfCredential, type Principal } from './principal.ts';
import { findAccessTokenForAuthentication, isAccessTokenRevoked } from './store.ts';
import { findTokenForAuthentication } from './token-store.ts';

type AuthenticationPorts = Pick<Ports, 'db' | 'agentTokens'>;
type RenewalPorts = Pick<Ports, 'db' | 'agentTokens' | 'memberSessions'>;

const basicPattern = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;
const bearerPattern = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;
const agentTokenPattern = /^gat_[0-9a-f]{40}$/;
const maxHeaderLength = 2048;

/** Compared with the secret when no token has the id, so that an unknown id takes as long as a known one. */
const dummyDigest = digestOf(newClientSecret());

function parseBasic(encoded: string): { clientId: string; secret: string } | undefined {
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1 || !decoded.isWellFormed() || decoded.includes('\u0000')) return undefined;
  return { clientId: decoded.slice(0, colon), secret: decoded.slice(colon + 1) };
}

/**
 * The credential in a header that a caller could guess: the secret of an API token, with the id of that token, or an agent
 * token. An access token is signed, so it cannot be guessed. Many phones behind one address may send expired ones.
 */
export function guessableCredentialOf(header: string): { readonly tokenId: string | undefined } | undefined {
  if (header.length > maxHeaderLength) return undefined;
  const basic = basicPattern.exec(header)?.[1];
  const credentials = basic === undefined ? undefined : parseBasic(basic);
  if (credentials) return { tokenId: credentials.clientId };
  const bearer = bearerPattern.exec(header)?.[1];
  return bearer !== undefined && agentTokenPattern.test(bearer) ? { tokenId: undefined } : undefined;
}

async function findPlatformPrincipal(db: Database, encoded: string): Promise<Principal | undefined> {
  const credentials = parseBasic(encoded);
  if (!credentials) return undefined;
  const found = await findTokenForAuthentication(db.orm, credentials.clientId);
  if (!matchesDigest(credentials.secret, found?.secretDigest ?? dummyDigest) || !found) return undefined;
  return { kind: 'platform', platform: found.platform, token: found.token };
}

/** The token has 160 random bits and is looked up by its digest, so the duration of the look-up reveals nothing about it. */
const findAgentPrincipal = (
  { db, agentTokens }: AuthenticationPorts,
  token: string,
): Promise<Principal | undefined> => agentTokens.findByDigest(db.orm, digestOf(token));

/** The id in a JWT that this service signed for itself, and whether the JWT has expired. */
async function verifiedId(
  db: Database,
  jwt: string,
  realNow: Date,
): Promise<{ id: string | undefined; hasExpired: boolean } | undefined> {
  try {
    const { kid } = decodeProtectedHeader(jwt);
    const key = kid ? await verifyingKey(db, kid, realNow) : undefined;
    if (!key) return undefined;
    const { payload } = await jwtVerify(jwt, key, {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      issuer: accessTokenIssuer,
      audience: accessTokenIssuer,
      requiredClaims: ['jti', 'exp', 'iat'],
      currentDate: realNow,
    });
    return { id: payload.jti, hasExpired: false };
  } catch (error) {
    // Thrown after the signature and the other claims were verified.
    if (error instanceof joseErrors.JWTExpired) return { id: error.payload.jti, hasExpired: true };
    if (error instanceof joseErrors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

async function findAccessTokenPrincipal(
  db: Database,
  jwt: string,
  realNow: Date,
): Promise<Principal | CredentialExpired | undefined> {
  const verified = await verifiedId(db, jwt, realNow);
  const id = parseId('AccessToken', verified?.id);
  if (!verified || !id) return undefined;
  if (verified.hasExpired) {
    return (await isAccessTokenRevoked(db.orm, id)) ? undefined : new CredentialExpired();
  }
  // The row has the scopes of the token, and says whether it was revoked.
  const found = await findAccessTokenForAuthentication(db.orm, id, realNow);
  return found && { kind: 'access-token', ...found };
}

/**
 * The principal of an `Authorization` header.
 *
 * @param header `Basic base64(<token id>:<secret>)`, `Bearer gat_...` of an agent, or `Bearer <access token>`.
 * @param realNow access tokens expire by real time, also on sandbox platforms.
 */
export async function authenticate(
  ports: AuthenticationPorts,
  header: string,
  realNow = new Date(),
): Promise<Principal | Unauthorized> {
  const invalid = new Unauthorized('Invalid credentials');
  if (header.length > maxHeaderLength) return invalid;
  const basic = basicPattern.exec(header)?.[1];
  if (basic) return (await findPlatformPrincipal(ports.db, basic)) ?? invalid;
  const bearer = bearerPattern.exec(header)?.[1];
  if (!bearer) return invalid;
  const principal = agentTokenPattern.test(bearer)
    ? await findAgentPrincipal(ports, bearer)
    : await findAccessTokenPrincipal(ports.db, bearer, realNow);
  return principal ?? invalid;
}

/** 32 random bytes in base64url. Every other value of the cookie belongs to another program of the same host. */
export const sessionTokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The principal of a session's token. The token has 256 random bits and is looked up by its digest, like that of an agent. */
export async function authenticateSession(
  { db, memberSessions }: Pick<Ports, 'db' | 'memberSessions'>,
  token: string,
  realNow: Date,
): Promise<Principal | Unauthorized> {
  const found = sessionTokenPattern.test(token)
    ? await memberSessions.use(db, digestOf(token), realNow)
    : undefined;
  return found ?? new Unauthorized('The session has ended');
}

/**
 * Reads a principal again, in one statement, for a connection that stays open. Meanwhile the clock of its platform may have
 * been moved, its agent paused or its policy changed, its credential ended.
 */
export async function renew(
  ports: RenewalPorts,
  principal: Principal,
  realNow: Date,
): Promise<Principal | Unauthorized> {
  const found = await findAgain(ports, principal, realNow);
  if (found) return found;
  const expiresAt = expiryOfCredential(principal);
  return expiresAt && expiresAt <= realNow
    ? new CredentialExpired()
    : new Unauthorized('The credential has ended');
}

async function findAgain(
  { db, agentTokens, memberSessions }: RenewalPorts,
  principal: Principal,
  realNow: Date,
): Promise<Principal | undefined> {
  const { orm } = db;
  switch (principal.kind) {
    case 'platform': {
      const found = await findTokenForAuthentication(orm, principal.token.clientId);
      return found && { kind: 'platform', platform: found.platform, token: found.token };
    }
    case 'agent':
      return agentTokens.findConnected(orm, principal.agent.id);
    case 'access-token': {
      const found = await findAccessTokenForAuthentication(orm, principal.accessToken.id, realNow);
      return found && { kind: 'access-token', ...found };
    }
    case 'member':
      return memberSessions.find(db, principal.session.id, realNow);
  }
}
