/** Before a quote: who can be paid, at which rate, and at which banks. */

import {
  findInstitutions,
  type Institution,
  institutions,
} from '../../src/accounts/external/institutions.ts';
import { DomainError, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { currencies, currencyOf, maxCurrencies } from '../../src/kernel/money/currencies.ts';
import { jsonNumber } from '../../src/kernel/money/rate.ts';
import { countryCode, optional, text } from '../../src/kernel/parse.ts';
import {
  type ExchangeRate,
  ExchangeRatesInput,
  exchangeRates,
  maxExchangeRates,
} from '../../src/payments/rates/exchange-rates.ts';
import { LookUpReceiverInput, lookUpReceiver } from '../../src/payments/receivers/look-up-receiver.ts';
import type { ReceiverLookup, SupportedCurrency } from '../../src/payments/receivers/receiver-lookup.ts';
import type { RequestedField } from '../../src/platforms/party-fields.ts';
import { partyFieldNames } from '../../src/platforms/party-fields.ts';
import { PaymentRailEnum } from '../accounts/enums.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { principalOf, visibleTo } from '../core/context.ts';
import { CurrencyRef } from '../core/money.ts';

const SupportedCurrencyRef = builder.objectRef<SupportedCurrency>('SupportedCurrency').implement({
  description: 'What a receiver can be paid.',
  fields: (t) => ({
    currency: t.field({
      type: CurrencyRef,
      description: 'What arrives.',
      resolve: ({ currency }) => currencyOf(currency),
    }),
    estimatedExchangeRate: t.float({
      description:
        "Units of the sender's currency per unit of this one, in major units. A quote promises one.",
      resolve: ({ estimatedExchangeRate }) => jsonNumber(estimatedExchangeRate),
    }),
    min: t.field({
      type: 'Amount',
      description: 'Least that may arrive.',
      resolve: ({ range }) => range.min,
    }),
    max: t.field({ type: 'Amount', description: 'Most that may arrive.', resolve: ({ range }) => range.max }),
  }),
});

const PayerDataFieldRef = builder.objectRef<RequestedField>('PayerDataField').implement({
  description: 'A fact about the payer that the receiving institution wants.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Key in senderCustomerInfo, for example FULL_NAME.' }),
    mandatory: t.exposeBoolean('mandatory', { description: 'Whether no quote is made without it.' }),
  }),
});

const ReceiverLookupRef = builder.objectRef<ReceiverLookup>('ReceiverLookup').implement({
  description: 'What was told of a receiver; a quote is made from it.',
  fields: (t) => ({
    lookupId: t.id({ description: 'Lookup:<uuid>, for createQuote.', resolve: (lookup) => lookup.id }),
    accountId: t.id({
      nullable: true,
      description: 'The external account, where it was one.',
      resolve: ({ receiver }) => (receiver.type === 'ACCOUNT' ? receiver.accountId : null),
    }),
    receiverUmaAddress: t.string({
      nullable: true,
      description: 'The UMA address, where it was one.',
      resolve: ({ receiver }) => (receiver.type === 'UMA_ADDRESS' ? receiver.umaAddress : null),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'No quote is made from it from then on.',
      resolve: (lookup) => lookup.expiresAt,
    }),
    supportedCurrencies: t.field({
      type: [SupportedCurrencyRef],
      bound: currencies.length,
      description: 'What can be sent there.',
      resolve: (lookup) => [...lookup.supportedCurrencies],
    }),
    requiredPayerDataFields: t.field({
      type: [PayerDataFieldRef],
      bound: partyFieldNames.length,
      description: 'What must be known of the payer.',
      resolve: (lookup) => [...lookup.requiredPayerData],
    }),
  }),
});

const ExternalAccountLookupArgs = builder.inputType('ExternalAccountLookupInput', {
  description: 'An external account and who will pay it; its owner where nobody is named.',
  fields: (t) => ({
    accountId: t.id({ required: true, description: 'ExternalAccount:<uuid>' }),
    senderUmaAddress: t.string({ description: "The paying customer's UMA address." }),
    senderCustomerId: t.id({ description: 'The paying customer, Customer:<uuid>.' }),
  }),
});

const UmaLookupArgs = builder.inputType('UmaLookupInput', {
  description: 'A UMA address and who will pay it: one of the two sender fields is required.',
  fields: (t) => ({
    receiverUmaAddress: t.string({ required: true, description: '$name@domain' }),
    senderUmaAddress: t.string({ description: "The paying customer's UMA address." }),
    senderCustomerId: t.id({ description: 'The paying customer, Customer:<uuid>.' }),
  }),
});

const ReceiverLookupArgs = builder.inputType('ReceiverLookupInput', {
  description: 'Whom to look up.',
  isOneOf: true,
  fields: (t) => ({
    externalAccount: t.field({ type: ExternalAccountLookupArgs, description: 'An external account.' }),
    uma: t.field({ type: UmaLookupArgs, description: 'A UMA address.' }),
  }),
});

const PaymentInstitutionRef = builder.objectRef<Institution>('PaymentInstitution').implement({
  description: 'A bank or wallet that a corridor knows by name.',
  fields: (t) => ({
    bankName: t.exposeString('bankName', { description: 'What to pass as bankName of an account.' }),
    displayName: t.exposeString('displayName', { description: 'For people.' }),
    country: t.exposeString('country', { description: 'ISO 3166-1 alpha-2.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217.' }),
  }),
});

const ExchangeRateRef = builder.objectRef<ExchangeRate>('ExchangeRate').implement({
  description: 'What a quote would come to now. Indicative: only a quote promises a rate.',
  fields: (t) => ({
    sourceCurrency: t.field({
      type: CurrencyRef,
      description: 'What is sent.',
      resolve: (rate) => currencyOf(rate.sourceCurrency),
    }),
    destinationCurrency: t.field({
      type: CurrencyRef,
      description: 'What arrives.',
      resolve: (rate) => currencyOf(rate.destinationCurrency),
    }),
    destinationPaymentRail: t.field({
      type: PaymentRailEnum,
      nullable: true,
      description: 'The rail that it is for; null where no rail carries the currency.',
      resolve: (rate) => rate.destinationPaymentRail ?? null,
    }),
    sendingAmount: t.field({
      type: 'Amount',
      description: 'Fees included; smallest unit of sourceCurrency.',
      resolve: (rate) => rate.sendingAmount,
    }),
    receivingAmount: t.field({
      type: 'Amount',
      description: 'Fees deducted; smallest unit of destinationCurrency.',
      resolve: (rate) => rate.receivingAmount,
    }),
    minSendingAmount: t.field({
      type: 'Amount',
      description: 'Least that can be sent.',
      resolve: ({ sendingRange }) => sendingRange.min,
    }),
    maxSendingAmount: t.field({
      type: 'Amount',
      description: 'Most that can be sent.',
      resolve: ({ sendingRange }) => sendingRange.max,
    }),
    exchangeRate: t.float({
      description: 'Sending units per receiving unit, in major units.',
      resolve: (rate) => jsonNumber(rate.exchangeRate),
    }),
    fixedFee: t.field({
      type: 'Amount',
      description: 'Smallest unit of sourceCurrency.',
      resolve: (rate) => rate.fixedFee,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'How old the rate is.',
      resolve: (rate) => rate.updatedAt,
    }),
  }),
});

builder.queryFields((t) => ({
  receiverLookup: t.errorUnionField({
    description: 'Asks what a receiver can be paid. The answer is good for fifteen minutes.',
    authScopes: { permission: 'LOOK_UP_RECEIVERS' },
    args: {
      input: t.arg({ type: ReceiverLookupArgs, required: true, description: 'Whom to look up.' }),
    },
    types: [ReceiverLookupRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'ReceiverLookupResult',
      description: 'Result of receiverLookup.',
      resolveType: () => ReceiverLookupRef,
    },
    ...accepting({ input: LookUpReceiverInput }, ({ input }, context) =>
      lookUpReceiver(
        context.ports,
        { platform: principalOf(context).platform, scope: visibleTo(context) },
        input,
      ),
    ),
  }),
  paymentInstitutions: t.field({
    type: [PaymentInstitutionRef],
    bound: institutions.length,
    authScopes: { permission: 'VIEW_REFERENCE' },
    description: 'Banks and wallets that a corridor knows by name, by currency and name.',
    args: {
      country: t.arg.string({ description: 'ISO 3166-1 alpha-2.' }),
      currency: t.arg.string({ description: 'ISO 4217.' }),
    },
    ...accepting({ country: optional(countryCode), currency: optional(text(10)) }, (filter) => [
      ...findInstitutions(filter),
    ]),
  }),
  exchangeRates: t.field({
    type: [ExchangeRateRef],
    bound: maxExchangeRates,
    authScopes: { permission: 'VIEW_REFERENCE' },
    description: 'Indicative rates, one row for each destination currency and rail.',
    args: {
      sourceCurrency: t.arg.string({ description: 'USD when absent.' }),
      destinationCurrencies: t.arg.stringList({
        description: `Every other currency when absent. At most ${maxCurrencies}.`,
      }),
      sendingAmount: t.arg({
        type: 'Amount',
        description: 'Smallest unit of the source currency; a hundred major units when absent.',
      }),
    },
    ...accepting(ExchangeRatesInput.shape, async (input, context) => {
      const rates = await exchangeRates(context.ports, principalOf(context).platform, input);
      if (rates instanceof DomainError) throw rates;
      return [...rates];
    }),
  }),
}));
