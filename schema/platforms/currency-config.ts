/** What a platform sets for each of its currencies. Source: gaps 2.1, 2.21. */
import { maxChoices } from '../../src/kernel/lists.ts';
import { partyFieldNames, type RequestedField } from '../../src/platforms/party-fields.ts';
import type { EnabledCurrency } from '../../src/platforms/platform.ts';
import { transactionTypes } from '../../src/platforms/transaction-type.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { TransactionTypeEnum } from './enums.ts';

const PartyFactEnum = describedEnum('PartyFact', 'A fact about a party of a payment.', partyFieldNames);

const CounterpartyFieldRef = builder.objectRef<RequestedField>('CounterpartyField').implement({
  description: 'A fact about the other side of a payment that the platform wants to be told.',
  fields: (t) => ({
    name: t.field({
      type: PartyFactEnum,
      description: 'Its key in counterpartyInformation.',
      resolve: (field) => field.name,
    }),
    mandatory: t.exposeBoolean('mandatory', { description: 'Whether the platform cannot do without it.' }),
  }),
});

export const CurrencyConfigRef = builder.objectRef<EnabledCurrency>('CurrencyConfig').implement({
  description: 'A currency that the platform has enabled.',
  fields: (t) => ({
    currencyCode: t.exposeString('currency', { description: 'Its code.' }),
    minAmount: t.field({ type: 'Amount', description: 'Least of one payment.', resolve: (c) => c.minAmount }),
    maxAmount: t.field({ type: 'Amount', description: 'Most of one payment.', resolve: (c) => c.maxAmount }),
    requiredCounterpartyFields: t.field({
      type: [CounterpartyFieldRef],
      bound: partyFieldNames.length,
      description: 'What is put into counterpartyInformation, where it is known.',
      resolve: (c) => [...c.requiredCounterpartyFields],
    }),
    enabledTransactionTypes: t.field({
      type: [TransactionTypeEnum],
      bound: transactionTypes.length,
      description: 'The directions in which it is paid in.',
      resolve: (c) => [...c.enabledTransactionTypes],
    }),
  }),
});

const CounterpartyFieldArgs = builder.inputType('CounterpartyFieldInput', {
  description: 'A fact about the other side of a payment that the platform wants to be told.',
  fields: (t) => ({
    name: t.field({
      type: PartyFactEnum,
      required: true,
      description: 'Its key in counterpartyInformation.',
    }),
    mandatory: t.boolean({ required: true, description: 'Whether the platform cannot do without it.' }),
  }),
});

export const CurrencyConfigArgs = builder.inputType('CurrencyConfigInput', {
  description: 'A currency to enable. One that is new opens accounts, also for existing customers.',
  fields: (t) => ({
    currencyCode: t.string({ required: true, description: 'A code of the currency table.' }),
    minAmount: t.field({ type: 'Amount', required: true, description: 'Least of one payment, at least 1.' }),
    maxAmount: t.field({ type: 'Amount', required: true, description: 'Most of one payment.' }),
    requiredCounterpartyFields: t.field({
      type: [CounterpartyFieldArgs],
      description: `Replaces the list, at most ${maxChoices}; when absent, it stays, and is empty for a currency that is new.`,
    }),
    enabledTransactionTypes: t.field({
      type: [TransactionTypeEnum],
      description: `At least one, at most ${maxChoices}; when absent, it stays, and is both for a currency that is new.`,
    }),
  }),
});
