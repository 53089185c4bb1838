/** The type of agent actions: the requested operation, why it needs an approval, and its result. */
import { actionsOfTransactions, findActions } from '../../src/agents/actions/action-store.ts';
import {
  type AgentAction,
  actionAsOf,
  agentActionStatuses,
  agentActionTypes,
  isConsistentWith,
  type TransferDetails,
} from '../../src/agents/actions/agent-action.ts';
import { type ApprovalReason, approvalRules } from '../../src/agents/policies/policy-checks.ts';
import { invariant } from '../../src/kernel/errors.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { transactionMatching } from '../../src/payments/transactions/consistent-read.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import { whole } from '../../src/payments/transactions/transaction-summary.ts';
import { builder } from '../core/builder.ts';
import { batched, byId, type Context, may, visibleIf, visibleTo } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { CurrencyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CustomerRef, customerById } from '../customers/customers.ts';
import { TransactionRef, transactionById } from '../payments/transactions.ts';
import { AgentRef, agentById } from './agents.ts';

export const actionById = batched<Id<'AgentAction'>, AgentAction>('agentActionById', async (context, ids) =>
  byId(await findActions(context.ports.db.orm, visibleTo(context), ids)),
);

/** The transaction of an action, in a state that is consistent with the state of the action. */
export async function transactionOf(
  context: Context,
  action: Pick<AgentAction, 'status' | 'transactionId'>,
): Promise<Transaction | undefined> {
  const found = action.transactionId && (await transactionById(context, action.transactionId));
  return found && transactionMatching((one) => isConsistentWith(action, one), context.ports.db.orm, found);
}

export const AgentActionStatusEnum = describedEnum(
  'AgentActionStatus',
  'Status of an agent action.',
  agentActionStatuses,
  {
    PENDING_APPROVAL: 'A person must approve or reject the action. No money has moved.',
    APPROVED: 'The action was executed, either automatically under the policy or after a person approved it.',
    REJECTED: 'A person rejected the action. No money has moved.',
    FAILED: 'The execution or the payment failed: see failureReason.',
  },
);

export const AgentActionTypeEnum = describedEnum(
  'AgentActionType',
  'Type of an agent action.',
  agentActionTypes,
  {
    EXECUTE_QUOTE: 'Executes a quote.',
    TRANSFER_OUT: 'Transfers money to an external account.',
    TRANSFER_IN: 'Transfers money from an external account.',
  },
);

const ApprovalRuleEnum = describedEnum(
  'ApprovalRule',
  'Policy rule that requires an approval.',
  approvalRules,
  {
    DEFAULT_EXECUTION_MODE: 'The default execution mode of the policy.',
    ACCOUNT_RULE: 'The rule for the account.',
    APPROVAL_THRESHOLD: 'The approval threshold: the amount is above it.',
    NEW_COUNTERPARTY: 'No person approved an earlier payment with this counterparty.',
  },
);

export const ApprovalReasonRef = builder.objectRef<ApprovalReason>('ApprovalReason').implement({
  description: 'The policy rule and the amounts that require an approval.',
  fields: (t) => ({
    rule: t.field({
      type: ApprovalRuleEnum,
      description: 'The rule that requires the approval.',
      resolve: (reason) => reason.rule,
    }),
    threshold: t.field({
      type: 'Amount',
      nullable: true,
      description: 'The threshold, in the smallest unit of `currency`. Only for APPROVAL_THRESHOLD.',
      resolve: (reason) => reason.threshold ?? null,
    }),
    requested: t.field({
      type: 'Amount',
      description: 'Amount of the action, in the smallest unit of `currency`.',
      resolve: (reason) => reason.requested,
    }),
    currency: t.field({
      type: CurrencyRef,
      description: 'Currency of threshold and amount.',
      resolve: (reason) => currencyOf(reason.currency),
    }),
  }),
});

const TransferDetailsRef = builder.objectRef<TransferDetails>('TransferDetails').implement({
  description: 'The transfer that an agent requested.',
  fields: (t) => ({
    amount: t.field({
      type: 'Amount',
      description: 'Amount in the smallest unit of the currency.',
      resolve: (d) => d.amount,
    }),
    currency: t.exposeString('currency', { description: 'Currency code.' }),
    sourceAccountId: t.exposeID('sourceAccountId', { description: 'Source account.' }),
    destinationAccountId: t.exposeID('destinationAccountId', { description: 'Destination account.' }),
  }),
});

export const AgentActionRef = builder.objectRef<AgentAction>('AgentAction').implement({
  description: 'A payment that an agent requested, with its approval status and its result.',
  interfaces: [NodeRef],
  fields: (t) => ({
    status: t.field({
      type: AgentActionStatusEnum,
      description: 'Status of the action.',
      resolve: (a) => a.status,
    }),
    type: t.field({
      type: AgentActionTypeEnum,
      description: 'Type of the action.',
      resolve: (action) => action.subject.type,
    }),
    platformCustomerId: t.exposeString('platformCustomerId', {
      description: "The platform's own id of the customer.",
    }),
    rejectionReason: t.string({
      nullable: true,
      description: 'Reason for the rejection, if one was given. Only when status is REJECTED.',
      resolve: (action) => action.rejectionReason ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (a) => a.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: (a) => a.updatedAt,
    }),
    agent: t.field({
      type: AgentRef,
      description: 'The agent that requested the action. Deleted agents are included.',
      resolve: async (action, _args, context) => {
        const agent = await agentById(context, action.agentId);
        invariant(agent, 'the agent of an action is a record that stays');
        return agent;
      },
    }),
    customer: t.field({
      type: CustomerRef,
      description: 'The customer that the agent acts for.',
      resolve: async (action, _args, context) => {
        const customer = await customerById(context, action.customerId);
        invariant(customer, 'the customer of an action exists');
        return customer;
      },
    }),
    transferDetails: t.field({
      type: TransferDetailsRef,
      nullable: true,
      description: 'The requested transfer. Only for TRANSFER_OUT and TRANSFER_IN.',
      resolve: ({ subject }) => (subject.type === 'EXECUTE_QUOTE' ? null : subject.transferDetails),
    }),
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description:
        'The transaction that the action created; null while status is PENDING_APPROVAL or REJECTED.',
      resolve: async (action, _args, context) => (await transactionOf(context, action)) ?? null,
    }),
    approvalReason: t.field({
      type: ApprovalReasonRef,
      nullable: true,
      description:
        'Why a person must approve the action: the rule and the amounts. A threshold takes precedence over an account rule, and an account rule over the default mode. Null if the action was executed automatically.',
      resolve: (action) => action.approvalReason ?? null,
    }),
    failureReason: t.string({
      nullable: true,
      description:
        'Code of the failure. Only when status is FAILED: the error code that ended the execution (INSUFFICIENT_BALANCE), the reason of a policy violation (DAILY_LIMIT_EXCEEDED), the failureReason of the transaction, or PAYMENT_APPROVAL_TIMED_OUT if no decision was made in time.',
      resolve: (action) => action.failureReason ?? null,
    }),
    decidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the decision.',
      resolve: (action) => action.decidedAt ?? null,
    }),
    decidedBy: t.string({
      nullable: true,
      description:
        'Token that made the decision: the name of the API token or the subject of the access token.',
      resolve: (action) => action.decidedBy ?? null,
    }),
  }),
});

registerNode('AgentAction', 'AgentAction', actionById, 'VIEW_AGENTS');

const actionOfTransaction = batched<Id<'Transaction'>, AgentAction>('actionOfTransaction', (context, ids) =>
  actionsOfTransactions(context.ports.db.orm, visibleIf(context, 'VIEW_AGENTS'), ids),
);

builder.objectField(TransactionRef, 'agentAction', (t) =>
  t.field({
    type: AgentActionRef,
    nullable: true,
    description:
      'The action of an agent that started the transaction, with its approval; null if no agent did, or if the caller cannot see the agent.',
    resolve: async (transaction, _args, context) => {
      const record = whole(transaction);
      if (!record.agentId || !may(context, 'VIEW_AGENTS')) return null;
      const action = await actionOfTransaction(context, record.id);
      return action ? actionAsOf(action, record) : null;
    },
  }),
);
