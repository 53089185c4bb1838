/**
 * The quote: a rate and fees promised for some minutes, and the table of its legal moves.
 *
 * Decision: the quote follows its transaction until it is over itself; what befalls the money afterwards (a bank
 * return, a refund) is told by the transaction alone, because the quote describes the conversion.
 *
 * Source: gaps 2.10 and 2.24 (fields, lifetimes), 5.1 (state machine); interface, Quote.
 */
import type { FundingInstructions } from '../../accounts/internal/funding-instructions.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import type { Ratio } from '../../kernel/money/rate.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import type { AccountParty, DepositParty, UmaParty } from '../payment-party.ts';
import type { LockedCurrencySide, RateDetails } from '../rates/pricing.ts';
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
export type PurposeOfPayment = (typeof purposesOfPayment)[number];

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
  /** The payer; absent when the platform itself pays. */
  readonly customerId: Id<'Customer'> | undefined;
  readonly agentId: Id<'Agent'> | undefined;
  /** Its transaction exists from the quote's creation on. */
  readonly transactionId: Id<'Transaction'>;
  readonly status: QuoteStatus;
  readonly source: AccountParty | DepositParty;
  readonly destination: AccountParty | UmaParty;
  /** The network that carries the deposit; only for REALTIME_FUNDING. */
  readonly cryptoNetwork: CryptoNetwork | undefined;
  /** The rail that the caller chose on the way to the destination. Where absent, the service chooses. */
  readonly paymentRail: PaymentRail | undefined;
  readonly lockedSide: LockedCurrencySide;
  /** The total that leaves the payer, fees included. */
  readonly sending: Money;
  /** What the beneficiary gets. */
  readonly receiving: Money;
  /** Sending units per receiving unit, in major units. */
  readonly exchangeRate: Ratio;
  /** In the smallest unit of the sending currency; part of `sending`. */
  readonly feesIncluded: bigint;
  readonly rateDetails: RateDetails;
  /** Ways to pay, any one of which will do; none for a source that execution debits without a signature. */
  readonly paymentInstructions: readonly FundingInstructions[];
  /** Of a quote from an embedded wallet: the id in the payload that executing it must have signed. */
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

/** Legal moves of the status; what is absent here is refused as a defect. The rest is final. */
const moves: Partial<Record<QuoteStatus, readonly QuoteStatus[]>> = {
  PENDING: ['PROCESSING', 'EXPIRED', 'FAILED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
};

export const mayMove = (from: QuoteStatus, to: QuoteStatus): boolean => moves[from]?.includes(to) ?? false;

/** The quote's status once its transaction has moved to `transaction`; unchanged when that no longer concerns it. */
export function statusAfter(status: QuoteStatus, transaction: TransactionStatus): QuoteStatus {
  const next = quoteStatuses.find((candidate) => candidate === transaction);
  return next && mayMove(status, next) ? next : status;
}

/**
 * The status of the quote while its transaction stands so: both move in one commit, so that a response which shows both
 * needs to read one of them only. A transaction that failed after it was COMPLETED (a bank return) leaves its quote
 * COMPLETED; `settledAt` tells the two failures apart.
 */
export function quoteStatusFor({
  status,
  settledAt,
}: Pick<Transaction, 'status' | 'settledAt'>): QuoteStatus {
  if (status === 'FAILED' && settledAt) return 'COMPLETED';
  const same = quoteStatuses.find((candidate) => candidate === status);
  invariant(same, 'a payment of a quote has a status that the quote can have');
  return same;
}

/** The quote as it stood together with the transaction that is shown beside it. */
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

/** What the status is at `now`, even when nobody has written down yet that the quote expired. */
export const statusAt = (
  { status, expiresAt }: Pick<Quote, 'status' | 'expiresAt'>,
  now: Date,
): QuoteStatus => (status === 'PENDING' && now >= expiresAt ? 'EXPIRED' : status);

/** The account that executing the quote debits. A real-time-funded quote has none and is never executed by hand. */
export const accountToDebit = ({ source }: Pick<Quote, 'source'>): AccountParty | QuoteNotExecutable =>
  source.type === 'ACCOUNT' ? source : new QuoteNotExecutable();

/** The funding that the quote waits for. A quote from an account waits for none. */
export const expectedDeposit = ({ source }: Pick<Quote, 'source'>): DepositParty | QuoteNotFundable =>
  source.type === 'REALTIME_FUNDING' ? source : new QuoteNotFundable();

/** How long a rate is promised, by destination. A setting may choose 60 to 900 seconds. */
export const quoteLifetimeSeconds: Readonly<Record<Quote['destination']['type'], number>> = {
  ACCOUNT: 300,
  UMA_ADDRESS: 120,
};

/** The instant at which a quote made at `createdAt` ends. */
export function expiryOf(
  destination: Pick<Quote['destination'], 'type'>,
  createdAt: Date,
  lifetimeSeconds: Readonly<Record<Quote['destination']['type'], number>> = quoteLifetimeSeconds,
): Date {
  return new Date(createdAt.getTime() + lifetimeSeconds[destination.type] * 1000);
}
