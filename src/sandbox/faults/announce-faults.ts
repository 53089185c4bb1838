/** Notifies every process through the event log that the faults of a platform changed. */
import type { Executor } from '../../infrastructure/database/client.ts';
import { appendEvents } from '../../infrastructure/events/log.ts';
import type { Id } from '../../kernel/ids.ts';

/** The caller holds the lock of the platform's row. */
export const announceFaults = (
  tx: Executor,
  platformId: Id<'Platform'>,
  faultId: Id<'SandboxFault'>,
  at: Date,
): Promise<void> =>
  appendEvents(tx, [
    { platformId, topic: 'sandbox-fault', type: undefined, resourceId: faultId, data: {}, occurredAt: at },
  ]);
