/**
 * Faults of the updates of subscriptions. A stream stays open, so its platform is not read again for each update. A change
 * of a platform's faults is in the event log, before every update that is caused later. From then on each update of a stream
 * costs one statement, until the last fault has expired, was used up or was deleted.
 */
import type { Database } from '../../infrastructure/database/client.ts';
import { unavailability } from '../../infrastructure/database/unavailable.ts';
import type { EventTail } from '../../infrastructure/events/tail.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import type { Id } from '../../kernel/ids.ts';
import { credentialIdOf } from '../../platforms/access/principal.ts';
import type { UpdateFault, UpdateFaults } from '../ports.ts';
import { type Fault, isInEffect, labelOf } from './fault.ts';
import { listFaults } from './store.ts';
import { takeFault } from './take-fault.ts';

/** The open streams of a platform in this process. */
interface OpenStreams {
  count: number;
  /** The real time in milliseconds at which its last fault expires, 0 if it has none; undefined while that is not known. */
  endsAt: Promise<number> | 0 | undefined;
}

const effects: Partial<Record<Fault['kind'], UpdateFault['effect']>> = {
  DROP: 'disconnect',
  DUPLICATE: 'repeat',
  REORDER: 'repeat-after-next',
  DELAY: 'delay',
};

export function createUpdateFaults({
  clock,
  tail,
}: {
  readonly clock: Pick<Clock, 'real'>;
  readonly tail: EventTail;
}): UpdateFaults {
  const platforms = new Map<Id<'Platform'>, OpenStreams>();
  tail.listen(({ topic, platformId }) => {
    const open = topic === 'sandbox-fault' ? platforms.get(platformId) : undefined;
    if (open) open.endsAt = undefined;
  });

  /** The real time in milliseconds at which the last fault of updates ends; 0 if there is none. */
  async function endOfFaults(db: Database, platformId: Id<'Platform'>): Promise<number> {
    const now = clock.real();
    const faults = await listFaults(db.orm, platformId, now);
    const ends = faults
      .filter((fault) => fault.target === 'SUBSCRIPTIONS' && isInEffect(fault, now))
      .map(({ expiresAt }) => expiresAt.getTime());
    return Math.max(0, ...ends);
  }

  return (db, principal, operations) => {
    const { platform } = principal;
    if (platform.mode !== 'SANDBOX') return undefined;
    const open = platforms.get(platform.id) ?? { count: 0, endsAt: 0 };
    open.count += 1;
    platforms.set(platform.id, open);
    // Read with the credential, directly before this call. A change after that is in the log.
    if (platform.faultsUntil) open.endsAt = undefined;
    const subject = {
      platformId: platform.id,
      target: 'SUBSCRIPTIONS',
      tokenId: credentialIdOf(principal),
      operations,
    } as const;
    let isClosed = false;

    async function take(eventType: string | undefined): Promise<UpdateFault | undefined> {
      open.endsAt ??= endOfFaults(db, platform.id);
      const { endsAt } = open;
      try {
        const now = clock.real();
        if ((await endsAt) <= now.getTime()) {
          // Unless the faults have changed meanwhile.
          if (open.endsAt === endsAt) open.endsAt = 0;
          return undefined;
        }
        const fault = await takeFault(db, { ...subject, eventType }, now);
        const effect = fault && effects[fault.kind];
        return effect && { effect, label: labelOf(fault), delayMs: fault.delayMs };
      } catch (error) {
        open.endsAt = undefined;
        // Without the database no fault can be counted. The update arrives without one.
        if (unavailability(error)) return undefined;
        throw error;
      }
    }

    return {
      take(eventType) {
        return open.endsAt === 0 ? undefined : take(eventType);
      },
      close() {
        if (isClosed) return;
        isClosed = true;
        open.count -= 1;
        if (open.count === 0) platforms.delete(platform.id);
      },
    };
  };
}
