/** Notifies every process of the end of a credential, so that its sockets and streams are closed. */
import type { Executor } from '../../infrastructure/database/client.ts';
import { appendEvents } from '../../infrastructure/events/log.ts';
import type { Id, IdType } from '../../kernel/ids.ts';

/** @param credentialIds as `credentialIdOf` gives them. */
export async function announceEndOfAccess(
  tx: Executor,
  platformId: Id<'Platform'>,
  credentialIds: readonly Id<IdType>[],
  occurredAt: Date,
): Promise<void> {
  await appendEvents(
    tx,
    credentialIds.map((id) => ({
      platformId,
      topic: 'access',
      type: undefined,
      resourceId: id,
      data: { ended: id },
      occurredAt,
    })),
  );
}
