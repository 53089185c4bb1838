/** Stores the status EXPIRED of an invitation. Until the job runs, `statusAt` returns it. */
import type { JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { statusAt } from './invitation.ts';
import { findInvitation, updateInvitation } from './store.ts';

export const expireInvitationJobKind = 'expire-invitation';

export const expireInvitation: JobHandler = async (tx, job, now) => {
  const { code } = job.payload as { code: string };
  const found = await findInvitation(tx, code, { lock: true });
  if (found?.invitation.status !== 'PENDING') return;
  if (statusAt(found.invitation, now) === 'EXPIRED') {
    await updateInvitation(tx, { ...found.invitation, status: 'EXPIRED' });
  }
};
