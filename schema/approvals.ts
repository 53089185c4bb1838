/** Agent actions: what agents asked for, and the people who decide about it. */
import { actionFromSnapshot } from '../src/agents/action-row.ts';
import type { AgentActionFilter } from '../src/agents/action-store.ts';
import { countActions, findActions, listActions } from '../src/agents/action-store.ts';
import {
  type AgentAction,
  type AgentActionStatus,
  agentActionStatuses,
  agentActionTypes,
  type TransferDetails,
} from '../src/agents/agent-action.ts';
import { ApproveAgentActionInput, approveAgentAction } from '../src/agents/approve-agent-action.ts';
import { AgentActionFilterInput, statusList } from '../src/agents/filters.ts';
import { type ApprovalReason, approvalRules } from '../src/agents/policy.ts';
import { RejectAgentActionInput, rejectAgentAction } from '../src/agents/reject-agent-action.ts';
import { eventCursor, type LoggedEvent } from '../src/events/log.ts';
import { EventStream } from '../src/events/stream.ts';
import { Conflict, Forbidden, InvalidInput, invariant, NotFound } from '../src/kernel/errors.ts';
import { type Id, idSchema, uuidOf } from '../src/kernel/ids.ts';
import { optional } from '../src/kernel/parse.ts';
import { currencyOf } from '../src/money/currencies.ts';
import { accepting, acceptingOn, acceptingSubscription } from './accepting.ts';
import { AgentRef, agentById } from './agents.ts';
import { builder } from './builder.ts';
import { connect, connectionOf, type PageArguments, pageArguments, pageShape } from './connections.ts';
import { batched, byId, type Context, principalOf, visibleTo } from './context.ts';
import { CustomerRef, customerById } from './customers.ts';
import { describedEnum, SortOrder } from './enums.ts';
import { CurrencyRef } from './money.ts';
import { NodeRef, registerNode } from './node.ts';
import { afterArgument, mayFollow, positionAfter, type Update } from './subscriptions.ts';
import { TransactionRef, transactionById } from './transactions.ts';

const actionById = batched<Id<'AgentAction'>, AgentAction>('agentActionById', async (context, ids) =>
  byId(await findActions(context.ports.db.orm, visibleTo(context), ids)),
);

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
      resolve: async ({ transactionId }, _args, context) =>
        (transactionId && (await transactionById(context, transactionId))) ?? null,
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
      description: 'Only when status is FAILED.',
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

const FilterArgs = builder.inputType('AgentActionFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    status: t.field({ type: [AgentActionStatusEnum], description: 'Any of these.' }),
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
    () => countActions(orm, scope, filter),
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

interface AgentActionUpdate extends Update {
  readonly previousStatus: AgentActionStatus | undefined;
  readonly status: AgentActionStatus;
  readonly action: AgentAction;
}

const known = new WeakMap<LoggedEvent, AgentAction>();

/** The record that an event tells, made once for all who are told. */
function actionOf(event: LoggedEvent): AgentAction {
  let action = known.get(event);
  if (!action) {
    action = actionFromSnapshot(event.data['record'] as Record<string, unknown>);
    known.set(event, action);
  }
  return action;
}

interface Wanted {
  readonly actionId?: Id<'AgentAction'> | undefined;
  readonly agentId?: Id<'Agent'> | undefined;
  readonly customerId?: Id<'Customer'> | undefined;
  readonly status?: readonly AgentActionStatus[] | undefined;
}

function actionUpdates(
  context: Context,
  { after, actionId, agentId, customerId, status }: Wanted & { after?: number | undefined },
): EventStream<AgentActionUpdate> {
  const scope = mayFollow(context);
  return new EventStream(context.ports.db, context.tail, {
    platformUuid: uuidOf(scope.platformId),
    after,
    tell: (event) => {
      if (event.topic !== 'agent-action') return undefined;
      const action = actionOf(event);
      const isWanted =
        (!scope.customerId || action.customerId === scope.customerId) &&
        (!scope.agentId || action.agentId === scope.agentId) &&
        (!actionId || action.id === actionId) &&
        (!agentId || action.agentId === agentId) &&
        (!customerId || action.customerId === customerId) &&
        (!status || status.includes(action.status));
      if (!isWanted) return undefined;
      return {
        cursor: eventCursor(event.position),
        occurredAt: event.occurredAt,
        event,
        previousStatus: (event.data['previousStatus'] as AgentActionStatus | null) ?? undefined,
        status: action.status,
        action,
      };
    },
  });
}

const AgentActionUpdateRef = builder.objectRef<AgentActionUpdate>('AgentActionUpdate').implement({
  description: 'One step of an action.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'Give it as `after` to go on from here.' }),
    occurredAt: t.field({ type: 'DateTime', description: 'When.', resolve: (update) => update.occurredAt }),
    previousStatus: t.field({
      type: AgentActionStatusEnum,
      nullable: true,
      description: 'Null when the action was just asked for.',
      resolve: (update) => update.previousStatus ?? null,
    }),
    status: t.field({
      type: AgentActionStatusEnum,
      description: 'Status after it.',
      resolve: (u) => u.status,
    }),
    action: t.field({
      type: AgentActionRef,
      description: 'The action as it was then.',
      resolve: (update) => update.action,
    }),
  }),
});

builder.subscriptionField('agentActionUpdated', (t) =>
  t.field({
    type: AgentActionUpdateRef,
    authScopes: { permission: 'SUBSCRIBE' },
    description:
      'Every change of the actions that match, for approvers and for the agent itself. Resumable like transactionUpdated. It ends when the agent that follows is paused or deleted.',
    args: {
      actionId: t.arg.id({ description: 'AgentAction:<uuid>' }),
      agentId: t.arg.id({ description: 'Agent:<uuid>' }),
      customerId: t.arg.id({ description: 'Customer:<uuid>' }),
      status: t.arg({ type: [AgentActionStatusEnum], description: 'Steps into one of these.' }),
      after: t.arg.string({ description: afterArgument }),
    },
    ...acceptingSubscription(
      {
        actionId: optional(idSchema('AgentAction')),
        agentId: optional(idSchema('Agent')),
        customerId: optional(idSchema('Customer')),
        status: statusList,
        after: positionAfter,
      },
      (args, context) => actionUpdates(context, args),
    ),
    resolve: (update) => update,
  }),
);
