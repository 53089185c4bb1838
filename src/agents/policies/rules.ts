/**
 * The rules of a policy beside its spending limits: counterparties, times, frequency and share of a balance of the payments of an agent.
 *
 * This table is the only list of these rules. The input schema, the stored JSON and the evaluation are derived from it. All are
 * absent by default. A value is JSON as it is stored and as both APIs return it.
 *
 * Decision: a rule that depends on the payment alone is `isFixed`. It is checked when a quote is created and again at approval. The
 * others describe when and how often an agent submits, and are checked at submission only: a person may approve at night.
 *
 * Decision: the counterparty of a transfer in is the account that pays it, of any other payment the one that receives it.
 *
 * Source: docs/behaviour/agents.md#rules; schema.graphql, `PolicyRules`.
 */
import { z } from 'zod';
import { distinctBy, whenList } from '../../kernel/field-rules.ts';
import { idSchema } from '../../kernel/ids.ts';
import { boundedList } from '../../kernel/lists.ts';
import { findCurrency } from '../../kernel/money/currencies.ts';
import { compareRatios, divideFloor, one, parseRatio, times, zero } from '../../kernel/money/rate.ts';
import { boolean, integer } from '../../kernel/parse.ts';
import { umaAddress } from '../../kernel/uma-address.ts';
import type { PolicyRule } from '../../platforms/access/policy-violation.ts';
import { type AllowedTimes, allowedTimes, isAllowedAt } from './allowed-times.ts';

export const maxCounterparties = 200;
export const maxCorridors = 100;
export const maxPerMinute = 1_000;
export const maxCooldownMinutes = 7 * 24 * 60;

/** What the fixed rules know of a payment. */
export interface PaymentTerms {
  /** The account id or UMA address on the other side. */
  readonly counterparty: string;
  readonly receivingCurrency: string;
  readonly hasDescription: boolean;
  /** A quote with `immediatelyExecute` cannot wait for an approval. */
  readonly isImmediate?: boolean | undefined;
}

/** What the other rules need of the moment of a submission. Only what a rule of the policy needs has to be present. */
export interface Circumstances {
  /** How many actions the agent submitted in the minute before. */
  readonly actionsInMinute?: number | undefined;
  /** When a person last rejected an action of the agent. */
  readonly lastRejectionAt?: Date | undefined;
  /** Whether a person approved an earlier action of the agent with this counterparty. */
  readonly isApprovedCounterparty?: boolean | undefined;
  /** Of the account that is debited, before the payment. Absent for an external account. */
  readonly availableBalance?: bigint | undefined;
}

/** A submission as a rule sees it. */
interface RuleSubject {
  /** In the currency of the account that pays. */
  readonly amount: bigint;
  readonly currency: string;
  readonly terms: PaymentTerms;
  readonly circumstances: Circumstances;
  readonly now: Date;
}

/** What a rule found: amounts in the smallest unit of `currency`, or numbers where there is none. */
interface RuleOutcome {
  readonly isViolated: boolean;
  readonly limit?: bigint | undefined;
  readonly used?: bigint | undefined;
  readonly requested?: bigint | undefined;
  readonly currency?: string | undefined;
}

interface CorridorValue {
  readonly sending: string;
  readonly receiving: string;
}

/** The values by field; an absent rule does not apply. */
export interface PolicyRules {
  readonly allowedCounterparties?: readonly string[] | undefined;
  readonly allowedCorridors?: readonly CorridorValue[] | undefined;
  readonly requireDescription?: boolean | undefined;
  readonly allowedTimes?: AllowedTimes | undefined;
  readonly cooldownMinutes?: number | undefined;
  readonly maxActionsPerMinute?: number | undefined;
  readonly maxBalanceShare?: string | undefined;
  readonly onlyApprovedCounterparties?: boolean | undefined;
}
export type RuleField = keyof PolicyRules;

interface Rule<Value> {
  readonly isFixed: boolean;
  readonly schema: z.ZodType<Value, unknown>;
  readonly description: string;
  readonly rule: PolicyRule & { readonly description: string };
  readonly check: (value: Value, subject: RuleSubject) => RuleOutcome;
}

const currencyCode = z
  .string({ error: 'must be the code of a currency' })
  .refine((code) => findCurrency(code) !== undefined, { error: 'must be the code of a known currency' });

const counterparty = z
  .string({ error: 'must be the id of an account or a UMA address' })
  .max(300)
  .transform((value, context): string => {
    for (const schema of [idSchema('ExternalAccount'), idSchema('InternalAccount'), umaAddress]) {
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
    }
    context.addIssue({ code: 'custom', message: 'must be the id of an account or a UMA address' });
    return z.NEVER;
  });

const corridor = z.strictObject(
  { sending: currencyCode, receiving: currencyCode },
  { error: 'must be an object' },
);

const share = z
  .string({ error: 'must be a decimal as text, for example "0.25"' })
  .max(8)
  .refine(
    (text) => {
      const value = /^[01](\.\d{1,6})?$/.test(text) ? parseRatio(text) : undefined;
      return value !== undefined && compareRatios(value, zero) > 0 && compareRatios(value, one) <= 0;
    },
    { error: 'must be a decimal above 0 and at most 1, with at most 6 decimals' },
  );

const minuteMs = 60_000;

/** In the order of the checks. `false` is stored as an absent rule. */
export const rules: { readonly [Field in RuleField]-?: Rule<NonNullable<PolicyRules[Field]>> } = {
  allowedCounterparties: {
    isFixed: true,
    schema: boundedList(counterparty, maxCounterparties, {
      error: 'must be a list of account ids and UMA addresses',
    }).transform((list) => [...new Set(list)]),
    description: 'Accounts and UMA addresses that the agent may pay, or pull money from',
    rule: {
      name: 'COUNTERPARTY',
      reason: 'COUNTERPARTY_NOT_LISTED',
      message: 'The policy does not allow payments with this counterparty.',
      description: 'The counterparty is not on the list of the policy.',
    },
    check: (allowed, { terms }) => ({ isViolated: !allowed.includes(terms.counterparty) }),
  },
  allowedCorridors: {
    isFixed: true,
    schema: boundedList(corridor, maxCorridors, { error: 'must be a list of corridors' }).superRefine(
      distinctBy(['sending', 'receiving']),
      whenList,
    ),
    description: 'Pairs of sending and receiving currency that the agent may use',
    rule: {
      name: 'CURRENCY_CORRIDOR',
      reason: 'CURRENCY_CORRIDOR_NOT_ALLOWED',
      message: 'The policy does not allow payments between these currencies.',
      description: 'The pair of currencies is not on the list of the policy.',
    },
    check: (allowed, { currency, terms }) => ({
      isViolated: !allowed.some(
        ({ sending, receiving }) => sending === currency && receiving === terms.receivingCurrency,
      ),
    }),
  },
  requireDescription: {
    isFixed: true,
    schema: boolean,
    description: 'Whether every payment needs a description',
    rule: {
      name: 'DESCRIPTION',
      reason: 'DESCRIPTION_REQUIRED',
      message: 'The policy requires a description of each payment.',
      description: 'The payment has no description.',
    },
    check: (_, { terms }) => ({ isViolated: !terms.hasDescription }),
  },
  allowedTimes: {
    isFixed: false,
    schema: allowedTimes,
    description: 'Days and hours in a time zone at which the agent may submit payments',
    rule: {
      name: 'ALLOWED_TIMES',
      reason: 'OUTSIDE_ALLOWED_TIMES',
      message: 'The policy does not allow payments at this time.',
      description: 'The payment is submitted outside the allowed times.',
    },
    check: (times, { now }) => ({ isViolated: !isAllowedAt(times, now) }),
  },
  cooldownMinutes: {
    isFixed: false,
    schema: integer(1, maxCooldownMinutes, `must be an integer from 1 to ${maxCooldownMinutes}`),
    description: 'Minutes without submissions after a person rejected an action of the agent',
    rule: {
      name: 'COOLDOWN',
      reason: 'COOLDOWN_AFTER_REJECTION',
      message: 'A person rejected an action of the agent. The policy requires a pause after it.',
      description: 'The pause after a rejection is not over. `used` is the number of complete minutes since.',
    },
    check: (minutes, { circumstances: { lastRejectionAt }, now }) => {
      if (!lastRejectionAt) return { isViolated: false, limit: BigInt(minutes) };
      const elapsedMs = Math.max(0, now.getTime() - lastRejectionAt.getTime());
      return {
        isViolated: elapsedMs < minutes * minuteMs,
        limit: BigInt(minutes),
        used: BigInt(Math.floor(elapsedMs / minuteMs)),
      };
    },
  },
  maxActionsPerMinute: {
    isFixed: false,
    schema: integer(1, maxPerMinute, `must be an integer from 1 to ${maxPerMinute}`),
    description: 'Maximum number of actions within 60 seconds',
    rule: {
      name: 'ACTIONS_PER_MINUTE',
      reason: 'ACTIONS_PER_MINUTE_EXCEEDED',
      message: 'The maximum number of actions per minute is reached.',
      description: 'The maximum number of actions within 60 seconds is reached.',
    },
    check: (limit, { circumstances: { actionsInMinute = 0 } }) => ({
      isViolated: actionsInMinute + 1 > limit,
      limit: BigInt(limit),
      used: BigInt(actionsInMinute),
      requested: 1n,
    }),
  },
  maxBalanceShare: {
    isFixed: false,
    schema: share,
    description: 'Maximum share of the available balance of the account that pays, as a decimal of at most 1',
    rule: {
      name: 'BALANCE_SHARE',
      reason: 'BALANCE_SHARE_EXCEEDED',
      message: 'The amount is above the allowed share of the available balance.',
      description: 'The amount is above the allowed share of the available balance.',
    },
    check: (value, { amount, currency, circumstances: { availableBalance } }) => {
      // An external account has no balance that the service knows.
      if (availableBalance === undefined) return { isViolated: false, requested: amount, currency };
      const available = availableBalance > 0n ? availableBalance : 0n;
      const limit = times(available, parseRatio(value) ?? zero, divideFloor);
      return { isViolated: amount > limit, limit, requested: amount, currency };
    },
  },
  onlyApprovedCounterparties: {
    isFixed: false,
    schema: boolean,
    description:
      'Whether a person must approve each payment with a counterparty until one of its payments was approved',
    rule: {
      name: 'NEW_COUNTERPARTY',
      reason: 'NEW_COUNTERPARTY',
      message: 'A person has not approved a payment with this counterparty yet.',
      description: 'No person approved an earlier payment with this counterparty.',
    },
    check: (_, { circumstances: { isApprovedCounterparty = false } }) => ({
      isViolated: !isApprovedCounterparty,
    }),
  },
};

export const ruleFields = Object.keys(rules) as readonly RuleField[];

/** The rules without those that do not apply; `undefined` where none applies. */
export function presentRules(given: PolicyRules): PolicyRules | undefined {
  const present = Object.entries(given).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  );
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}

/** What the set rules of the policy find, in the order of the table. `onlyApprovedCounterparties` rejects nothing. */
export function checkRules(
  set: PolicyRules | undefined,
  subject: RuleSubject,
): readonly { readonly field: RuleField; readonly rule: PolicyRule; readonly outcome: RuleOutcome }[] {
  if (!set) return [];
  return ruleFields.flatMap((field) => {
    const value = set[field];
    if (value === undefined) return [];
    const { rule, check } = rules[field] as Rule<unknown>;
    return [{ field, rule, outcome: check(value, subject) }];
  });
}
