/** What a payment would do: the result of a dry run. Source: docs/behaviour/payments.md#dry-runs. */
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Money } from '../../kernel/money/amount.ts';
import type { Ratio } from '../../kernel/money/rate.ts';
import type { Quote } from '../quotes/quote.ts';
import { payloadOf } from '../quotes/wallet-payload.ts';
import type { RateDetails } from '../rates/rate-details.ts';
import type { Transaction, TransactionStatus } from '../transactions/transaction.ts';

/** The price of a payment, and how far the call would bring it. */
export interface PreviewedPayment {
  /** The status of the transaction after the call; absent for an action that would start none. */
  readonly status: TransactionStatus | undefined;
  /** Why the payment would fail at once. */
  readonly failureReason: string | undefined;
  /** The total debit, fees included. */
  readonly sending: Money;
  readonly receiving: Money;
  /** In the smallest unit of the sending currency. */
  readonly fees: bigint;
  /** Sending units per receiving unit, in major units. Absent within one currency. */
  readonly exchangeRate: Ratio | undefined;
  readonly rateDetails: RateDetails | undefined;
  readonly rateSource: string | undefined;
  /** When the rate ends; absent without a quote. */
  readonly quoteExpiresAt: Date | undefined;
  /** Whether the real call needs the signature of a wallet. A dry run does not. */
  readonly requiresSignature: boolean;
}

/** A class, so that both APIs recognize it among the results of an operation. */
export class PaymentPreview {
  readonly payment: PreviewedPayment;
  /** The internal accounts of the payment after the call; absent if the caller may not read accounts. */
  readonly balances: readonly InternalAccount[] | undefined;

  constructor(payment: PreviewedPayment, balances: readonly InternalAccount[] | undefined) {
    this.payment = payment;
    this.balances = balances;
  }
}

const partsOfQuote = (quote: Quote | undefined) => ({
  rateSource: quote?.rateSource,
  quoteExpiresAt: quote?.expiresAt,
  requiresSignature: quote !== undefined && payloadOf(quote) !== undefined,
});

/** @param quote of the transaction; absent for a transfer. */
export function previewedTransaction(transaction: Transaction, quote: Quote | undefined): PreviewedPayment {
  const { status, failureReason, sent, received, fees, exchangeRate, rateDetails } = transaction;
  invariant(sent && received, 'a payment that the platform starts has both amounts');
  return {
    status,
    failureReason,
    sending: sent,
    receiving: received,
    fees,
    exchangeRate,
    rateDetails,
    ...partsOfQuote(quote),
  };
}
