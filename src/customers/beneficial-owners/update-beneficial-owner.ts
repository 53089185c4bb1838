/** Updates a beneficial owner. Changed personal data starts a new identity check. Source: docs/behaviour/customers.md#beneficial-owners. */

import { transact } from '../../infrastructure/database/transact.ts';
import { InvalidInput, invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { CustomerDeleted } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { screenSubjects } from '../screening/screen-subjects.ts';
import { subjectOfOwner } from '../screening/subjects.ts';
import { lockCustomer } from '../store.ts';
import {
  type BeneficialOwner,
  BeneficialOwnerNotFound,
  type BeneficialOwnerPatch,
  checkOwnership,
  needsNewCheck,
  patchOwner,
} from './beneficial-owner.ts';
import { findOwner, ownersOf, saveOwner } from './owner-store.ts';

export async function updateBeneficialOwner(
  { db, clock, identityChecks, screening }: Pick<Ports, 'db' | 'clock' | 'identityChecks' | 'screening'>,
  { platform }: PlatformCaller,
  id: Id<'BeneficialOwner'>,
  patch: BeneficialOwnerPatch,
): Promise<BeneficialOwner | InvalidInput | BeneficialOwnerNotFound | CustomerDeleted> {
  const scope = { platformId: platform.id };
  return transact(db, async (tx) => {
    const found = await findOwner(tx, scope, id);
    if (!found) return new BeneficialOwnerNotFound(id);
    const customer = await lockCustomer(tx, scope, found.customerId);
    invariant(customer, 'the customer of an owner exists');
    if (customer.isDeleted) return new CustomerDeleted();
    // Read again under the lock. The first read was only to find the business.
    const owners = (await ownersOf(tx, scope, [customer.id])).get(customer.id) ?? [];
    const before = owners.find((owner) => owner.id === id);
    invariant(before, 'an owner stays with its business');

    const patched = patchOwner(before, patch, clock.now(platform));
    if (patched instanceof InvalidInput) return patched;
    const others = owners.filter((owner) => owner.id !== id);
    const tooMuch = checkOwnership(
      others.map(({ ownershipPercentage }) => ownershipPercentage),
      patched.ownershipPercentage,
    );
    if (tooMuch) return tooMuch;

    const isChecked = needsNewCheck(before.personalInfo, patched.personalInfo);
    const updated = isChecked
      ? { ...patched, kycStatus: identityChecks.ownerStatus(platform, patched.personalInfo) }
      : patched;
    await saveOwner(tx, updated);
    if (isChecked) {
      const subjects = [subjectOfOwner(updated)];
      await screenSubjects(tx, { screening }, platform, customer.id, subjects, updated.updatedAt);
    }
    return updated;
  });
}
