/** Ends an access token before its time: its next request is refused, its sockets and streams are closed. */
import { transact } from '../database/transact.ts';
import type { Id } from '../kernel/ids.ts';
import type { Ports } from '../ports.ts';
import { AccessTokenNotFound } from './access-token.ts';
import { announceEndOfAccess } from './end-of-access.ts';
import type { PlatformPrincipal } from './principal.ts';
import { lockAccessToken, markAccessTokenRevoked } from './store.ts';

export async function revokeAccessToken(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: Pick<PlatformPrincipal, 'platform'>,
  id: Id<'AccessToken'>,
): Promise<{ deletedId: Id<'AccessToken'> } | AccessTokenNotFound> {
  return transact(db, async (tx) => {
    const found = await lockAccessToken(tx, platform.id, id, clock.real());
    if (!found) return new AccessTokenNotFound(id);
    await markAccessTokenRevoked(tx, id, clock.real());
    await announceEndOfAccess(tx, platform.id, [id], clock.now(platform));
    return { deletedId: id };
  });
}
