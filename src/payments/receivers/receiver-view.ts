/** The JSON bodies of receiver look-ups, their providers and indicative rates. Source: docs/behaviour/payments.md#receiver-look-ups, docs/behaviour/payments.md#exchange-rates-institutions-and-crypto-fees, docs/behaviour/platforms.md#uma-providers. */
import { toWire } from '../../kernel/money/amount.ts';
import { jsonNumber } from '../../kernel/money/rate.ts';
import { currencyView, instantView, type JsonBody } from '../../kernel/view.ts';
import type { PastExchangeRate } from '../rates/exchange-rate-history.ts';
import type { ExchangeRate } from '../rates/exchange-rates.ts';
import type { ReceiverLookup } from './receiver-lookup.ts';
import type { UmaProvider } from './uma-provider.ts';

export const receiverLookupView = (lookup: ReceiverLookup): JsonBody => ({
  lookupId: lookup.id,
  accountId: lookup.receiver.type === 'ACCOUNT' ? lookup.receiver.accountId : undefined,
  receiverUmaAddress: lookup.receiver.type === 'UMA_ADDRESS' ? lookup.receiver.umaAddress : undefined,
  supportedCurrencies: lookup.supportedCurrencies.map(({ currency, estimatedExchangeRate, range }) => ({
    currency: currencyView(currency),
    estimatedExchangeRate: jsonNumber(estimatedExchangeRate),
    min: toWire(range.min),
    max: toWire(range.max),
  })),
  requiredPayerDataFields: lookup.requiredPayerData.map(({ name, mandatory }) => ({ name, mandatory })),
  expiresAt: instantView(lookup.expiresAt),
});

export const exchangeRateView = (rate: ExchangeRate): JsonBody => ({
  sourceCurrency: currencyView(rate.sourceCurrency),
  destinationCurrency: currencyView(rate.destinationCurrency),
  destinationPaymentRail: rate.destinationPaymentRail,
  sendingAmount: toWire(rate.sendingAmount),
  receivingAmount: toWire(rate.receivingAmount),
  minSendingAmount: toWire(rate.sendingRange.min),
  maxSendingAmount: toWire(rate.sendingRange.max),
  exchangeRate: jsonNumber(rate.exchangeRate),
  fees: { fixed: toWire(rate.fixedFee) },
  updatedAt: instantView(rate.updatedAt),
});

export const pastExchangeRateView = (rate: PastExchangeRate): JsonBody => ({
  id: rate.id,
  sourceCurrency: currencyView(rate.sourceCurrency),
  destinationCurrency: currencyView(rate.destinationCurrency),
  exchangeRate: jsonNumber(rate.exchangeRate),
  rateSource: rate.rateSource,
  publishedAt: instantView(rate.publishedAt),
  fetchedAt: instantView(rate.fetchedAt),
});

export const umaProviderView = ({ id: _, allowed, ...published }: UmaProvider): JsonBody => ({
  ...published,
  allowListStatus: allowed,
});
