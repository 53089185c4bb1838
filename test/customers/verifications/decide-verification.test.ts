/** Manual decisions on verifications of a production platform. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { internalAccountsOfCustomers } from '../../../src/accounts/internal/internal-account-store.ts';
import type { BeneficialOwner } from '../../../src/customers/beneficial-owners/beneficial-owner.ts';
import { deleteCustomer } from '../../../src/customers/delete-customer.ts';
import { verifications } from '../../../src/customers/tables.ts';
import type { Verification } from '../../../src/customers/verifications/verification.ts';
import { type Id, newId, uuidOf } from '../../../src/kernel/ids.ts';
import { granted } from '../../support/payments.ts';
import { type Service, startService } from '../../support/service.ts';
import {
  completeBusiness,
  completeIndividual,
  documentTypesOfBusiness,
  identityOperations,
} from '../../support/verifications.ts';

let service: Service;
let platform: ReturnType<typeof identityOperations>;
beforeAll(async () => {
  service = await startService();
  platform = identityOperations(service, (await service.addPlatform('PRODUCTION')).principal);
});
afterAll(() => service.stop());

const currenciesOfAccounts = async (id: Id<'Customer'>): Promise<string[]> => {
  const scope = { platformId: platform.principal.platform.id };
  const accounts = await internalAccountsOfCustomers(service.db.orm, scope, [id]);
  return accounts.map(({ currency }) => currency);
};

describe('the verification of a business under manual review', () => {
  let businessId: Id<'Customer'>;
  let owner: BeneficialOwner;
  let verification: Verification;

  beforeEach(async () => {
    businessId = (await platform.customer(completeBusiness)).id;
    owner = await platform.owner(businessId, { roles: ['UBO', 'CONTROL_PERSON'], ownershipPercentage: 100 });
    await platform.document(owner.id, 'PASSPORT');
    for (const type of documentTypesOfBusiness) await platform.document(businessId, type);
    verification = await platform.submit(businessId);
  });

  test('is approved: the business is approved and has accounts in its currencies', async () => {
    const approved = granted(await platform.decide(verification.id, 'APPROVED'));

    expect(approved.status).toBe('APPROVED');
    expect((await platform.readCustomer(businessId)).kybStatus).toBe('APPROVED');
    expect(await currenciesOfAccounts(businessId)).toContain('USD');
    expect(await platform.eventTypes(businessId)).toEqual(['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED']);
  });

  test('is approved: its owners that are PENDING are approved', async () => {
    expect(owner.kycStatus).toBe('PENDING');

    granted(await platform.decide(verification.id, 'APPROVED'));

    expect((await platform.readOwner(owner.id)).kycStatus).toBe('APPROVED');
  });

  test('is rejected because of an owner: the owner is rejected', async () => {
    const problems = [{ resourceId: owner.id, type: 'APPLICANT_SANCTIONED', reason: 'on a list' }];

    const rejected = granted(await platform.decide(verification.id, 'REJECTED', { problems }));

    expect(rejected.status).toBe('REJECTED');
    expect((await platform.readCustomer(businessId)).kybStatus).toBe('REJECTED');
    expect((await platform.readOwner(owner.id)).kycStatus).toBe('REJECTED');
  });

  test('records the token, the note and the time of the decision', async () => {
    const { token } = platform.principal;

    granted(await platform.decide(verification.id, 'APPROVED', { note: 'documents read' }));

    const [row] = await service.db.orm
      .select()
      .from(verifications)
      .where(eq(verifications.id, uuidOf(verification.id)));
    expect(row).toMatchObject({
      decidedBy: `${token.name} (${token.id})`,
      decisionNote: 'documents read',
      decidedAt: service.clock.real(),
    });
  });

  test('is decided once: a second decision is a conflict', async () => {
    granted(await platform.decide(verification.id, 'APPROVED'));

    expect(await platform.decide(verification.id, 'REJECTED')).toMatchObject({ kind: 'conflict' });
    expect((await platform.readCustomer(businessId)).kybStatus).toBe('APPROVED');
  });

  test('has problems of its own customer, owners and documents only', async () => {
    const problems = [{ resourceId: newId('Customer'), type: 'INVALID_FIELD', reason: 'no' }];

    const rejected = await platform.decide(verification.id, 'RESOLVE_ERRORS', { problems });

    expect(rejected).toMatchObject({ fields: [{ path: 'problems.0.resourceId' }] });
  });
});

describe('the verification of a customer that was deleted during the review', () => {
  let customerId: Id<'Customer'>;
  let verification: Verification;

  beforeEach(async () => {
    customerId = (await platform.customer(completeIndividual)).id;
    await platform.document(customerId, 'PASSPORT');
    verification = await platform.submit(customerId);
    granted(await deleteCustomer(service.ports, platform.principal, customerId));
  });

  test('cannot be approved, and no account is opened', async () => {
    expect(await platform.decide(verification.id, 'APPROVED')).toMatchObject({ code: 'CUSTOMER_DELETED' });
    expect(await currenciesOfAccounts(customerId)).toEqual([]);
    expect(await platform.eventTypes(customerId)).toEqual(['CUSTOMER.KYC_PENDING']);
  });

  test('can be rejected', async () => {
    expect(granted(await platform.decide(verification.id, 'REJECTED')).status).toBe('REJECTED');
  });
});
