/** Screens a customer with its beneficial owners, and what a match means for a verification. */
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { BeneficialOwner } from '../beneficial-owners/beneficial-owner.ts';
import { ownersOf } from '../beneficial-owners/owner-store.ts';
import type { Customer } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { screenSubjects } from '../screening/screen-subjects.ts';
import type { ScreeningMatch } from '../screening/screening-match.ts';
import { findBlock } from '../screening/store.ts';
import { subjectOfCustomer, subjectOfOwner } from '../screening/subjects.ts';
import { lockCustomer } from '../store.ts';
import { findVerification } from './store.ts';
import type { Decision, VerificationProblem } from './verification.ts';

/** Screens a customer whose row is locked, and its owners. */
export const screenCustomer = (
  tx: Executor,
  ports: Pick<Ports, 'screening'>,
  platform: Platform,
  customer: Customer,
  owners: readonly BeneficialOwner[],
  at: Date,
): Promise<void> =>
  screenSubjects(
    tx,
    ports,
    platform,
    customer.id,
    [...subjectOfCustomer(customer), ...owners.map(subjectOfOwner)],
    at,
  );

/**
 * Screens the customer of a verification before its approval: the lists may be newer than the last screening. In a transaction of
 * its own, so that new matches stay when the approval is rejected because of them.
 */
export async function screenBeforeApproval(
  { db, clock, screening }: Pick<Ports, 'db' | 'clock' | 'screening'>,
  platform: Platform,
  verificationId: Id<'Verification'>,
): Promise<void> {
  if (!screening.list(platform)) return;
  const scope = { platformId: platform.id };
  await transact(db, async (tx) => {
    const found = await findVerification(tx, scope, verificationId);
    const customer = found && (await lockCustomer(tx, scope, found.customerId));
    if (!customer || customer.isDeleted) return;
    const owners = (await ownersOf(tx, scope, [customer.id])).get(customer.id) ?? [];
    await screenCustomer(tx, { screening }, platform, customer, owners, clock.now(platform));
  });
}

/** The problem of a customer or an owner with a confirmed match. It does not say which list or entry. */
export const sanctionedProblem = (resourceId: ScreeningMatch['subjectId']): VerificationProblem => ({
  resourceId,
  type: 'APPLICANT_SANCTIONED',
  reason: 'The screening of this person or business was confirmed.',
  field: undefined,
  acceptedDocumentTypes: undefined,
});

/**
 * The decision at a submission: a confirmed match rejects, an open match needs a person, and otherwise the given decision stands.
 *
 * @param decision undefined if it is reported later.
 */
export async function decisionAfterScreening(
  tx: Executor,
  customerId: Id<'Customer'>,
  decision: Decision | undefined,
): Promise<Decision | undefined> {
  const blocked = await findBlock(tx, customerId);
  if (!blocked) return decision;
  if (blocked.block === 'CONFIRMED') {
    return { status: 'REJECTED', problems: [sanctionedProblem(blocked.subjectId)] };
  }
  return decision === undefined || decision.status === 'APPROVED'
    ? { status: 'PENDING_MANUAL_REVIEW' }
    : decision;
}
