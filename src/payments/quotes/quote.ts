/**
 * The quote: a rate and fees fixed for some minutes, and the transitions of its status.
 *
 * Decision: the quote's status follows its transaction until the quote is final. Only the transaction shows later changes
 * (a bank return, a refund), because the quote describes the conversion.
 *
 * Source: docs/behaviour/payments.md#quotes and docs/behaviour/customers.md#field-lists (fields, lifetimes), docs/behaviour/payments.md#states-of-a-quote (state machine).
 */
import type { FundingInstructions } from '../../accounts/internal/funding-instructions.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import type { Ratio } from '../../kernel/money/rate.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import type { AccountParty, DepositParty, UmaParty } from '../payment-party.ts';
import type { LockedCurrencySide } from '../rates/pricing.ts';
import type { RateDetails } from '../rates/rate-details.ts';
import type { Transaction, TransactionStatus } from '../transactions/transaction.ts';
import { QuoteAlreadyExecuted, QuoteExpired, QuoteNotExecutable, QuoteNotFundable } from './errors.ts';

export const quoteStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

export const purposesOfPayment = [
  'GIFT',
  'SELF',
  'GOODS_OR_SERVICES',
  'EDUCATION',
  'HEALTH_OR_MEDICAL',
  'REAL_ESTATE_PURCHASE',
  'TAX_PAYMENT',
  'LOAN_PAYMENT',
  'UTILITY_BILL',
  'DONATION',
  'TRAVEL',
  'OTHER',
] as const;
type PurposeOfPayment = (typeof purposesOfPayment)[number];

export const cryptoNetworks = [
  'SOLANA',
  'ETHEREUM',
  'BASE',
  'POLYGON',
  'SPARK',
  'LIGHTNING',
  'BITCOIN',
] as const;
export type CryptoNetwork = (typeof cryptoNetworks)[number];

export interface Quote {
  readonly id: Id<'Quote'>;
  readonly platformId: Id<'Platform'>;
  /** The originator; absent when the platform itself pays. */
  readonly customerId: Id<'Customer'> | undefined;
  readonly agentId: Id<'Agent'> | undefined;
  /** The transaction is created together with the quote. */
  readonly transactionId: Id<'Transaction'>;
  readonly status: QuoteStatus;
  readonly source: AccountParty | DepositParty;
  readonly destination: AccountParty | UmaParty;
  /** The network of the deposit; only for REALTIME_FUNDING. */
  readonly cryptoNetwork: CryptoNetwork | undefined;
  /** The rail that the caller chose on the way to the destination. Where absent, the service chooses. */
  readonly paymentRail: PaymentRail | undefined;
  readonly lockedSide: LockedCurrencySide;
  /** The total debit, fees included. */
  readonly sending: Money;
  /** The amount that the beneficiary receives. */
  readonly receiving: Money;
  /** Sending units per receiving unit, in major units. */
  readonly exchangeRate: Ratio;
  /** In the smallest unit of the sending currency; part of `sending`. */
  readonly feesIncluded: bigint;
  readonly rateDetails: RateDetails;
  /** Where the rate comes from; absent within one currency, and on quotes of earlier versions. */
  readonly rateSource: string | undefined;
  readonly ratePublishedAt: Date | undefined;
  /** The expired quote whose payment this one prices again. */
  readonly repricedFrom: Id<'Quote'> | undefined;
  /** Alternative ways to pay; empty when the execution debits the source without a signature. */
  readonly paymentInstructions: readonly FundingInstructions[];
  /** Only for a quote from an embedded wallet: the request id in the payload that the holder signs. */
  readonly requestId: Id<'Request'> | undefined;
  readonly lookupId: Id<'Lookup'> | undefined;
  readonly purposeOfPayment: PurposeOfPayment | undefined;
  readonly description: string | undefined;
  readonly senderCustomerInfo: Readonly<Record<string, string>> | undefined;
  readonly counterpartyInformation: Readonly<Record<string, string>> | undefined;
  readonly createdAt: Date;
  /** The first instant at which it can no longer be executed. */
  readonly expiresAt: Date;
  readonly updatedAt: Date;
}

/** The allowed status transitions. Any other transition is a bug; the other statuses are final. */
const moves: Partial<Record<QuoteStatus, readonly QuoteStatus[]>> = {
  PENDING: ['PROCESSING', 'EXPIRED', 'FAILED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
};

export const mayMove = (from: QuoteStatus, to: QuoteStatus): boolean => moves[from]?.includes(to) ?? false;

/** The quote's status after its transaction changed to `transaction`. A final quote does not change. */
export function statusAfter(status: QuoteStatus, transaction: TransactionStatus): QuoteStatus {
  const next = quoteStatuses.find((candidate) => candidate === transaction);
  return next && mayMove(status, next) ? next : status;
}

/**
 * The status of the quote that belongs to a state of its transaction. Both change in one commit, so a response that shows
 * both reads only one status. A transaction that fails after COMPLETED (a bank return) leaves its quote COMPLETED;
 * `settledAt` distinguishes the two failures.
 */
export function quoteStatusFor({
  status,
  settledAt,
}: Pick<Transaction, 'status' | 'settledAt'>): QuoteStatus {
  if (status === 'FAILED' && settledAt) return 'COMPLETED';
  const same = quoteStatuses.find((candidate) => candidate === status);
  invariant(same, 'the status of a quoted payment is also a status of quotes');
  return same;
}

/** The quote in the state that matches the transaction in the same response. */
export const quoteAsOf = <Q extends Quote>(quote: Q, transaction: Transaction): Q => ({
  ...quote,
  status: quoteStatusFor(transaction),
});

/** A quote that may still be executed; only `executable` makes one. */
export type PendingQuote = Quote & { readonly status: 'PENDING' };

/** A quote is good until `expiresAt`, that instant excluded. */
export function executable(quote: Quote, now: Date): PendingQuote | QuoteExpired | QuoteAlreadyExecuted {
  const { status, expiresAt } = quote;
  if (status !== 'PENDING' && status !== 'EXPIRED') return new QuoteAlreadyExecuted();
  if (status === 'EXPIRED' || now >= expiresAt) return new QuoteExpired(expiresAt);
  return { ...quote, status };
}

/** The status at `now`. A quote past its `expiresAt` is EXPIRED even before the job marks it. */
export const statusAt = (
  { status, expiresAt }: Pick<Quote, 'status' | 'expiresAt'>,
  now: Date,
): QuoteStatus => (status === 'PENDING' && now >= expiresAt ? 'EXPIRED' : status);

/** The account that the execution debits. A real-time-funded quote has none and cannot be executed. */
export const accountToDebit = ({ source }: Pick<Quote, 'source'>): AccountParty | QuoteNotExecutable =>
  source.type === 'ACCOUNT' ? source : new QuoteNotExecutable();

/** The deposit that the quote waits for. A quote from an account waits for none. */
export const expectedDeposit = ({ source }: Pick<Quote, 'source'>): DepositParty | QuoteNotFundable =>
  source.type === 'REALTIME_FUNDING' ? source : new QuoteNotFundable();

/** The lifetime of a quote, by destination. A setting may choose 60 to 900 seconds. */
export const quoteLifetimeSeconds: Readonly<Record<Quote['destination']['type'], number>> = {
  ACCOUNT: 300,
  UMA_ADDRESS: 120,
};

/** The instant at which a quote created at `createdAt` expires. */
export function expiryOf(
  destination: Pick<Quote['destination'], 'type'>,
  createdAt: Date,
  lifetimeSeconds: Readonly<Record<Quote['destination']['type'], number>> = quoteLifetimeSeconds,
): Date {
  return new Date(createdAt.getTime() + lifetimeSeconds[destination.type] * 1000);
}
