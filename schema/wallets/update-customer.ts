/** Changes of a customer; a new email of a wallet's holder takes a signature. */

import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  Unauthorized,
  Upstream,
} from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { maxCurrencies } from '../../src/kernel/money/currencies.ts';
import { SignedRetryInput } from '../../src/wallets/signed-requests/by-signature.ts';
import { UpdateCustomerInput, updateCustomer } from '../../src/wallets/update-customer.ts';
import { accepting } from '../core/accepting.ts';
import { AddressInput } from '../core/addresses.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { SignedRetryInputRef } from '../core/signed-retry.ts';
import { BusinessInfoInput } from '../customers/business-info.ts';
import { CustomerRef } from '../customers/customers.ts';
import { challengeOr, SignedRequestChallengeRef } from './signed-requests.ts';

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
      description: 'Result of updateCustomer.',
      resolveType: challengeOr(CustomerRef),
    },
    ...accepting(
      { id: idSchema('Customer'), input: UpdateCustomerInput, signedRetry: SignedRetryInput },
      ({ id, input, signedRetry }, context) =>
        updateCustomer(context.ports, platformOf(context), id, input, signedRetry),
    ),
  }),
);
