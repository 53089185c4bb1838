/** The public keys that verify access tokens, as a JWK set. Source: RFC 7517, section 5. */
import type { ServerResponse } from 'node:http';
import { accessTokenKeySet } from '../../platforms/access/access-token-keys.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { sendJson } from '../http/send.ts';

export async function serveKeySet(
  res: ServerResponse,
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
): Promise<void> {
  sendJson(res, 200, await accessTokenKeySet(db, clock.real()), { 'Cache-Control': 'public, max-age=300' });
}
