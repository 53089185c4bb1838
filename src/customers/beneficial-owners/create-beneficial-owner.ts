/** Creates a beneficial owner of a business and starts the identity check. Source: docs/behaviour/customers.md#beneficial-owners. */
import type { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import type { InvalidInput } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { CustomerDeleted, CustomerNotFound } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { screenSubjects } from '../screening/screen-subjects.ts';
import { subjectOfOwner } from '../screening/subjects.ts';
import { lockCustomer } from '../store.ts';
import {
  type BeneficialOwner,
  type CreateBeneficialOwnerInput,
  checkOwnerCount,
  checkOwnership,
  ownersNeedBusiness,
} from './beneficial-owner.ts';
import { ownersOf, saveOwner } from './owner-store.ts';

export async function createBeneficialOwner(
  { db, clock, identityChecks, screening }: Pick<Ports, 'db' | 'clock' | 'identityChecks' | 'screening'>,
  { platform }: PlatformCaller,
  input: z.output<typeof CreateBeneficialOwnerInput>,
): Promise<BeneficialOwner | InvalidInput | CustomerNotFound | CustomerDeleted> {
  const scope = { platformId: platform.id };
  return transact(db, async (tx) => {
    // Locks the business, so that two owners who are created concurrently cannot exceed 100 % together.
    const customer = await lockCustomer(tx, scope, input.customerId);
    if (!customer) return new CustomerNotFound(input.customerId);
    if (customer.isDeleted) return new CustomerDeleted();
    const wrongKind = ownersNeedBusiness(customer.customerType);
    if (wrongKind) return wrongKind;
    const others = (await ownersOf(tx, scope, [customer.id])).get(customer.id) ?? [];
    const tooMany = checkOwnerCount(others.length);
    if (tooMany) return tooMany;
    const tooMuch = checkOwnership(
      others.map(({ ownershipPercentage }) => ownershipPercentage),
      input.ownershipPercentage,
    );
    if (tooMuch) return tooMuch;

    const now = clock.now(platform);
    const owner: BeneficialOwner = {
      ...input,
      id: newId('BeneficialOwner'),
      platformId: platform.id,
      kycStatus: identityChecks.ownerStatus(platform, input.personalInfo),
      createdAt: now,
      updatedAt: now,
    };
    await saveOwner(tx, owner);
    await screenSubjects(tx, { screening }, platform, customer.id, [subjectOfOwner(owner)], now);
    return owner;
  });
}
