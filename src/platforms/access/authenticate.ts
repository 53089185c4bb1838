/**
 * From a header to a principal. Every failure answers alike, whatever was wrong.
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
import type { Principal } from './principal.ts';
import { findAccessTokenForAuthentication } from './store.ts';
import { findTokenForAuthentication } from './token-store.ts';

type AuthenticationPorts = Pick<Ports, 'db' | 'agentTokens'>;

const basicPattern = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;
const bearerPattern = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;
const agentTokenPattern = /^gat_[0-9a-f]{40}$/;
const longestCredential = 2048;

/** Compared with where no token has the id, so that an unknown id takes as long as a known one. */
const nobody = digestOf(newClientSecret());

function parseBasic(encoded: string): { clientId: string; secret: string } | undefined {
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1 || !decoded.isWellFormed() || decoded.includes('\u0000')) return undefined;
  return { clientId: decoded.slice(0, colon), secret: decoded.slice(colon + 1) };
}

/**
 * What of a header could be a guess: a secret, with the id of the API token that it claims to be of. Not an access
 * token, which is signed; one that has ended is no attack, and many phones may hold one behind one address.
 */
export function guessOf(header: string): { readonly tokenId: string | undefined } | undefined {
  if (header.length > longestCredential) return undefined;
  const basic = basicPattern.exec(header)?.[1];
  const credentials = basic === undefined ? undefined : parseBasic(basic);
  if (credentials) return { tokenId: credentials.clientId };
  const bearer = bearerPattern.exec(header)?.[1];
  return bearer !== undefined && agentTokenPattern.test(bearer) ? { tokenId: undefined } : undefined;
}

async function platformOf(db: Database, encoded: string): Promise<Principal | undefined> {
  const credentials = parseBasic(encoded);
  if (!credentials) return undefined;
  const found = await findTokenForAuthentication(db.orm, credentials.clientId);
  if (!matchesDigest(credentials.secret, found?.secretDigest ?? nobody) || !found) return undefined;
  return { kind: 'platform', platform: found.platform, token: found.token };
}

/** The token has 160 random bits and is looked up by its digest, so the time of the look-up tells nothing of it. */
const agentOf = ({ db, agentTokens }: AuthenticationPorts, token: string): Promise<Principal | undefined> =>
  agentTokens.findByDigest(db.orm, digestOf(token));

async function accessTokenHolderOf(db: Database, jwt: string, realNow: Date): Promise<Principal | undefined> {
  let id: string | undefined;
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
    id = payload.jti;
  } catch (error) {
    if (error instanceof joseErrors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
  // What the token allows is read from the row that is also asked whether it was revoked.
  const accessTokenId = parseId('AccessToken', id);
  const found = accessTokenId && (await findAccessTokenForAuthentication(db.orm, accessTokenId, realNow));
  return found && { kind: 'access-token', ...found };
}

/**
 * The principal of an `Authorization` header.
 *
 * @param header `Basic base64(<token id>:<secret>)`, `Bearer gat_...` of an agent, or `Bearer <access token>`.
 * @param realNow access tokens end by real time, whatever a sandbox clock says.
 */
export async function authenticate(
  ports: AuthenticationPorts,
  header: string,
  realNow = new Date(),
): Promise<Principal | Unauthorized> {
  const refused = new Unauthorized('Invalid credentials');
  if (header.length > longestCredential) return refused;
  const basic = basicPattern.exec(header)?.[1];
  if (basic) return (await platformOf(ports.db, basic)) ?? refused;
  const bearer = bearerPattern.exec(header)?.[1];
  if (!bearer) return refused;
  const principal = agentTokenPattern.test(bearer)
    ? await agentOf(ports, bearer)
    : await accessTokenHolderOf(ports.db, bearer, realNow);
  return principal ?? refused;
}

/**
 * A principal as it is now, in one statement, for whoever stays: its platform's clock is moved meanwhile, its agent paused
 * or given another policy, its credential ended.
 */
export async function renew(
  ports: AuthenticationPorts,
  principal: Principal,
  realNow: Date,
): Promise<Principal | Unauthorized> {
  const found = await foundAgain(ports, principal, realNow);
  return found ?? new Unauthorized('The credential has ended');
}

async function foundAgain(
  { db: { orm }, agentTokens }: AuthenticationPorts,
  principal: Principal,
  realNow: Date,
): Promise<Principal | undefined> {
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
  }
}
