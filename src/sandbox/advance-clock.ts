/**
 * Moves a sandbox platform's clock forward. What falls due in between happens before the answer, in order, each job
 * at its own instant: a payment that takes 30 seconds and then starts a refund has done both.
 *
 * Decision: a job that fails on the way is put off until after the instant that the clock is moved to, so that one
 * broken job neither stops the clock nor is tried for each of its retries in between.
 *
 * Source: contract, `sandboxAdvanceClock`; design, "Time".
 */
import { z } from 'zod';
import type { PlatformPrincipal } from '../access/principal.ts';
import { transact } from '../database/transact.ts';
import { type Job, type JobHandlers, lockNextJobOf, perform, putOff } from '../jobs/jobs.ts';
import { invariant } from '../kernel/errors.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import { SandboxOnly } from '../platforms/errors.ts';
import { findPlatform, lockPlatform, setClockOffset } from '../platforms/store.ts';
import type { Ports } from '../ports.ts';

const mostSeconds = 31 * 24 * 60 * 60;

export const AdvanceClockInput = z.object({
  seconds: z
    .number({ error: 'must be an integer' })
    .int({ error: 'must be an integer' })
    .min(1, { error: `must be from 1 to ${mostSeconds}` })
    .max(mostSeconds, { error: `must be from 1 to ${mostSeconds}` }),
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
  while (await doNext({ db, clock }, handlers, caller.id, target));
  const after = await findPlatform(db.orm, caller.id);
  invariant(after, 'the platform of a caller exists');
  return { now: clock.now(after) };
}

/** Does the next job that is due by the target, at its instant; or moves the clock there, when none is left. */
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
      const reached = job ? new Date(Math.max(job.dueAt.getTime(), clock.now(platform).getTime())) : target;
      await setClockOffset(tx, platform.id, reached.getTime() - clock.real().getTime());
      if (job) await perform(tx, handlers, job, reached);
      return job !== undefined;
    });
  } catch (error) {
    if (!job || job === 'taken') throw error;
    await putOff(db.orm, job, target, error);
    return true;
  }
}
