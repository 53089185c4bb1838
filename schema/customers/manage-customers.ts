/** Customers made, changed and deleted. */

import { CreateCustomerInput, createCustomer } from '../../src/customers/create-customer.ts';
import { deleteCustomer } from '../../src/customers/delete-customer.ts';
import { IdempotencyKey } from '../../src/infrastructure/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { maxCurrencies } from '../../src/kernel/money/currencies.ts';
import { accepting } from '../core/accepting.ts';
import { AddressInput } from '../core/addresses.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { BusinessInfoInput } from './business-info.ts';
import { CustomerRef } from './customers.ts';
import { CustomerTypeEnum } from './enums.ts';

const CreateCustomerArgs = builder.inputType('CreateCustomerInput', {
  description: 'A new customer. Without currencies it takes those of its region, USDC and USDB.',
  fields: (t) => ({
    customerType: t.field({ type: CustomerTypeEnum, required: true, description: 'Person or company.' }),
    platformCustomerId: t.string({ description: "The platform's own id, 1 to 255 characters." }),
    umaAddress: t.string({ description: '$name@domain; generated when absent.' }),
    region: t.string({ description: 'ISO 3166-1 alpha-2; never changes.' }),
    currencies: t.stringList({
      description: `Codes, at most ${maxCurrencies}; one account is opened for each.`,
    }),
    email: t.string({ description: 'Where one-time codes go.' }),
    fullName: t.string({ description: 'Full name, at most 255 characters.' }),
    birthDate: t.field({ type: 'Date', description: 'A past date.' }),
    nationality: t.string({ description: 'ISO 3166-1 alpha-2.' }),
    address: t.field({ type: AddressInput, description: 'Where they live, or are seated.' }),
    businessInfo: t.field({ type: BusinessInfoInput, description: 'Businesses only.' }),
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
      description: 'Result of createCustomer.',
      resolveType: () => CustomerRef,
    },
    ...accepting({ input: CreateCustomerInput, idempotencyKey: IdempotencyKey }, (args, context) =>
      createCustomer(context.ports, platformOf(context), args.input, args.idempotencyKey),
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
      description: 'Result of deleteCustomer.',
      resolveType: () => CustomerRef,
    },
    ...accepting({ id: idSchema('Customer') }, ({ id }, context) =>
      deleteCustomer(context.ports, platformOf(context), id),
    ),
  }),
);
