/**
 * SQL of invitations. Whoever has the code may read one, whichever platform they call from: that is how an invitee's
 * provider finds it. Sandbox and production are apart all the same.
 */
import { and, eq } from 'drizzle-orm';
import type { Executor } from '../database/client.ts';
import { invitations, platforms } from '../database/tables/index.ts';
import { type Id, idOf, uuidOf } from '../kernel/ids.ts';
import type { UmaAddress } from '../kernel/uma-address.ts';
import type { PlatformMode } from '../platforms/platform.ts';
import type { Invitation } from './invitation.ts';

type Row = typeof invitations.$inferSelect;

const toInvitation = (row: Row): Invitation => ({
  code: row.code,
  platformId: idOf('PlatformConfig', row.platformId),
  inviterUma: row.inviterUma as UmaAddress,
  inviteeUma: (row.inviteeUma as UmaAddress | null) ?? undefined,
  firstName: row.firstName ?? undefined,
  status: row.status,
  amountToSend:
    row.amountToSend !== null && row.currency !== null
      ? { amount: row.amountToSend, currency: row.currency }
      : undefined,
  createdAt: row.createdAt,
  claimedAt: row.claimedAt ?? undefined,
  expiresAt: row.expiresAt ?? undefined,
});

const reachable = (code: string, mode: PlatformMode) =>
  and(eq(invitations.code, code), eq(platforms.mode, mode));

/** The invitation and how far the clock of its platform is ahead. */
export async function findInvitation(
  db: Executor,
  mode: PlatformMode,
  code: string,
): Promise<{ invitation: Invitation; clockOffsetMs: number } | undefined> {
  const [row] = await db
    .select()
    .from(invitations)
    .innerJoin(platforms, eq(platforms.id, invitations.platformId))
    .where(reachable(code, mode));
  return row && { invitation: toInvitation(row.invitations), clockOffsetMs: row.platforms.clockOffsetMs };
}

export async function lockInvitation(
  tx: Executor,
  mode: PlatformMode,
  code: string,
): Promise<{ invitation: Invitation; clockOffsetMs: number } | undefined> {
  const [row] = await tx
    .select()
    .from(invitations)
    .innerJoin(platforms, eq(platforms.id, invitations.platformId))
    .where(reachable(code, mode))
    .for('update', { of: invitations });
  return row && { invitation: toInvitation(row.invitations), clockOffsetMs: row.platforms.clockOffsetMs };
}

/** Whether the code was free: four random bytes meet a taken one now and then. */
export async function insertInvitation(
  tx: Executor,
  invitation: Invitation,
  customerId: Id<'Customer'>,
): Promise<boolean> {
  const made = await tx
    .insert(invitations)
    .values({
      code: invitation.code,
      platformId: uuidOf(invitation.platformId),
      customerId: uuidOf(customerId),
      inviterUma: invitation.inviterUma,
      firstName: invitation.firstName ?? null,
      status: invitation.status,
      amountToSend: invitation.amountToSend?.amount ?? null,
      currency: invitation.amountToSend?.currency ?? null,
      createdAt: invitation.createdAt,
      expiresAt: invitation.expiresAt ?? null,
    })
    .onConflictDoNothing()
    .returning({ code: invitations.code });
  return made.length === 1;
}

export async function updateInvitation(tx: Executor, invitation: Invitation): Promise<void> {
  await tx
    .update(invitations)
    .set({
      status: invitation.status,
      inviteeUma: invitation.inviteeUma ?? null,
      claimedAt: invitation.claimedAt ?? null,
    })
    .where(eq(invitations.code, invitation.code));
}
