/** Notifies every process of the end of a credential, so that its sockets and streams are closed, and of changes to what it allows. */
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

/** Notifies every process that an agent may do something else now. Its connections stay open. */
export async function announceChangeOfAccess(
  tx: Executor,
  platformId: Id<'Platform'>,
  agentId: Id<'Agent'>,
  occurredAt: Date,
): Promise<void> {
  await appendEvents(tx, [
    {
      platformId,
      topic: 'access',
      type: undefined,
      resourceId: agentId,
      data: { changed: agentId },
      occurredAt,
    },
  ]);
}
