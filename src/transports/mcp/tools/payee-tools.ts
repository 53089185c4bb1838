/** The tools with which an agent registers, removes and looks up those who are paid. Source: docs/behaviour/mcp.md#tools. */
import { z } from 'zod';
import { restAccountInfo, restAccountInfoTypes } from '../../../accounts/external/account-info-input.ts';
import { type AccountType, accountTypeNames } from '../../../accounts/external/account-types.ts';
import { agentExternalAccountInput } from '../../../accounts/external/create-external-account.ts';
import { agentCreateExternalAccount } from '../../../agents/requests/agent-create-external-account.ts';
import { agentDeleteExternalAccount } from '../../../agents/requests/agent-delete-external-account.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { idSchema } from '../../../kernel/ids.ts';
import { money } from '../../../kernel/money/amount.ts';
import { jsonNumber } from '../../../kernel/money/rate.ts';
import { oneOf } from '../../../kernel/parse.ts';
import { instantView } from '../../../kernel/view.ts';
import { LookUpReceiverInput, lookUpReceiver } from '../../../payments/receivers/look-up-receiver.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { inputJsonSchema, type JsonSchema } from '../json-schemas.ts';
import { ExternalAccountView, externalAccountOf, instant, MoneyView, moneyOf } from '../views.ts';
import { tool } from './tool.ts';

const externalAccountId = { externalAccountId: idSchema('ExternalAccount') };

/** One schema for each type, in the order of the types. All together are too long for the description of a tool. */
const schemaOfType = (type: AccountType): JsonSchema =>
  inputJsonSchema(restAccountInfoTypes.options[accountTypeNames.indexOf(type)] as z.ZodType);

export const payeeTools = [
  tool({
    name: 'describe_account_type',
    title: 'Describe an account type',
    about: 'Returns the JSON schema of accountInfo for one account type, for create_external_account.',
    operation: 'agentCreateExternalAccount',
    permission: 'AGENT_MANAGE_EXTERNAL_ACCOUNTS',
    effect: 'read',
    input: z.object({ accountType: oneOf(accountTypeNames) }),
    output: z.object({ accountType: z.string(), schema: z.record(z.string(), z.unknown()) }),
    run: async (_call, { accountType }) => ({
      summary: `The fields of ${accountType}.`,
      content: { accountType, schema: schemaOfType(accountType) },
    }),
  }),
  tool({
    name: 'create_external_account',
    title: 'Register a payee',
    about:
      'Registers an external account of the customer, so that it can be paid. Call describe_account_type for the fields of accountInfo. Register only accounts that your user gave you.',
    operation: 'agentCreateExternalAccount',
    permission: 'AGENT_MANAGE_EXTERNAL_ACCOUNTS',
    effect: 'change',
    input: agentExternalAccountInput(restAccountInfo),
    notes: { accountInfo: 'accountType, and the fields of that type.' },
    output: z.object({ account: ExternalAccountView }),
    run: async ({ ports, principal }, input) => {
      const created = await agentCreateExternalAccount(ports, principal, input);
      if (created instanceof DomainError) return created;
      const account = externalAccountOf(created);
      return { summary: `External account ${account.id} is ${account.status}.`, content: { account } };
    },
  }),
  tool({
    name: 'delete_external_account',
    title: 'Remove a payee',
    about: 'Deletes an external account of the customer that no payment under way uses.',
    operation: 'agentDeleteExternalAccount',
    permission: 'AGENT_MANAGE_EXTERNAL_ACCOUNTS',
    effect: 'change',
    input: z.object(externalAccountId),
    output: z.object({ deletedId: z.string() }),
    run: async ({ ports, principal }, { externalAccountId: id }) => {
      const deleted = await agentDeleteExternalAccount(ports, principal, id);
      if (deleted instanceof DomainError) return deleted;
      return { summary: `External account ${id} is deleted.`, content: { deletedId: id } };
    },
  }),
  tool({
    name: 'look_up_receiver',
    title: 'Look up a receiver',
    about:
      'Looks up which currencies and amounts an external account or a UMA address accepts. Give exactly one of externalAccount and uma.',
    operation: 'lookUpUmaAddress',
    permission: 'LOOK_UP_RECEIVERS',
    effect: 'read',
    input: LookUpReceiverInput,
    output: z.object({
      lookupId: z.string(),
      currencies: z.array(z.object({ min: MoneyView, max: MoneyView, exchangeRate: z.number() })),
      requiredPayerData: z.array(z.object({ name: z.string(), isMandatory: z.boolean() })),
      expiresAt: instant,
    }),
    run: async ({ ports, principal }, input) => {
      const caller = { platform: principal.platform, scope: scopeOf(principal) };
      const found = await lookUpReceiver(ports, caller, input);
      if (found instanceof DomainError) return found;
      return {
        summary: `Look-up ${found.id} is valid until ${instantView(found.expiresAt)}.`,
        content: {
          lookupId: found.id,
          currencies: found.supportedCurrencies.map(({ currency, estimatedExchangeRate, range }) => ({
            min: moneyOf(money(range.min, currency)),
            max: moneyOf(money(range.max, currency)),
            exchangeRate: jsonNumber(estimatedExchangeRate),
          })),
          requiredPayerData: found.requiredPayerData.map(({ name, mandatory }) => ({
            name,
            isMandatory: mandatory,
          })),
          expiresAt: instantView(found.expiresAt),
        },
      };
    },
  }),
];
