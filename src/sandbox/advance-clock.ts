/**
 * Moves a sandbox platform's clock forward. What falls due in between happens before the answer, in order, each job
 * at its own instant: a payment that takes 30 seconds and then starts a refund has done both.
 *
 * Source: contract, `sandboxAdvanceClock`; design, "Time".
 */
import { z } from 'zod';
import type { PlatformPrincipal } from '../access/principal.ts';
import { transact } from '../database/transact.ts';
import { type JobHandlers, lockNextJobOf, perform } from '../jobs/jobs.ts';
import { invariant } from '../kernel/errors.ts';
import { uuidOf } from '../kernel/ids.ts';
import { SandboxOnly } from '../platforms/errors.ts';
import { lockPlatform, setClockOffset } from '../platforms/store.ts';
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
  const target = new Date(clock.now(caller).getTime() + seconds * 1000);
  for (;;) {
    const left = await transact(db, async (tx) => {
      const platform = await lockPlatform(tx, caller.id);
      invariant(platform, 'the platform of a caller exists');
      const job = await lockNextJobOf(tx, uuidOf(platform.id), target);
      if (job === 'taken') return true;
      const reached = job ? new Date(Math.max(job.dueAt.getTime(), clock.now(platform).getTime())) : target;
      await setClockOffset(tx, platform.id, reached.getTime() - clock.real().getTime());
      if (job) await perform(tx, handlers, job, reached);
      return job !== undefined;
    });
    if (!left) break;
  }
  const platform = await transact(db, (tx) => lockPlatform(tx, caller.id));
  invariant(platform, 'the platform of a caller exists');
  return { now: clock.now(platform) };
}
