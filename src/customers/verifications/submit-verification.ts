/**
 * Submits a customer for verification: checks the data, reports all missing parts, and applies an immediate decision if there
 * is one.
 *
 * Source: docs/behaviour/customers.md#verifications, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications, docs/behaviour/sandbox.md#verifications.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { invariant } from '../../kernel/errors.ts';
import { idSchema, newId } from '../../kernel/ids.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { ownersOf } from '../beneficial-owners/owner-store.ts';
import { CustomerDeleted, CustomerNotFound } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { identityStatusOf } from '../record-identity.ts';
import { lockCustomer } from '../store.ts';
import { documentsOfCustomer, markSubmitted } from './document-store.ts';
import { VerificationNotUnderReview } from './errors.ts';
import { recordVerification } from './record-verification.ts';
import { decisionAfterScreening, screenCustomer } from './screen-customer.ts';
import { latestVerification } from './store.ts';
import { decided, onSubmission, submitted, type Verification } from './verification.ts';

export const SubmitVerificationInput = z.object({ customerId: idSchema('Customer') });

export async function submitVerification(
  {
    db,
    clock,
    identityChecks,
    screening,
    customerHooks,
  }: Pick<Ports, 'db' | 'clock' | 'identityChecks' | 'screening' | 'customerHooks'>,
  { platform }: PlatformCaller,
  { customerId }: z.output<typeof SubmitVerificationInput>,
): Promise<Verification | CustomerNotFound | CustomerDeleted> {
  const scope = { platformId: platform.id };
  return transact(db, async (tx) => {
    const customer = await lockCustomer(tx, scope, customerId);
    if (!customer) return new CustomerNotFound(customerId);
    if (customer.isDeleted) return new CustomerDeleted();
    const latest = await latestVerification(tx, customerId);
    const action = onSubmission(latest, customer.customerType);
    if (action === 'return-latest') {
      invariant(latest, 'the returned verification exists');
      return latest;
    }

    const now = clock.now(platform);
    const documents = await documentsOfCustomer(tx, scope, customerId);
    const owners = (await ownersOf(tx, scope, [customerId])).get(customerId) ?? [];
    const alreadyApproved = identityStatusOf(customer) === 'APPROVED';
    const problems = alreadyApproved
      ? []
      : identityChecks.problems(platform, { ...customer, customerId, owners, documents });
    const before = action === 'resubmit' ? latest : undefined;
    const submission: Verification = {
      id: before?.id ?? newId('Verification'),
      platformId: platform.id,
      customerId,
      ...submitted(problems),
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    };
    const resulting = await recordVerification(tx, { customerHooks }, before, submission, customer);
    await screenCustomer(tx, { screening }, platform, customer, owners, now);
    if (submission.status !== 'IN_PROGRESS') return submission;

    await markSubmitted(tx, customerId, now);
    const decision = await decisionAfterScreening(
      tx,
      customerId,
      alreadyApproved ? { status: 'APPROVED' } : identityChecks.decideAtOnce(platform, customer),
    );
    if (!decision) return submission;
    const outcome = decided(submission, decision, now);
    invariant(!(outcome instanceof VerificationNotUnderReview), 'a submitted verification can be decided');
    await recordVerification(tx, { customerHooks }, submission, outcome, resulting);
    return outcome;
  });
}
