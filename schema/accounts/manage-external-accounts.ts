/** External accounts: mutations. */
import { inGraphQLShape } from '../../src/accounts/external/account-info.ts';
import { graphqlAccountInfo } from '../../src/accounts/external/account-info-input.ts';
import {
  agentExternalAccountInput,
  createExternalAccount,
  createExternalAccountInput,
} from '../../src/accounts/external/create-external-account.ts';
import { deleteExternalAccount } from '../../src/accounts/external/delete-external-account.ts';
import {
  SetDirectDebitMandateInput,
  setDirectDebitMandate,
} from '../../src/accounts/external/set-direct-debit-mandate.ts';
import { IdempotencyKey } from '../../src/infrastructure/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf, visibleTo } from '../core/context.ts';
import { DeletedRef } from '../core/shared.ts';
import { AccountInfoInput } from './account-types.ts';
import { ExternalAccountRef } from './external-accounts.ts';

export const CreateExternalAccountArgs = builder.inputType('CreateExternalAccountInput', {
  description: 'Input of createExternalAccount. Without customerId the platform owns the account.',
  fields: (t) => ({
    customerId: t.id({
      description:
        'Owner, Customer:<uuid>. Omit it for an account of the platform. An agent may omit it: the owner is its customer.',
    }),
    currency: t.string({
      required: true,
      description: 'Currency code. The account type must support the currency.',
    }),
    accountInfo: t.field({ type: AccountInfoInput, required: true, description: 'Account details.' }),
    platformAccountId: t.string({
      description: "The platform's own id of the account, 1 to 255 characters.",
    }),
    defaultUmaDepositAccount: t.boolean({
      defaultValue: false,
      description:
        'Deposits incoming UMA payments of the customer to this account instead of the previous default.',
    }),
  }),
});

const CreateExternalAccountInput = createExternalAccountInput(graphqlAccountInfo);
export const AgentExternalAccountInput = agentExternalAccountInput(graphqlAccountInfo);

builder.mutationFields((t) => ({
  createExternalAccount: t.errorUnionField({
    description: "Creates an external account and starts the check of its beneficiary's name.",
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({
        type: CreateExternalAccountArgs,
        required: true,
        description: 'The account to create.',
      }),
      idempotencyKey: t.arg.string({
        description: 'Idempotency key: a repeated call returns the same account.',
      }),
    },
    types: [ExternalAccountRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'CreateExternalAccountResult',
      description: 'Result of createExternalAccount.',
      resolveType: () => ExternalAccountRef,
    },
    ...accepting(
      { input: CreateExternalAccountInput, idempotencyKey: IdempotencyKey },
      async ({ input, idempotencyKey }, context) => {
        const platform = platformOf(context);
        const { result } = await createExternalAccount(context.ports, platform, input, idempotencyKey);
        return result instanceof InvalidInput ? inGraphQLShape(result, input.accountInfo) : result;
      },
    ),
  }),
  setDirectDebitMandate: t.errorUnionField({
    description:
      'Records the mandate by which the holder of an account allows SEPA direct debits. It replaces an earlier mandate, unless a direct debit from the account is in progress.',
    authScopes: { permission: 'MANAGE' },
    args: {
      externalAccountId: t.arg.id({ required: true, description: 'ExternalAccount:<uuid>' }),
      reference: t.arg.string({
        required: true,
        description: 'Reference that the debtor signed, 1 to 35 characters.',
      }),
      signedOn: t.arg.string({ required: true, description: 'Date of the signature, YYYY-MM-DD.' }),
      isOneOff: t.arg.boolean({
        description: 'Whether it is for one direct debit only. The default is false.',
      }),
    },
    types: [ExternalAccountRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'SetDirectDebitMandateResult',
      description: 'Result of setDirectDebitMandate.',
      resolveType: () => ExternalAccountRef,
    },
    ...accepting(SetDirectDebitMandateInput.shape, (input, context) =>
      setDirectDebitMandate(context.ports, platformOf(context), input),
    ),
  }),
  deleteExternalAccount: t.errorUnionField({
    description: 'Deletes an external account. It must not be used by a payment in progress.',
    authScopes: { permission: 'MANAGE' },
    args: { id: t.arg.id({ required: true, description: 'ExternalAccount:<uuid>' }) },
    types: [DeletedRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'DeleteExternalAccountResult',
      description: 'Result of deleteExternalAccount.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('ExternalAccount') }, ({ id }, context) =>
      deleteExternalAccount(context.ports, platformOf(context).platform, visibleTo(context), id),
    ),
  }),
}));
