/**
 * Revokes an access token. Its next request is rejected, and its sockets and streams are closed.
 *
 * Decision: an API token revokes the access tokens that it created, and those of other API tokens only with MANAGE.
 */
import { transact } from '../../infrastructure/database/transact.ts';
import { Forbidden } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../ports.ts';
import { AccessTokenNotFound } from './access-token.ts';
import { announceEndOfAccess } from './end-of-access.ts';
import type { PlatformPrincipal } from './principal.ts';
import { lockAccessToken, markAccessTokenRevoked } from './store.ts';

export async function revokeAccessToken(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform, token: own }: Pick<PlatformPrincipal, 'platform' | 'token'>,
  id: Id<'AccessToken'>,
): Promise<{ deletedId: Id<'AccessToken'> } | AccessTokenNotFound | Forbidden> {
  return transact<{ deletedId: Id<'AccessToken'> } | AccessTokenNotFound | Forbidden>(db, async (tx) => {
    const found = await lockAccessToken(tx, platform.id, id, clock.real());
    if (!found) return new AccessTokenNotFound(id);
    if (found.mintedBy !== own.id && !own.permissions.includes('MANAGE')) {
      return new Forbidden('Another API token minted this access token.', {
        requiredPermissions: ['MANAGE'],
      });
    }
    await markAccessTokenRevoked(tx, id, clock.real());
    await announceEndOfAccess(tx, platform.id, [id], clock.now(platform));
    return { deletedId: id };
  });
}
