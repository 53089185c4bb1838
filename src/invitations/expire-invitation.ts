/** Writes down that an invitation's time is over; until then its status is told by the clock. */
import type { JobHandler } from '../jobs/jobs.ts';
import { idOf } from '../kernel/ids.ts';
import { findPlatform } from '../platforms/store.ts';
import { statusAt } from './invitation.ts';
import { lockInvitation, updateInvitation } from './store.ts';

export const expiryJob = 'expire-invitation';

export const expireInvitation: JobHandler = async (tx, job, now) => {
  const { code } = job.payload as { code: string };
  const platform = await findPlatform(tx, idOf('PlatformConfig', job.platformUuid));
  const found = platform && (await lockInvitation(tx, platform.mode, code));
  if (found?.invitation.status !== 'PENDING') return;
  if (statusAt(found.invitation, now) === 'EXPIRED') {
    await updateInvitation(tx, { ...found.invitation, status: 'EXPIRED' });
  }
};
