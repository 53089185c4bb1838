/**
 * What an agent has spent in the current day and month, and what its pending actions have reserved.
 *
 * Days and months are those of UTC. No job resets the counters: they store the period at which they next reset, and
 * every read and write checks it first.
 *
 * Decision: a reservation belongs to no day. Until the action is decided, it counts against the limits of the current
 * day, so that the spend it becomes fits into the day of the approval.
 *
 * Source: docs/behaviour/agents.md#usage; schema.graphql, `AgentUsage`.
 */
import { InvalidInput, invariant } from '../../kernel/errors.ts';
import { type Money, maxBalance, money } from '../../kernel/money/amount.ts';
import { amountIn, type Convert } from './conversion.ts';
import {
  type CounterName,
  type CounterValues,
  counterEntries,
  counters,
  type Measure,
  periodOf,
  type ResetField,
  type WindowName,
  windowEntries,
} from './limits.ts';

/** What pending actions have reserved. It counts in full against every window. */
export interface AgentReservation {
  readonly transactionCount: number;
  readonly amount: bigint;
}

/** The counters, and by window the first period that they do not include. */
export type AgentUsage = CounterValues & {
  readonly [Field in ResetField]: string;
} & {
  /** Currency of every amount here: that of the policy's spending limits. */
  readonly currency: string;
  readonly reserved: AgentReservation;
};

/** Replaces the value of each counter. */
function mapCounters<U extends CounterValues>(
  usage: U,
  change: (value: bigint, counter: { readonly measure: Measure; readonly window: WindowName }) => bigint,
): U {
  const changed = counterEntries.map(([name, counter]) => {
    const value = change(BigInt(usage[name]), counter);
    return [name, counter.measure === 'COUNT' ? Number(value) : value];
  });
  return { ...usage, ...Object.fromEntries(changed) };
}

/** The fields that name, for each of `names`, the period after that of `now`. */
const resetFields = (now: Date, names: readonly WindowName[]): { readonly [Field in ResetField]: string } =>
  Object.fromEntries(
    windowEntries
      .filter(([name]) => names.includes(name))
      .map(([, window]) => [window.resetField, periodOf(window, now, 1)]),
  ) as { readonly [Field in ResetField]: string };

const windowNames = windowEntries.map(([name]) => name);

/** The counters of an agent that has done nothing yet. */
export const freshUsage = (currency: string, now: Date): AgentUsage => ({
  currency,
  ...(Object.fromEntries(
    counterEntries.map(([name, { measure }]) => [name, measure === 'COUNT' ? 0 : 0n]),
  ) as CounterValues),
  ...resetFields(now, windowNames),
  reserved: { transactionCount: 0, amount: 0n },
});

/** The counters at `now`: those of a period that is over restart at zero. */
export function usageAt(usage: AgentUsage, now: Date): AgentUsage {
  const over = windowEntries
    .filter(([, window]) => periodOf(window, now) >= usage[window.resetField])
    .map(([name]) => name);
  return {
    ...mapCounters(usage, (value, { window }) => (over.includes(window) ? 0n : value)),
    ...resetFields(now, over),
  };
}

/** The earliest instant whose spend some counter still includes at `now`. */
export const countedSince = (now: Date): Date =>
  new Date(Math.min(...windowEntries.map(([, { startOf }]) => startOf(now, 0))));

/** What a counter has used, and what is reserved against it. */
export function countedBy(
  name: CounterName,
  usage: AgentUsage,
): { readonly used: bigint; readonly reserved: bigint } {
  const { transactionCount, amount } = usage.reserved;
  const isCount = counters[name].measure === 'COUNT';
  return { used: BigInt(usage[name]), reserved: isCount ? BigInt(transactionCount) : amount };
}

function amountOf(charge: Money, usage: AgentUsage): bigint {
  invariant(charge.currency === usage.currency, 'a charge is in the currency of the counters');
  return charge.amount;
}

/** Reserves the charge of a pending action. */
export function reserve(usage: AgentUsage, charge: Money, now: Date): AgentUsage {
  const { transactionCount, amount } = usage.reserved;
  return {
    ...usageAt(usage, now),
    reserved: { transactionCount: transactionCount + 1, amount: amount + amountOf(charge, usage) },
  };
}

/** Releases a reservation: the action was rejected, failed, or can no longer run. */
export function release(usage: AgentUsage, charge: Money, now: Date): AgentUsage {
  const released = amountOf(charge, usage);
  const { transactionCount, amount } = usage.reserved;
  invariant(transactionCount > 0 && amount >= released, 'only what was reserved is released');
  return {
    ...usageAt(usage, now),
    reserved: { transactionCount: transactionCount - 1, amount: amount - released },
  };
}

/** Counts a charge whose execution starts. */
export function spend(usage: AgentUsage, charge: Money, now: Date): AgentUsage {
  const amount = amountOf(charge, usage);
  return mapCounters(
    usageAt(usage, now),
    (value, { measure }) => value + (measure === 'COUNT' ? 1n : amount),
  );
}

/** Moves the reservation of an action that was priced again. */
export const moveReservation = (usage: AgentUsage, from: Money, to: Money, now: Date): AgentUsage =>
  reserve(release(usage, from, now), to, now);

/** Turns the reservation of an approved action into spend of the day of its approval. */
export const spendReserved = (usage: AgentUsage, charge: Money, now: Date): AgentUsage =>
  spend(release(usage, charge, now), charge, now);

/**
 * Reverses the spend of an execution that failed. The counters of a period that ended since the spend do not change:
 * they have restarted without it.
 *
 * @param charge in the currency of the counters. After a change of currency, convert it with `convertSpentCharge` first.
 * @param spentAt when it was counted.
 * @param counted `WAS_DEBITED` where the money left the account and was refunded: the transaction stays counted.
 *   `NEVER_DEBITED` where the execution failed before: the transaction is no longer counted.
 */
export function reverseSpend(
  usage: AgentUsage,
  charge: Money,
  { spentAt, counted, now }: { spentAt: Date; counted: 'WAS_DEBITED' | 'NEVER_DEBITED'; now: Date },
): AgentUsage {
  const amount = amountOf(charge, usage);
  const count = counted === 'NEVER_DEBITED' ? 1n : 0n;
  const current = usageAt(usage, now);
  const open = windowEntries
    .filter(([, window]) => periodOf(window, spentAt, 1) === current[window.resetField])
    .map(([name]) => name);
  return mapCounters(current, (value, { measure, window }) =>
    open.includes(window) ? minusDownToZero(value, measure === 'COUNT' ? count : amount) : value,
  );
}

/** A conversion may have made a counter smaller than the charges in it; it stops at zero. */
const minusDownToZero = (value: bigint, part: bigint): bigint => (value > part ? value - part : 0n);

/** A spent charge in the new currency of the counters, rounded down: see `convertUsage`. */
export const convertSpentCharge = (currency: string, charge: Money, convert: Convert): Money =>
  money(amountIn(currency, charge, 'DOWN', convert), currency);

/**
 * Converts the counters and the reserved charges to the new currency of the spending limits. Nothing is reset.
 *
 * Decision: both are rounded up, so that a change of currency never makes room in a limit: 1,000 charges of half a cent
 * become 1,000 cents, not zero. A charge that was exactly at a limit may end above it, and its approval then fails.
 * A spent charge is rounded down (`convertSpentCharge`), so that after its reversal the counters include at least what
 * remains spent.
 *
 * @param pending the charge of every pending action; their sum is what `usage` has reserved.
 * @returns the counters and, in the order of `pending`, the charges; or an error where an amount becomes too large.
 */
export function convertUsage(
  usage: AgentUsage,
  pending: readonly Money[],
  currency: string,
  convert: Convert,
): { readonly usage: AgentUsage; readonly pending: readonly Money[] } | InvalidInput {
  const converted = (amount: bigint) => amountIn(currency, money(amount, usage.currency), 'UP', convert);

  const charges = pending.map((charge) => money(converted(amountOf(charge, usage)), currency));
  const reserved = {
    transactionCount: pending.length,
    amount: charges.reduce((sum, { amount }) => sum + amount, 0n),
  };
  const counted = mapCounters(usage, (value, { measure }) =>
    measure === 'AMOUNT' ? converted(value) : value,
  );
  const isTooLarge = counterEntries.some(
    ([name, { measure }]) => measure === 'AMOUNT' && BigInt(counted[name]) + reserved.amount > maxBalance,
  );
  return isTooLarge
    ? InvalidInput.at(
        'spendingLimits.currency',
        'makes the spent or reserved amounts exceed the maximum amount',
        'INVALID_AMOUNT',
      )
    : { usage: { ...counted, currency, reserved }, pending: charges };
}
