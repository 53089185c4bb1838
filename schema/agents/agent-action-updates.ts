/** `agentActionUpdated`: the steps of actions as they happen, for approvers and for the agent itself. */

import { actionFromSnapshot } from '../../src/agents/actions/action-row.ts';
import type { AgentAction, AgentActionStatus } from '../../src/agents/actions/agent-action.ts';
import { statusList } from '../../src/agents/filters.ts';
import { eventCursor, type LoggedEvent } from '../../src/infrastructure/events/log.ts';
import { EventStream } from '../../src/infrastructure/events/stream.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { optional } from '../../src/kernel/parse.ts';
import { acceptingSubscription } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import type { Context } from '../core/context.ts';
import { afterArgument, mayFollow, positionAfter, type Update } from '../payments/subscriptions.ts';
import { AgentActionRef, AgentActionStatusEnum } from './agent-actions.ts';

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
    platformId: scope.platformId,
    after: after ?? context.arrivedAt,
    toMessage: (event) => {
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
  description: 'A status change of an agent action.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      description: 'Cursor of the update. Pass it as `after` to continue after this update.',
    }),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'Time of the change.',
      resolve: (update) => update.occurredAt,
    }),
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
