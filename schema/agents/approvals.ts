/** Queries of agent actions, and their approval and rejection. */

import type { AgentActionFilter } from '../../src/agents/actions/action-store.ts';
import { countActions, isWideActionFilter, listActions } from '../../src/agents/actions/action-store.ts';
import {
  ApproveAgentActionInput,
  approveAgentAction,
} from '../../src/agents/approvals/approve-agent-action.ts';
import { RejectAgentActionInput, rejectAgentAction } from '../../src/agents/approvals/reject-agent-action.ts';
import { AgentActionFilterInput } from '../../src/agents/filters.ts';
import { readList } from '../../src/infrastructure/database/wide-reads.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { optional } from '../../src/kernel/parse.ts';
import { accepting, acceptingOn } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connect, connectionOf, type PageArguments, pageArguments, pageShape } from '../core/connections.ts';
import { type Context, principalOf, visibleTo } from '../core/context.ts';
import { createdWithin, startAndEndDate } from '../core/date-range.ts';
import { SortOrder } from '../core/enums.ts';
import { AgentActionRef, AgentActionStatusEnum, actionById } from './agent-actions.ts';
import { AgentRef } from './agents.ts';

const FilterArgs = builder.inputType('AgentActionFilter', {
  description: 'Filter for agent actions. A record must match all given fields.',
  fields: (t) => ({
    status: t.field({
      type: [AgentActionStatusEnum],
      description: `Any of these statuses. At most ${maxChoices}.`,
    }),
    agentId: t.id({ description: 'Agent:<uuid>' }),
    customerId: t.id({ description: 'Customer:<uuid>' }),
    ...createdWithin(t),
    ...startAndEndDate(t),
    sortOrder: t.field({ type: SortOrder, defaultValue: 'DESC', description: 'Order by creation time.' }),
  }),
});

const AgentActionConnection = connectionOf('AgentAction', AgentActionRef, { createdIn: 'agentActions' });

interface ListArguments extends PageArguments {
  readonly filter?: AgentActionFilter | undefined;
}

function connectActions({ filter = {}, ...page }: ListArguments, context: Context) {
  const scope = visibleTo(context);
  return connect(
    'agentActions',
    filter,
    page,
    (request) =>
      readList(context.ports, isWideActionFilter(scope, filter), (db) =>
        listActions(db, scope, filter, request),
      ),
    (db) => countActions(db, scope, filter),
  );
}

const listShape = { ...pageShape, filter: optional(AgentActionFilterInput) };

builder.objectField(AgentRef, 'actions', (t) =>
  t.field({
    type: AgentActionConnection,
    description: 'Actions of the agent, newest first unless the filter sets another order.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: FilterArgs, description: 'Filter for the list.' }),
    },
    ...acceptingOn(listShape, ({ id }, { filter, ...page }: ListArguments, context) =>
      connectActions({ ...page, filter: { ...filter, agentId: id } }, context),
    ),
  }),
);

builder.queryFields((t) => ({
  agentAction: t.field({
    type: AgentActionRef,
    nullable: true,
    authScopes: { permission: 'VIEW_AGENTS' },
    description: 'Returns one action; null if the caller can see no action with this id.',
    args: { id: t.arg.id({ required: true, description: 'AgentAction:<uuid>' }) },
    ...accepting({ id: idSchema('AgentAction') }, ({ id }, context) => actionById(context, id)),
  }),
  agentActions: t.field({
    type: AgentActionConnection,
    authScopes: { permission: 'VIEW_AGENTS' },
    description:
      'Agent actions. Use filter {status: [PENDING_APPROVAL]} for the actions that wait for a decision. An agent sees only its own actions.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: FilterArgs, description: 'Filter for the list.' }),
    },
    ...accepting(listShape, (args, context) => connectActions(args, context)),
  }),
}));

const ToleranceArgs = builder.inputType('ApprovalToleranceInput', {
  description: 'How much worse the price may be if the quote has expired: exactly one of the fields.',
  isOneOf: true,
  fields: (t) => ({
    maxSlippage: t.string({
      description:
        'Fraction by which the price may be worse for the payer than the figures of the action: 0 to 0.1 with at most 6 decimals, for example "0.01".',
    }),
    maxSendingAmount: t.field({
      type: 'Amount',
      description:
        'Highest sending amount, in the smallest unit of its currency. Only for quotes with a locked receiving amount.',
    }),
  }),
});

const actionId = { required: true, description: 'AgentAction:<uuid>' } as const;

builder.mutationFields((t) => ({
  approveAgentAction: t.errorUnionField({
    description:
      'Approves a waiting action. The approval that completes requiredApprovals executes it; until then the action is returned as it waits. The current policy is evaluated again. If the execution is not possible, the action is returned with status FAILED, which is not an error. If the price of an expired quote is outside the tolerance, the action is returned as it waits with the new figures. Returns ConflictError if the action is already decided or the caller has voted, and ForbiddenError if the approval rules exclude the caller.',
    authScopes: { permission: 'DECIDE_AGENT_ACTIONS' },
    args: {
      id: t.arg.id(actionId),
      comment: t.arg.string({
        description:
          'Stored as comment of the decision, at most 500 characters. The approval rules can require it.',
      }),
      tolerance: t.arg({
        type: ToleranceArgs,
        description:
          'Accepts a worse price: if the quote has expired when the last approval comes, the payment is priced again and executed within the tolerance of every approval. Needs lateApprovalSeconds in the approval rules.',
      }),
      quoteId: t.arg.id({
        description:
          'Quote whose figures are approved. Required once the action was priced again; another quote than that of the action is a ConflictError.',
      }),
    },
    types: [AgentActionRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'ApproveAgentActionResult',
      description: 'Result of approveAgentAction.',
      resolveType: () => AgentActionRef,
    },
    ...accepting(ApproveAgentActionInput.shape, (args, context) =>
      approveAgentAction(context.ports, principalOf(context), args),
    ),
  }),
  rejectAgentAction: t.errorUnionField({
    description:
      'Rejects a waiting action. Nothing is executed. One rejection is enough. Returns ConflictError if the action is already decided or the caller has voted.',
    authScopes: { permission: 'DECIDE_AGENT_ACTIONS' },
    args: {
      id: t.arg.id(actionId),
      reason: t.arg.string({
        description:
          'Stored as rejectionReason and as comment of the decision, at most 500 characters. The approval rules can require it.',
      }),
    },
    types: [AgentActionRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'RejectAgentActionResult',
      description: 'Result of rejectAgentAction.',
      resolveType: () => AgentActionRef,
    },
    ...accepting(RejectAgentActionInput.shape, (args, context) =>
      rejectAgentAction(context.ports, principalOf(context), args),
    ),
  }),
}));
