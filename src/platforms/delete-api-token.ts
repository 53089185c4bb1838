/** Ends an API token at once: its next request is refused, its sockets and streams are closed. */
import type { PlatformPrincipal } from '../access/principal.ts';
import { transact } from '../database/transact.ts';
import { appendEvents } from '../events/log.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import type { Ports } from '../ports.ts';
import { LastManagingToken, TokenNotFound } from './errors.ts';
import { lockTokens, markTokenDeleted } from './store.ts';

export async function deleteApiToken(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform, token: own }: PlatformPrincipal,
  id: Id<'Token'>,
): Promise<{ deletedId: Id<'Token'> } | TokenNotFound | LastManagingToken> {
  return transact(db, async (tx) => {
    const tokens = await lockTokens(tx, platform.id);
    if (!tokens.some((token) => token.id === id)) return new TokenNotFound(id);
    const othersManage = tokens.some((token) => token.id !== id && token.permissions.includes('MANAGE'));
    if (id === own.id && !othersManage) return new LastManagingToken();

    const at = clock.now(platform);
    await markTokenDeleted(tx, platform.id, id, at);
    await appendEvents(tx, [
      {
        platformUuid: uuidOf(platform.id),
        topic: 'access',
        type: undefined,
        resourceId: id,
        data: { ended: id },
        occurredAt: at,
      },
    ]);
    return { deletedId: id };
  });
}
