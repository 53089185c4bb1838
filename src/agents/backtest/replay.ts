/**
 * Replays submissions under a policy: the counters, reservations, balances and decisions as they would have been. It is pure, and judges
 * each submission with the function that judges it live.
 *
 * Decision: a person decides as in reality, at the same time. An action that did not wait in reality is approved when it is submitted.
 * One that was not executed in reality succeeds, if the balance suffices.
 *
 * Decision: the balance is the one that the submission met, corrected by the debits that the policy changes. Credits are not
 * corrected: it is not known when they would have arrived.
 *
 * Decision: an amount is converted at the rate of its submission where it is recorded, and otherwise at the rate of now.
 *
 * Source: docs/behaviour/agents.md#backtest.
 */
import type { Id } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import {
  convert as convertMoney,
  divideCeil,
  divideFloor,
  divideRoundHalfUp,
  parseRatio,
} from '../../kernel/money/rate.ts';
import type { RateSource } from '../../payments/rates/rate-table.ts';
import type { AgentPolicy } from '../policies/agent-policy.ts';
import { type Convert, convertAt, currencyWithoutRate } from '../policies/conversion.ts';
import { type Evaluated, evaluate } from '../policies/evaluate.ts';
import { resultOfViolation } from '../policies/evaluation.ts';
import { chargeOf, checkAtApproval, checkBeforeRecords, checkPayment } from '../policies/policy-checks.ts';
import type { Circumstances } from '../policies/rules.ts';
import {
  type AgentUsage,
  freshUsage,
  release,
  reserve,
  reverseSpend,
  spend,
  spendReserved,
} from '../policies/usage.ts';
import { EventQueue } from './event-queue.ts';
import {
  decisionOfPast,
  executionOfPast,
  type PastDecision,
  type PastSubmission,
} from './past-submission.ts';

/** A submission as it is replayed. */
interface Replayed {
  readonly past: PastSubmission;
  readonly charge: Money;
  state: 'NEW' | 'WAITING' | 'STARTED' | 'DONE';
  spentAt: Date | undefined;
}

/** What the agent had before the first submission. */
export interface ReplayStart {
  readonly approvedCounterparties: readonly string[];
  readonly lastRejectionAt: Date | undefined;
}

const divisions = { UP: divideCeil, DOWN: divideFloor, HALF_UP: divideRoundHalfUp } as const;
const minuteMs = 60_000;

export class Replay {
  readonly #policy: AgentPolicy;
  readonly #rates: Pick<RateSource, 'rate'>;
  readonly #current: Convert;
  readonly #events = new EventQueue<() => void>();
  readonly #approved: Set<string>;
  /** What the balance of an account would have more than in reality. */
  readonly #surplus = new Map<Id<'InternalAccount'>, bigint>();
  #usage: AgentUsage | undefined;
  #lastRejectionAt: Date | undefined;
  /** When the last actions were submitted, oldest first. */
  #recent: number[] = [];

  constructor(policy: AgentPolicy, rates: Pick<RateSource, 'rate'>, start: ReplayStart) {
    this.#policy = policy;
    this.#rates = rates;
    this.#current = convertAt(rates);
    this.#approved = new Set(start.approvedCounterparties);
    this.#lastRejectionAt = start.lastRejectionAt;
  }

  /** A submission before the period: it counts as it did in reality. They come first, in the order of their time. */
  precede(past: PastSubmission): void {
    this.#runEventsUntil(past.submittedAt);
    if (past.verdict === 'REJECT' || this.#unconvertible(past)) return;
    const replayed = this.#replayed(past);
    this.#recordReality(past);
    this.#noteAction(past.submittedAt);
    if (past.verdict === 'RUN') this.#start(replayed, past.submittedAt);
    else this.#wait(replayed, past.submittedAt);
  }

  /** Judges the next submission; `undefined` where its currency has no rate. */
  submit(past: PastSubmission): Evaluated | undefined {
    this.#runEventsUntil(past.submittedAt);
    const { submittedAt: now, request } = past;
    const missing = this.#missingPermission(past);
    if (missing || this.#unconvertible(past)) {
      this.#recordReality(past);
      return missing;
    }
    const evaluated = evaluate(this.#policy, this.#usageAt(now), request, {
      now,
      convert: this.#convertOf(past),
      rateText: (_, to) => request.rates[to],
      circumstances: this.#circumstancesOf(past),
    });
    const surplusBefore = this.#availableOf(past);
    this.#recordReality(past);
    if (evaluated.verdict === 'REJECT') return evaluated;
    const replayed = this.#replayed(past);
    this.#noteAction(now);
    if (evaluated.verdict === 'WAIT') this.#wait(replayed, now, surplusBefore);
    else this.#start(replayed, now, surplusBefore);
    return evaluated;
  }

  #runEventsUntil(now: Date): void {
    for (let event = this.#events.next(now); event; event = this.#events.next(now)) event();
  }

  #usageAt(now: Date): AgentUsage {
    this.#usage ??= freshUsage(this.#policy.spendingLimits.currency, now);
    return this.#usage;
  }

  /** Check 4. The agent executes only quotes that it created. */
  #missingPermission({ type }: PastSubmission): Evaluated | undefined {
    const permissions =
      type === 'EXECUTE_QUOTE'
        ? (['CREATE_QUOTES', 'EXECUTE_QUOTES'] as const)
        : (['CREATE_TRANSFERS'] as const);
    const agent = { isPaused: false, policy: this.#policy };
    const violation = checkBeforeRecords(agent, { access: 'WRITE', permissions });
    return (
      violation && {
        verdict: 'REJECT',
        rule: violation.rule,
        results: [resultOfViolation(violation)],
        outcome: violation,
      }
    );
  }

  #unconvertible({ request: { amount, rates } }: PastSubmission): boolean {
    const { spendingLimits, approvalThresholds } = this.#policy;
    const others = [spendingLimits.currency, approvalThresholds?.currency];
    const unknown = others.filter((one) => one !== undefined && rates[one] === undefined);
    return currencyWithoutRate(this.#rates, amount.currency, unknown) !== undefined;
  }

  #convertOf({ request: { rates } }: PastSubmission): Convert {
    return (amount, currency, rounding) => {
      const recorded = rates[currency];
      const rate = recorded === undefined ? undefined : parseRatio(recorded);
      return rate
        ? convertMoney(amount, rate, currency, divisions[rounding])
        : this.#current(amount, currency, rounding);
    };
  }

  #replayed(past: PastSubmission): Replayed {
    const charge = chargeOf(this.#policy, past.request.amount, this.#convertOf(past));
    return { past, charge, state: 'NEW', spentAt: undefined };
  }

  #noteAction(now: Date): void {
    if (this.#policy.rules?.maxActionsPerMinute === undefined) return;
    const since = now.getTime() - minuteMs;
    if ((this.#recent[0] ?? since + 1) <= since) this.#recent = this.#recent.filter((at) => at > since);
    this.#recent.push(now.getTime());
  }

  #circumstancesOf(past: PastSubmission): Circumstances {
    const { request, submittedAt } = past;
    const limit = this.#policy.rules?.maxActionsPerMinute;
    const since = submittedAt.getTime() - minuteMs;
    return {
      availableBalance: this.#availableOf(past),
      // Live, they are counted up to the limit.
      actionsInMinute:
        limit === undefined ? undefined : Math.min(limit, this.#recent.filter((at) => at > since).length),
      lastRejectionAt: this.#lastRejectionAt,
      isApprovedCounterparty: this.#approved.has(request.terms.counterparty),
    };
  }

  #availableOf({ request: { availableBalance, accounts } }: PastSubmission): bigint | undefined {
    const { debited } = accounts;
    return availableBalance === undefined || !debited
      ? undefined
      : availableBalance + (this.#surplus.get(debited) ?? 0n);
  }

  /** Removes what the real payment took, so that the balance is that without it, from when it took it. */
  #recordReality(past: PastSubmission): void {
    const execution = executionOfPast(past);
    if (execution.kind !== 'STARTED') return;
    const { amount } = past.request.amount;
    const { at, reversal } = execution;
    if (at.getTime() <= past.submittedAt.getTime()) this.#addSurplus(past, amount);
    else this.#events.add(at, () => this.#addSurplus(past, amount));
    if (reversal) this.#events.add(reversal.at, () => this.#addSurplus(past, -amount));
  }

  #addSurplus({ request: { accounts } }: PastSubmission, amount: bigint): void {
    const { debited } = accounts;
    if (debited) this.#surplus.set(debited, (this.#surplus.get(debited) ?? 0n) + amount);
  }

  /** Reserves the charge until the decision. Without a real decision to follow, it is approved at once. */
  #wait(replayed: Replayed, now: Date, available?: bigint): void {
    const { past, charge } = replayed;
    this.#usage = reserve(this.#usageAt(now), charge, now);
    replayed.state = 'WAITING';
    if (past.verdict !== 'WAIT') {
      this.#approve(replayed, now, available);
      return;
    }
    const decision = decisionOfPast(past);
    if (decision) this.#events.add(decision.at, () => this.#decide(replayed, decision));
  }

  #decide(replayed: Replayed, { kind, at }: PastDecision): void {
    if (replayed.state !== 'WAITING') return;
    if (kind === 'APPROVED') {
      this.#approve(replayed, at);
      return;
    }
    replayed.state = 'DONE';
    this.#usage = release(this.#usageAt(at), replayed.charge, at);
    if (kind === 'REJECTED') this.#lastRejectionAt = at;
  }

  /** Repeats the checks of an approval. The counterparty is approved even if they fail. */
  #approve(replayed: Replayed, now: Date, available?: bigint): void {
    const { past, charge } = replayed;
    const { request } = past;
    const usage = this.#usageAt(now);
    this.#approved.add(request.terms.counterparty);
    const violation =
      checkPayment(this.#policy, request, now) ??
      checkAtApproval(this.#policy, usage, { charge, accounts: request.accounts }, now);
    if (!violation) {
      this.#start(replayed, now, available);
      return;
    }
    replayed.state = 'DONE';
    this.#usage = release(usage, charge, now);
  }

  /** Counts the payment and takes its amount from the balance, unless its execution fails at once. */
  #start(replayed: Replayed, now: Date, available?: bigint): void {
    const { past, charge } = replayed;
    const wasWaiting = replayed.state === 'WAITING';
    const usage = this.#usageAt(now);
    const execution = executionOfPast(past);
    if (this.#failsAtOnce(past, available)) {
      replayed.state = 'DONE';
      if (wasWaiting) this.#usage = release(usage, charge, now);
      return;
    }
    replayed.state = 'STARTED';
    replayed.spentAt = now;
    this.#usage = (wasWaiting ? spendReserved : spend)(usage, charge, now);
    const { amount } = past.request.amount;
    this.#addSurplus(past, -amount);
    if (execution.kind !== 'STARTED' || !execution.reversal) return;
    const { at, counted } = execution.reversal;
    this.#events.add(at, () => {
      this.#usage = reverseSpend(this.#usageAt(at), charge, { spentAt: now, counted, now: at });
      this.#addSurplus(past, amount);
    });
  }

  #failsAtOnce(past: PastSubmission, available: bigint | undefined): boolean {
    const execution = executionOfPast(past);
    if (execution.kind === 'FAILED' && execution.reason !== 'INSUFFICIENT_BALANCE') return true;
    // The balance at a later approval is not recorded: then it is as in reality.
    if (available === undefined) return execution.kind === 'FAILED';
    return past.request.amount.amount > available;
  }
}
