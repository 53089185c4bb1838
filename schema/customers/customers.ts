/** Customers: one by its id, and the list of them. */
import type { Customer } from '../../src/customers/customer.ts';
import { CustomerFilterInput } from '../../src/customers/filters.ts';
import { countCustomers, findCustomers, listCustomers } from '../../src/customers/store.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { currencies } from '../../src/kernel/money/currencies.ts';
import { accepting } from '../core/accepting.ts';
import { AddressRef } from '../core/addresses.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, visibleIf } from '../core/context.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { BusinessInfoRef } from './business-info.ts';
import { CustomerTypeEnum, VerificationStatusEnum } from './enums.ts';

export const customerById = batched<Id<'Customer'>, Customer>('customerById', async (context, ids) =>
  byId(await findCustomers(context.ports.db.orm, visibleIf(context, 'VIEW_CUSTOMER'), ids)),
);

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
      bound: currencies.length,
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
    ...listing('customers', CustomerFilterInput, listCustomers, countCustomers),
  }),
);
