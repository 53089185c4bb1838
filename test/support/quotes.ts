/** Quotes for tests. */
import { idOf } from '../../src/kernel/ids.ts';
import { money } from '../../src/kernel/money/amount.ts';
import type { Quote } from '../../src/payments/quotes/quote.ts';
import { rateOf } from './rates.ts';

const uuid = (last: number) => `0199d9a0-0000-7000-8000-${last.toString(16).padStart(12, '0')}`;

/** 1000.00 USD to 915.40 EUR, made at 12:00 and valid until 12:05. */
export const aQuote = (fields: Partial<Quote> = {}): Quote => ({
  id: idOf('Quote', uuid(1)),
  platformId: idOf('Platform', uuid(2)),
  customerId: idOf('Customer', uuid(3)),
  agentId: undefined,
  transactionId: idOf('Transaction', uuid(4)),
  status: 'PENDING',
  source: { type: 'ACCOUNT', accountId: idOf('InternalAccount', uuid(5)), currency: 'USD' },
  destination: { type: 'ACCOUNT', accountId: idOf('ExternalAccount', uuid(6)), currency: 'EUR' },
  cryptoNetwork: undefined,
  paymentRail: undefined,
  lockedSide: 'SENDING',
  sending: money(100_000n, 'USD'),
  receiving: money(91_540n, 'EUR'),
  exchangeRate: rateOf('1/0.92'),
  feesIncluded: 500n,
  rateDetails: {
    counterpartyMultiplier: 0.0001104,
    counterpartyFixedFee: 0n,
    serviceApiMultiplier: 8291.66666667,
    serviceApiFixedFee: 0n,
    serviceApiVariableFeeRate: 0.005,
    serviceApiVariableFeeAmount: 500n,
  },
  rateSource: 'SANDBOX',
  ratePublishedAt: new Date('2025-10-13T00:00:00Z'),
  repricedFrom: undefined,
  paymentInstructions: [],
  requestId: undefined,
  lookupId: undefined,
  purposeOfPayment: undefined,
  description: undefined,
  senderCustomerInfo: undefined,
  counterpartyInformation: undefined,
  createdAt: new Date('2025-10-13T12:00:00Z'),
  expiresAt: new Date('2025-10-13T12:05:00Z'),
  updatedAt: new Date('2025-10-13T12:00:00Z'),
  ...fields,
});
