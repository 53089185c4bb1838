/** Runs jobs one at a time, without a worker. */
import { expect } from 'vitest';
import type { Database } from '../../src/infrastructure/database/client.ts';
import { platformsWithDueJobs } from '../../src/infrastructure/jobs/job-store.ts';
import { type Job, type JobHandlers, performDueJobsOf } from '../../src/infrastructure/jobs/jobs.ts';
import type { WorkObserver } from '../../src/infrastructure/observability/work-record.ts';
import type { Service } from './service.ts';

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

/** Runs the most overdue job of a service. Fails when the job does. */
export async function performNextJob({ db, app, clock }: Service): Promise<void> {
  const failures: unknown[] = [];
  await performDueJob(
    db,
    app.jobs,
    () => clock.real(),
    (error) => failures.push(error),
  );
  expect(failures).toEqual([]);
}
