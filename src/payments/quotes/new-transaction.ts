/** The transaction that a quote begins with. Source: gaps 2.9, 5.2. */
import type { Customer } from '../../customers/customer.ts';
import { exactText } from '../../kernel/money/rate.ts';
import type { Transaction, TransactionParty } from '../transactions/transaction.ts';
import type { Quote } from './quote.ts';

function sourceOf({ source, sending: { currency }, customerId }: Quote): TransactionParty {
  return source.type === 'ACCOUNT'
    ? { type: 'ACCOUNT', accountId: source.accountId, currency }
    : { type: 'REALTIME_FUNDING', currency, customerId };
}

function destinationOf({ destination, receiving: { currency } }: Quote): TransactionParty {
  return destination.type === 'ACCOUNT'
    ? { type: 'ACCOUNT', accountId: destination.accountId, currency }
    : { type: 'UMA_ADDRESS', umaAddress: destination.umaAddress, currency };
}

export const newTransactionOf = (
  quote: Quote,
  payer: Customer | undefined,
  reference: string,
): Transaction => ({
  id: quote.transactionId,
  platformId: quote.platformId,
  customerId: quote.customerId,
  platformCustomerId: payer?.platformCustomerId,
  type: 'OUTGOING',
  origin: 'QUOTE',
  status: 'PENDING',
  source: sourceOf(quote),
  destination: destinationOf(quote),
  sent: quote.sending,
  received: quote.receiving,
  exchangeRate: exactText(quote.exchangeRate),
  fees: quote.feesIncluded,
  rateDetails: quote.rateDetails,
  quoteId: quote.id,
  agentId: quote.agentId,
  description: quote.description,
  counterpartyInformation: quote.counterpartyInformation,
  reference,
  failureReason: undefined,
  refund: undefined,
  settledAt: undefined,
  createdAt: quote.createdAt,
  updatedAt: quote.createdAt,
});
