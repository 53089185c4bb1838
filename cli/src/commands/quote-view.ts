/** A quote as people read it. */
import { moneyText } from '../output.ts';
import type { ExplainedTransaction } from './explain-types.ts';

type ShownQuote = NonNullable<ExplainedTransaction['quote']>;

export const quoteFields = (quote: ShownQuote): readonly (readonly [string, unknown])[] => [
  ['Id', quote.id],
  ['Status', quote.status],
  ['Sending', moneyText({ amount: quote.totalSendingAmount, currency: quote.sendingCurrency })],
  ['Receiving', moneyText({ amount: quote.totalReceivingAmount, currency: quote.receivingCurrency })],
  ['Fees included', moneyText({ amount: quote.feesIncluded, currency: quote.sendingCurrency })],
  ['Exchange rate', quote.exchangeRate],
  ['Expires', quote.expiresAt],
];
