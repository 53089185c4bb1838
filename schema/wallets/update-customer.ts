/** updateCustomer. A new email address of a wallet's holder needs a signature. */

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
import { SignedRetryInput } from '../../src/wallets/signed-requests/run-signed.ts';
import { UpdateCustomerInput, updateCustomer } from '../../src/wallets/update-customer.ts';
import { accepting } from '../core/accepting.ts';
import { AddressInput } from '../core/addresses.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { signedRetryArgument } from '../core/signed-retry.ts';
import { BusinessInfoInput } from '../customers/business-info.ts';
import { CustomerRef } from '../customers/customers.ts';
import { challengeOr, SignedRequestChallengeRef } from './signed-requests.ts';

const UpdateCustomerArgs = builder.inputType('UpdateCustomerInput', {
  description: 'Input of updateCustomer. Omitted fields stay unchanged. Lists are replaced completely.',
  fields: (t) => ({
    umaAddress: t.string({ description: '$name@domain' }),
    currencies: t.stringList({
      description: `Currency codes, at most ${maxCurrencies}. Replaces the list. The service opens accounts for new currencies.`,
    }),
    email: t.string({ description: 'Email address. One-time codes are sent to it.' }),
    fullName: t.string({ description: 'Full name, at most 255 characters.' }),
    birthDate: t.field({ type: 'Date', description: 'Date of birth, in the past.' }),
    nationality: t.string({ description: 'Nationality, ISO 3166-1 alpha-2.' }),
    address: t.field({ type: AddressInput, description: 'Postal address. Replaces the whole address.' }),
    businessInfo: t.field({
      type: BusinessInfoInput,
      description: 'Company data to change. Omitted fields stay unchanged.',
    }),
  }),
});

builder.mutationField('updateCustomer', (t) =>
  t.errorUnionField({
    description:
      'Updates a customer. A new email address requires a signed retry if the customer has a wallet whose one-time codes are sent to it.',
    authScopes: { permission: 'MANAGE' },
    args: {
      id: t.arg.id({ required: true, description: 'Customer:<uuid>' }),
      input: t.arg({ type: UpdateCustomerArgs, required: true, description: 'Fields to change.' }),
      signedRetry: t.arg(signedRetryArgument),
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
