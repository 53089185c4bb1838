/**
 * Moves a sandbox platform's clock forward. Before the response, the due jobs and webhooks run in order, each at its own
 * due time: a payment that takes 30 seconds and then starts a refund does both, and a rejected webhook is retried as
 * often as its schedule says (`run-due-work.ts`).
 *
 * Decision: under constant load new work is always due. After five seconds the clock therefore jumps to the target, and
 * the workers run what is due then. `isSettled` in the response reports this.
 *
 * Decision: calls of one platform run one after the other. The target of a call is counted from its receipt, so
 * concurrent calls together move the clock only to the latest target. A call that waits for more than four seconds is
 * rejected, which leaves time to respond before the timeout of the operation.
 *
 * Decision: the clock stays within the years that every date format of the interface can express, with a margin for
 * dates that are computed from it: the maximum lifetime that a caller may choose is below a year.
 *
 * Source: schema.graphql, `sandboxAdvanceClock`; docs/architecture.md#time.
 */
import { z } from 'zod';
import { recordChange } from '../infrastructure/audit-log/change-store.ts';
import { withoutAttribution } from '../infrastructure/database/attribution.ts';
import { transact, wakeAfterCommit } from '../infrastructure/database/transact.ts';
import type { JobHandlers } from '../infrastructure/jobs/jobs.ts';
import { Conflict, InvalidInput, invariant } from '../kernel/errors.ts';
import { KeyedMutex } from '../kernel/keyed-mutex.ts';
import { integer } from '../kernel/parse.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import { SandboxOnly } from '../platforms/errors.ts';
import { findPlatform } from '../platforms/store.ts';
import { type AdvanceOptions, type AdvancePorts, DueWorkRunner, moveClockTo } from './run-due-work.ts';

const turnTimeoutMs = 4_000;
const maxSeconds = 31 * 24 * 60 * 60;
export const latestSandboxInstant = new Date('9998-12-31T23:59:59.999Z');

export const AdvanceClockInput = z.object({
  seconds: integer(1, maxSeconds, `must be an integer from 1 to ${maxSeconds}`),
});

/** The platform's clock after the call. */
interface SandboxClock {
  readonly now: Date;
  /** Whether all work that was due until then is done. */
  readonly isSettled: boolean;
}

/** Earlier calls of the platform did not end in time. */
class ClockIsMoving extends Conflict {
  override readonly name = 'ClockIsMoving';
  constructor() {
    super('Other requests are advancing the clock of this platform. Retry when they have finished.');
  }
}

const turns = new KeyedMutex();

export async function advanceClock(
  ports: AdvancePorts,
  handlers: JobHandlers,
  { platform: caller }: Pick<PlatformCaller, 'platform'>,
  { seconds }: z.output<typeof AdvanceClockInput>,
  options?: AdvanceOptions,
): Promise<SandboxClock | SandboxOnly | InvalidInput | ClockIsMoving> {
  const { db, clock } = ports;
  if (caller.mode !== 'SANDBOX') return new SandboxOnly();
  const before = await findPlatform(db.orm, caller.id);
  invariant(before, 'the platform of a caller exists');
  const target = new Date(clock.now(before).getTime() + seconds * 1000);
  if (target > latestSandboxInstant) {
    return InvalidInput.at(
      'seconds',
      `must not advance the clock past ${latestSandboxInstant.toISOString()}, the latest instant of a sandbox`,
    );
  }
  const endTurn = await turns.acquire(caller.id, turnTimeoutMs);
  if (!endTurn) return new ClockIsMoving();
  try {
    // The audit log records that the clock moved, and not the work of jobs that became due.
    const unattributed = { ...ports, db: withoutAttribution(db) };
    const runner = new DueWorkRunner(unattributed, handlers, { platformId: caller.id, target }, options);
    const isSettled = await runner.run();
    await transact(db, async (tx) => {
      await moveClockTo(tx, clock, caller.id, target);
      const { clockOffsetMs } = before;
      await recordChange(tx, caller.id, caller.id, {
        clockOffsetMs: [clockOffsetMs, clockOffsetMs + seconds * 1000],
      });
      // Wakes the workers for the work that is left.
      wakeAfterCommit(tx);
    });
    const after = await findPlatform(db.orm, caller.id);
    invariant(after, 'the platform of a caller exists');
    return { now: clock.now(after), isSettled };
  } finally {
    endTurn();
  }
}
