/**
 * A submission of an agent as policies judge it, and the JSON that is stored of it: enough to judge it again under another policy.
 *
 * Source: docs/behaviour/agents.md#evaluations.
 */
import type { Id } from '../../kernel/ids.ts';
import { exactText } from '../../kernel/money/rate.ts';
import type { RateSource } from '../../payments/rates/rate-table.ts';
import type { AgentActionSubject } from '../action-subject.ts';
import type { AgentPolicy } from '../policies/agent-policy.ts';
import type { PolicyEvaluation } from '../policies/evaluation.ts';
import type { PolicyRequest } from '../policies/policy-checks.ts';

/** A request and what it met: the balance and the rates of that moment. */
export interface JudgedRequest extends PolicyRequest {
  /** Of the account that is debited, before the payment; absent where it is not known. */
  readonly availableBalance: bigint | undefined;
  /** Exact rates by currency: units of the payment's currency for one unit. */
  readonly rates: Readonly<Record<string, string>>;
}

/** A submission with its evaluation, as it is recorded. */
export interface RecordedEvaluation extends PolicyEvaluation {
  /** Made while the agent is locked, so that the order of ids is that of the submissions. */
  readonly id: Id<'AgentEvaluation'>;
  readonly platformId: Id<'Platform'>;
  readonly agentId: Id<'Agent'>;
  readonly type: AgentActionSubject['type'];
  readonly request: JudgedRequest;
}

/** The rates from the currency of a payment to those of a policy, as exact texts. */
export function ratesTo(
  { rate }: Pick<RateSource, 'rate'>,
  { spendingLimits, approvalThresholds }: AgentPolicy,
  from: string,
): Record<string, string> {
  const others = [spendingLimits.currency, approvalThresholds?.currency];
  return Object.fromEntries(
    others.flatMap((to) => {
      const found = to !== undefined && to !== from ? rate(from, to) : undefined;
      return to !== undefined && found ? [[to, exactText(found)]] : [];
    }),
  );
}

export function requestToJson({
  amount: { amount, currency },
  accounts: { debited, credited },
  terms: { receivingCurrency, hasDescription, isImmediate },
  availableBalance,
  rates,
}: JudgedRequest): Record<string, unknown> {
  return {
    amount: String(amount),
    currency,
    receivingCurrency,
    hasDescription,
    ...(debited && { debited }),
    ...(credited && { credited }),
    ...(isImmediate && { isImmediate }),
    ...(availableBalance !== undefined && { availableBalance: String(availableBalance) }),
    ...(Object.keys(rates).length > 0 && { rates }),
  };
}

interface StoredRequest {
  readonly amount: string;
  readonly currency: string;
  readonly receivingCurrency: string;
  readonly hasDescription: boolean;
  readonly debited?: Id<'InternalAccount'>;
  readonly credited?: Id<'InternalAccount'>;
  readonly isImmediate?: boolean;
  readonly availableBalance?: string;
  readonly rates?: Readonly<Record<string, string>>;
}

export function requestFromJson(
  stored: Readonly<Record<string, unknown>>,
  counterparty: string,
): JudgedRequest {
  const { amount, currency, receivingCurrency, hasDescription, debited, credited, ...rest } =
    stored as unknown as StoredRequest;
  return {
    amount: { amount: BigInt(amount), currency },
    accounts: { debited, credited },
    terms: { counterparty, receivingCurrency, hasDescription, isImmediate: rest.isImmediate },
    availableBalance: rest.availableBalance === undefined ? undefined : BigInt(rest.availableBalance),
    rates: rest.rates ?? {},
  };
}
