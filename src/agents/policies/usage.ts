/**
 * What an agent has spent this day and month, and what its waiting actions have set aside.
 *
 * Days and months are those of UTC. Nothing runs at midnight: the counters carry the day on which they next reset,
 * and whoever reads or writes them looks at it first.
 *
 * Decision: what is set aside belongs to no day. It counts against the limits of whatever day it is until somebody
 * decides, so that the spend it becomes fits into the day of the approval.
 *
 * Source: gaps 9.3; contract, `AgentUsage`.
 */
import { InvalidInput, invariant } from '../../kernel/errors.ts';
import { type Money, maxBalance, money } from '../../kernel/money/amount.ts';
import { amountIn, type Convert } from './conversion.ts';

/** As it belongs to no day, callers see `amount` as both its `dailySpend` and its `monthlySpend`. */
export interface AgentReservation {
  readonly transactionCount: number;
  readonly amount: bigint;
}

export interface AgentUsage {
  /** Currency of every amount here: that of the policy's spending limits. */
  readonly currency: string;
  readonly dailyTransactionCount: number;
  readonly dailySpend: bigint;
  readonly monthlySpend: bigint;
  /** The first day, `YYYY-MM-DD`, that the daily counters do not count. */
  readonly dailyResetDate: string;
  /** The first month, `YYYY-MM`, that the monthly counter does not count. */
  readonly monthlyResetMonth: string;
  readonly reserved: AgentReservation;
}

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 'YYYY-MM-DD'.length);
const monthOf = (instant: Date): string => instant.toISOString().slice(0, 'YYYY-MM'.length);

/** The UTC day after that of `now`, `YYYY-MM-DD`. */
export const dailyResetDate = (now: Date): string =>
  dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)));

/** The UTC month after that of `now`, `YYYY-MM`. */
export const monthlyResetMonth = (now: Date): string =>
  monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)));

/** The counters of an agent that has done nothing yet. */
export const freshUsage = (currency: string, now: Date): AgentUsage => ({
  currency,
  dailyTransactionCount: 0,
  dailySpend: 0n,
  monthlySpend: 0n,
  dailyResetDate: dailyResetDate(now),
  monthlyResetMonth: monthlyResetMonth(now),
  reserved: { transactionCount: 0, amount: 0n },
});

/** The counters as they stand at `now`: those of a day or month that is over begin again at nothing. */
export function usageAt(usage: AgentUsage, now: Date): AgentUsage {
  const dayIsOver = dayOf(now) >= usage.dailyResetDate;
  const monthIsOver = monthOf(now) >= usage.monthlyResetMonth;
  return {
    ...usage,
    ...(dayIsOver && { dailyTransactionCount: 0, dailySpend: 0n, dailyResetDate: dailyResetDate(now) }),
    ...(monthIsOver && { monthlySpend: 0n, monthlyResetMonth: monthlyResetMonth(now) }),
  };
}

function amountOf(charge: Money, usage: AgentUsage): bigint {
  invariant(charge.currency === usage.currency, 'a charge is in the currency of the counters');
  return charge.amount;
}

/** Sets a waiting action's charge aside. */
export function reserve(usage: AgentUsage, charge: Money, now: Date): AgentUsage {
  const { transactionCount, amount } = usage.reserved;
  return {
    ...usageAt(usage, now),
    reserved: { transactionCount: transactionCount + 1, amount: amount + amountOf(charge, usage) },
  };
}

/** Gives back what was set aside: the action was rejected, failed, or can no longer run. */
export function release(usage: AgentUsage, charge: Money, now: Date): AgentUsage {
  const released = amountOf(charge, usage);
  const { transactionCount, amount } = usage.reserved;
  invariant(transactionCount > 0 && amount >= released, 'only what was set aside is released');
  return {
    ...usageAt(usage, now),
    reserved: { transactionCount: transactionCount - 1, amount: amount - released },
  };
}

/** Counts a charge whose execution starts. */
export function spend(usage: AgentUsage, charge: Money, now: Date): AgentUsage {
  const amount = amountOf(charge, usage);
  const current = usageAt(usage, now);
  return {
    ...current,
    dailyTransactionCount: current.dailyTransactionCount + 1,
    dailySpend: current.dailySpend + amount,
    monthlySpend: current.monthlySpend + amount,
  };
}

/** Turns what an approved action had set aside into spend of the day of its approval. */
export const spendReserved = (usage: AgentUsage, charge: Money, now: Date): AgentUsage =>
  spend(release(usage, charge, now), charge, now);

/**
 * Takes back the spend of an execution that failed. Money that comes back after its day or month is over changes
 * nothing there: those counters have begun again without it.
 *
 * @param charge in the currency of the counters: one from before a change of currency is recast first, with
 *   `refundableIn`.
 * @param spentAt when it was counted.
 * @param counted `WAS_DEBITED` where the money had left and was refunded: the transaction stays counted.
 *   `NEVER_DEBITED` where it failed before: as if it had never been.
 */
export function giveBack(
  usage: AgentUsage,
  charge: Money,
  { spentAt, counted, now }: { spentAt: Date; counted: 'WAS_DEBITED' | 'NEVER_DEBITED'; now: Date },
): AgentUsage {
  const amount = amountOf(charge, usage);
  const current = usageAt(usage, now);
  const sameDay = dailyResetDate(spentAt) === current.dailyResetDate;
  const sameMonth = monthlyResetMonth(spentAt) === current.monthlyResetMonth;
  const transactions = sameDay && counted === 'NEVER_DEBITED' ? 1 : 0;
  return {
    ...current,
    dailyTransactionCount: Math.max(0, current.dailyTransactionCount - transactions),
    dailySpend: sameDay ? lessOrNothing(current.dailySpend, amount) : current.dailySpend,
    monthlySpend: sameMonth ? lessOrNothing(current.monthlySpend, amount) : current.monthlySpend,
  };
}

/** The part of a spent charge that can still be given back, in the new currency of the counters. */
export const refundableIn = (currency: string, charge: Money, convert: Convert): Money =>
  money(amountIn(currency, charge, 'DOWN', convert), currency);

/** Nothing is left of a counter that is given back more than it holds. */
const lessOrNothing = (counter: bigint, amount: bigint): bigint => (counter > amount ? counter - amount : 0n);

/**
 * Recasts the counters, and the charges set aside, in the new currency of the spending limits. Nothing is reset.
 *
 * Decision: both are rounded up, so that a change of currency never makes room in a limit: 1,000 charges of half a cent
 * are 1,000 cents, not none. A charge that fitted a limit to the unit may end above it, and its approval then fails.
 * What is given back later is rounded down (`refundableIn`), so that the counters keep at least what remains spent.
 *
 * @param waiting the charge of every action that waits for approval; their sum is what `usage` has set aside.
 * @returns the counters and, in the order of `waiting`, the charges; or a refusal where a figure has become too large.
 */
export function redenominateUsage(
  usage: AgentUsage,
  waiting: readonly Money[],
  currency: string,
  convert: Convert,
): { readonly usage: AgentUsage; readonly waiting: readonly Money[] } | InvalidInput {
  const recast = (amount: bigint) => amountIn(currency, money(amount, usage.currency), 'UP', convert);

  const charges = waiting.map((charge) => money(recast(amountOf(charge, usage)), currency));
  const reserved = charges.reduce((sum, { amount }) => sum + amount, 0n);
  const dailySpend = recast(usage.dailySpend);
  const monthlySpend = recast(usage.monthlySpend);
  if (dailySpend + reserved > maxBalance || monthlySpend + reserved > maxBalance) {
    return InvalidInput.at(
      'spendingLimits.currency',
      'has units too small for what the agent has spent',
      'INVALID_AMOUNT',
    );
  }
  return {
    usage: {
      ...usage,
      currency,
      dailySpend,
      monthlySpend,
      reserved: { transactionCount: waiting.length, amount: reserved },
    },
    waiting: charges,
  };
}
