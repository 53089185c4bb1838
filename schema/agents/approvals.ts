/** The approvers' inbox: the actions of agents, and the people who decide about them. */

import type { AgentActionFilter } from '../../src/agents/actions/action-store.ts';
import { countActions, listActions } from '../../src/agents/actions/action-store.ts';
import {
  ApproveAgentActionInput,
  approveAgentAction,
} from '../../src/agents/approvals/approve-agent-action.ts';
import { RejectAgentActionInput, rejectAgentAction } from '../../src/agents/approvals/reject-agent-action.ts';
import { AgentActionFilterInput } from '../../src/agents/filters.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { optional } from '../../src/kernel/parse.ts';
import { accepting, acceptingOn } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connect, connectionOf, type PageArguments, pageArguments, pageShape } from '../core/connections.ts';
import { type Context, principalOf, visibleTo } from '../core/context.ts';
import { SortOrder } from '../core/enums.ts';
import { AgentActionRef, AgentActionStatusEnum, actionById } from './agent-actions.ts';
import { AgentRef } from './agents.ts';

const FilterArgs = builder.inputType('AgentActionFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    status: t.field({ type: [AgentActionStatusEnum], description: `Any of these. At most ${maxChoices}.` }),
    agentId: t.id({ description: 'Agent:<uuid>' }),
    customerId: t.id({ description: 'Customer:<uuid>' }),
    startDate: t.field({ type: 'DateTime', description: 'Inclusive, by createdAt.' }),
    endDate: t.field({ type: 'DateTime', description: 'Inclusive, by createdAt.' }),
    sortOrder: t.field({ type: SortOrder, defaultValue: 'DESC', description: 'By createdAt.' }),
  }),
});

const AgentActionConnection = connectionOf('AgentAction', AgentActionRef);

interface ListArguments extends PageArguments {
  readonly filter?: AgentActionFilter | undefined;
}

function connectActions({ filter = {}, ...page }: ListArguments, context: Context) {
  const { orm } = context.ports.db;
  const scope = visibleTo(context);
  return connect(
    'agentActions',
    filter,
    page,
    (request) => listActions(orm, scope, filter, request),
    (db) => countActions(db, scope, filter),
  );
}

const listShape = { ...pageShape, filter: optional(AgentActionFilterInput) };

builder.objectField(AgentRef, 'actions', (t) =>
  t.field({
    type: AgentActionConnection,
    description: 'What the agent asked for, newest first unless the filter says otherwise.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: FilterArgs, description: 'What to narrow it by.' }),
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
    description: 'One action; null when there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'AgentAction:<uuid>' }) },
    ...accepting({ id: idSchema('AgentAction') }, ({ id }, context) => actionById(context, id)),
  }),
  agentActions: t.field({
    type: AgentActionConnection,
    authScopes: { permission: 'VIEW_AGENTS' },
    description:
      "The approvers' inbox: filter {status: [PENDING_APPROVAL]}. An agent sees its own actions only.",
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: FilterArgs, description: 'What to narrow it by.' }),
    },
    ...accepting(listShape, (args, context) => connectActions(args, context)),
  }),
}));

const actionId = { required: true, description: 'AgentAction:<uuid>' } as const;

builder.mutationFields((t) => ({
  approveAgentAction: t.errorUnionField({
    description:
      'Executes a waiting action. The policy is asked again as it is now; what stands in the way makes the action FAILED, which is an answer and no error. A second decision is a ConflictError.',
    authScopes: { permission: 'DECIDE_AGENT_ACTIONS' },
    args: { id: t.arg.id(actionId) },
    types: [AgentActionRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'ApproveAgentActionResult',
      description: 'What approveAgentAction answers.',
      resolveType: () => AgentActionRef,
    },
    ...accepting(ApproveAgentActionInput.shape, (args, context) =>
      approveAgentAction(context.ports, principalOf(context), args),
    ),
  }),
  rejectAgentAction: t.errorUnionField({
    description: 'Refuses a waiting action: nothing is executed. A second decision is a ConflictError.',
    authScopes: { permission: 'DECIDE_AGENT_ACTIONS' },
    args: {
      id: t.arg.id(actionId),
      reason: t.arg.string({ description: 'Kept as rejectionReason, at most 500 characters.' }),
    },
    types: [AgentActionRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'RejectAgentActionResult',
      description: 'What rejectAgentAction answers.',
      resolveType: () => AgentActionRef,
    },
    ...accepting(RejectAgentActionInput.shape, (args, context) =>
      rejectAgentAction(context.ports, principalOf(context), args),
    ),
  }),
}));
