/**
 * Revokes an access token. Its next request is rejected, and its sockets and streams are closed.
 *
 * Decision: a caller revokes the access tokens that it created, and those of others only with MANAGE.
 */
import { transact } from '../../infrastructure/database/transact.ts';
import { Forbidden } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../ports.ts';
import { AccessTokenNotFound } from './access-token.ts';
import { announceEndOfAccess } from './end-of-access.ts';
import { type PlatformCaller, permissionsOf } from './principal.ts';
import { lockAccessToken, markAccessTokenRevoked } from './store.ts';

export async function revokeAccessToken(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  principal: PlatformCaller,
  id: Id<'AccessToken'>,
): Promise<{ deletedId: Id<'AccessToken'> } | AccessTokenNotFound | Forbidden> {
  const { platform } = principal;
  const own = principal.kind === 'member' ? principal.member.id : principal.token.id;
  return transact<{ deletedId: Id<'AccessToken'> } | AccessTokenNotFound | Forbidden>(db, async (tx) => {
    const found = await lockAccessToken(tx, platform.id, id, clock.real());
    if (!found) return new AccessTokenNotFound(id);
    if (found.mintedBy !== own && !permissionsOf(principal).includes('MANAGE')) {
      return new Forbidden('Another caller minted this access token.', {
        requiredPermissions: ['MANAGE'],
      });
    }
    await markAccessTokenRevoked(tx, id, clock.real());
    await announceEndOfAccess(tx, platform.id, [id], clock.now(platform));
    return { deletedId: id };
  });
}
