/**
 * Deletes an API token. Its next request is rejected, and its sockets and streams are closed.
 *
 * Decision: the access tokens that it created are revoked with it, because a thief of its secret may have created some.
 */

import { transact } from '../../infrastructure/database/transact.ts';
import type { Id } from '../../kernel/ids.ts';
import { LastManagingToken, TokenNotFound } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { announceEndOfAccess } from './end-of-access.ts';
import type { PlatformCaller } from './principal.ts';
import { revokeAccessTokens } from './store.ts';
import { lockTokens, markTokenDeleted } from './token-store.ts';

export async function deleteApiToken(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  principal: PlatformCaller,
  id: Id<'Token'>,
): Promise<{ deletedId: Id<'Token'> } | TokenNotFound | LastManagingToken> {
  const { platform } = principal;
  return transact(db, async (tx) => {
    const tokens = await lockTokens(tx, platform.id);
    if (!tokens.some((token) => token.id === id)) return new TokenNotFound(id);
    const othersManage = tokens.some((token) => token.id !== id && token.permissions.includes('MANAGE'));
    const isOwn = principal.kind === 'platform' && id === principal.token.id;
    if (isOwn && !othersManage) return new LastManagingToken();

    const at = clock.now(platform);
    await markTokenDeleted(tx, platform.id, id, at);
    const minted = await revokeAccessTokens(tx, { mintedBy: id }, clock.real());
    await announceEndOfAccess(tx, platform.id, [id, ...minted], at);
    return { deletedId: id };
  });
}
