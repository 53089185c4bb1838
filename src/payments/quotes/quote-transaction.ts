/** The transaction that is created together with a quote. Source: docs/behaviour/payments.md#transactions, docs/behaviour/payments.md#states-of-an-outgoing-transaction. */
import type { Customer } from '../../customers/customer.ts';
import type { SandboxOutcome } from '../transactions/sandbox-outcome.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { Quote } from './quote.ts';

export const transactionOfQuote = (
  quote: Quote,
  originator: Customer | undefined,
  reference: string,
  sandboxOutcome: SandboxOutcome | undefined,
): Transaction => ({
  id: quote.transactionId,
  platformId: quote.platformId,
  customerId: quote.customerId,
  platformCustomerId: originator?.platformCustomerId,
  type: 'OUTGOING',
  origin: 'QUOTE',
  status: 'PENDING',
  source: quote.source,
  destination: quote.destination,
  sent: quote.sending,
  received: quote.receiving,
  exchangeRate: quote.exchangeRate,
  fees: quote.feesIncluded,
  rateDetails: quote.rateDetails,
  quoteId: quote.id,
  agentId: quote.agentId,
  description: quote.description,
  counterpartyInformation: quote.counterpartyInformation,
  reference,
  sandboxOutcome,
  failureReason: undefined,
  refund: undefined,
  settledAt: undefined,
  createdAt: quote.createdAt,
  updatedAt: quote.createdAt,
});
