/**
 * The requirements of a verification in production. All missing parts are reported at once.
 *
 * Decision: a control person is a beneficial owner with the role CONTROL_PERSON.
 * Decision: the service cannot know about unlisted owners, so it requires at least one listed owner of a business that is not
 * NON_PROFIT. Each owner of 25 % or more and each control person needs an identity document and an identity check that was
 * not rejected. Smaller owners need no document.
 * Decision: an individual needs a name, a birth date, a nationality, an address and one identity document.
 *
 * Source: docs/behaviour/customers.md#verifications.
 */
import type { Id } from '../../kernel/ids.ts';
import type { VerificationStatus } from '../identity-status.ts';
import type { DocumentHolder, DocumentType } from './document.ts';
import type { VerificationProblem, VerificationProblemType } from './verification.ts';

/** The minimum share, in percent, of owners who must be identified. */
const identifiedOwnershipPercentage = 25;

type DocumentProblemType = Extract<VerificationProblemType, `MISSING_${string}_DOCUMENT`>;

/** The document types that satisfy each requirement. One of them is sufficient. */
export const acceptedDocuments = {
  MISSING_LEGAL_PRESENCE_DOCUMENT: [
    'CERTIFICATE_OF_INCORPORATION',
    'ARTICLES_OF_INCORPORATION',
    'ARTICLES_OF_ASSOCIATION',
    'STATE_REGISTRY_EXCERPT',
  ],
  MISSING_CONTROL_STRUCTURE_DOCUMENT: [
    'DIRECTOR_REGISTRY',
    'TRUST_AGREEMENT',
    'STATE_COMPANY_REGISTRY',
    'PARTNERSHIP_CONTROL_AGREEMENT',
  ],
  MISSING_OWNERSHIP_STRUCTURE_DOCUMENT: ['SHAREHOLDER_REGISTER', 'TRUST_AGREEMENT', 'PARTNERSHIP_AGREEMENT'],
  MISSING_PROOF_OF_ADDRESS_DOCUMENT: [
    'UTILITY_BILL',
    'RENT_OR_LEASE_AGREEMENT',
    'ELECTRICITY_BILL',
    'BANK_STATEMENT',
    'TAX_RETURN',
    'PROOF_OF_ADDRESS',
  ],
  MISSING_IDENTITY_DOCUMENT: ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID'],
} as const satisfies Record<DocumentProblemType, readonly DocumentType[]>;

const documentReasons: Record<DocumentProblemType, string> = {
  MISSING_LEGAL_PRESENCE_DOCUMENT: 'A document that shows that the business exists is needed.',
  MISSING_CONTROL_STRUCTURE_DOCUMENT: 'A document that shows who controls the business is needed.',
  MISSING_OWNERSHIP_STRUCTURE_DOCUMENT: 'A document that shows who owns the business is needed.',
  MISSING_PROOF_OF_ADDRESS_DOCUMENT: "A document that shows the business's address is needed.",
  MISSING_IDENTITY_DOCUMENT: 'An identity document of this person is needed.',
};

interface SubmittedDocument {
  readonly documentHolder: DocumentHolder;
  readonly documentType: DocumentType;
}

/** The data of a business that a verification checks. */
export interface BusinessApplication {
  readonly customerId: Id<'Customer'>;
  readonly businessInfo:
    | {
        readonly legalName?: string | undefined;
        readonly country?: string | undefined;
        readonly registrationNumber?: string | undefined;
        readonly taxId?: string | undefined;
        readonly entityType?: string | undefined;
      }
    | undefined;
  readonly address: object | undefined;
  readonly owners: readonly {
    readonly id: Id<'BeneficialOwner'>;
    readonly roles: readonly string[];
    readonly ownershipPercentage: number;
    readonly kycStatus: VerificationStatus;
  }[];
  /** The documents of the customer and of its owners. */
  readonly documents: readonly SubmittedDocument[];
}

export interface IndividualApplication {
  readonly customerId: Id<'Customer'>;
  readonly fullName: string | undefined;
  readonly birthDate: string | undefined;
  readonly nationality: string | undefined;
  readonly address: object | undefined;
  readonly documents: readonly SubmittedDocument[];
}

const problem = (
  resourceId: VerificationProblem['resourceId'],
  type: VerificationProblemType,
  reason: string,
  { field, accepted }: { field?: string; accepted?: readonly DocumentType[] } = {},
): VerificationProblem => ({ resourceId, type, reason, field, acceptedDocumentTypes: accepted });

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function missingFields(
  resourceId: Id<'Customer'>,
  fields: readonly (readonly [path: string, value: unknown, reason: string])[],
): VerificationProblem[] {
  return fields
    .filter(([, value]) => isBlank(value))
    .map(([field, , reason]) => problem(resourceId, 'MISSING_FIELD', reason, { field }));
}

function missingDocuments(
  holder: DocumentHolder,
  documents: readonly SubmittedDocument[],
  categories: readonly DocumentProblemType[],
): VerificationProblem[] {
  const given = documents.filter(({ documentHolder }) => documentHolder === holder);
  return categories
    .filter((type) => {
      const accepted: readonly DocumentType[] = acceptedDocuments[type];
      return !given.some(({ documentType }) => accepted.includes(documentType));
    })
    .map((type) => problem(holder, type, documentReasons[type], { accepted: acceptedDocuments[type] }));
}

/** All problems that block the verification of a business: fields, people and documents, in this order. */
export function businessProblems(application: BusinessApplication): readonly VerificationProblem[] {
  const { customerId, businessInfo, address, owners, documents } = application;
  const registration = [businessInfo?.registrationNumber, businessInfo?.taxId].find(
    (value) => !isBlank(value),
  );
  const isControl = (roles: readonly string[]): boolean => roles.includes('CONTROL_PERSON');
  const identified = owners.filter(
    ({ roles, ownershipPercentage }) =>
      isControl(roles) || ownershipPercentage >= identifiedOwnershipPercentage,
  );
  const missingPeople: VerificationProblem[] = [];
  if (!owners.some(({ roles }) => isControl(roles))) {
    const reason = 'One person with the role CONTROL_PERSON is needed.';
    missingPeople.push(
      problem(customerId, 'MISSING_BENEFICIAL_OWNER', reason, { field: 'beneficialOwners' }),
    );
  }
  const isOwned = owners.some(({ ownershipPercentage }) => ownershipPercentage > 0);
  if (!isOwned && businessInfo?.entityType !== 'NON_PROFIT') {
    const reason = `Every owner of ${identifiedOwnershipPercentage} % or more is needed; none is listed.`;
    missingPeople.push(
      problem(customerId, 'MISSING_BENEFICIAL_OWNER', reason, { field: 'beneficialOwners' }),
    );
  }

  return [
    ...missingFields(customerId, [
      ['businessInfo.legalName', businessInfo?.legalName, 'The legal name is needed.'],
      ['businessInfo.country', businessInfo?.country, 'The country of incorporation is needed.'],
      ['businessInfo.registrationNumber', registration, 'A registration number or a tax id is needed.'],
      ['address', address, 'The address is needed.'],
    ]),
    ...missingPeople,
    ...identified
      .filter(({ kycStatus }) => kycStatus === 'REJECTED')
      .map(({ id }) => problem(id, 'APPLICANT_REJECTED', 'The identity check of this person was rejected.')),
    ...missingDocuments(customerId, documents, [
      'MISSING_LEGAL_PRESENCE_DOCUMENT',
      'MISSING_CONTROL_STRUCTURE_DOCUMENT',
      'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
      'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    ]),
    ...identified.flatMap(({ id }) => missingDocuments(id, documents, ['MISSING_IDENTITY_DOCUMENT'])),
  ];
}

/** All problems that block the verification of an individual. */
export function individualProblems(application: IndividualApplication): readonly VerificationProblem[] {
  const { customerId, fullName, birthDate, nationality, address, documents } = application;
  return [
    ...missingFields(customerId, [
      ['fullName', fullName, 'The full name is needed.'],
      ['birthDate', birthDate, 'The birth date is needed.'],
      ['nationality', nationality, 'The nationality is needed.'],
      ['address', address, 'The address is needed.'],
    ]),
    ...missingDocuments(customerId, documents, ['MISSING_IDENTITY_DOCUMENT']),
  ];
}
