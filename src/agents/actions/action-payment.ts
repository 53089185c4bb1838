/** The payment that an action requests, the same for a transfer and for a quote. Source: docs/behaviour/agents.md#what-an-approver-sees. */
import { invariant } from '../../kernel/errors.ts';
import { type Money, money } from '../../kernel/money/amount.ts';
import type { Ratio } from '../../kernel/money/rate.ts';
import type { AccountId, AccountParty, UmaParty } from '../../payments/payment-party.ts';
import { internalAccountOf } from '../../payments/payment-party.ts';
import type { Quote } from '../../payments/quotes/quote.ts';
import type { LockedCurrencySide } from '../../payments/rates/pricing.ts';
import type { ActionAccounts } from '../policies/policy-checks.ts';
import type { AgentAction, AgentActionSubject } from './agent-action.ts';
import { expiresAt } from './agent-action.ts';

export interface ActionPayment {
  readonly source: AccountParty;
  readonly destination: AccountParty | UmaParty;
  /** The total debit, fees included. */
  readonly sending: Money;
  readonly receiving: Money;
  /** In the smallest unit of the sending currency. */
  readonly fees: bigint;
  /** The side whose amount the payer fixed; absent for a transfer. */
  readonly lockedSide: LockedCurrencySide | undefined;
  /** Absent for a transfer, which has one currency. */
  readonly exchangeRate: Ratio | undefined;
  /** The memo that the agent gave. */
  readonly description: string | undefined;
  /** What the quote knows of the beneficiary. */
  readonly counterpartyInformation: Readonly<Record<string, string>> | undefined;
  /** When the quote can no longer be executed; absent for a transfer. */
  readonly quoteExpiresAt: Date | undefined;
}

/** @param quote of the action; absent for a transfer. */
export function paymentOf(subject: AgentActionSubject, quote: Quote | undefined): ActionPayment {
  if (subject.type !== 'EXECUTE_QUOTE') {
    const { amount, currency, sourceAccountId, destinationAccountId } = subject.transferDetails;
    const party = (accountId: AccountId): AccountParty => ({ type: 'ACCOUNT', accountId, currency });
    return {
      source: party(sourceAccountId),
      destination: party(destinationAccountId),
      sending: money(amount, currency),
      receiving: money(amount, currency),
      fees: 0n,
      lockedSide: undefined,
      exchangeRate: undefined,
      description: subject.description,
      counterpartyInformation: undefined,
      quoteExpiresAt: undefined,
    };
  }
  invariant(quote?.source.type === 'ACCOUNT', 'an executed quote exists and is paid from an account');
  return {
    source: quote.source,
    destination: quote.destination,
    sending: quote.sending,
    receiving: quote.receiving,
    fees: quote.feesIncluded,
    lockedSide: quote.lockedSide,
    exchangeRate: quote.exchangeRate,
    description: quote.description,
    counterpartyInformation: quote.counterpartyInformation,
    quoteExpiresAt: quote.expiresAt,
  };
}

/** The internal accounts of the payment, for the rules of the policy. */
export const accountsOf = ({ source, destination }: ActionPayment): ActionAccounts => ({
  debited: internalAccountOf(source),
  credited: internalAccountOf(destination),
});

/** The first instant at which the action can no longer be decided. */
export const decidableUntil = (action: AgentAction, { quoteExpiresAt }: ActionPayment): Date =>
  expiresAt(action, quoteExpiresAt);

/** Names the payee of an action: an account id or a UMA address. Actions with the same key pay the same payee. */
export const payeeKeyOf = (destination: AccountParty | UmaParty): string =>
  destination.type === 'ACCOUNT' ? destination.accountId : destination.umaAddress;
