import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UpdateBeneficialOwnerInput } from '../../../src/customers/beneficial-owners/beneficial-owner.ts';
import { updateBeneficialOwner } from '../../../src/customers/beneficial-owners/update-beneficial-owner.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import { granted } from '../../support/payments.ts';
import { type Service, startService } from '../../support/service.ts';
import { identityOperations, ownerInfo } from '../../support/verifications.ts';

let service: Service;
let sandbox: ReturnType<typeof identityOperations>;
let businessId: Id<'Customer'>;
beforeAll(async () => {
  service = await startService();
  sandbox = identityOperations(service, service.platform.principal);
});
afterAll(() => service.stop());
beforeEach(async () => {
  businessId = (await sandbox.customer({ customerType: 'BUSINESS', businessInfo: { legalName: 'Acme' } })).id;
});

const update = (id: Id<'BeneficialOwner'>, changes: object) =>
  updateBeneficialOwner(service.ports, sandbox.principal, id, UpdateBeneficialOwnerInput.parse(changes));

describe('in the sandbox the suffix of the last name determines the KYC status of an owner', () => {
  const rows: [lastName: string, kycStatus: string][] = [
    ['Hopper 001', 'PENDING'],
    ['Hopper 002', 'REJECTED'],
    ['Hopper 003', 'APPROVED'],
  ];

  test.each(rows)('%s is %s when the owner is added', async (lastName, kycStatus) => {
    const owner = await sandbox.owner(businessId, { personalInfo: { ...ownerInfo, lastName } });

    expect(owner.kycStatus).toBe(kycStatus);
  });

  test.each(rows)('%s is %s when the owner is renamed', async (lastName, kycStatus) => {
    const owner = await sandbox.owner(businessId);

    const renamed = granted(await update(owner.id, { personalInfo: { lastName } }));

    expect(renamed).toMatchObject({ kycStatus, personalInfo: { firstName: 'Grace', lastName } });
  });
});

describe('the owners of one business', () => {
  test('own at most 100 % together, even if two are added concurrently', async () => {
    const results = await Promise.all([
      sandbox.addOwner(businessId, { ownershipPercentage: 60 }),
      sandbox.addOwner(businessId, { ownershipPercentage: 60 }),
    ]);

    const errors = results.filter((result) => result instanceof DomainError);
    expect(errors).toMatchObject([{ fields: [{ path: 'ownershipPercentage' }] }]);
  });

  test('may own exactly 100 % after a change of one of them', async () => {
    const owner = await sandbox.owner(businessId, { ownershipPercentage: 60 });

    const changed = granted(await update(owner.id, { ownershipPercentage: 100 }));

    expect(changed.ownershipPercentage).toBe(100);
  });
});

describe('an owner cannot be added', () => {
  test('to an individual', async () => {
    const individual = await sandbox.customer({ customerType: 'INDIVIDUAL' });

    expect(await sandbox.addOwner(individual.id)).toMatchObject({ fields: [{ path: 'customerId' }] });
  });

  test('to a customer of another platform, which is not found', async () => {
    const other = identityOperations(service, (await service.addPlatform('PRODUCTION')).principal);

    expect(await other.addOwner(businessId)).toMatchObject({ code: 'USER_NOT_FOUND' });
  });
});
