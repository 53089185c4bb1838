/** Customers: mutations. */

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
  description:
    'Input of createCustomer. Default for currencies: the currencies of the region, USDC and USDB.',
  fields: (t) => ({
    customerType: t.field({ type: CustomerTypeEnum, required: true, description: 'Type of the customer.' }),
    platformCustomerId: t.string({
      description: "The platform's own id of the customer, 1 to 255 characters.",
    }),
    umaAddress: t.string({ description: 'UMA address, $name@domain. Generated if omitted.' }),
    region: t.string({ description: 'Region, ISO 3166-1 alpha-2. It cannot be changed later.' }),
    currencies: t.stringList({
      description: `Currency codes, at most ${maxCurrencies}. The service opens one account for each currency.`,
    }),
    email: t.string({ description: 'Email address. One-time codes are sent to it.' }),
    fullName: t.string({ description: 'Full name, at most 255 characters.' }),
    birthDate: t.field({ type: 'Date', description: 'Date of birth, in the past.' }),
    nationality: t.string({ description: 'Nationality, ISO 3166-1 alpha-2.' }),
    address: t.field({
      type: AddressInput,
      description: 'Residential address of a person, or registered address of a business.',
    }),
    businessInfo: t.field({ type: BusinessInfoInput, description: 'Company data. Only for a business.' }),
  }),
});

builder.mutationField('createCustomer', (t) =>
  t.errorUnionField({
    description: "Creates a customer and opens the customer's accounts.",
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: CreateCustomerArgs, required: true, description: 'The customer to create.' }),
      idempotencyKey: t.arg.string({
        description: 'Idempotency key: a repeated call returns the same customer.',
      }),
    },
    types: [CustomerRef, InvalidInput, Forbidden, Conflict],
    union: {
      name: 'CreateCustomerResult',
      description: 'Result of createCustomer.',
      resolveType: () => CustomerRef,
    },
    ...accepting({ input: CreateCustomerInput, idempotencyKey: IdempotencyKey }, async (args, context) => {
      const { result } = await createCustomer(
        context.ports,
        platformOf(context),
        args.input,
        args.idempotencyKey,
      );
      return result;
    }),
  }),
);

builder.mutationField('deleteCustomer', (t) =>
  t.errorUnionField({
    description:
      'Deletes a customer with no money and no payment in progress. The record is marked as deleted and can still be read.',
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
