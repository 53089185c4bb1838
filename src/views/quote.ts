/** The quote's JSON body. Source: interface, Quote; gaps 2.10, 2.24. */
import { toWire } from '../money/amount.ts';
import { jsonNumber } from '../money/rate.ts';
import type { Quote } from '../quotes/quote.ts';
import { currencyView, instantView, type JsonBody, present } from './common.ts';
import { rateDetailsView } from './transaction.ts';

function sourceView({ source, customerId }: Quote): JsonBody {
  return source.type === 'ACCOUNT'
    ? present({ sourceType: source.type, accountId: source.accountId, customerId })
    : present({
        sourceType: source.type,
        currency: source.currency,
        customerId,
        cryptoNetwork: source.cryptoNetwork,
      });
}

const destinationView = ({ destination, receiving }: Quote): JsonBody =>
  destination.type === 'ACCOUNT'
    ? present({
        destinationType: destination.type,
        accountId: destination.accountId,
        paymentRail: destination.paymentRail,
      })
    : {
        destinationType: destination.type,
        umaAddress: destination.umaAddress,
        currency: receiving.currency,
      };

export const quoteView = (quote: Quote): JsonBody =>
  present({
    id: quote.id,
    status: quote.status,
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
  });
