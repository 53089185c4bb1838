/** Customers, beneficial owners, documents and verifications for tests of operations. */
import {
  type BeneficialOwner,
  CreateBeneficialOwnerInput,
} from '../../src/customers/beneficial-owners/beneficial-owner.ts';
import { createBeneficialOwner } from '../../src/customers/beneficial-owners/create-beneficial-owner.ts';
import { findOwner } from '../../src/customers/beneficial-owners/owner-store.ts';
import { CreateCustomerInput, createCustomer } from '../../src/customers/create-customer.ts';
import type { Customer } from '../../src/customers/customer.ts';
import { findCustomer } from '../../src/customers/store.ts';
import {
  DecideVerificationInput,
  decideVerification,
} from '../../src/customers/verifications/decide-verification.ts';
import { type Document, DocumentFields } from '../../src/customers/verifications/document.ts';
import { submitVerification } from '../../src/customers/verifications/submit-verification.ts';
import { type Upload, uploadDocument } from '../../src/customers/verifications/upload-document.ts';
import type { Verification } from '../../src/customers/verifications/verification.ts';
import { eventsOfResources } from '../../src/infrastructure/events/event-store.ts';
import type { Id } from '../../src/kernel/ids.ts';
import type { PlatformPrincipal } from '../../src/platforms/access/principal.ts';
import { granted } from './payments.ts';
import type { Service } from './service.ts';

export const anAddress = { line1: '1 Main St', postalCode: '10001', country: 'US' };

/** An individual with all fields that production requires. */
export const completeIndividual = {
  customerType: 'INDIVIDUAL',
  currencies: ['USD'],
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'GB',
  address: anAddress,
};

/** A business with all fields that production requires; owners and documents are added to it. */
export const completeBusiness = {
  customerType: 'BUSINESS',
  currencies: ['USD'],
  businessInfo: { legalName: 'Acme', country: 'US', registrationNumber: '12345' },
  address: anAddress,
};

export const documentTypesOfBusiness = [
  'ARTICLES_OF_INCORPORATION',
  'DIRECTOR_REGISTRY',
  'SHAREHOLDER_REGISTER',
  'BANK_STATEMENT',
] as const;

export const ownerInfo = {
  firstName: 'Grace',
  lastName: 'Hopper',
  birthDate: '1990-12-09',
  nationality: 'US',
  address: anAddress,
  idType: 'SSN',
  identifier: '078-05-1120',
};

/** A PNG of the length, of which the first bytes are those of the format. */
export function png(byteLength = 24): Uint8Array {
  const bytes = new Uint8Array(byteLength);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return bytes;
}

/** The operations of one platform. */
export function identityOperations(
  { ports, db }: Pick<Service, 'ports' | 'db'>,
  principal: PlatformPrincipal,
) {
  const scope = { platformId: principal.platform.id };
  const addOwner = (customerId: Id<'Customer'>, changes: object = {}) =>
    createBeneficialOwner(
      ports,
      principal,
      CreateBeneficialOwnerInput.parse({
        customerId,
        roles: ['UBO'],
        ownershipPercentage: 10,
        personalInfo: ownerInfo,
        ...changes,
      }),
    );
  const upload = (
    documentHolder: Document['documentHolder'],
    documentType: Document['documentType'],
    file: Partial<Upload> = {},
  ) =>
    uploadDocument(ports, principal, DocumentFields.parse({ documentHolder, documentType, country: 'US' }), {
      bytes: png(),
      fileName: 'scan.png',
      ...file,
    });
  return {
    principal,
    addOwner,
    upload,
    customer: async (fields: object): Promise<Customer> =>
      granted(await createCustomer(ports, principal, CreateCustomerInput.parse(fields))),
    owner: async (customerId: Id<'Customer'>, changes: object = {}): Promise<BeneficialOwner> =>
      granted(await addOwner(customerId, changes)),
    document: async (...args: Parameters<typeof upload>): Promise<Document> => granted(await upload(...args)),
    submit: async (customerId: Id<'Customer'>): Promise<Verification> =>
      granted(await submitVerification(ports, principal, { customerId })),
    decide: (verificationId: Id<'Verification'>, decision: string, changes: object = {}) =>
      decideVerification(
        ports,
        principal,
        DecideVerificationInput.parse({ verificationId, decision, ...changes }),
      ),
    async readCustomer(id: Id<'Customer'>): Promise<Customer> {
      const found = await findCustomer(db.orm, scope, id);
      if (!found) throw new Error(`no ${id}`);
      return found;
    },
    async readOwner(id: Id<'BeneficialOwner'>): Promise<BeneficialOwner> {
      const found = await findOwner(db.orm, scope, id);
      if (!found) throw new Error(`no ${id}`);
      return found;
    },
    /** The types of the events of a record, in order. */
    async eventTypes(id: string): Promise<(string | undefined)[]> {
      const events = await eventsOfResources(db.orm, [id]);
      return (events.get(id) ?? []).map(({ type }) => type);
    },
  };
}
