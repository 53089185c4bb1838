/**
 * Moves a sandbox platform's clock forward. What falls due in between happens before the response, in order, each thing
 * at its own instant: a payment that takes 30 seconds and then starts a refund has done both, and a webhook that is not
 * taken has been tried as often as its schedule says (`clock-advance.ts`).
 *
 * Decision: under a load that never ends something new is due at every instant on the way. After five seconds the clock
 * is moved the rest of the way at once, and the workers do what is due then, right after. The response says so.
 *
 * Decision: a platform's calls take turns. Each moves the clock to its own instant, counted from when it arrived, so
 * that calls made together overlap and cost as much as the farthest. One that has no turn in four seconds is rejected,
 * which leaves it time to respond before the limit on an operation's time.
 *
 * Decision: the clock stays within the years that every date of the interface can be written in, with a margin for what
 * is computed from it: the longest lifetime that a caller may ask for is below a year.
 *
 * Source: contract, `sandboxAdvanceClock`; design, "Time".
 */
import { z } from 'zod';
import { transact, wakeAfterCommit } from '../infrastructure/database/transact.ts';
import type { JobHandlers } from '../infrastructure/jobs/jobs.ts';
import { Conflict, InvalidInput, invariant } from '../kernel/errors.ts';
import { KeyedMutex } from '../kernel/keyed-mutex.ts';
import { integer } from '../kernel/parse.ts';
import type { PlatformPrincipal } from '../platforms/access/principal.ts';
import { SandboxOnly } from '../platforms/errors.ts';
import { findPlatform } from '../platforms/store.ts';
import { type AdvanceOptions, type AdvancePorts, ClockAdvance, moveClockTo } from './clock-advance.ts';

const turnPatienceMs = 4_000;
const mostSeconds = 31 * 24 * 60 * 60;
export const latestSandboxInstant = new Date('9998-12-31T23:59:59.999Z');

export const AdvanceClockInput = z.object({
  seconds: integer(1, mostSeconds, `must be an integer from 1 to ${mostSeconds}`),
});

/** Now, on the platform's clock. */
export interface SandboxClock {
  readonly now: Date;
  /** Whether all that fell due until then has happened. */
  readonly isSettled: boolean;
}

/** Earlier calls of the platform took too long. */
export class ClockIsMoving extends Conflict {
  override readonly name = 'ClockIsMoving';
  constructor() {
    super('Other calls are moving the clock of this platform. Send this one again when they have ended.');
  }
}

const turns = new KeyedMutex();

export async function advanceClock(
  ports: AdvancePorts,
  handlers: JobHandlers,
  { platform: caller }: Pick<PlatformPrincipal, 'platform'>,
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
      `must not move the clock past ${latestSandboxInstant.toISOString()}, the latest instant of a sandbox`,
    );
  }
  const endTurn = await turns.acquire(caller.id, turnPatienceMs);
  if (!endTurn) return new ClockIsMoving();
  try {
    const advance = new ClockAdvance(ports, handlers, { platformId: caller.id, target }, options);
    const isSettled = await advance.run();
    await transact(db, async (tx) => {
      await moveClockTo(tx, clock, caller.id, target);
      // The workers do at once what was left to them.
      wakeAfterCommit(tx);
    });
    const after = await findPlatform(db.orm, caller.id);
    invariant(after, 'the platform of a caller exists');
    return { now: clock.now(after), isSettled };
  } finally {
    endTurn();
  }
}
