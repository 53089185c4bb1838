import { describe, expect, test } from 'vitest';
import type { DocumentHolder, DocumentType } from '../../../src/customers/verifications/document.ts';
import {
  acceptedDocuments,
  type BusinessApplication,
  businessProblems,
  individualProblems,
} from '../../../src/customers/verifications/requirements.ts';
import { type Id, idOf } from '../../../src/kernel/ids.ts';

const customerId = idOf('Customer', '0199d0a0-0000-7000-8000-000000000001');
const ownerId = idOf('BeneficialOwner', '0199d0a0-0000-7000-8000-000000000002');
const otherId = idOf('BeneficialOwner', '0199d0a0-0000-7000-8000-000000000003');

const document = (documentType: DocumentType, documentHolder: DocumentHolder = customerId) => ({
  documentHolder,
  documentType,
});
const anOwner = (fields: Partial<BusinessApplication['owners'][number]> = {}) => ({
  id: ownerId as Id<'BeneficialOwner'>,
  roles: ['UBO', 'CONTROL_PERSON'],
  ownershipPercentage: 100,
  kycStatus: 'APPROVED' as const,
  ...fields,
});
const anApplication = (fields: Partial<BusinessApplication> = {}): BusinessApplication => ({
  customerId,
  businessInfo: { legalName: 'Acme GmbH', country: 'DE', registrationNumber: 'HRB 1' },
  address: { line1: 'Hauptstr. 1' },
  owners: [anOwner()],
  documents: [
    document('CERTIFICATE_OF_INCORPORATION'),
    document('DIRECTOR_REGISTRY'),
    document('SHAREHOLDER_REGISTER'),
    document('UTILITY_BILL'),
    document('PASSPORT', ownerId),
  ],
  ...fields,
});

const summary = (application: BusinessApplication): string[] =>
  businessProblems(application).map(({ resourceId, type, field }) =>
    [resourceId === customerId ? 'customer' : 'owner', type, field].filter(Boolean).join(' '),
  );

describe('a business', () => {
  test('with all required data has no problem', () => {
    expect(businessProblems(anApplication())).toEqual([]);
  });

  test('without any required data has a problem for each missing item', () => {
    const nothing = anApplication({ businessInfo: undefined, address: undefined, owners: [], documents: [] });
    expect(summary(nothing)).toEqual([
      'customer MISSING_FIELD businessInfo.legalName',
      'customer MISSING_FIELD businessInfo.country',
      'customer MISSING_FIELD businessInfo.registrationNumber',
      'customer MISSING_FIELD address',
      'customer MISSING_BENEFICIAL_OWNER beneficialOwners',
      'customer MISSING_BENEFICIAL_OWNER beneficialOwners',
      'customer MISSING_LEGAL_PRESENCE_DOCUMENT',
      'customer MISSING_CONTROL_STRUCTURE_DOCUMENT',
      'customer MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
      'customer MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    ]);
  });

  test('has the accepted document types in its problems', () => {
    const problems = businessProblems(anApplication({ documents: [] }));
    expect(problems.map(({ type, acceptedDocumentTypes }) => [type, acceptedDocumentTypes])).toEqual(
      Object.entries(acceptedDocuments),
    );
    expect(problems.every(({ reason }) => reason.length > 0)).toBe(true);
  });

  test.each([
    ['a tax id in place of a registration number', { legalName: 'A', country: 'DE', taxId: '9' }, []],
    [
      'neither a tax id nor a registration number',
      { legalName: 'A', country: 'DE' },
      ['customer MISSING_FIELD businessInfo.registrationNumber'],
    ],
    [
      'a blank legal name',
      { legalName: '  ', country: 'DE', taxId: '9' },
      ['customer MISSING_FIELD businessInfo.legalName'],
    ],
    [
      'no country',
      { legalName: 'A', registrationNumber: '1' },
      ['customer MISSING_FIELD businessInfo.country'],
    ],
  ])('with %s', (_, businessInfo, problems) => {
    expect(summary(anApplication({ businessInfo }))).toEqual(problems);
  });
});

describe('each accepted document type satisfies its requirement', () => {
  const rows = Object.entries(acceptedDocuments).flatMap(([problem, types]) =>
    types.map((type) => [type, problem] as const),
  );
  test.each(rows)('%s resolves %s', (type, problem) => {
    const holder = problem === 'MISSING_IDENTITY_DOCUMENT' ? ownerId : customerId;
    const problems = businessProblems(anApplication({ documents: [document(type, holder)] }));
    expect(problems.map((found) => found.type)).not.toContain(problem);
  });

  test('only for its holder', () => {
    const documents = [document('PASSPORT'), document('UTILITY_BILL', ownerId)];
    expect(summary(anApplication({ documents }))).toContain('owner MISSING_IDENTITY_DOCUMENT');
    expect(summary(anApplication({ documents }))).toContain('customer MISSING_PROOF_OF_ADDRESS_DOCUMENT');
  });
});

describe('the people of a business', () => {
  const missing = 'customer MISSING_BENEFICIAL_OWNER beneficialOwners';
  const unproven = 'owner MISSING_IDENTITY_DOCUMENT';
  const control = anOwner({ roles: ['CONTROL_PERSON'], ownershipPercentage: 0 });
  const owning = (ownershipPercentage: number) =>
    anOwner({ id: otherId, roles: ['UBO'], ownershipPercentage });

  test.each<[string, BusinessApplication['owners'], string[]]>([
    ['an owner who is not a control person', [anOwner({ roles: ['UBO'] })], [missing]],
    ['a control person without any owner', [control], [missing]],
    ['an owner of 24.9 % needs no identity document', [control, owning(24.9)], []],
    ['an owner of exactly 25 % needs an identity document', [control, owning(25)], [unproven]],
    ['an owner of 25.1 % needs an identity document', [control, owning(25.1)], [unproven]],
    ['a control person whose check is pending', [anOwner({ kycStatus: 'PENDING' })], []],
    ['a control person who was rejected', [anOwner({ kycStatus: 'REJECTED' })], ['owner APPLICANT_REJECTED']],
  ])('%s', (_, owners, problems) => {
    expect(summary(anApplication({ owners }))).toEqual(problems);
  });

  test('a non-profit needs a control person but no owner', () => {
    const businessInfo = { legalName: 'A', country: 'DE', taxId: '9', entityType: 'NON_PROFIT' };
    expect(summary(anApplication({ businessInfo, owners: [control] }))).toEqual([]);
    expect(summary(anApplication({ businessInfo, owners: [], documents: [] }))).toContain(missing);
  });
});

test('an individual has a problem for each missing item', () => {
  const nothing = {
    customerId,
    fullName: undefined,
    birthDate: undefined,
    nationality: undefined,
    address: undefined,
    documents: [],
  };
  expect(individualProblems(nothing).map(({ type, field }) => field ?? type)).toEqual([
    'fullName',
    'birthDate',
    'nationality',
    'address',
    'MISSING_IDENTITY_DOCUMENT',
  ]);
  const whole = {
    customerId,
    fullName: 'Ada Okafor',
    birthDate: '1990-01-15',
    nationality: 'NG',
    address: {},
    documents: [document('NATIONAL_ID')],
  };
  expect(individualProblems(whole)).toEqual([]);
});
