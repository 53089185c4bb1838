/** `agentActionUpdated`: the changes of agent actions, for approvers and for the agent itself. */
import { actionFromSnapshot } from '../../src/agents/actions/action-row.ts';
import type { AgentAction, AgentActionStatus } from '../../src/agents/actions/agent-action.ts';
import { statusList } from '../../src/agents/filters.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { optional } from '../../src/kernel/parse.ts';
import { builder } from '../core/builder.ts';
import type { Context } from '../core/context.ts';
import {
  acceptingSubscription,
  afterArgument,
  createUpdateReader,
  positionAfter,
  streamUpdates,
  type Update,
  updateFields,
} from '../core/updates.ts';
import { AgentActionRef, AgentActionStatusEnum } from './agent-actions.ts';

interface AgentActionUpdate extends Update {
  readonly previousStatus: AgentActionStatus | undefined;
  readonly status: AgentActionStatus;
  readonly action: AgentAction;
}

const readUpdate = createUpdateReader<AgentActionUpdate>('agent-action', (record, { data }) => {
  const action = actionFromSnapshot(record);
  return {
    previousStatus: (data['previousStatus'] as AgentActionStatus | null) ?? undefined,
    status: action.status,
    action,
  };
});

interface ActionFilter {
  readonly actionId?: Id<'AgentAction'> | undefined;
  readonly agentId?: Id<'Agent'> | undefined;
  readonly customerId?: Id<'Customer'> | undefined;
  readonly status?: readonly AgentActionStatus[] | undefined;
}

const matches = (action: AgentAction, { actionId, agentId, customerId, status }: ActionFilter): boolean =>
  (!actionId || action.id === actionId) &&
  (!agentId || action.agentId === agentId) &&
  (!customerId || action.customerId === customerId) &&
  (!status || status.includes(action.status));

const actionUpdates = (
  context: Context,
  { after, ...filter }: ActionFilter & { after?: number | undefined },
) =>
  streamUpdates(
    context,
    readUpdate,
    after,
    ({ action }, scope) =>
      (!scope.customerId || action.customerId === scope.customerId) &&
      (!scope.agentId || action.agentId === scope.agentId) &&
      matches(action, filter),
  );

const AgentActionUpdateRef = builder.objectRef<AgentActionUpdate>('AgentActionUpdate').implement({
  description: 'A status change of an agent action.',
  fields: (t) => ({
    ...updateFields(t),
    previousStatus: t.field({
      type: AgentActionStatusEnum,
      nullable: true,
      description: 'Status before the change; null if the action was just created.',
      resolve: (update) => update.previousStatus ?? null,
    }),
    status: t.field({
      type: AgentActionStatusEnum,
      description: 'Status after the change.',
      resolve: (u) => u.status,
    }),
    action: t.field({
      type: AgentActionRef,
      description: 'The action directly after the change.',
      resolve: (update) => update.action,
    }),
  }),
});

builder.subscriptionField('agentActionUpdated', (t) =>
  t.field({
    type: AgentActionUpdateRef,
    authScopes: { permission: 'SUBSCRIBE' },
    description:
      'Emits every change of the actions that match, for approvers and for the agent itself. Resumable with `after`, as transactionUpdated is. The stream ends when the agent that subscribed is paused or deleted.',
    args: {
      actionId: t.arg.id({ description: 'AgentAction:<uuid>' }),
      agentId: t.arg.id({ description: 'Agent:<uuid>' }),
      customerId: t.arg.id({ description: 'Customer:<uuid>' }),
      status: t.arg({
        type: [AgentActionStatusEnum],
        description: `Only changes to one of these statuses. At most ${maxChoices}.`,
      }),
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
