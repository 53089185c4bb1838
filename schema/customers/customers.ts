/** Customers: queries and types. */
import type { Customer } from '../../src/customers/customer.ts';
import { CustomerFilterInput } from '../../src/customers/filters.ts';
import {
  countCustomers,
  findCustomers,
  isWideCustomerFilter,
  listCustomers,
} from '../../src/customers/store.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { currencies } from '../../src/kernel/money/currencies.ts';
import { searchLimits } from '../../src/kernel/search-query.ts';
import { accepting } from '../core/accepting.ts';
import { AddressRef } from '../core/addresses.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, restrictedTo, visibleIf } from '../core/context.ts';
import { createdWithin, updatedWithin } from '../core/date-range.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { nameOf, reachesCustomer } from './approver-reach.ts';
import { BusinessInfoRef } from './business-info.ts';
import { CustomerTypeEnum, VerificationStatusEnum } from './enums.ts';

export const customerById = batched<Id<'Customer'>, Customer>('customerById', async (context, ids) =>
  byId(await findCustomers(context.ports.db.orm, visibleIf(context, 'VIEW_CUSTOMER_NAME'), ids)),
);

export const CustomerRef = builder.objectRef<Customer>('Customer');
CustomerRef.implement({
  description: 'A person or business that the platform moves money for.',
  interfaces: [NodeRef],
  fields: (t) => ({
    platformCustomerId: t.exposeString('platformCustomerId', {
      description: "The platform's own id of the customer. Generated if it was not provided.",
    }),
    customerType: t.field({
      type: CustomerTypeEnum,
      description: 'Type of the customer.',
      resolve: (customer) => customer.customerType,
    }),
    umaAddress: t.string({
      nullable: true,
      description: 'UMA address, `$name@domain`, in lower case.',
      resolve: restrictedTo('VIEW_CUSTOMER', (customer) => customer.umaAddress),
    }),
    region: t.string({
      nullable: true,
      description: 'Region of the customer, ISO 3166-1 alpha-2. It never changes.',
      resolve: restrictedTo('VIEW_CUSTOMER', (customer) => customer.region ?? null),
    }),
    currencies: t.exposeStringList('currencies', {
      bound: currencies.length,
      description: 'Currencies in which the customer has accounts.',
    }),
    email: t.string({
      nullable: true,
      description: 'Email address. One-time codes are sent to it.',
      resolve: restrictedTo('VIEW_CUSTOMER', (customer) => customer.email ?? null),
    }),
    kycStatus: t.field({
      type: VerificationStatusEnum,
      nullable: true,
      description: 'Status of the identity check of a person; null for a business.',
      resolve: restrictedTo('VIEW_CUSTOMER', (customer) => customer.kycStatus ?? null),
    }),
    kybStatus: t.field({
      type: VerificationStatusEnum,
      nullable: true,
      description: 'Status of the identity check of a business; null for a person.',
      resolve: restrictedTo('VIEW_CUSTOMER', (customer) => customer.kybStatus ?? null),
    }),
    fullName: t.string({
      nullable: true,
      description: 'Full name.',
      resolve: nameOf((c) => c.fullName ?? null),
    }),
    birthDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'Date of birth.',
      resolve: restrictedTo('VIEW_CUSTOMER', (customer) => customer.birthDate ?? null),
    }),
    nationality: t.string({
      nullable: true,
      description: 'Nationality, ISO 3166-1 alpha-2.',
      resolve: restrictedTo('VIEW_CUSTOMER', (customer) => customer.nationality ?? null),
    }),
    address: t.field({
      type: AddressRef,
      nullable: true,
      description: 'Residential address of a person, or registered address of a business.',
      resolve: restrictedTo('VIEW_CUSTOMER', (customer) => customer.address ?? null),
    }),
    businessInfo: t.field({
      type: BusinessInfoRef,
      nullable: true,
      description: 'Company data. Only for a business.',
      resolve: nameOf((customer) => customer.businessInfo ?? null),
    }),
    isDeleted: t.exposeBoolean('isDeleted', {
      description: 'Whether the customer is deleted. Deleted customers can still be read by id.',
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Creation time.', resolve: (c) => c.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: (c) => c.updatedAt,
    }),
  }),
});

registerNode('Customer', 'Customer', customerById, 'VIEW_CUSTOMER_NAME', reachesCustomer);

const CustomerFilter = builder.inputType('CustomerFilter', {
  description: 'Filter for customers. A record must match all given fields.',
  fields: (t) => ({
    query: t.string({
      description: `Words of the name, the email address, the platform's own id or the UMA address. Each word may be the start of a word. ${searchLimits} Deleted customers are not found.`,
    }),
    platformCustomerId: t.string({
      description: "The platform's own id. Several customers can have the same id.",
    }),
    customerType: t.field({ type: CustomerTypeEnum, description: 'Type of the customer.' }),
    region: t.string({ description: 'Region, ISO 3166-1 alpha-2.' }),
    currency: t.string({ description: 'Customers that have this currency.' }),
    umaAddress: t.string({ description: 'UMA address. Not case-sensitive.' }),
    ...createdWithin(t),
    ...updatedWithin(t),
    includeDeleted: t.boolean({
      defaultValue: false,
      description: 'Whether the list includes deleted customers.',
    }),
  }),
});

const CustomerConnection = connectionOf('Customer', CustomerRef, { createdIn: 'customers' });

builder.queryField('customer', (t) =>
  t.field({
    type: CustomerRef,
    nullable: true,
    authScopes: { permission: 'VIEW_CUSTOMER' },
    description: 'Returns one customer; null if the caller can see no customer with this id.',
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
      filter: t.arg({ type: CustomerFilter, description: 'Filter for the list.' }),
    },
    ...listing('customers', CustomerFilterInput, listCustomers, countCustomers, isWideCustomerFilter),
  }),
);
