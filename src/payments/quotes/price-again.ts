/**
 * Prices the payment of an expired quote again: the same parties and the same locked amount, at the rate and the fees of the
 * moment. The result is another quote with another transaction, so the expired ones stay as they were.
 *
 * Decision: a quote that a wallet has signed is not priced again, because the signature is over its amounts.
 *
 * Source: docs/behaviour/agents.md#late-approval, docs/behaviour/payments.md#pricing.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, invariant } from '../../kernel/errors.ts';
import type { PaymentCaller } from '../../platforms/access/payment-caller.ts';
import type { AccountParty } from '../payment-party.ts';
import type { Ports } from '../ports.ts';
import type { SandboxOutcome } from '../transactions/sandbox-outcome.ts';
import { findTransaction } from '../transactions/store.ts';
import { type DraftQuote, type DraftQuoteError, draftQuote } from './draft-quote.ts';
import type { Quote } from './quote.ts';
import type { NewQuote } from './quote-input.ts';
import { payloadOf } from './wallet-payload.ts';

/** Whether the payment of the quote can be priced again. */
export const isRepriceable = (quote: Quote): boolean =>
  quote.source.type === 'ACCOUNT' && payloadOf(quote) === undefined;

const accountOf = ({ accountId }: AccountParty, paymentRail: Quote['paymentRail']) =>
  ({ type: 'ACCOUNT', accountId, customerId: undefined, paymentRail }) as const;

/** The input that requests the same payment. */
function inputOf(quote: Quote, sandboxOutcome: SandboxOutcome | undefined): NewQuote {
  const { source, destination, lockedSide } = quote;
  invariant(source.type === 'ACCOUNT', 'a quote that is priced again is paid from an account');
  return {
    source: accountOf(source, undefined),
    destination:
      destination.type === 'ACCOUNT'
        ? accountOf(destination, quote.paymentRail)
        : { type: 'UMA_ADDRESS', address: destination.umaAddress, currency: destination.currency },
    lockedCurrencySide: lockedSide,
    lockedCurrencyAmount: lockedSide === 'SENDING' ? quote.sending.amount : quote.receiving.amount,
    lookupId: quote.lookupId,
    immediatelyExecute: false,
    description: quote.description,
    purposeOfPayment: quote.purposeOfPayment,
    senderCustomerInfo: quote.senderCustomerInfo,
    sandboxOutcome,
  };
}

/** A draft that is complete: `recordQuote` writes it. */
export interface RepricedDraft extends DraftQuote {
  readonly sandboxOutcome: SandboxOutcome | undefined;
}

/** Checks the parties and prices the payment. Writes nothing. The expired quote is locked. */
export async function draftAgain(
  tx: Executor,
  ports: Pick<Ports, 'rail' | 'rates' | 'funding'>,
  caller: PaymentCaller,
  expired: Quote,
  now: Date,
): Promise<RepricedDraft | DraftQuoteError> {
  const transaction = await findTransaction(tx, { platformId: expired.platformId }, expired.transactionId);
  invariant(transaction, 'the transaction of a quote exists');
  const { sandboxOutcome } = transaction;
  const draft = await draftQuote(tx, ports, caller, inputOf(expired, sandboxOutcome), now);
  if (draft instanceof DomainError) return draft;
  return { ...draft, quote: { ...draft.quote, repricedFrom: expired.id }, sandboxOutcome };
}
