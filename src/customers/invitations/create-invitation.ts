/** Creates an invitation in the name of a customer. Source: docs/behaviour/customers.md#invitations. */
import type { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { enqueue } from '../../infrastructure/jobs/jobs.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { checkRange } from '../../kernel/money/amount-range.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { findEnabledCurrency } from '../../platforms/currencies/currency-store.ts';
import { CustomerNotFound } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { findCustomerByUma } from '../store.ts';
import { InvitationsNotConfigured } from './errors.ts';
import { expireInvitationJobKind } from './expire-invitation.ts';
import { type CreateInvitationInput, checkExpiry, type Invitation, newInvitationCode } from './invitation.ts';
import { insertInvitation } from './store.ts';

export async function createInvitation(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: PlatformCaller,
  input: z.output<typeof CreateInvitationInput>,
): Promise<Invitation | InvalidInput | InvitationsNotConfigured | CustomerNotFound> {
  if (platform.umaDomain === undefined) return new InvitationsNotConfigured();
  const scope = { platformId: platform.id };
  return transact(db, async (tx) => {
    const inviter = await findCustomerByUma(tx, scope, input.inviterUma);
    if (!inviter) return new CustomerNotFound();
    const now = clock.now(platform);
    const over = checkExpiry(input.expiresAt, now);
    if (over) return over;

    const [currency] = inviter.currencies;
    const amountToSend =
      input.amountToSend === undefined || currency === undefined
        ? undefined
        : { amount: input.amountToSend, currency };
    if (amountToSend) {
      const bounds = await findEnabledCurrency(tx, platform.id, amountToSend.currency);
      if (!bounds) {
        return InvalidInput.at('inviterUma', 'has no currency that is enabled', 'INVALID_CURRENCY');
      }
      const wrong = checkRange(
        amountToSend,
        { min: bounds.minAmount, max: bounds.maxAmount },
        'amountToSend',
      );
      if (wrong) return wrong;
    }

    const invitation: Invitation = {
      code: newInvitationCode(),
      platformId: platform.id,
      inviterUma: input.inviterUma,
      inviteeUma: undefined,
      firstName: input.firstName,
      status: 'PENDING',
      amountToSend,
      createdAt: now,
      claimedAt: undefined,
      expiresAt: input.expiresAt,
    };
    await insertInvitation(tx, invitation, inviter.id);
    if (invitation.expiresAt) {
      await enqueue(tx, {
        kind: expireInvitationJobKind,
        platformId: platform.id,
        payload: { code: invitation.code },
        dueAt: invitation.expiresAt,
      });
    }
    return invitation;
  });
}
