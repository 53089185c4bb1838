/** Company data of a business customer. */
import type { BusinessInfo } from '../../src/customers/customer.ts';
import { builder } from '../core/builder.ts';
import { restrictedTo } from '../core/context.ts';

export const BusinessInfoRef = builder.objectRef<BusinessInfo>('BusinessInfo').implement({
  description: 'Company data of a business customer.',
  fields: (t) => ({
    legalName: t.exposeString('legalName', { description: 'Registered name.' }),
    doingBusinessAs: t.string({
      nullable: true,
      description: 'Trading name.',
      resolve: (info) => info.doingBusinessAs ?? null,
    }),
    country: t.string({
      nullable: true,
      description: 'Country of incorporation, ISO 3166-1 alpha-2.',
      resolve: restrictedTo('VIEW_CUSTOMER', (info) => info.country ?? null),
    }),
    registrationNumber: t.string({
      nullable: true,
      description:
        'Registration number in the commercial register. In the sandbox its last three digits select the verification result.',
      resolve: restrictedTo('VIEW_CUSTOMER', (info) => info.registrationNumber ?? null),
    }),
    taxId: t.string({
      nullable: true,
      description: 'Tax number.',
      resolve: restrictedTo('VIEW_CUSTOMER', (info) => info.taxId ?? null),
    }),
    incorporatedOn: t.field({
      type: 'Date',
      nullable: true,
      description: 'Date of incorporation.',
      resolve: restrictedTo('VIEW_CUSTOMER', (info) => info.incorporatedOn ?? null),
    }),
    entityType: t.string({
      nullable: true,
      description:
        'Legal form: SOLE_PROPRIETORSHIP, PARTNERSHIP, LLC, CORPORATION, S_CORPORATION, NON_PROFIT or OTHER.',
      resolve: restrictedTo('VIEW_CUSTOMER', (info) => info.entityType ?? null),
    }),
    businessType: t.string({
      nullable: true,
      description: 'Industry sector, for example INFORMATION or RETAIL_TRADE.',
      resolve: restrictedTo('VIEW_CUSTOMER', (info) => info.businessType ?? null),
    }),
  }),
});

export const BusinessInfoInput = builder.inputType('BusinessInfoInput', {
  description: 'Company data of a business customer. legalName is required the first time.',
  fields: (t) => ({
    legalName: t.string({ description: 'Registered name.' }),
    doingBusinessAs: t.string({ description: 'Trading name.' }),
    country: t.string({ description: 'Country of incorporation, ISO 3166-1 alpha-2.' }),
    registrationNumber: t.string({ description: 'Registration number in the commercial register.' }),
    taxId: t.string({ description: 'Tax number.' }),
    incorporatedOn: t.field({ type: 'Date', description: 'Date of incorporation.' }),
    entityType: t.string({
      description:
        'Legal form: SOLE_PROPRIETORSHIP, PARTNERSHIP, LLC, CORPORATION, S_CORPORATION, NON_PROFIT or OTHER.',
    }),
    businessType: t.string({ description: 'Industry sector, for example INFORMATION.' }),
  }),
});
