/** What became of a payment that an agent requested. */
import type { AgentAction, Submitted } from './documents.ts';

type Challenge = Extract<Submitted, { __typename: 'SignedRequestChallenge' }>;

/** An expected error of the request. Nothing was paid, and nothing waits. */
export type PaymentError = Exclude<Submitted, { __typename: 'AgentAction' | 'SignedRequestChallenge' }>;

export type Outcome =
  /** The payment runs: `action.transaction.id` is followed with `transactionUpdated`. A payment can still fail later. */
  | { readonly outcome: 'executed'; readonly action: AgentAction }
  /** A person must decide until `action.expiresAt`. `waitForDecision(action.id)` waits, also after a restart. */
  | { readonly outcome: 'waiting'; readonly action: AgentAction }
  /** A person rejected the action, with this reason if one was given. */
  | { readonly outcome: 'rejected'; readonly action: AgentAction; readonly reason: string | null }
  /** The quote expired, or no decision was made in time. `error`: at the request already. */
  | { readonly outcome: 'expired'; readonly action: AgentAction; readonly error?: undefined }
  | { readonly outcome: 'expired'; readonly action?: undefined; readonly error: PaymentError }
  /** `reason` is the `failureReason` of the action, or the reason or code of the error. */
  | {
      readonly outcome: 'failed';
      readonly reason: string;
      readonly action: AgentAction;
      readonly error?: undefined;
    }
  | {
      readonly outcome: 'failed';
      readonly reason: string;
      readonly action?: undefined;
      readonly error: PaymentError;
    }
  /** An embedded wallet pays: sign the challenge with a session of the wallet, then pay the quote with the signature. */
  | { readonly outcome: 'signature_required'; readonly challenge: Challenge };

/** The outcome of an action. Source: docs/behaviour/agents.md#states-of-an-action. */
export type ActionOutcome = Extract<Outcome, { action: AgentAction }>;

/** A failure because the time for the decision, or the quote, ended. */
const expiryReasons: ReadonlySet<string | null> = new Set(['QUOTE_EXPIRED', 'PAYMENT_APPROVAL_TIMED_OUT']);

export function outcomeOf(action: AgentAction): ActionOutcome {
  const { status, failureReason } = action;
  switch (status) {
    case 'APPROVED':
      return { outcome: 'executed', action };
    case 'PENDING_APPROVAL':
      return { outcome: 'waiting', action };
    case 'REJECTED':
      return { outcome: 'rejected', action, reason: action.rejectionReason };
    case 'FAILED':
      if (expiryReasons.has(failureReason)) return { outcome: 'expired', action };
      return { outcome: 'failed', action, reason: failureReason ?? 'UNKNOWN' };
  }
}

export function outcomeOfRequest(result: Submitted): Outcome {
  if (result.__typename === 'AgentAction') return outcomeOf(result);
  if (result.__typename === 'SignedRequestChallenge')
    return { outcome: 'signature_required', challenge: result };
  if (result.__typename === 'QuoteExpiredError') return { outcome: 'expired', error: result };
  return { outcome: 'failed', reason: result.reason ?? result.errorCode, error: result };
}
