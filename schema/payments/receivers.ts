/** Queries before a quote: receiver look-ups, payment institutions and exchange rates. */

import {
  findInstitutions,
  type Institution,
  institutions,
} from '../../src/accounts/external/institutions.ts';
import { DomainError, Forbidden, InvalidInput, NotFound, Upstream } from '../../src/kernel/errors.ts';
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
  description: 'A currency that a receiver accepts, with its limits.',
  fields: (t) => ({
    currency: t.field({
      type: CurrencyRef,
      description: 'Currency that the receiver gets.',
      resolve: ({ currency }) => currencyOf(currency),
    }),
    estimatedExchangeRate: t.float({
      description:
        "Estimated exchange rate: units of the sender's currency per unit of this currency, in major units. Only a quote locks a rate.",
      resolve: ({ estimatedExchangeRate }) => jsonNumber(estimatedExchangeRate),
    }),
    min: t.field({
      type: 'Amount',
      description: 'Minimum amount that the receiver can get, in the smallest unit of the currency.',
      resolve: ({ range }) => range.min,
    }),
    max: t.field({
      type: 'Amount',
      description: 'Maximum amount that the receiver can get, in the smallest unit of the currency.',
      resolve: ({ range }) => range.max,
    }),
  }),
});

const PayerDataFieldRef = builder.objectRef<RequestedField>('PayerDataField').implement({
  description: 'Payer data that the receiving institution requests.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Key in senderCustomerInfo, for example FULL_NAME.' }),
    mandatory: t.exposeBoolean('mandatory', { description: 'Whether a quote requires this field.' }),
  }),
});

const ReceiverLookupRef = builder.objectRef<ReceiverLookup>('ReceiverLookup').implement({
  description: 'Result of a receiver look-up. A quote for the receiver refers to it.',
  fields: (t) => ({
    lookupId: t.id({
      description: 'Id of the look-up, Lookup:<uuid>. Pass it to createQuote.',
      resolve: (lookup) => lookup.id,
    }),
    accountId: t.id({
      nullable: true,
      description: 'The external account, if one was looked up; otherwise null.',
      resolve: ({ receiver }) => (receiver.type === 'ACCOUNT' ? receiver.accountId : null),
    }),
    receiverUmaAddress: t.string({
      nullable: true,
      description: 'The UMA address, if one was looked up; otherwise null.',
      resolve: ({ receiver }) => (receiver.type === 'UMA_ADDRESS' ? receiver.umaAddress : null),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time from which the look-up can no longer be used for a quote.',
      resolve: (lookup) => lookup.expiresAt,
    }),
    supportedCurrencies: t.field({
      type: [SupportedCurrencyRef],
      bound: currencies.length,
      description: 'Currencies that the receiver accepts.',
      resolve: (lookup) => [...lookup.supportedCurrencies],
    }),
    requiredPayerDataFields: t.field({
      type: [PayerDataFieldRef],
      bound: partyFieldNames.length,
      description: 'Payer data that the receiving institution requests.',
      resolve: (lookup) => [...lookup.requiredPayerData],
    }),
  }),
});

const ExternalAccountLookupArgs = builder.inputType('ExternalAccountLookupInput', {
  description: 'Look-up of an external account. Default for the payer: the owner of the account.',
  fields: (t) => ({
    accountId: t.id({ required: true, description: 'ExternalAccount:<uuid>' }),
    senderUmaAddress: t.string({ description: 'UMA address of the paying customer.' }),
    senderCustomerId: t.id({ description: 'The paying customer, Customer:<uuid>.' }),
  }),
});

const UmaLookupArgs = builder.inputType('UmaLookupInput', {
  description: 'Look-up of a UMA address. One of the two sender fields is required.',
  fields: (t) => ({
    receiverUmaAddress: t.string({ required: true, description: '$name@domain' }),
    senderUmaAddress: t.string({ description: 'UMA address of the paying customer.' }),
    senderCustomerId: t.id({ description: 'The paying customer, Customer:<uuid>.' }),
  }),
});

const ReceiverLookupArgs = builder.inputType('ReceiverLookupInput', {
  description: 'The receiver to look up: exactly one of the fields.',
  isOneOf: true,
  fields: (t) => ({
    externalAccount: t.field({ type: ExternalAccountLookupArgs, description: 'An external account.' }),
    uma: t.field({ type: UmaLookupArgs, description: 'A UMA address.' }),
  }),
});

const PaymentInstitutionRef = builder.objectRef<Institution>('PaymentInstitution').implement({
  description: 'A bank or wallet provider that can be paid in a corridor.',
  fields: (t) => ({
    bankName: t.exposeString('bankName', { description: 'Value for bankName of an external account.' }),
    displayName: t.exposeString('displayName', { description: 'Name for a human reader.' }),
    country: t.exposeString('country', { description: 'Country, ISO 3166-1 alpha-2.' }),
    currency: t.exposeString('currency', { description: 'Currency, ISO 4217.' }),
  }),
});

const ExchangeRateRef = builder.objectRef<ExchangeRate>('ExchangeRate').implement({
  description: 'Indicative rate and limits of a payment. Only a quote locks a rate.',
  fields: (t) => ({
    sourceCurrency: t.field({
      type: CurrencyRef,
      description: 'Currency that is sent.',
      resolve: (rate) => currencyOf(rate.sourceCurrency),
    }),
    destinationCurrency: t.field({
      type: CurrencyRef,
      description: 'Currency that is received.',
      resolve: (rate) => currencyOf(rate.destinationCurrency),
    }),
    destinationPaymentRail: t.field({
      type: PaymentRailEnum,
      nullable: true,
      description: 'Payment rail of this rate; null if no rail supports the currency.',
      resolve: (rate) => rate.destinationPaymentRail ?? null,
    }),
    sendingAmount: t.field({
      type: 'Amount',
      description: 'Amount sent, including fees, in the smallest unit of sourceCurrency.',
      resolve: (rate) => rate.sendingAmount,
    }),
    receivingAmount: t.field({
      type: 'Amount',
      description: 'Amount received, after fees, in the smallest unit of destinationCurrency.',
      resolve: (rate) => rate.receivingAmount,
    }),
    minSendingAmount: t.field({
      type: 'Amount',
      description: 'Minimum sending amount, in the smallest unit of sourceCurrency.',
      resolve: ({ sendingRange }) => sendingRange.min,
    }),
    maxSendingAmount: t.field({
      type: 'Amount',
      description: 'Maximum sending amount, in the smallest unit of sourceCurrency.',
      resolve: ({ sendingRange }) => sendingRange.max,
    }),
    exchangeRate: t.float({
      description: 'Exchange rate: units of sourceCurrency per unit of destinationCurrency, in major units.',
      resolve: (rate) => jsonNumber(rate.exchangeRate),
    }),
    fixedFee: t.field({
      type: 'Amount',
      description: 'Fees, in the smallest unit of sourceCurrency.',
      resolve: (rate) => rate.fixedFee,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the rate.',
      resolve: (rate) => rate.updatedAt,
    }),
  }),
});

builder.queryFields((t) => ({
  receiverLookup: t.errorUnionField({
    description:
      'Looks up which currencies and amounts a receiver accepts. The result is valid for fifteen minutes.',
    authScopes: { permission: 'LOOK_UP_RECEIVERS' },
    args: {
      input: t.arg({ type: ReceiverLookupArgs, required: true, description: 'The receiver to look up.' }),
    },
    types: [ReceiverLookupRef, InvalidInput, Forbidden, NotFound, Upstream],
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
    description: 'Banks and wallet providers that can be paid in a corridor, ordered by currency and name.',
    args: {
      country: t.arg.string({ description: 'Country, ISO 3166-1 alpha-2.' }),
      currency: t.arg.string({ description: 'Currency, ISO 4217.' }),
    },
    ...accepting({ country: optional(countryCode), currency: optional(text(10)) }, (filter) => [
      ...findInstitutions(filter),
    ]),
  }),
  exchangeRates: t.field({
    type: [ExchangeRateRef],
    bound: maxExchangeRates,
    authScopes: { permission: 'VIEW_REFERENCE' },
    description: 'Indicative rates, one for each destination currency and rail.',
    args: {
      sourceCurrency: t.arg.string({ description: 'Currency that is sent. Default: USD.' }),
      destinationCurrencies: t.arg.stringList({
        description: `Currencies that are received, at most ${maxCurrencies}. Default: all other currencies.`,
      }),
      sendingAmount: t.arg({
        type: 'Amount',
        description: 'Amount in the smallest unit of the source currency. Default: 100 major units.',
      }),
    },
    ...accepting(ExchangeRatesInput.shape, async (input, context) => {
      const rates = await exchangeRates(context.ports, principalOf(context).platform, input);
      if (rates instanceof DomainError) throw rates;
      return [...rates];
    }),
  }),
}));
