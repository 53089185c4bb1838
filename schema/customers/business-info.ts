/** What is known of a customer that is a business. */
import type { BusinessInfo } from '../../src/customers/customer.ts';
import { builder } from '../core/builder.ts';

export const BusinessInfoRef = builder.objectRef<BusinessInfo>('BusinessInfo').implement({
  description: 'What is known of a business.',
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
      resolve: (info) => info.country ?? null,
    }),
    registrationNumber: t.string({
      nullable: true,
      description:
        'Number in the commercial register. In the sandbox its last three digits decide the check.',
      resolve: (info) => info.registrationNumber ?? null,
    }),
    taxId: t.string({ nullable: true, description: 'Tax number.', resolve: (info) => info.taxId ?? null }),
    incorporatedOn: t.field({
      type: 'Date',
      nullable: true,
      description: 'Day of incorporation.',
      resolve: (info) => info.incorporatedOn ?? null,
    }),
    entityType: t.string({
      nullable: true,
      description:
        'Legal form: SOLE_PROPRIETORSHIP, PARTNERSHIP, LLC, CORPORATION, S_CORPORATION, NON_PROFIT, OTHER.',
      resolve: (info) => info.entityType ?? null,
    }),
    businessType: t.string({
      nullable: true,
      description: 'Two-digit industry sector, for example INFORMATION or RETAIL_TRADE.',
      resolve: (info) => info.businessType ?? null,
    }),
  }),
});

export const BusinessInfoInput = builder.inputType('BusinessInfoInput', {
  description: 'What is known of a business. legalName is required when it is first given.',
  fields: (t) => ({
    legalName: t.string({ description: 'Registered name.' }),
    doingBusinessAs: t.string({ description: 'Trading name.' }),
    country: t.string({ description: 'Country of incorporation, ISO 3166-1 alpha-2.' }),
    registrationNumber: t.string({ description: 'Number in the commercial register.' }),
    taxId: t.string({ description: 'Tax number.' }),
    incorporatedOn: t.field({ type: 'Date', description: 'Day of incorporation.' }),
    entityType: t.string({
      description: 'SOLE_PROPRIETORSHIP, PARTNERSHIP, LLC, CORPORATION, S_CORPORATION, NON_PROFIT or OTHER.',
    }),
    businessType: t.string({ description: 'Two-digit industry sector, for example INFORMATION.' }),
  }),
});
