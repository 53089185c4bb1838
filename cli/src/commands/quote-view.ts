/** A quote as people read it. */
import type { QuoteFieldsFragment } from '@payments-platform/client/operations';
import { moneyText } from '../output.ts';

export const quoteFields = (quote: QuoteFieldsFragment): readonly (readonly [string, unknown])[] => [
  ['Id', quote.id],
  ['Status', quote.status],
  ['Sending', moneyText({ amount: quote.totalSendingAmount, currency: quote.sendingCurrency })],
  ['Receiving', moneyText({ amount: quote.totalReceivingAmount, currency: quote.receivingCurrency })],
  ['Fees included', moneyText({ amount: quote.feesIncluded, currency: quote.sendingCurrency })],
  ['Exchange rate', quote.exchangeRate],
  ['Expires', quote.expiresAt],
];
