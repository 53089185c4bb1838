/**
 * Late approval: the last approval comes after the quote has expired, within the time that the approval rules give. The
 * payment is priced again in the same transaction, and executed if every approval accepts the new price. Otherwise the action
 * goes on waiting with the new figures.
 *
 * Decision: every approval that counts must accept the price, so the strictest tolerance holds. One without a tolerance
 * accepts none, and the action fails as the interface says.
 *
 * Decision: the votes do not count for new figures, because people approved others. They stay on record.
 *
 * Decision: the rules see the new sending amount too. Where it needs more approvals, or a proof of presence that the approver
 * did not give, the approvers vote about the new figures.
 *
 * Decision: limits that the new amount exceeds fail the action, whatever the tolerance. It could not reserve that amount.
 *
 * Source: docs/behaviour/agents.md#late-approval.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, invariant } from '../../kernel/errors.ts';
import type { Money } from '../../kernel/money/amount.ts';
import { recordQuote } from '../../payments/quotes/create-quote.ts';
import { QuoteExpired } from '../../payments/quotes/errors.ts';
import { draftAgain, isRepriceable, type RepricedDraft } from '../../payments/quotes/price-again.ts';
import { executable, type Quote } from '../../payments/quotes/quote.ts';
import { lockQuote } from '../../payments/quotes/store.ts';
import type { Principal } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import { lockPayingCustomer } from '../acting-agent.ts';
import { decidableUntil } from '../actions/action-payment.ts';
import { maxWaitOf } from '../actions/agent-action.ts';
import { maxRepricings, type RepricingOutcome, repricingOf } from '../actions/repricing.ts';
import { checkConvertible } from '../actions/submit-action.ts';
import type { Agent } from '../agent.ts';
import { lateBy, needsStepUp, requiredApprovalsFor } from '../approval-rules/approval-rules.ts';
import { convertAt } from '../policies/conversion.ts';
import { chargeOf, checkAccounts, checkAtApproval, checkBeforeRecords } from '../policies/policy-checks.ts';
import { moveReservation } from '../policies/usage.ts';
import type { Ports } from '../ports.ts';
import { requestOfQuote } from '../requests/policy-request.ts';
import { accepts } from '../votes/tolerance.ts';
import { countedApprovals } from '../votes/vote.ts';
import type { PendingDecision } from './lock-pending-action.ts';
import type { VotedAction, Voting } from './voting.ts';

/** The agent and the action with the new figures. Neither is written yet; the new quote is, except for LIMIT_EXCEEDED. */
export type RepricedDecision = PendingDecision & { readonly quoteExpiresAt: Date } & (
    | { readonly outcome: Exclude<RepricingOutcome, 'LIMIT_EXCEEDED'> }
    | { readonly outcome: 'LIMIT_EXCEEDED'; readonly violation: DomainError }
  );

/** Steps 2 and 3 of the order of checks: the customer may pay, and the agent is not paused. */
export async function checkMayPay(tx: Executor, agent: Agent): Promise<DomainError | undefined> {
  const customer = await lockPayingCustomer(tx, agent);
  if (customer instanceof DomainError) return customer;
  return checkBeforeRecords(agent, { access: 'WRITE', permissions: [] });
}

/** The approvals that count, if each has a tolerance. */
function tolerantApprovals({ rules, agent }: Voting, { votes }: VotedAction) {
  const counted = countedApprovals(rules, agent.makers, votes);
  return counted.length > 0 && counted.every(({ tolerance }) => tolerance) ? counted : undefined;
}

/** The expired quote, locked, if the action may still be approved at another price. */
async function lockExpired(tx: Executor, { action, payment }: Voting, now: Date): Promise<Quote | undefined> {
  const { subject, platformId, repricings } = action;
  if (subject.type !== 'EXECUTE_QUOTE' || now >= decidableUntil(action, payment)) return undefined;
  if (repricings.length >= maxRepricings) return undefined;
  const quote = await lockQuote(tx, { platformId }, subject.quoteId);
  invariant(quote, 'the quote of an action exists');
  // A quote that was executed in another way must not be paid a second time.
  return isRepriceable(quote) && executable(quote, now) instanceof QuoteExpired ? quote : undefined;
}

interface Repricing {
  readonly expired: Quote;
  readonly draft: RepricedDraft;
  /** What the new amount counts against the limits. */
  readonly charge: Money;
}

/** Whether the approvals cover the new price, and the rules are met with it. */
function outcomeOf(
  { clock }: Pick<Ports, 'clock'>,
  principal: Principal,
  voting: Voting,
  voted: VotedAction,
  { expired, draft: { quote } }: Repricing,
): Exclude<RepricingOutcome, 'LIMIT_EXCEEDED'> {
  const { rules, agent } = voting;
  const approvals = tolerantApprovals(voting, voted) ?? [];
  const isAccepted =
    approvals.length > 0 &&
    approvals.every(({ tolerance }) => accepts(tolerance, expired.lockedSide, expired, quote));
  if (!isAccepted) return 'OUTSIDE_TOLERANCE';
  const required = requiredApprovalsFor(rules, quote.sending, agent.policy.requiredApprovals);
  const isProved = !needsStepUp(rules, quote.sending) || !requireStepUp(principal, clock.real());
  return approvals.length >= required && isProved ? 'ACCEPTED' : 'APPROVALS_MISSING';
}

/** The action that executes the new quote, or waits for a decision about it. */
function withNewPrice(
  { rules, agent }: Voting,
  voted: VotedAction,
  { expired, draft: { quote }, charge }: Repricing,
  outcome: RepricingOutcome,
  now: Date,
): PendingDecision['action'] {
  const repriced = {
    ...voted,
    subject: { type: 'EXECUTE_QUOTE', quoteId: quote.id, walletSignature: undefined } as const,
    charge,
    repricings: [...voted.repricings, repricingOf(expired, quote, outcome, now)],
    requiredApprovals: requiredApprovalsFor(rules, quote.sending, agent.policy.requiredApprovals),
  };
  if (outcome === 'ACCEPTED') return repriced;
  const until = lateBy(rules, quote.expiresAt) ?? quote.expiresAt;
  return {
    ...repriced,
    decidableUntil: new Date(Math.min(until.getTime(), maxWaitOf(voted).getTime())),
    approvalsGiven: 0,
    votes: [],
    supersededVotes: [...voted.supersededVotes, ...voted.votes],
  };
}

/** The price of the moment and its charge, after the checks of the parties, the accounts and the currencies. */
async function priceAgain(
  tx: Executor,
  ports: Pick<Ports, 'rail' | 'rates' | 'funding'>,
  { platform }: Principal,
  { agent }: Voting,
  expired: Quote,
  now: Date,
): Promise<Repricing | DomainError> {
  const notReady =
    (await checkMayPay(tx, agent)) ?? checkAccounts(agent.policy, requestOfQuote(expired).accounts);
  if (notReady) return notReady;
  const scope = { platformId: platform.id, customerId: agent.customerId, agentId: agent.id };
  const draft = await draftAgain(tx, ports, { platform, scope, agentId: agent.id }, expired, now);
  if (draft instanceof DomainError) return draft;
  const { sending } = draft.quote;
  const rates = ports.rates(platform);
  const unconvertible = checkConvertible(rates, agent.policy, sending.currency, 'quoteId');
  return unconvertible ?? { expired, draft, charge: chargeOf(agent.policy, sending, convertAt(rates)) };
}

/**
 * Prices the payment of a completely approved action again, if its quote has expired.
 *
 * @param voting the state before the last vote, with the agent and the action locked.
 * @returns `undefined` where the quote has not expired, or where its expiry fails the action; an error where the payment is no
 *   longer possible.
 */
export async function priceLate(
  tx: Executor,
  ports: Pick<Ports, 'clock' | 'rail' | 'rates' | 'funding'>,
  principal: Principal,
  voting: Voting,
  voted: VotedAction,
  now: Date,
): Promise<RepricedDecision | DomainError | undefined> {
  if (!tolerantApprovals(voting, voted)) return undefined;
  const expired = await lockExpired(tx, voting, now);
  if (!expired) return undefined;
  const priced = await priceAgain(tx, ports, principal, voting, expired, now);
  if (priced instanceof DomainError) return priced;

  const { agent } = voting;
  const { charge: newCharge, draft } = priced;
  const { quote } = draft;
  const quoteExpiresAt = quote.expiresAt;
  const { accounts } = requestOfQuote(quote);
  const charges = { charge: voted.charge, newCharge, accounts };
  const violation = checkAtApproval(agent.policy, agent.usage, charges, now);
  if (violation) {
    const outcome = 'LIMIT_EXCEEDED';
    const repricings = [...voted.repricings, repricingOf(expired, quote, outcome, now)];
    return { outcome, violation, agent, action: { ...voted, repricings }, quoteExpiresAt };
  }
  const outcome = outcomeOf(ports, principal, voting, voted, priced);
  await recordQuote(tx, draft, draft.sandboxOutcome);
  const usage = moveReservation(agent.usage, voted.charge, newCharge, now);
  const action = withNewPrice(voting, voted, priced, outcome, now);
  return { outcome, agent: { ...agent, usage }, action, quoteExpiresAt };
}
