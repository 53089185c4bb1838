/**
 * Screens all customers of the production platforms again when the lists have changed.
 *
 * Each page is a job. The job of the next page is enqueued in the commit of the page, so a process that stops loses nothing, and one
 * process at a time screens the customers of a platform.
 *
 * Decision: an approved customer with a new match stays approved, because most matches are of other people with a similar name. The
 * match is open and listed, and the platform can stop its payments meanwhile.
 * Decision: a process whose lists have another version leaves the page to another process, and tries again in a minute. The list
 * that changed last is the current one.
 *
 * Source: docs/behaviour/customers.md#screening.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { enqueue, type Job, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
import { optional } from '../../kernel/parse.ts';
import type { Platform } from '../../platforms/platform.ts';
import { findPlatform, platformsIn } from '../../platforms/store.ts';
import { ownersOf } from '../beneficial-owners/owner-store.ts';
import type { Ports } from '../ports.ts';
import { screenSubjects } from '../screening/screen-subjects.ts';
import { subjectOfCustomer, subjectOfOwner } from '../screening/subjects.ts';
import { lockCustomersAfterForShare } from '../store.ts';
import { countScreened, lockRun, startRun } from './run-store.ts';

export const rescreeningJobKind = 'screen-customers';

/** A business has up to a hundred owners, and the customers of a page are locked while they are screened. */
const pageSize = 10;
const otherListRetryMs = 60_000;

const Payload = z.object({ listVersion: z.string(), after: optional(idSchema('Customer')) });

const pageJob = (
  platformId: Id<'Platform'>,
  payload: { readonly listVersion: string; readonly after?: Id<'Customer'> | undefined },
  dueAt: Date,
) => ({ kind: rescreeningJobKind, platformId, payload, dueAt });

/** Starts a run for each production platform whose customers were not screened with the current lists. */
export async function startRescreening({
  db,
  clock,
  screening,
}: Pick<Ports, 'db' | 'clock' | 'screening'>): Promise<void> {
  const start = (platform: Platform) =>
    transact(db, async (tx) => {
      const list = screening.list(platform);
      if (!list || !(await startRun(tx, platform.id, list, clock.real()))) return;
      await enqueue(tx, pageJob(platform.id, { listVersion: list.version }, clock.now(platform)));
    });
  for (const platform of await platformsIn(db.orm, 'PRODUCTION')) await start(platform);
}

/** Screens one page of customers, and enqueues the job of the next page. */
export const rescreeningHandler =
  ({ screening }: Pick<Ports, 'screening'>): JobHandler =>
  async (tx, { platformId, payload }: Job, now) => {
    const { listVersion, after } = Payload.parse(payload);
    // A later version has replaced the run.
    if ((await lockRun(tx, platformId)) !== listVersion) return;
    const platform = await findPlatform(tx, platformId);
    invariant(platform, 'the platform of a job exists');
    if (screening.list(platform)?.version !== listVersion) {
      const later = new Date(now.getTime() + otherListRetryMs);
      await enqueue(tx, pageJob(platformId, { listVersion, after }, later));
      return;
    }

    const scope = { platformId };
    const customers = await lockCustomersAfterForShare(tx, scope, after, pageSize);
    const businesses = customers.filter(({ customerType }) => customerType === 'BUSINESS');
    const owners = await ownersOf(
      tx,
      scope,
      businesses.map(({ id }) => id),
    );
    for (const customer of customers) {
      const subjects = [
        ...subjectOfCustomer(customer),
        ...(owners.get(customer.id) ?? []).map(subjectOfOwner),
      ];
      await screenSubjects(tx, { screening }, platform, customer.id, subjects, now);
    }
    const last = customers.length === pageSize ? customers.at(-1) : undefined;
    await countScreened(tx, platformId, customers.length, last ? undefined : now);
    if (last) await enqueue(tx, pageJob(platformId, { listVersion, after: last.id }, now));
  };
