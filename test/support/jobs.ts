/** Runs jobs one at a time, without a worker. */
import type { Database } from '../../src/infrastructure/database/client.ts';
import { platformsWithDueJobs } from '../../src/infrastructure/jobs/job-store.ts';
import { type Job, type JobHandlers, performDueJobsOf } from '../../src/infrastructure/jobs/jobs.ts';
import type { WorkObserver } from '../../src/infrastructure/observability/work-record.ts';

/** Runs the most overdue job of any platform, if there is one. */
export async function performDueJob(
  db: Database,
  handlers: JobHandlers,
  realNow: () => Date,
  onError: (error: unknown, job: Job) => void,
  observe?: WorkObserver,
): Promise<'nothing-due' | 'done' | 'failed'> {
  for (const platformUuid of await platformsWithDueJobs(db.orm, realNow())) {
    const performed = await performDueJobsOf(platformUuid, { db, handlers, realNow, onError, observe });
    if (performed !== 'nothing-due') return performed;
  }
  return 'nothing-due';
}
