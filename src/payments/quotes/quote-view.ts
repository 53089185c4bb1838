/** The quote's JSON body. Source: docs/behaviour/payments.md#quotes, docs/behaviour/customers.md#field-lists, docs/behaviour/payments.md#states-of-a-quote (expiry is evaluated on read). */
import { toWire } from '../../kernel/money/amount.ts';
import { jsonNumber } from '../../kernel/money/rate.ts';
import { currencyView, instantView, type JsonBody } from '../../kernel/view.ts';
import { rateDetailsView } from '../transactions/transaction-view.ts';
import { type Quote, statusAt } from './quote.ts';

function sourceView({ source, customerId, cryptoNetwork }: Quote): JsonBody {
  return source.type === 'ACCOUNT'
    ? { sourceType: source.type, accountId: source.accountId, customerId }
    : {
        sourceType: source.type,
        currency: source.currency,
        customerId,
        cryptoNetwork,
      };
}

const destinationView = ({ destination, paymentRail }: Quote): JsonBody =>
  destination.type === 'ACCOUNT'
    ? {
        destinationType: destination.type,
        accountId: destination.accountId,
        paymentRail,
      }
    : {
        destinationType: destination.type,
        umaAddress: destination.umaAddress,
        currency: destination.currency,
      };

/** @param now on the platform's clock. A quote past its `expiresAt` is shown as EXPIRED even before the job marks it. */
export const quoteView = (quote: Quote, now: Date): JsonBody => ({
  id: quote.id,
  status: statusAt(quote, now),
  createdAt: instantView(quote.createdAt),
  expiresAt: instantView(quote.expiresAt),
  source: sourceView(quote),
  destination: destinationView(quote),
  sendingCurrency: currencyView(quote.sending.currency),
  receivingCurrency: currencyView(quote.receiving.currency),
  totalSendingAmount: toWire(quote.sending.amount),
  totalReceivingAmount: toWire(quote.receiving.amount),
  exchangeRate: jsonNumber(quote.exchangeRate),
  feesIncluded: toWire(quote.feesIncluded),
  transactionId: quote.transactionId,
  paymentInstructions: quote.paymentInstructions.length > 0 ? quote.paymentInstructions : undefined,
  counterpartyInformation: quote.counterpartyInformation,
  rateDetails: rateDetailsView('OUTGOING', quote.rateDetails),
  rateSource: quote.rateSource,
  ratePublishedAt: quote.ratePublishedAt && instantView(quote.ratePublishedAt),
  repricedFromId: quote.repricedFrom,
});
