import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { internalAccountsOfCustomers } from '../../../src/accounts/internal/internal-account-store.ts';
import {
  type BeneficialOwner,
  CreateBeneficialOwnerInput,
  UpdateBeneficialOwnerInput,
} from '../../../src/customers/beneficial-owners/beneficial-owner.ts';
import { createBeneficialOwner } from '../../../src/customers/beneficial-owners/create-beneficial-owner.ts';
import { findOwner } from '../../../src/customers/beneficial-owners/owner-store.ts';
import { updateBeneficialOwner } from '../../../src/customers/beneficial-owners/update-beneficial-owner.ts';
import { CreateCustomerInput, createCustomer } from '../../../src/customers/create-customer.ts';
import type { Customer } from '../../../src/customers/customer.ts';
import { deleteCustomer } from '../../../src/customers/delete-customer.ts';
import { findCustomer } from '../../../src/customers/store.ts';
import {
  DecideVerificationInput,
  decideVerification,
} from '../../../src/customers/verifications/decide-verification.ts';
import type { Document } from '../../../src/customers/verifications/document.ts';
import { submitVerification } from '../../../src/customers/verifications/submit-verification.ts';
import {
  deleteDocument,
  replaceDocument,
  uploadDocument,
} from '../../../src/customers/verifications/upload-document.ts';
import { eventsOfResources } from '../../../src/infrastructure/events/log.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import type { PlatformPrincipal } from '../../../src/platforms/access/principal.ts';
import { granted } from '../../support/payments.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let sandbox: PlatformPrincipal;
let production: PlatformPrincipal;
beforeAll(async () => {
  service = await startService();
  sandbox = service.platform.principal;
  production = (await service.addPlatform('PRODUCTION')).principal;
});
afterAll(() => service.stop());

const aCustomer = async (by: PlatformPrincipal, fields: object): Promise<Customer> =>
  granted(await createCustomer(service.ports, by, CreateCustomerInput.parse(fields)));
const aBusiness = (by: PlatformPrincipal, businessInfo: object = { legalName: 'Acme' }) =>
  aCustomer(by, { customerType: 'BUSINESS', businessInfo });
const submit = async (by: PlatformPrincipal, { id }: { id: Id<'Customer'> }) =>
  granted(await submitVerification(service.ports, by, { customerId: id }));
const customerNow = async (by: PlatformPrincipal, id: Id<'Customer'>) => {
  const found = await findCustomer(service.db.orm, { platformId: by.platform.id }, id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
const told = async (id: string) =>
  ((await eventsOfResources(service.db.orm, [id])).get(id) ?? []).map(({ type }) => type);

const personalInfo = {
  firstName: 'Grace',
  lastName: 'Hopper',
  birthDate: '1990-12-09',
  nationality: 'US',
  address: { line1: '1 Main St', postalCode: '10001', country: 'US' },
  idType: 'SSN',
  identifier: '078-05-1120',
};
const addOwner = async (by: PlatformPrincipal, { id }: { id: Id<'Customer'> }, fields: object = {}) =>
  createBeneficialOwner(
    service.ports,
    by,
    CreateBeneficialOwnerInput.parse({
      customerId: id,
      roles: ['UBO'],
      ownershipPercentage: 10,
      personalInfo,
      ...fields,
    }),
  );
const png = (extra = 0) =>
  new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(16 + extra)]);
const upload = (
  by: PlatformPrincipal,
  documentHolder: Document['documentHolder'],
  documentType: Document['documentType'],
  file: { bytes?: Uint8Array; fileName?: string } = {},
) =>
  uploadDocument(
    service.ports,
    by,
    {
      documentHolder,
      documentType,
      country: 'US',
      side: undefined,
      documentNumber: undefined,
      issuingAuthority: undefined,
    },
    { bytes: png(), fileName: 'scan.png', ...file },
  );

describe('in the sandbox a business is decided by the last three digits of its registration number', () => {
  test.each([
    [
      'HRB 001',
      'PENDING',
      'PENDING_MANUAL_REVIEW',
      ['CUSTOMER.KYB_PENDING'],
      ['IN_PROGRESS', 'PENDING_MANUAL_REVIEW'],
    ],
    [
      'HRB 002',
      'REJECTED',
      'REJECTED',
      ['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_REJECTED'],
      ['IN_PROGRESS', 'REJECTED'],
    ],
    [
      'HRB 003',
      'APPROVED',
      'APPROVED',
      ['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED'],
      ['IN_PROGRESS', 'APPROVED'],
    ],
    [
      undefined,
      'APPROVED',
      'APPROVED',
      ['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED'],
      ['IN_PROGRESS', 'APPROVED'],
    ],
  ])('%s: kybStatus %s', async (registrationNumber, kybStatus, status, customerEvents, steps) => {
    const business = await aBusiness(sandbox, { legalName: 'Acme', registrationNumber });
    expect(business.kybStatus).toBe('UNVERIFIED');
    const verification = await submit(sandbox, business);
    expect(verification.status).toBe(status);
    expect((await customerNow(sandbox, business.id)).kybStatus).toBe(kybStatus);
    expect(await told(business.id)).toEqual(customerEvents);
    expect(await told(verification.id)).toEqual(steps.map((step) => `VERIFICATION.${step}`));
    expect((await submit(sandbox, business)).id).toBe(verification.id);
  });

  test('a person is approved from the start, told so, and stays so when submitted', async () => {
    const person = await aCustomer(sandbox, { customerType: 'INDIVIDUAL', fullName: 'Ada' });
    expect(await told(person.id)).toEqual(['CUSTOMER.KYC_APPROVED']);
    expect(await submit(sandbox, person)).toMatchObject({ status: 'APPROVED', problems: [] });
    expect(await told(person.id)).toEqual(['CUSTOMER.KYC_APPROVED']);
  });
});

describe('in the sandbox an owner is decided by the last three characters of their last name', () => {
  test.each([
    ['Hopper 001', 'PENDING'],
    ['Hopper 002', 'REJECTED'],
    ['Hopper 003', 'APPROVED'],
  ])('%s: %s, when added and when renamed', async (lastName, kycStatus) => {
    const business = await aBusiness(sandbox);
    const added = granted(await addOwner(sandbox, business, { personalInfo: { ...personalInfo, lastName } }));
    expect(added.kycStatus).toBe(kycStatus);
    const other = granted(await addOwner(sandbox, business));
    const renamed = UpdateBeneficialOwnerInput.parse({ personalInfo: { lastName } });
    expect(granted(await updateBeneficialOwner(service.ports, sandbox, other.id, renamed))).toMatchObject({
      kycStatus,
      personalInfo: { firstName: 'Grace', lastName },
    });
  });
});

describe('owners of a business', () => {
  test('have at most 100 % together, also when they are added at once', async () => {
    const business = await aBusiness(sandbox);
    const answers = await Promise.all(
      [60, 60].map((ownershipPercentage) => addOwner(sandbox, business, { ownershipPercentage })),
    );
    expect(answers.filter((answer) => 'code' in answer)).toMatchObject([
      { fields: [{ path: 'ownershipPercentage' }] },
    ]);
    const owner = answers.find((answer): answer is BeneficialOwner => 'roles' in answer);
    if (!owner) throw new Error('one was added');
    const more = UpdateBeneficialOwnerInput.parse({ ownershipPercentage: 100 });
    expect(
      granted(await updateBeneficialOwner(service.ports, sandbox, owner.id, more)).ownershipPercentage,
    ).toBe(100);
  });

  test('are not for a person, nor for a customer of another platform', async () => {
    const person = await aCustomer(sandbox, { customerType: 'INDIVIDUAL' });
    expect(await addOwner(sandbox, person)).toMatchObject({ fields: [{ path: 'customerId' }] });
    expect(await addOwner(production, await aBusiness(sandbox))).toMatchObject({ code: 'USER_NOT_FOUND' });
  });
});

describe('in production', () => {
  test('a submission names every missing part at once, and a complete one waits for a person', async () => {
    const business = await aBusiness(production, { legalName: 'Acme', country: 'DE' });
    expect(
      await internalAccountsOfCustomers(service.db.orm, { platformId: production.platform.id }, [
        business.id,
      ]),
    ).toEqual([]);
    const first = await submit(production, business);
    expect(first.status).toBe('RESOLVE_ERRORS');
    expect(first.problems.map(({ type, field }) => field ?? type)).toEqual([
      'businessInfo.registrationNumber',
      'address',
      'beneficialOwners',
      'beneficialOwners',
      'MISSING_LEGAL_PRESENCE_DOCUMENT',
      'MISSING_CONTROL_STRUCTURE_DOCUMENT',
      'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
      'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    ]);
    expect((await customerNow(production, business.id)).kybStatus).toBe('UNVERIFIED');
  });

  test("an operator's approval opens the accounts, approves waiting owners and says who took it", async () => {
    const business = await aCustomer(production, {
      customerType: 'BUSINESS',
      currencies: ['USD'],
      businessInfo: { legalName: 'Acme', country: 'US', registrationNumber: '12345' },
      address: personalInfo.address,
    });
    const owner = granted(
      await addOwner(production, business, { roles: ['UBO', 'CONTROL_PERSON'], ownershipPercentage: 100 }),
    );
    expect(owner.kycStatus).toBe('PENDING');
    for (const type of [
      'ARTICLES_OF_INCORPORATION',
      'DIRECTOR_REGISTRY',
      'SHAREHOLDER_REGISTER',
      'BANK_STATEMENT',
    ] as const) {
      granted(await upload(production, business.id, type));
    }
    const passport = granted(await upload(production, owner.id, 'PASSPORT'));
    const verification = await submit(production, business);
    expect(verification).toMatchObject({ status: 'PENDING_MANUAL_REVIEW', problems: [] });
    expect(await deleteDocument(service.ports, production, passport.id)).toMatchObject({
      code: 'DOCUMENT_ALREADY_SUBMITTED',
    });

    const decide = (fields: object) =>
      decideVerification(
        service.ports,
        production,
        DecideVerificationInput.parse({ verificationId: verification.id, ...fields }),
      );
    const stranger = {
      resourceId: `Customer:${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`,
      type: 'INVALID_FIELD',
      reason: 'no',
    };
    expect(await decide({ decision: 'RESOLVE_ERRORS', problems: [stranger] })).toMatchObject({
      fields: [{ path: 'problems.0.resourceId' }],
    });
    expect(granted(await decide({ decision: 'APPROVED', note: 'seen' }))).toMatchObject({
      status: 'APPROVED',
    });
    expect(await decide({ decision: 'REJECTED' })).toMatchObject({ kind: 'conflict' });
    const scope = { platformId: production.platform.id };
    expect((await customerNow(production, business.id)).kybStatus).toBe('APPROVED');
    expect((await findOwner(service.db.orm, scope, owner.id))?.kycStatus).toBe('APPROVED');
    const accounts = await internalAccountsOfCustomers(service.db.orm, scope, [business.id]);
    expect(accounts.map(({ currency }) => currency)).toContain('USD');
    expect(await told(business.id)).toEqual(['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED']);
  });

  test('a customer who was deleted meanwhile is not approved, and can be rejected', async () => {
    const person = await aCustomer(production, {
      customerType: 'INDIVIDUAL',
      currencies: ['USD'],
      fullName: 'Ada',
      birthDate: '1990-12-10',
      nationality: 'GB',
      address: personalInfo.address,
    });
    granted(await upload(production, person.id, 'PASSPORT'));
    const { id: verificationId } = await submit(production, person);
    granted(await deleteCustomer(service.ports, production, person.id));
    const decide = (decision: 'APPROVED' | 'REJECTED') =>
      decideVerification(
        service.ports,
        production,
        DecideVerificationInput.parse({ verificationId, decision }),
      );
    expect(await decide('APPROVED')).toMatchObject({ code: 'CUSTOMER_DELETED' });
    const scope = { platformId: production.platform.id };
    expect(await internalAccountsOfCustomers(service.db.orm, scope, [person.id])).toEqual([]);
    expect(await told(person.id)).toEqual(['CUSTOMER.KYC_PENDING']);
    expect(granted(await decide('REJECTED')).status).toBe('REJECTED');
  });

  test('a person who was rejected may try again', async () => {
    const person = await aCustomer(production, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada',
      birthDate: '1990-12-10',
      nationality: 'GB',
      address: personalInfo.address,
    });
    expect(await told(person.id)).toEqual(['CUSTOMER.KYC_PENDING']);
    granted(await upload(production, person.id, 'PASSPORT'));
    const verification = await submit(production, person);
    const rejected = DecideVerificationInput.parse({ verificationId: verification.id, decision: 'REJECTED' });
    granted(await decideVerification(service.ports, production, rejected));
    expect((await customerNow(production, person.id)).kycStatus).toBe('REJECTED');
    const again = await submit(production, person);
    expect(again.id).not.toBe(verification.id);
    expect((await customerNow(production, person.id)).kycStatus).toBe('PENDING');
  });
});

describe('an upload', () => {
  test.each([
    [
      'of another content than it says',
      { bytes: new TextEncoder().encode('<html>') },
      'UNSUITABLE_DOCUMENT',
      'file',
    ],
    ['of 11 MB', { bytes: png(11 * 1024 * 1024) }, 'PAYLOAD_TOO_LARGE', 'file'],
    ['with a path in its name', { fileName: '../../etc/passwd.png' }, 'INVALID_INPUT', 'file.name'],
    ['of nothing', { bytes: new Uint8Array() }, 'UNSUITABLE_DOCUMENT', 'file'],
  ])('%s is refused', async (_, file, code, path) => {
    const person = await aCustomer(sandbox, { customerType: 'INDIVIDUAL' });
    expect(await upload(sandbox, person.id, 'PASSPORT', file)).toMatchObject({ code, fields: [{ path }] });
  });

  test("for another platform's customer is refused, and its file is not kept", async () => {
    const person = await aCustomer(sandbox, { customerType: 'INDIVIDUAL' });
    const puts: string[] = [];
    const files = { ...service.ports.files, put: async (key: string) => void puts.push(key) };
    const fields = { documentHolder: person.id, documentType: 'PASSPORT', country: 'US' } as const;
    const nothing = { side: undefined, documentNumber: undefined, issuingAuthority: undefined };
    const answer = await uploadDocument(
      { ...service.ports, files },
      production,
      { ...fields, ...nothing },
      {
        bytes: png(),
        fileName: 'scan.png',
      },
    );
    expect(answer).toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(puts).toEqual([]);
  });

  test('can be replaced and deleted until it is submitted; its file goes with it', async () => {
    const person = await aCustomer(sandbox, { customerType: 'INDIVIDUAL' });
    const kept = new Map<string, Uint8Array>();
    const files = {
      put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
      get: async (key: string) => kept.get(key) ?? new Uint8Array(),
      remove: async (key: string) => void kept.delete(key),
      keysOf: async () => [...kept.keys()],
    };
    const ports = { ...service.ports, files };
    const nothing = { side: undefined, documentNumber: undefined, issuingAuthority: undefined };
    const passport = { documentType: 'PASSPORT', country: 'US', ...nothing } as const;
    const document = granted(
      await uploadDocument(
        ports,
        sandbox,
        { documentHolder: person.id, ...passport },
        { bytes: png(), fileName: 'a.png' },
      ),
    );
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
    const replaced = granted(
      await replaceDocument(
        ports,
        sandbox,
        document.id,
        { ...passport, country: 'CA' },
        { bytes: jpeg, fileName: 'b.jpg' },
      ),
    );
    expect(replaced).toMatchObject({
      id: document.id,
      country: 'CA',
      fileName: 'b.jpg',
      mediaType: 'image/jpeg',
    });
    expect([...kept.values()]).toEqual([jpeg]);
    expect(granted(await deleteDocument(ports, sandbox, document.id))).toEqual({ deletedId: document.id });
    expect(kept.size).toBe(0);
    expect(await deleteDocument(ports, sandbox, document.id)).toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
  });
});
