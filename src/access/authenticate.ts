/** From a header to a principal. Source: gaps 1.1; RFC 7617. */
import type { Database } from '../database/client.ts';
import { Unauthorized } from '../kernel/errors.ts';
import { findTokenForAuthentication } from '../platforms/store.ts';
import type { Principal } from './principal.ts';
import { secretMatches } from './secrets.ts';

const basicPattern = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;

function parseBasic(header: string): { clientId: string; secret: string } | undefined {
  const encoded = basicPattern.exec(header)?.[1];
  if (!encoded || encoded.length > 1024) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1 || !decoded.isWellFormed() || decoded.includes('\u0000')) return undefined;
  return { clientId: decoded.slice(0, colon), secret: decoded.slice(colon + 1) };
}

/**
 * The principal of an `Authorization` header. Every failure answers alike, whatever was wrong.
 *
 * @param header `Basic base64(<token id>:<secret>)`.
 */
export async function authenticate(db: Database, header: string): Promise<Principal | Unauthorized> {
  const credentials = parseBasic(header);
  if (!credentials) return new Unauthorized('Invalid credentials');
  const found = await findTokenForAuthentication(db.orm, credentials.clientId);
  if (!secretMatches(credentials.secret, found?.secretDigest) || !found) {
    return new Unauthorized('Invalid credentials');
  }
  return { kind: 'platform', platform: found.platform, token: found.token };
}
