/** Customers: reads, and the operations on the record. */

import { CreateCustomerInput, createCustomer } from '../src/customers/create-customer.ts';
import type { BusinessInfo, Customer } from '../src/customers/customer.ts';
import { deleteCustomer } from '../src/customers/delete-customer.ts';
import { CustomerFilterInput } from '../src/customers/filters.ts';
import { countCustomers, findCustomers, listCustomers } from '../src/customers/store.ts';
import { UpdateCustomerInput, updateCustomer } from '../src/customers/update-customer.ts';
import { IdempotencyKey } from '../src/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound, Unauthorized, Upstream } from '../src/kernel/errors.ts';
import { type Id, idSchema } from '../src/kernel/ids.ts';
import { type Address, optional } from '../src/kernel/parse.ts';
import { SignedRetryInput } from '../src/signed-requests/by-signature.ts';
import { SignedRequestChallenge } from '../src/signed-requests/challenge.ts';
import { accepting } from './accepting.ts';
import { builder } from './builder.ts';
import { connect, connectionOf, pageArguments, pageShape } from './connections.ts';
import { batched, byId, platformOf, visibleTo } from './context.ts';
import { CustomerTypeEnum, VerificationStatusEnum } from './enums.ts';
import { NodeRef, registerNode } from './node.ts';
import { SignedRequestChallengeRef } from './signed-requests.ts';
import { SignedRetryInputRef } from './signed-retry.ts';

export const customerById = batched<Id<'Customer'>, Customer>('customerById', async (context, ids) =>
  byId(await findCustomers(context.ports.db.orm, visibleTo(context), ids)),
);

export const AddressRef = builder.objectRef<Address>('Address').implement({
  description: 'A postal address.',
  fields: (t) => ({
    line1: t.string({ nullable: true, description: 'Street and number.', resolve: (a) => a.line1 }),
    line2: t.string({
      nullable: true,
      description: 'Flat, floor, building.',
      resolve: (a) => a.line2 ?? null,
    }),
    city: t.string({ nullable: true, description: 'City or town.', resolve: (a) => a.city ?? null }),
    state: t.string({ nullable: true, description: 'State or province.', resolve: (a) => a.state ?? null }),
    postalCode: t.string({ nullable: true, description: 'Postal code.', resolve: (a) => a.postalCode }),
    country: t.string({ nullable: true, description: 'ISO 3166-1 alpha-2.', resolve: (a) => a.country }),
  }),
});

export const AddressInput = builder.inputType('AddressInput', {
  description: 'A postal address.',
  fields: (t) => ({
    line1: t.string({ required: true, description: 'Street and number, at most 255 characters.' }),
    line2: t.string({ description: 'Flat, floor, building.' }),
    city: t.string({ description: 'City or town.' }),
    state: t.string({ description: 'State or province.' }),
    postalCode: t.string({ required: true, description: 'Postal code, at most 32 characters.' }),
    country: t.string({ required: true, description: 'ISO 3166-1 alpha-2.' }),
  }),
});

const BusinessInfoRef = builder.objectRef<BusinessInfo>('BusinessInfo').implement({
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

const BusinessInfoInput = builder.inputType('BusinessInfoInput', {
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

export const CustomerRef = builder.objectRef<Customer>('Customer');
CustomerRef.implement({
  description: 'A person or a company for whom the platform moves money.',
  interfaces: [NodeRef],
  fields: (t) => ({
    platformCustomerId: t.exposeString('platformCustomerId', {
      description: "The platform's own id of the customer; generated when none was given.",
    }),
    customerType: t.field({
      type: CustomerTypeEnum,
      description: 'Person or company.',
      resolve: (customer) => customer.customerType,
    }),
    umaAddress: t.string({
      nullable: true,
      description: 'UMA address, `$name@domain`, in lower case.',
      resolve: (customer) => customer.umaAddress,
    }),
    region: t.string({
      nullable: true,
      description: 'ISO 3166-1 alpha-2; never changes.',
      resolve: (customer) => customer.region ?? null,
    }),
    currencies: t.exposeStringList('currencies', {
      description: 'Currencies that the customer has accounts in.',
    }),
    email: t.string({
      nullable: true,
      description: 'Where one-time codes go.',
      resolve: (customer) => customer.email ?? null,
    }),
    kycStatus: t.field({
      type: VerificationStatusEnum,
      nullable: true,
      description: 'Identity check of a person; null for a business.',
      resolve: (customer) => customer.kycStatus ?? null,
    }),
    kybStatus: t.field({
      type: VerificationStatusEnum,
      nullable: true,
      description: 'Identity check of a business; null for a person.',
      resolve: (customer) => customer.kybStatus ?? null,
    }),
    fullName: t.string({ nullable: true, description: 'Full name.', resolve: (c) => c.fullName ?? null }),
    birthDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'Date of birth.',
      resolve: (customer) => customer.birthDate ?? null,
    }),
    nationality: t.string({
      nullable: true,
      description: 'ISO 3166-1 alpha-2.',
      resolve: (customer) => customer.nationality ?? null,
    }),
    address: t.field({
      type: AddressRef,
      nullable: true,
      description: 'Where they live, or are seated.',
      resolve: (customer) => customer.address ?? null,
    }),
    businessInfo: t.field({
      type: BusinessInfoRef,
      nullable: true,
      description: 'Businesses only.',
      resolve: (customer) => customer.businessInfo ?? null,
    }),
    isDeleted: t.exposeBoolean('isDeleted', { description: 'Deleted customers stay readable by id.' }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was made.', resolve: (c) => c.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed.',
      resolve: (c) => c.updatedAt,
    }),
  }),
});

registerNode('Customer', 'Customer', customerById, 'VIEW_CUSTOMER');

const CustomerFilter = builder.inputType('CustomerFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    platformCustomerId: t.string({ description: "The platform's own id; several customers may share one." }),
    customerType: t.field({ type: CustomerTypeEnum, description: 'Person or company.' }),
    region: t.string({ description: 'ISO 3166-1 alpha-2.' }),
    currency: t.string({ description: 'Customers that have it among theirs.' }),
    umaAddress: t.string({ description: 'In any case.' }),
    createdAfter: t.field({ type: 'DateTime', description: 'Inclusive.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Inclusive.' }),
    updatedAfter: t.field({ type: 'DateTime', description: 'Inclusive.' }),
    updatedBefore: t.field({ type: 'DateTime', description: 'Inclusive.' }),
    includeDeleted: t.boolean({ defaultValue: false, description: 'Deleted customers too.' }),
  }),
});

const CustomerConnection = connectionOf('Customer', CustomerRef);

builder.queryField('customer', (t) =>
  t.field({
    type: CustomerRef,
    nullable: true,
    authScopes: { permission: 'VIEW_CUSTOMER' },
    description: 'One customer; null when there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Customer:<uuid>' }) },
    ...accepting({ id: idSchema('Customer') }, ({ id }, context) => customerById(context, id)),
  }),
);

builder.queryField('customers', (t) =>
  t.field({
    type: CustomerConnection,
    authScopes: { permission: 'VIEW' },
    description: 'Customers, newest first.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: CustomerFilter, description: 'What to narrow it by.' }),
    },
    ...accepting(
      { ...pageShape, filter: optional(CustomerFilterInput) },
      ({ filter = {}, ...page }, context) => {
        const { orm } = context.ports.db;
        const scope = visibleTo(context);
        return connect(
          'customers',
          filter,
          page,
          (request) => listCustomers(orm, scope, filter, request),
          () => countCustomers(orm, scope, filter),
        );
      },
    ),
  }),
);

const CreateCustomerArgs = builder.inputType('CreateCustomerInput', {
  description: 'A new customer. Without currencies it takes those of its region, USDC and USDB.',
  fields: (t) => ({
    customerType: t.field({ type: CustomerTypeEnum, required: true, description: 'Person or company.' }),
    platformCustomerId: t.string({ description: "The platform's own id, 1 to 255 characters." }),
    umaAddress: t.string({ description: '$name@domain; generated when absent.' }),
    region: t.string({ description: 'ISO 3166-1 alpha-2; never changes.' }),
    currencies: t.stringList({ description: 'Codes; one account is opened for each.' }),
    email: t.string({ description: 'Where one-time codes go.' }),
    fullName: t.string({ description: 'Full name, at most 255 characters.' }),
    birthDate: t.field({ type: 'Date', description: 'A past date.' }),
    nationality: t.string({ description: 'ISO 3166-1 alpha-2.' }),
    address: t.field({ type: AddressInput, description: 'Where they live, or are seated.' }),
    businessInfo: t.field({ type: BusinessInfoInput, description: 'Businesses only.' }),
  }),
});

const UpdateCustomerArgs = builder.inputType('UpdateCustomerInput', {
  description: 'Only what is given changes; a list replaces the list.',
  fields: (t) => ({
    umaAddress: t.string({ description: '$name@domain' }),
    currencies: t.stringList({ description: 'Replaces the list; new ones get accounts.' }),
    email: t.string({ description: 'Where one-time codes go.' }),
    fullName: t.string({ description: 'Full name, at most 255 characters.' }),
    birthDate: t.field({ type: 'Date', description: 'A past date.' }),
    nationality: t.string({ description: 'ISO 3166-1 alpha-2.' }),
    address: t.field({ type: AddressInput, description: 'Replaces the address.' }),
    businessInfo: t.field({ type: BusinessInfoInput, description: 'Only what is given in it changes.' }),
  }),
});

builder.mutationField('createCustomer', (t) =>
  t.errorUnionField({
    description: 'Makes a customer and opens its accounts.',
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: CreateCustomerArgs, required: true, description: 'The customer.' }),
      idempotencyKey: t.arg.string({ description: 'Makes a repeated call answer the same customer.' }),
    },
    types: [CustomerRef, InvalidInput, Forbidden, Conflict],
    union: {
      name: 'CreateCustomerResult',
      description: 'What createCustomer answers.',
      resolveType: () => CustomerRef,
    },
    ...accepting({ input: CreateCustomerInput, idempotencyKey: IdempotencyKey }, (args, context) =>
      createCustomer(context.ports, platformOf(context), args.input, args.idempotencyKey),
    ),
  }),
);

builder.mutationField('updateCustomer', (t) =>
  t.errorUnionField({
    description:
      "Changes a customer. A new email of a wallet's holder, whose one-time codes go there, is by signed retry.",
    authScopes: { permission: 'MANAGE' },
    args: {
      id: t.arg.id({ required: true, description: 'Customer:<uuid>' }),
      input: t.arg({ type: UpdateCustomerArgs, required: true, description: 'What changes.' }),
      signedRetry: t.arg({
        type: SignedRetryInputRef,
        description: 'On the retry: the signature that the first call asked for.',
      }),
    },
    types: [
      CustomerRef,
      SignedRequestChallengeRef,
      InvalidInput,
      Forbidden,
      NotFound,
      Conflict,
      Unauthorized,
      Upstream,
    ],
    union: {
      name: 'UpdateCustomerResult',
      description: 'What updateCustomer answers.',
      resolveType: (answer) =>
        answer instanceof SignedRequestChallenge ? SignedRequestChallengeRef : CustomerRef,
    },
    ...accepting(
      { id: idSchema('Customer'), input: UpdateCustomerInput, signedRetry: SignedRetryInput },
      ({ id, input, signedRetry }, context) =>
        updateCustomer(context.ports, platformOf(context), id, input, signedRetry),
    ),
  }),
);

builder.mutationField('deleteCustomer', (t) =>
  t.errorUnionField({
    description:
      'Deletes a customer who holds no money and has no payment under way. The record stays, marked.',
    authScopes: { permission: 'MANAGE' },
    args: { id: t.arg.id({ required: true, description: 'Customer:<uuid>' }) },
    types: [CustomerRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'DeleteCustomerResult',
      description: 'What deleteCustomer answers.',
      resolveType: () => CustomerRef,
    },
    ...accepting({ id: idSchema('Customer') }, ({ id }, context) =>
      deleteCustomer(context.ports, platformOf(context), id),
    ),
  }),
);
