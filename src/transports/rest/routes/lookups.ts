/** Receiver look-ups, exchange rates, institutions and UMA providers. Source: interface; docs/behaviour/payments.md#receiver-look-ups, docs/behaviour/payments.md#exchange-rates-institutions-and-crypto-fees, docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications. */
import { z } from 'zod';
import { AccountNotFound } from '../../../accounts/errors.ts';
import { findInstitutions, institutions } from '../../../accounts/external/institutions.ts';
import { idSchema } from '../../../kernel/ids.ts';
import { maxCurrencies } from '../../../kernel/money/currencies.ts';
import { countryCode, invalidInput, optional, text } from '../../../kernel/parse.ts';
import { umaAddress } from '../../../kernel/uma-address.ts';
import {
  EstimateWithdrawalFeeInput,
  estimateWithdrawalFee,
} from '../../../payments/quotes/estimate-withdrawal-fee.ts';
import { withdrawalFeeView } from '../../../payments/quotes/withdrawal-fee-view.ts';
import {
  ExchangeRateHistoryInput,
  exchangeRateHistory,
} from '../../../payments/rates/exchange-rate-history.ts';
import {
  ExchangeRatesInput,
  exchangeRates,
  maxExchangeRates,
} from '../../../payments/rates/exchange-rates.ts';
import { countSnapshots } from '../../../payments/rates/rate-snapshot-store.ts';
import { LookUpReceiverInput, lookUpReceiver } from '../../../payments/receivers/look-up-receiver.ts';
import {
  exchangeRateView,
  pastExchangeRateView,
  receiverLookupView,
  umaProviderView,
} from '../../../payments/receivers/receiver-view.ts';
import { matchingProviders, pageOfProviders } from '../../../payments/receivers/uma-provider.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { isRequestError } from '../../http/http-errors.ts';
import { listOf, pageOf } from '../bodies/common.ts';
import {
  ExchangeRate,
  PastExchangeRate,
  PaymentInstitution,
  ReceiverLookup,
  UmaProvider,
  WithdrawalFee,
} from '../bodies/payments.ts';
import { flag, integerIn, listIn, pageRequestOf, pageView, paging, readPage, sortOrder } from '../query.ts';
import { type Call, idIn, routesFor, textIn } from '../route.ts';

const route = routesFor('platform', 'Payments');

const sender = z.object({
  senderUmaAddress: optional(umaAddress).meta({ description: 'UMA address of the sender.' }),
  customerId: optional(idSchema('Customer')),
});

/** Converts field paths of the operation, which has a level for the kind of receiver and another name for the sender. */
const lookupField = (path: string): string =>
  path.replace(/^(externalAccount|uma)\./, '').replace('senderCustomerId', 'customerId');

function lookUp({ ports, principal }: Call<'platform'>, input: unknown) {
  const parsed = LookUpReceiverInput.safeParse(input);
  if (!parsed.success) return invalidInput(parsed.error);
  return lookUpReceiver(ports, { platform: principal.platform, scope: scopeOf(principal) }, parsed.data);
}

export const lookupRoutes = [
  route({
    method: 'GET',
    path: '/receiver/external-account/{accountId}',
    name: 'lookUpExternalAccount',
    graphql: 'receiverLookup',
    summary:
      'Looks up which currencies and amounts an external account accepts. The result is valid for fifteen minutes.',
    permission: 'LOOK_UP_RECEIVERS',
    params: { accountId: idIn('ExternalAccount', AccountNotFound) },
    query: sender,
    fieldName: lookupField,
    status: 200,
    response: ReceiverLookup,
    errorStatuses: [412, 424],
    run: (call, { params, query: { senderUmaAddress, customerId: senderCustomerId } }) =>
      lookUp(call, { externalAccount: { ...params, senderUmaAddress, senderCustomerId } }),
    view: receiverLookupView,
  }),
  route({
    method: 'GET',
    path: '/receiver/uma/{receiverUmaAddress}',
    name: 'lookUpUmaAddress',
    graphql: 'receiverLookup',
    summary:
      'Looks up which currencies and amounts a UMA address accepts. One of the two senders is required.',
    permission: 'LOOK_UP_RECEIVERS',
    params: { receiverUmaAddress: textIn('$name@domain') },
    query: sender,
    fieldName: lookupField,
    status: 200,
    response: ReceiverLookup,
    errorStatuses: [412, 424],
    run: (call, { params, query: { senderUmaAddress, customerId: senderCustomerId } }) =>
      lookUp(call, { uma: { ...params, senderUmaAddress, senderCustomerId } }),
    view: receiverLookupView,
  }),
  route({
    method: 'POST',
    path: '/crypto/estimate-withdrawal-fee',
    name: 'estimateWithdrawalFee',
    graphql: 'estimateWithdrawalFee',
    summary: 'Estimates the fees of a withdrawal, over a crypto network or to a bank. Nothing is sent.',
    permission: 'VIEW',
    body: EstimateWithdrawalFeeInput,
    status: 200,
    response: WithdrawalFee,
    errorStatuses: [404],
    run: ({ ports, principal }, { body }) =>
      estimateWithdrawalFee(ports, { platform: principal.platform, scope: scopeOf(principal) }, body),
    view: withdrawalFeeView,
  }),
  route({
    method: 'GET',
    path: '/discoveries',
    name: 'listPaymentInstitutions',
    graphql: 'paymentInstitutions',
    summary: 'Banks and wallet providers that can be paid in a corridor.',
    permission: 'VIEW_REFERENCE',
    query: z.object({ country: optional(countryCode), currency: optional(text(10)) }),
    status: 200,
    response: listOf(PaymentInstitution, institutions.length),
    run: (_call, { query }) => findInstitutions(query),
    view: (institutions) => ({
      data: institutions.map(({ bankName, displayName, country, currency }) => ({
        bankName,
        displayName,
        country,
        currency,
      })),
    }),
  }),
  route({
    method: 'GET',
    path: '/uma-providers',
    name: 'listUmaProviders',
    summary: 'UMA providers, ordered by name: institutions whose customers can be paid by UMA address.',
    permission: 'VIEW',
    query: z.object({
      countryCode: optional(countryCode).meta({
        description: 'Country of the provider, ISO 3166-1 alpha-2.',
      }),
      currencyCode: optional(text(10)).meta({ description: 'Currency that the provider supports.' }),
      hasBlockedProviders: optional(flag).meta({ default: true, description: 'Blocked providers too.' }),
      sortOrder: optional(sortOrder).meta({ description: 'Order of the names.' }),
      ...paging,
    }),
    status: 200,
    response: pageOf(UmaProvider),
    run: async ({ ports, principal }, { query: { limit, cursor, ...filter } }) => {
      const request = pageRequestOf('umaProviders', { limit, cursor, ...filter });
      if (isRequestError(request)) return request;
      const matching = matchingProviders(await ports.umaReceivers.providers(principal.platform), filter);
      const page = pageOfProviders(matching, request);
      return isRequestError(page) ? page : { page, totalCount: matching.length };
    },
    view: (result) => pageView(result, result.page.items.map(umaProviderView)),
  }),
  route({
    method: 'GET',
    path: '/exchange-rates',
    name: 'listExchangeRates',
    graphql: 'exchangeRates',
    summary: 'Indicative rates, one for each destination currency and rail.',
    permission: 'VIEW_REFERENCE',
    query: z.object({
      sourceCurrency: ExchangeRatesInput.shape.sourceCurrency,
      destinationCurrency: optional(listIn(text(10), maxCurrencies)).meta({
        description: 'Currencies to which the rates convert. Default: all.',
      }),
      sendingAmount: integerIn(ExchangeRatesInput.shape.sendingAmount, { default: 10_000 }).optional(),
    }),
    fieldName: (path) => path.replace('destinationCurrencies', 'destinationCurrency'),
    status: 200,
    response: listOf(ExchangeRate, maxExchangeRates),
    run: (
      { ports, principal },
      { query: { destinationCurrency, sendingAmount = 10_000n, sourceCurrency } },
    ) =>
      exchangeRates(ports, principal.platform, {
        sourceCurrency,
        destinationCurrencies: destinationCurrency,
        sendingAmount,
      }),
    errorStatuses: [424],
    view: (rates) => ({ data: rates.map(exchangeRateView) }),
  }),
  route({
    method: 'GET',
    path: '/exchange-rates/history',
    name: 'listExchangeRateHistory',
    graphql: 'exchangeRateHistory',
    summary:
      'Rates between two currencies that the feed of the deployment published, without spread and fees. The one that was fetched last is first.',
    permission: 'VIEW_REFERENCE',
    query: ExchangeRateHistoryInput.safeExtend({
      sourceCurrency: ExchangeRateHistoryInput.shape.sourceCurrency.meta({
        description: 'Currency that is sent.',
      }),
      destinationCurrency: ExchangeRateHistoryInput.shape.destinationCurrency.meta({
        description: 'Currency that is received.',
      }),
      since: ExchangeRateHistoryInput.shape.since.meta({ description: 'Published at this time or later.' }),
      until: ExchangeRateHistoryInput.shape.until.meta({ description: 'Published before this time.' }),
      ...paging,
    }),
    status: 200,
    response: pageOf(PastExchangeRate),
    run: ({ ports }, { query: { limit, cursor, ...filter } }) =>
      readPage(
        ports,
        'exchangeRateHistory',
        { limit, cursor, ...filter },
        (db, page) => exchangeRateHistory(db, filter, page),
        (db) => countSnapshots(db, filter),
        { isWide: filter.since !== undefined || filter.until !== undefined },
      ),
    view: (result) => pageView(result, result.page.items.map(pastExchangeRateView)),
  }),
];
