/** Customers made, changed and deleted. */

import { CreateCustomerInput, createCustomer } from '../src/customers/create-customer.ts';
import { deleteCustomer } from '../src/customers/delete-customer.ts';
import { UpdateCustomerInput, updateCustomer } from '../src/customers/update-customer.ts';
import { IdempotencyKey } from '../src/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound, Unauthorized, Upstream } from '../src/kernel/errors.ts';
import { idSchema } from '../src/kernel/ids.ts';
import { maxCurrencies } from '../src/money/currencies.ts';
import { SignedRetryInput } from '../src/signed-requests/by-signature.ts';
import { accepting } from './accepting.ts';
import { AddressInput } from './addresses.ts';
import { builder } from './builder.ts';
import { BusinessInfoInput } from './business-info.ts';
import { platformOf } from './context.ts';
import { CustomerRef } from './customers.ts';
import { CustomerTypeEnum } from './enums.ts';
import { challengeOr, SignedRequestChallengeRef } from './signed-requests.ts';
import { SignedRetryInputRef } from './signed-retry.ts';

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

const UpdateCustomerArgs = builder.inputType('UpdateCustomerInput', {
  description: 'Only what is given changes; a list replaces the list.',
  fields: (t) => ({
    umaAddress: t.string({ description: '$name@domain' }),
    currencies: t.stringList({
      description: `Replaces the list, at most ${maxCurrencies}; new ones get accounts.`,
    }),
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
      resolveType: challengeOr(CustomerRef),
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
