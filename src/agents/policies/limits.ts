/**
 * The spending limits of a policy, the usage counters that they are checked against, and the calendar windows of those
 * counters.
 *
 * These tables are the only list of limits. The input schemas, the stored JSON, the REST bodies, the GraphQL fields, the
 * policy rules, the checks and the counters are derived from them. A new counter also needs its columns in `tables.ts`.
 *
 * Source: docs/behaviour/agents.md#agents-and-policies, docs/behaviour/agents.md#order-of-checks, docs/behaviour/agents.md#usage; schema.graphql, `SpendingLimits`, `AgentUsage`, `PolicyRule`.
 */
import type { PolicyRule } from '../../platforms/access/policy-violation.ts';

/** `AMOUNT`: money, in the currency of the limits. `COUNT`: a number of transactions. */
export type Measure = 'AMOUNT' | 'COUNT';

/** A calendar period of UTC. A counter restarts at zero with each one. */
export interface Window {
  /** The field of the usage that names the next period, the first one that the counters do not include. */
  readonly resetField: string;
  /** Periods are named by this much of the ISO 8601 text of their start, which sorts by time. */
  readonly format: 'YYYY-MM-DD' | 'YYYY-MM';
  readonly description: string;
  /** The current period, in a sentence. */
  readonly current: string;
  /** Start of the period that is `offset` periods after that of `instant`, in milliseconds since 1970. */
  readonly startOf: (instant: Date, offset: number) => number;
}

export const windows = {
  day: {
    resetField: 'dailyResetDate',
    format: 'YYYY-MM-DD',
    description: 'Date of the next reset of the daily usage, at 00:00 UTC.',
    current: 'today',
    startOf: (instant, offset) =>
      Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate() + offset),
  },
  month: {
    resetField: 'monthlyResetMonth',
    format: 'YYYY-MM',
    description: 'Month of the next reset of the monthly usage, YYYY-MM, on its first day at 00:00 UTC.',
    current: 'this month',
    startOf: (instant, offset) => Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + offset),
  },
} as const satisfies Record<string, Window>;
export type WindowName = keyof typeof windows;
export type ResetField = (typeof windows)[WindowName]['resetField'];

interface Counter {
  readonly measure: Measure;
  readonly window: WindowName;
  readonly description: string;
}

export const counters = {
  dailyTransactionCount: { measure: 'COUNT', window: 'day', description: 'Number of transactions today.' },
  dailySpend: { measure: 'AMOUNT', window: 'day', description: 'Amount spent today, in the smallest unit.' },
  monthlySpend: {
    measure: 'AMOUNT',
    window: 'month',
    description: 'Amount spent this month, in the smallest unit.',
  },
} as const satisfies Record<string, Counter>;
export type CounterName = keyof typeof counters;

interface LimitRule extends PolicyRule {
  readonly description: string;
}

interface Limit {
  readonly measure: Measure;
  readonly isRequired: boolean;
  /** Absent where the limit is on each transaction alone. */
  readonly counter?: CounterName;
  readonly description: string;
  /** The rule that an action above the limit violates. */
  readonly rule: LimitRule;
}

/** In the order of the checks: the first limit that is exceeded is reported. */
export const limits = {
  perTransactionLimit: {
    measure: 'AMOUNT',
    isRequired: true,
    description: 'Maximum amount of one transaction',
    rule: {
      name: 'PER_TRANSACTION_LIMIT',
      reason: 'PER_TRANSACTION_LIMIT_EXCEEDED',
      message: 'The amount is above the limit for one transaction.',
      description: 'The amount is above the maximum of one transaction.',
    },
  },
  dailyTransactionLimit: {
    measure: 'COUNT',
    isRequired: false,
    counter: 'dailyTransactionCount',
    description: 'Maximum number of transactions per day',
    rule: {
      name: 'DAILY_TRANSACTION_LIMIT',
      reason: 'DAILY_TRANSACTION_LIMIT_EXCEEDED',
      message: 'The maximum number of transactions per day is reached.',
      description: 'The maximum number of transactions per day is reached.',
    },
  },
  dailyLimit: {
    measure: 'AMOUNT',
    isRequired: false,
    counter: 'dailySpend',
    description: 'Maximum amount per day',
    rule: {
      name: 'DAILY_LIMIT',
      reason: 'DAILY_LIMIT_EXCEEDED',
      message: 'The amount exceeds the rest of the daily limit.',
      description: 'The amount is above the rest of the daily limit.',
    },
  },
  monthlyLimit: {
    measure: 'AMOUNT',
    isRequired: false,
    counter: 'monthlySpend',
    description: 'Maximum amount per month',
    rule: {
      name: 'MONTHLY_LIMIT',
      reason: 'MONTHLY_LIMIT_EXCEEDED',
      message: 'The amount exceeds the rest of the monthly limit.',
      description: 'The amount is above the rest of the monthly limit.',
    },
  },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

type ValueOf<Entry extends { readonly measure: Measure }> = Entry['measure'] extends 'COUNT'
  ? number
  : bigint;

/** Amounts in the smallest unit of the currency of the limits; an absent limit does not apply. */
export type LimitValues = {
  readonly [Name in LimitName]:
    | ValueOf<(typeof limits)[Name]>
    | ((typeof limits)[Name]['isRequired'] extends true ? never : undefined);
};

/** What a caller sends to change some limits: an absent one stays, `null` removes an optional one. */
export type LimitChanges = {
  readonly [Name in LimitName]?:
    | ValueOf<(typeof limits)[Name]>
    | undefined
    | ((typeof limits)[Name]['isRequired'] extends true ? never : null);
};

export type CounterValues = { readonly [Name in CounterName]: ValueOf<(typeof counters)[Name]> };

export const limitEntries = Object.entries(limits) as readonly (readonly [LimitName, Limit])[];
export const counterEntries = Object.entries(counters) as readonly (readonly [CounterName, Counter])[];
export const windowEntries = Object.entries(windows) as readonly (readonly [
  WindowName,
  Window & { readonly resetField: ResetField },
])[];

/** One value for each limit. */
export const forEachLimit = <T>(make: (name: LimitName, limit: Limit) => T): Record<LimitName, T> =>
  Object.fromEntries(limitEntries.map(([name, limit]) => [name, make(name, limit)])) as Record<LimitName, T>;

/** The window of the counter of a rule; `undefined` for a rule that counts nothing. */
export function windowOfRule(name: string): Window | undefined {
  const counter = limitEntries.find(([, { rule }]) => rule.name === name)?.[1].counter;
  return counter && windows[counters[counter].window];
}

/** The name of the period that contains `instant`, or of one that is `offset` periods later. */
export const periodOf = ({ startOf, format }: Window, instant: Date, offset = 0): string =>
  new Date(startOf(instant, offset)).toISOString().slice(0, format.length);
