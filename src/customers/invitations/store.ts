/**
 * SQL of invitations. They are found by code from every platform of the same mode, because the provider of the invitee is
 * another platform.
 */
import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { UmaAddress } from '../../kernel/uma-address.ts';
import type { PlatformMode } from '../../platforms/platform.ts';
import { platforms } from '../../platforms/tables.ts';
import { invitations } from '../tables.ts';
import type { Invitation } from './invitation.ts';

type Row = typeof invitations.$inferSelect;

const toInvitation = (row: Row): Invitation => ({
  code: row.code,
  platformId: idOf('Platform', row.platformId),
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

/** An invitation, and the mode and clock of its platform. */
export interface FoundInvitation {
  readonly invitation: Invitation;
  readonly mode: PlatformMode;
  readonly clockOffsetMs: number;
}

interface FindOptions {
  /** The mode of the caller's platform; absent for a person who opens the link. */
  readonly mode?: PlatformMode;
  readonly lock?: boolean;
}

export async function findInvitation(
  db: Executor,
  code: string,
  { mode, lock = false }: FindOptions = {},
): Promise<FoundInvitation | undefined> {
  const found = db
    .select()
    .from(invitations)
    .innerJoin(platforms, eq(platforms.id, invitations.platformId))
    .where(and(eq(invitations.code, code), mode && eq(platforms.mode, mode)));
  const [row] = await (lock ? found.for('update', { of: invitations }) : found);
  if (!row) return undefined;
  return {
    invitation: toInvitation(row.invitations),
    mode: row.platforms.mode,
    clockOffsetMs: row.platforms.clockOffsetMs,
  };
}

export async function insertInvitation(
  tx: Executor,
  invitation: Invitation,
  customerId: Id<'Customer'>,
): Promise<void> {
  await tx.insert(invitations).values({
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
  });
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
