/**
 * Moves a sandbox platform's clock forward. What falls due in between happens before the answer, in order, each job
 * at its own instant: a payment that takes 30 seconds and then starts a refund has done both.
 *
 * Decision: a job that fails on the way is put off until after the instant that the clock is moved to, so that one
 * broken job neither stops the clock nor is tried for each of its retries in between.
 *
 * Decision: under a load that never ends something new is due at every instant on the way. After five seconds the clock
 * is moved the rest of the way at once, and the workers do what is due then, so that the caller has an answer.
 *
 * Source: contract, `sandboxAdvanceClock`; design, "Time".
 */
import { z } from 'zod';
import type { PlatformPrincipal } from '../access/principal.ts';
import type { Executor } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import { type Job, type JobHandlers, lockNextJobOf, perform, putOff } from '../jobs/jobs.ts';
import { invariant } from '../kernel/errors.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import { integer } from '../kernel/parse.ts';
import { SandboxOnly } from '../platforms/errors.ts';
import { findPlatform, lockPlatform, setClockOffset } from '../platforms/store.ts';
import type { Clock, Ports } from '../ports.ts';

/** In real time. */
const patienceMs = 5_000;
const mostSeconds = 31 * 24 * 60 * 60;

export const AdvanceClockInput = z.object({
  seconds: integer(1, mostSeconds, `must be an integer from 1 to ${mostSeconds}`),
});

/** Now, on the platform's clock. */
export interface SandboxClock {
  readonly now: Date;
}

export async function advanceClock(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  handlers: JobHandlers,
  { platform: caller }: Pick<PlatformPrincipal, 'platform'>,
  { seconds }: z.output<typeof AdvanceClockInput>,
): Promise<SandboxClock | SandboxOnly> {
  if (caller.mode !== 'SANDBOX') return new SandboxOnly();
  const before = await findPlatform(db.orm, caller.id);
  invariant(before, 'the platform of a caller exists');
  const target = new Date(clock.now(before).getTime() + seconds * 1000);
  const until = clock.real().getTime() + patienceMs;
  while (clock.real().getTime() < until && (await doNext({ db, clock }, handlers, caller.id, target)));
  await transact(db, (tx) => moveTo(tx, clock, caller.id, target));
  const after = await findPlatform(db.orm, caller.id);
  invariant(after, 'the platform of a caller exists');
  return { now: clock.now(after) };
}

/** Moves the clock, unless it is further already. */
const moveTo = (tx: Executor, clock: Clock, platformId: Id<'PlatformConfig'>, at: Date): Promise<void> =>
  setClockOffset(tx, platformId, at.getTime() - clock.real().getTime());

/** Does the next job that is due by the target, at its instant, if one is left. */
async function doNext(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  handlers: JobHandlers,
  platformId: Id<'PlatformConfig'>,
  target: Date,
): Promise<boolean> {
  let job: Job | 'taken' | undefined;
  try {
    return await transact(db, async (tx) => {
      job = undefined;
      const platform = await lockPlatform(tx, platformId);
      invariant(platform, 'the platform of a caller exists');
      job = await lockNextJobOf(tx, uuidOf(platform.id), target);
      if (job === 'taken') return true;
      if (!job) return false;
      const reached = new Date(Math.max(job.dueAt.getTime(), clock.now(platform).getTime()));
      await moveTo(tx, clock, platform.id, reached);
      await perform(tx, handlers, job, reached);
      return true;
    });
  } catch (error) {
    if (!job || job === 'taken') throw error;
    await putOff(db.orm, job, target, error);
    return true;
  }
}
