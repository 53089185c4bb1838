/** The settings of a platform for each of its currencies. Source: docs/behaviour/customers.md#shared-objects, docs/behaviour/platforms.md#settings-of-a-platform. */
import { maxChoices } from '../../src/kernel/lists.ts';
import { partyFieldNames, type RequestedField } from '../../src/platforms/party-fields.ts';
import type { EnabledCurrency } from '../../src/platforms/platform.ts';
import { transactionTypes } from '../../src/platforms/transaction-type.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';
import { TransactionTypeEnum } from './enums.ts';

const PartyFieldEnum = describedEnum(
  'PartyFact',
  'Field of personal or company data about a party of a payment.',
  partyFieldNames,
);

const CounterpartyFieldRef = builder.objectRef<RequestedField>('CounterpartyField').implement({
  description: 'Counterparty data that the platform requests for payments in a currency.',
  fields: (t) => ({
    name: t.field({
      type: PartyFieldEnum,
      description: 'Key in counterpartyInformation.',
      resolve: (field) => field.name,
    }),
    mandatory: t.exposeBoolean('mandatory', { description: 'Whether the platform requires the field.' }),
  }),
});

export const CurrencyConfigRef = builder.objectRef<EnabledCurrency>('CurrencyConfig').implement({
  description: 'A currency that the platform has enabled, with its limits.',
  fields: (t) => ({
    currencyCode: t.exposeString('currency', { description: 'Currency code.' }),
    minAmount: t.field({
      type: 'Amount',
      description: 'Minimum amount of one payment, in the smallest unit of the currency.',
      resolve: (c) => c.minAmount,
    }),
    maxAmount: t.field({
      type: 'Amount',
      description: 'Maximum amount of one payment, in the smallest unit of the currency.',
      resolve: (c) => c.maxAmount,
    }),
    requiredCounterpartyFields: t.field({
      type: [CounterpartyFieldRef],
      bound: partyFieldNames.length,
      description: 'Counterparty data that counterpartyInformation contains, if it is known.',
      resolve: (c) => [...c.requiredCounterpartyFields],
    }),
    enabledTransactionTypes: t.field({
      type: [TransactionTypeEnum],
      bound: transactionTypes.length,
      description: 'Payment directions in which the currency can be used.',
      resolve: (c) => [...c.enabledTransactionTypes],
    }),
  }),
});

const CounterpartyFieldArgs = builder.inputType('CounterpartyFieldInput', {
  description: 'Counterparty data that the platform requests for payments in a currency.',
  fields: (t) => ({
    name: t.field({
      type: PartyFieldEnum,
      required: true,
      description: 'Key in counterpartyInformation.',
    }),
    mandatory: t.boolean({ required: true, description: 'Whether the platform requires the field.' }),
  }),
});

export const CurrencyConfigArgs = builder.inputType('CurrencyConfigInput', {
  description:
    'A currency to enable. For a new currency the service opens accounts for all existing customers.',
  fields: (t) => ({
    currencyCode: t.string({ required: true, description: 'Code of a supported currency.' }),
    minAmount: t.field({
      type: 'Amount',
      required: true,
      description: 'Minimum amount of one payment, at least 1, in the smallest unit of the currency.',
    }),
    maxAmount: t.field({
      type: 'Amount',
      required: true,
      description: 'Maximum amount of one payment, in the smallest unit of the currency.',
    }),
    requiredCounterpartyFields: t.field({
      type: [CounterpartyFieldArgs],
      description: `Counterparty data to request, at most ${maxChoices}. Replaces the list. Omitted: unchanged, or empty for a new currency.`,
    }),
    enabledTransactionTypes: t.field({
      type: [TransactionTypeEnum],
      description: `Payment directions, at least one and at most ${maxChoices}. Omitted: unchanged, or both for a new currency.`,
    }),
  }),
});
