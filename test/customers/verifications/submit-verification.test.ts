import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { internalAccountsOfCustomers } from '../../../src/accounts/internal/internal-account-store.ts';
import { deleteDocument } from '../../../src/customers/verifications/upload-document.ts';
import { type Service, startService } from '../../support/service.ts';
import {
  completeBusiness,
  completeIndividual,
  documentTypesOfBusiness,
  identityOperations,
} from '../../support/verifications.ts';

let service: Service;
let sandbox: ReturnType<typeof identityOperations>;
let production: ReturnType<typeof identityOperations>;
beforeAll(async () => {
  service = await startService();
  sandbox = identityOperations(service, service.platform.principal);
  production = identityOperations(service, (await service.addPlatform('PRODUCTION')).principal);
});
afterAll(() => service.stop());

describe('in the sandbox the suffix of the registration number determines the result for a submitted business', () => {
  const rows: {
    registrationNumber: string | undefined;
    verification: string;
    kybStatus: string;
    customerEvents: string[];
    verificationEvents: string[];
  }[] = [
    {
      registrationNumber: 'HRB 001',
      verification: 'PENDING_MANUAL_REVIEW',
      kybStatus: 'PENDING',
      customerEvents: ['CUSTOMER.KYB_PENDING'],
      verificationEvents: ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.PENDING_MANUAL_REVIEW'],
    },
    {
      registrationNumber: 'HRB 002',
      verification: 'REJECTED',
      kybStatus: 'REJECTED',
      customerEvents: ['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_REJECTED'],
      verificationEvents: ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.REJECTED'],
    },
    {
      registrationNumber: 'HRB 003',
      verification: 'APPROVED',
      kybStatus: 'APPROVED',
      customerEvents: ['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED'],
      verificationEvents: ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.APPROVED'],
    },
    {
      registrationNumber: undefined,
      verification: 'APPROVED',
      kybStatus: 'APPROVED',
      customerEvents: ['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED'],
      verificationEvents: ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.APPROVED'],
    },
  ];

  test.each(rows)(
    '$registrationNumber: the verification is $verification, the KYB status $kybStatus',
    async ({ registrationNumber, verification: status, kybStatus, customerEvents, verificationEvents }) => {
      const { id } = await sandbox.customer({
        customerType: 'BUSINESS',
        businessInfo: { legalName: 'Acme', registrationNumber },
      });

      const verification = await sandbox.submit(id);

      expect(verification.status).toBe(status);
      expect((await sandbox.readCustomer(id)).kybStatus).toBe(kybStatus);
      expect(await sandbox.eventTypes(id)).toEqual(customerEvents);
      expect(await sandbox.eventTypes(verification.id)).toEqual(verificationEvents);
    },
  );

  test.each(rows)('$registrationNumber: a second submission returns the same verification', async (row) => {
    const { id } = await sandbox.customer({
      customerType: 'BUSINESS',
      businessInfo: { legalName: 'Acme', registrationNumber: row.registrationNumber },
    });
    const first = await sandbox.submit(id);

    const second = await sandbox.submit(id);

    expect(second).toEqual(first);
  });
});

describe('an individual in the sandbox', () => {
  const individual = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };

  test('is approved from its creation', async () => {
    const { id, kycStatus } = await sandbox.customer(individual);

    expect(kycStatus).toBe('APPROVED');
    expect(await sandbox.eventTypes(id)).toEqual(['CUSTOMER.KYC_APPROVED']);
  });

  test('is approved again without an event when it is submitted', async () => {
    const { id } = await sandbox.customer(individual);

    const verification = await sandbox.submit(id);

    expect(verification).toMatchObject({ status: 'APPROVED', problems: [] });
    expect(await sandbox.eventTypes(id)).toEqual(['CUSTOMER.KYC_APPROVED']);
  });
});

describe('a business in production', () => {
  test('is UNVERIFIED and has no accounts when it is created', async () => {
    const { id, kybStatus } = await production.customer(completeBusiness);

    const scope = { platformId: production.principal.platform.id };
    expect(kybStatus).toBe('UNVERIFIED');
    expect(await internalAccountsOfCustomers(service.db.orm, scope, [id])).toEqual([]);
  });

  test('that is incomplete is not submitted, and all missing items are reported', async () => {
    const { id } = await production.customer({
      customerType: 'BUSINESS',
      businessInfo: { legalName: 'Acme', country: 'DE' },
    });

    const verification = await production.submit(id);

    expect(verification.status).toBe('RESOLVE_ERRORS');
    expect(verification.problems.map(({ type, field }) => field ?? type)).toEqual([
      'businessInfo.registrationNumber',
      'address',
      'beneficialOwners',
      'beneficialOwners',
      'MISSING_LEGAL_PRESENCE_DOCUMENT',
      'MISSING_CONTROL_STRUCTURE_DOCUMENT',
      'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
      'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    ]);
    expect((await production.readCustomer(id)).kybStatus).toBe('UNVERIFIED');
  });

  test('that is complete is under manual review, and its documents can no longer be deleted', async () => {
    const { id } = await production.customer(completeBusiness);
    const owner = await production.owner(id, {
      roles: ['UBO', 'CONTROL_PERSON'],
      ownershipPercentage: 100,
    });
    const passport = await production.document(owner.id, 'PASSPORT');
    for (const type of documentTypesOfBusiness) await production.document(id, type);

    const verification = await production.submit(id);

    expect(verification).toMatchObject({ status: 'PENDING_MANUAL_REVIEW', problems: [] });
    expect(await deleteDocument(service.ports, production.principal, passport.id)).toMatchObject({
      code: 'DOCUMENT_ALREADY_SUBMITTED',
    });
  });
});

describe('an individual in production', () => {
  test('is PENDING from its creation', async () => {
    const { id, kycStatus } = await production.customer(completeIndividual);

    expect(kycStatus).toBe('PENDING');
    expect(await production.eventTypes(id)).toEqual(['CUSTOMER.KYC_PENDING']);
  });

  test('that was rejected can be submitted again, with a new verification', async () => {
    const { id } = await production.customer(completeIndividual);
    await production.document(id, 'PASSPORT');
    const first = await production.submit(id);
    await production.decide(first.id, 'REJECTED');
    expect((await production.readCustomer(id)).kycStatus).toBe('REJECTED');

    const second = await production.submit(id);

    expect(second.id).not.toBe(first.id);
    expect((await production.readCustomer(id)).kycStatus).toBe('PENDING');
  });
});
