/** Factories of agent records, and a conversion between four currencies. */

import type { AgentAction } from '../../src/agents/actions/agent-action.ts';
import type { AgentPolicy, SpendingLimits } from '../../src/agents/policies/agent-policy.ts';
import type { Convert } from '../../src/agents/policies/conversion.ts';
import { type EvaluationContext, evaluate } from '../../src/agents/policies/evaluate.ts';
import { forEachLimit } from '../../src/agents/policies/limits.ts';
import type { PolicyRequest } from '../../src/agents/policies/policy-checks.ts';
import type { PaymentTerms } from '../../src/agents/policies/rules.ts';
import { type AgentUsage, freshUsage } from '../../src/agents/policies/usage.ts';
import { type Id, idOf } from '../../src/kernel/ids.ts';

export const now = new Date('2025-07-21T10:00:00Z');

const uuid = (digit: string) => `${digit.repeat(8)}-0000-7000-8000-000000000000`;
export const checking: Id<'InternalAccount'> = idOf('InternalAccount', uuid('a'));
export const savings: Id<'InternalAccount'> = idOf('InternalAccount', uuid('b'));
export const other: Id<'InternalAccount'> = idOf('InternalAccount', uuid('c'));

export const aPolicy = ({
  spendingLimits,
  ...changes
}: Partial<Omit<AgentPolicy, 'spendingLimits'>> & {
  spendingLimits?: Partial<SpendingLimits>;
} = {}): AgentPolicy => ({
  permissions: ['CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
  defaultExecutionMode: 'AUTO',
  accountRestrictions: undefined,
  approvalThresholds: undefined,
  requiredApprovals: undefined,
  ...changes,
  spendingLimits: {
    ...forEachLimit(() => undefined),
    currency: 'USD',
    perTransactionLimit: 1_000n,
    ...spendingLimits,
  },
});

export const aTerms = (changes: Partial<PaymentTerms> = {}): PaymentTerms => ({
  counterparty: idOf('ExternalAccount', uuid('d')),
  receivingCurrency: 'USD',
  hasDescription: false,
  ...changes,
});

/** What the policy says about a payment: the charge and whether a person decides, or the violation. */
export const admit = (
  policy: AgentPolicy,
  usage: AgentUsage,
  request: Pick<PolicyRequest, 'amount' | 'accounts'>,
  context: EvaluationContext,
) => evaluate(policy, usage, { ...request, terms: aTerms() }, context).outcome;

export const aRule = (
  accountId: Id<'InternalAccount'>,
  rule: { executionMode?: 'AUTO' | 'APPROVAL_REQUIRED'; perTransactionLimit?: bigint } = {},
) => ({ accountId, executionMode: undefined, perTransactionLimit: undefined, ...rule });

export const aUsage = (changes: Partial<AgentUsage> = {}): AgentUsage => ({
  ...freshUsage('USD', now),
  ...changes,
});

export const anAction = (changes: Partial<AgentAction> = {}): AgentAction => ({
  id: idOf('AgentAction', uuid('1')),
  platformId: idOf('Platform', uuid('2')),
  agentId: idOf('Agent', uuid('3')),
  customerId: idOf('Customer', uuid('4')),
  platformCustomerId: 'customer-4',
  status: 'PENDING_APPROVAL',
  subject: { type: 'EXECUTE_QUOTE', quoteId: idOf('Quote', uuid('5')), walletSignature: undefined },
  transactionId: undefined,
  approvalReason: undefined,
  charge: { amount: 100n, currency: 'USD' },
  spentAt: undefined,
  rejectionReason: undefined,
  failureReason: undefined,
  decidedAt: undefined,
  decidedBy: undefined,
  decisionComment: undefined,
  requiredApprovals: undefined,
  approvalsGiven: undefined,
  decidableUntil: undefined,
  repricings: [],
  createdAt: now,
  updatedAt: now,
  ...changes,
});

/** Thousandths of a cent that the smallest unit of each currency is worth. */
const worth: Readonly<Record<string, bigint>> = { USD: 1_000n, EUR: 1_085n, MXN: 57n, VND: 40n };

/** Converts by `worth`. Throws for a currency that is not in the table. */
export const convert: Convert = ({ amount, currency: from }, to, rounding) => {
  const [ofOne, ofOther] = [worth[from], worth[to]];
  if (ofOne === undefined || ofOther === undefined || from === to)
    throw new Error(`no rate ${from} to ${to}`);
  const addend = { UP: ofOther - 1n, DOWN: 0n, HALF_UP: ofOther / 2n }[rounding];
  return { amount: (amount * ofOne + addend) / ofOther, currency: to };
};

/** For tests in which no amount may be converted. */
export const noConversion: Convert = () => {
  throw new Error('no rate is needed where the currency is the same');
};
