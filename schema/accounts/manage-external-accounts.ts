/** External accounts registered and removed. */
import { inGraphQLShape } from '../../src/accounts/external/account-info.ts';
import { graphqlAccountInfo } from '../../src/accounts/external/account-info-input.ts';
import {
  agentExternalAccountInput,
  createExternalAccount,
  createExternalAccountInput,
} from '../../src/accounts/external/create-external-account.ts';
import { deleteExternalAccount } from '../../src/accounts/external/delete-external-account.ts';
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
  description: "An external account; the platform's own without customerId.",
  fields: (t) => ({
    customerId: t.id({
      description: "Customer:<uuid>; absent for the platform's own, and of an agent for its customer's.",
    }),
    currency: t.string({ required: true, description: 'Code; must be one that the account type can hold.' }),
    accountInfo: t.field({ type: AccountInfoInput, required: true, description: 'What identifies it.' }),
    platformAccountId: t.string({ description: "The platform's own id of it, 1 to 255 characters." }),
    defaultUmaDepositAccount: t.boolean({
      defaultValue: false,
      description: "Sends the customer's incoming UMA payments here, instead of to the one before.",
    }),
  }),
});

const CreateExternalAccountInput = createExternalAccountInput(graphqlAccountInfo);
export const AgentExternalAccountInput = agentExternalAccountInput(graphqlAccountInfo);

builder.mutationFields((t) => ({
  createExternalAccount: t.errorUnionField({
    description: "Registers an external account and checks its beneficiary's name.",
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: CreateExternalAccountArgs, required: true, description: 'The account.' }),
      idempotencyKey: t.arg.string({ description: 'Makes a repeated call answer the same account.' }),
    },
    types: [ExternalAccountRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'CreateExternalAccountResult',
      description: 'What createExternalAccount answers.',
      resolveType: () => ExternalAccountRef,
    },
    ...accepting(
      { input: CreateExternalAccountInput, idempotencyKey: IdempotencyKey },
      async ({ input, idempotencyKey }, context) => {
        const answer = await createExternalAccount(context.ports, platformOf(context), input, idempotencyKey);
        return answer instanceof InvalidInput ? inGraphQLShape(answer, input.accountInfo) : answer;
      },
    ),
  }),
  deleteExternalAccount: t.errorUnionField({
    description: 'Removes an external account that no payment under way uses.',
    authScopes: { permission: 'MANAGE' },
    args: { id: t.arg.id({ required: true, description: 'ExternalAccount:<uuid>' }) },
    types: [DeletedRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'DeleteExternalAccountResult',
      description: 'What deleteExternalAccount answers.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('ExternalAccount') }, ({ id }, context) =>
      deleteExternalAccount(context.ports, platformOf(context).platform, visibleTo(context), id),
    ),
  }),
}));
