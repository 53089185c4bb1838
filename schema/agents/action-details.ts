/** What a person needs to decide about an action: the payment, its payee, the balance, the limits and earlier actions. */
import type { Payee } from '../../src/accounts/external/payee.ts';
import { withApprovals } from '../../src/agents/actions/action-approvals.ts';
import { payeesOfAccounts, umaPayeeOf } from '../../src/agents/actions/action-payees.ts';
import {
  type ActionPayment,
  accountsOf,
  decidableUntil,
  paymentOf,
} from '../../src/agents/actions/action-payment.ts';
import { findActions } from '../../src/agents/actions/action-store.ts';
import { type AgentAction, approvalsOf, decisionOf } from '../../src/agents/actions/agent-action.ts';
import { earlierActions } from '../../src/agents/actions/history-store.ts';
import { reasonText } from '../../src/agents/policies/approval-reason.ts';
import { limitStates } from '../../src/agents/policies/limit-states.ts';
import { limitEntries } from '../../src/agents/policies/limits.ts';
import { maxVotes, newestVotes } from '../../src/agents/votes/vote.ts';
import { invariant } from '../../src/kernel/errors.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { jsonNumber } from '../../src/kernel/money/rate.ts';
import type { AccountId } from '../../src/payments/payment-party.ts';
import { acceptingOn } from '../core/accepting.ts';
import { lengthArgument, lengthDescription } from '../core/bounds.ts';
import { builder } from '../core/builder.ts';
import { batched, byId, type Context, principalOf, visibleIf, visibleTo } from '../core/context.ts';
import { MoneyRef } from '../core/money.ts';
import { quoteById } from '../payments/quotes.ts';
import { DecisionRef, LimitStateRef, PayeeRef, SourceAccountRef, VoteRef } from './action-parts.ts';
import { AgentActionRef } from './agent-actions.ts';
import { agentById } from './agents.ts';

async function paymentOfAction(context: Context, { subject }: AgentAction): Promise<ActionPayment> {
  return paymentOf(
    subject,
    subject.type === 'EXECUTE_QUOTE' ? await quoteById(context, subject.quoteId) : undefined,
  );
}

const paidAccount = batched<AccountId, Payee>('payeeOfAction', (context, ids) =>
  payeesOfAccounts(context.ports.db.orm, visibleIf(context, 'VIEW_ACTION_PAYEES'), ids),
);

async function payeeOfAction(context: Context, action: AgentAction): Promise<Payee | undefined> {
  visibleIf(context, 'VIEW_ACTION_PAYEES');
  const payment = await paymentOfAction(context, action);
  const { destination } = payment;
  return destination.type === 'ACCOUNT' ? paidAccount(context, destination.accountId) : umaPayeeOf(payment);
}

const readApprovals = batched<Id<'AgentAction'>, AgentAction>('approvalsOfAction', async (context, ids) => {
  const scope = visibleTo(context);
  const { orm } = context.ports.db;
  return byId(await withApprovals(orm, scope, await findActions(orm, scope, ids)));
});

/** The action with its votes: as they were at its event, or as they are now. */
async function withVotes(context: Context, action: AgentAction): Promise<AgentAction> {
  return action.votes ? action : ((await readApprovals(context, action.id)) ?? action);
}

const historyBound = { argument: 'first', default: 5, max: 20 } as const;

const historyOf = (context: Context, { id }: AgentAction, first: number) =>
  batched<Id<'AgentAction'>, AgentAction[]>(`historyOfAction ${first}`, (_context, ids) =>
    earlierActions(context.ports.db.orm, visibleTo(context), ids, first),
  )(context, id);

builder.objectFields(AgentActionRef, (t) => ({
  description: t.string({
    nullable: true,
    description: 'Memo that the agent gave.',
    resolve: async (action, _args, context) => (await paymentOfAction(context, action)).description ?? null,
  }),
  sourceAccount: t.field({
    type: SourceAccountRef,
    description: 'The account that pays.',
    resolve: async (action, _args, context) => (await paymentOfAction(context, action)).source,
  }),
  payee: t.field({
    type: PayeeRef,
    nullable: true,
    description: 'Who receives the payment. Agents need MANAGE_EXTERNAL_ACCOUNTS.',
    resolve: async (action, _args, context) => (await payeeOfAction(context, action)) ?? null,
  }),
  sendingAmount: t.field({
    type: MoneyRef,
    description: 'Total amount that the source account is debited, fees included.',
    resolve: async (action, _args, context) => (await paymentOfAction(context, action)).sending,
  }),
  receivingAmount: t.field({
    type: MoneyRef,
    description: 'Amount that the payee receives.',
    resolve: async (action, _args, context) => (await paymentOfAction(context, action)).receiving,
  }),
  fees: t.field({
    type: 'Amount',
    description: 'Fees, included in sendingAmount, in the smallest unit of its currency.',
    resolve: async (action, _args, context) => (await paymentOfAction(context, action)).fees,
  }),
  exchangeRate: t.float({
    nullable: true,
    description:
      'Units of the sending currency per unit of the receiving currency, in major units. Null for a transfer, which has one currency.',
    resolve: async (action, _args, context) => {
      const { exchangeRate } = await paymentOfAction(context, action);
      return exchangeRate ? jsonNumber(exchangeRate) : null;
    },
  }),
  expiresAt: t.field({
    type: 'DateTime',
    description:
      'Time from which the action can no longer be decided: the expiry of its quote, later where the approval rules accept late approvals, or seven days after the request of a transfer.',
    resolve: async (action, _args, context) => decidableUntil(action, await paymentOfAction(context, action)),
  }),
  limits: t.field({
    type: [LimitStateRef],
    bound: limitEntries.length,
    description: 'The spending limits that apply to the action, as they are now.',
    resolve: async (action, _args, context) => {
      const agent = await agentById(context, action.agentId);
      invariant(agent, 'the agent of an action is a record that stays');
      const now = context.ports.clock.now(principalOf(context).platform);
      const accounts = accountsOf(await paymentOfAction(context, action));
      return limitStates(agent.policy, agent.usage, accounts, now);
    },
  }),
  reason: t.string({
    nullable: true,
    description:
      'Why a person must approve the action, as a sentence with the amounts. Null if it needed no approval. approvalReason has the parts.',
    resolve: ({ approvalReason }) => (approvalReason ? reasonText(approvalReason) : null),
  }),
  requiredApprovals: t.int({
    description:
      'Approvals that the action requires under the approval rules of the platform and the policy of the agent: as they are now while it waits, then as they were. 0 if it needed none.',
    resolve: async (action, _args, context) =>
      approvalsOf(await withVotes(context, action)).requiredApprovals,
  }),
  approvalsGiven: t.int({
    description: 'Approvals that count.',
    resolve: async (action, _args, context) => approvalsOf(await withVotes(context, action)).approvalsGiven,
  }),
  votes: t.field({
    type: [VoteRef],
    nullable: true,
    bound: maxVotes,
    description: 'Votes of the approvers, oldest first. Null for an agent, which only sees their number.',
    resolve: async (action, _args, context) =>
      principalOf(context).kind === 'agent'
        ? null
        : [...newestVotes((await withVotes(context, action)).votes ?? [])],
  }),
  supersededVotes: t.field({
    type: [VoteRef],
    nullable: true,
    bound: maxVotes,
    description:
      'Votes about earlier figures, oldest first. They do not count, because the action was priced again. Null for an agent.',
    resolve: async (action, _args, context) =>
      principalOf(context).kind === 'agent'
        ? null
        : [...newestVotes((await withVotes(context, action)).supersededVotes ?? [])],
  }),
  decision: t.field({
    type: DecisionRef,
    nullable: true,
    description: 'The decision of a person; null if there is none.',
    resolve: (action) => decisionOf(action) ?? null,
  }),
  comment: t.string({
    nullable: true,
    description: 'Comment of the decision; for a rejection its reason.',
    resolve: (action) => decisionOf(action)?.comment ?? null,
  }),
  history: t.field({
    type: [AgentActionRef],
    bound: historyBound,
    description: 'Earlier actions of the same agent and payee, newest first.',
    args: {
      first: t.arg.int({ description: `Number of actions to return: ${lengthDescription(historyBound)}` }),
    },
    ...acceptingOn(
      { first: lengthArgument(historyBound) },
      async (action: AgentAction, { first }, context) => (await historyOf(context, action, first)) ?? [],
    ),
  }),
}));
