/** What an agent asked for, why it waits, and what became of it. */
import { findActions } from '../../src/agents/actions/action-store.ts';
import {
  type AgentAction,
  agentActionStatuses,
  agentActionTypes,
  standsWith,
  type TransferDetails,
} from '../../src/agents/actions/agent-action.ts';
import { type ApprovalReason, approvalRules } from '../../src/agents/policies/policy.ts';
import { invariant } from '../../src/kernel/errors.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { transactionThat } from '../../src/payments/transactions/past.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import { builder } from '../core/builder.ts';
import { batched, byId, type Context, visibleTo } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { CurrencyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CustomerRef, customerById } from '../customers/customers.ts';
import { TransactionRef, transactionById } from '../payments/transactions.ts';
import { AgentRef, agentById } from './agents.ts';

export const actionById = batched<Id<'AgentAction'>, AgentAction>('agentActionById', async (context, ids) =>
  byId(await findActions(context.ports.db.orm, visibleTo(context), ids)),
);

/** The action's transaction, as it stood together with the action that is shown. */
export async function transactionOf(
  context: Context,
  action: Pick<AgentAction, 'status' | 'transactionId'>,
): Promise<Transaction | undefined> {
  const read = action.transactionId && (await transactionById(context, action.transactionId));
  return read && transactionThat((one) => standsWith(action, one), context.ports.db.orm, read);
}

export const AgentActionStatusEnum = describedEnum(
  'AgentActionStatus',
  'Where an action stands.',
  agentActionStatuses,
  {
    PENDING_APPROVAL: 'Waits for a person; nothing has moved.',
    APPROVED: 'Ran, by the policy or because a person approved.',
    REJECTED: 'A person said no; nothing has moved.',
    FAILED: 'Could not be executed, or its payment failed: see failureReason.',
  },
);

export const AgentActionTypeEnum = describedEnum(
  'AgentActionType',
  'What an agent asked for.',
  agentActionTypes,
  {
    EXECUTE_QUOTE: 'The execution of a quote.',
    TRANSFER_OUT: 'A transfer to an external account.',
    TRANSFER_IN: 'A transfer from an external account.',
  },
);

const ApprovalRuleEnum = describedEnum('ApprovalRule', 'What asks for a person.', approvalRules, {
  DEFAULT_EXECUTION_MODE: "The policy's default mode.",
  ACCOUNT_RULE: 'The rule of an account.',
  APPROVAL_THRESHOLD: 'The amount is above the threshold.',
});

const ApprovalReasonRef = builder.objectRef<ApprovalReason>('ApprovalReason').implement({
  description: 'The rule and the figures that sent an action to approval.',
  fields: (t) => ({
    rule: t.field({ type: ApprovalRuleEnum, description: 'The rule.', resolve: (reason) => reason.rule }),
    threshold: t.field({
      type: 'Amount',
      nullable: true,
      description: 'Of APPROVAL_THRESHOLD, in the smallest unit of `currency`.',
      resolve: (reason) => reason.threshold ?? null,
    }),
    requested: t.field({
      type: 'Amount',
      description: 'In the smallest unit of `currency`.',
      resolve: (reason) => reason.requested,
    }),
    currency: t.field({
      type: CurrencyRef,
      description: 'Currency of both figures.',
      resolve: (reason) => currencyOf(reason.currency),
    }),
  }),
});

const TransferDetailsRef = builder.objectRef<TransferDetails>('TransferDetails').implement({
  description: 'The transfer that was asked for.',
  fields: (t) => ({
    amount: t.field({ type: 'Amount', description: 'In the smallest unit.', resolve: (d) => d.amount }),
    currency: t.exposeString('currency', { description: 'Code of its currency.' }),
    sourceAccountId: t.exposeID('sourceAccountId', { description: 'Where it comes from.' }),
    destinationAccountId: t.exposeID('destinationAccountId', { description: 'Where it goes.' }),
  }),
});

export const AgentActionRef = builder.objectRef<AgentAction>('AgentAction').implement({
  description: 'What an agent asked for, and what became of it.',
  interfaces: [NodeRef],
  fields: (t) => ({
    status: t.field({
      type: AgentActionStatusEnum,
      description: 'Where it stands.',
      resolve: (a) => a.status,
    }),
    type: t.field({
      type: AgentActionTypeEnum,
      description: 'What was asked for.',
      resolve: (action) => action.subject.type,
    }),
    platformCustomerId: t.exposeString('platformCustomerId', {
      description: "The platform's own id of the customer.",
    }),
    rejectionReason: t.string({
      nullable: true,
      description: 'Only when status is REJECTED, if one was given.',
      resolve: (action) => action.rejectionReason ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was asked for.',
      resolve: (a) => a.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed.',
      resolve: (a) => a.updatedAt,
    }),
    agent: t.field({
      type: AgentRef,
      description: 'Who asked; also an agent that is deleted since.',
      resolve: async (action, _args, context) => {
        const agent = await agentById(context, action.agentId);
        invariant(agent, 'the agent of an action is a record that stays');
        return agent;
      },
    }),
    customer: t.field({
      type: CustomerRef,
      description: 'For whom it asked.',
      resolve: async (action, _args, context) => {
        const customer = await customerById(context, action.customerId);
        invariant(customer, 'the customer of an action is a record that stays');
        return customer;
      },
    }),
    transferDetails: t.field({
      type: TransferDetailsRef,
      nullable: true,
      description: 'Of TRANSFER_OUT and TRANSFER_IN only.',
      resolve: ({ subject }) => (subject.type === 'EXECUTE_QUOTE' ? null : subject.transferDetails),
    }),
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description: 'Once execution began; null while PENDING_APPROVAL or REJECTED.',
      resolve: async (action, _args, context) => (await transactionOf(context, action)) ?? null,
    }),
    approvalReason: t.field({
      type: ApprovalReasonRef,
      nullable: true,
      description:
        'Why it needs a person: the rule and the figures that sent it to approval (a threshold before an account rule before the default mode). Null for what ran by itself.',
      resolve: (action) => action.approvalReason ?? null,
    }),
    failureReason: t.string({
      nullable: true,
      description:
        'Only when status is FAILED: a code. The error code that ended the execution (INSUFFICIENT_BALANCE), the reason of a policy violation (DAILY_LIMIT_EXCEEDED), the failureReason of the transaction, or PAYMENT_APPROVAL_TIMED_OUT when nobody decided.',
      resolve: (action) => action.failureReason ?? null,
    }),
    decidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When a person decided.',
      resolve: (action) => action.decidedAt ?? null,
    }),
    decidedBy: t.string({
      nullable: true,
      description: 'By which token: its name, or the subject of an access token.',
      resolve: (action) => action.decidedBy ?? null,
    }),
  }),
});

registerNode('AgentAction', 'AgentAction', actionById, 'VIEW_AGENTS');
