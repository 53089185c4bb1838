/** `eventPublished`: every published event that the caller may see, as a subscription. */
import { eventCursor, type LoggedEvent } from '../../src/infrastructure/events/log.ts';
import { customerOfEvent } from '../../src/infrastructure/events/published-event-store.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { optional } from '../../src/kernel/parse.ts';
import {
  type RequiredPermission,
  requirePermission,
  type Scope,
} from '../../src/platforms/access/principal.ts';
import { type EventType, eventKindList, eventKindOf, eventTypes } from '../../src/webhooks/event-kinds.ts';
import { builder } from '../core/builder.ts';
import { type Context, principalOf } from '../core/context.ts';
import {
  acceptingSubscription,
  afterArgument,
  positionAfter,
  streamUpdates,
  type Update,
  updateFields,
} from '../core/updates.ts';
import { payloadOf } from './event-payloads.ts';
import { EventKindEnum, EventRef, resourceIdInput, withId } from './events.ts';

/** What a caller needs to see the events of a resource: the permission of its root field. */
const permissions = {
  Transaction: 'VIEW_TRANSACTIONS',
  InternalAccount: 'VIEW_TRANSACTIONS',
  Customer: 'VIEW_CUSTOMER',
  Verification: 'VIEW',
  AgentAction: 'VIEW_AGENTS',
  Invitation: 'VIEW_PLATFORM',
  BulkUpload: 'VIEW_PLATFORM',
} as const satisfies Record<NonNullable<ReturnType<typeof eventKindOf>['resource']>, RequiredPermission>;

function visibleTypes(context: Context): EventType[] {
  const principal = principalOf(context);
  return eventTypes.filter((type) => {
    const { resource } = eventKindOf(type);
    return requirePermission(principal, resource ? permissions[resource] : 'VIEW_PLATFORM') === true;
  });
}

interface EventFilter {
  readonly kinds?: readonly EventType[] | undefined;
  readonly resourceId?: string | undefined;
  readonly customerId?: Id<'Customer'> | undefined;
}

/** Whether the event is of the customer and the agent that the caller is restricted to. */
function isVisible(event: LoggedEvent, scope: Scope): boolean {
  if (scope.customerId && customerOfEvent(event) !== scope.customerId) return false;
  if (!scope.agentId || event.topic !== 'agent-action') return true;
  const payload = payloadOf(event);
  return payload !== undefined && 'agentId' in payload && payload.agentId === scope.agentId;
}

const updates = new WeakMap<LoggedEvent, Update>();

/** Reads each event once: all subscriptions of the process share the update. */
function readUpdate(event: LoggedEvent): Update | undefined {
  if (event.type === undefined) return undefined;
  let update = updates.get(event);
  if (!update) {
    update = { cursor: eventCursor(event.position), occurredAt: event.occurredAt, event };
    updates.set(event, update);
  }
  return update;
}

function publishedEvents(
  context: Context,
  { after, kinds, resourceId, customerId }: EventFilter & { after?: number | undefined },
) {
  const visible = visibleTypes(context);
  const types: ReadonlySet<string | undefined> = new Set(
    kinds ? visible.filter((type) => kinds.includes(type)) : visible,
  );
  return streamUpdates(
    context,
    readUpdate,
    after,
    ({ event }, scope) =>
      types.has(event.type) &&
      (resourceId === undefined || event.resourceId === resourceId) &&
      (customerId === undefined || customerOfEvent(event) === customerId) &&
      isVisible(event, scope),
  );
}

const EventUpdateRef = builder.objectRef<Update>('EventUpdate').implement({
  description: 'One published event.',
  fields: (t) => ({
    ...updateFields(t),
    event: t.field({
      type: EventRef,
      description: 'The event, with its resource directly after the change as `payload`.',
      resolve: ({ event }) => withId(event),
    }),
  }),
});

builder.subscriptionField('eventPublished', (t) =>
  t.field({
    type: EventUpdateRef,
    authScopes: { permission: 'SUBSCRIBE' },
    description:
      'Emits every published event that matches and whose resource the caller may read, in the order of the event log: payments, balances, customers, verifications, agent actions and invitations. Pass the cursor of the last received update as `after` to receive missed events first, in order, and then new ones.',
    args: {
      kinds: t.arg({ type: [EventKindEnum], description: `Any of these kinds. At most ${maxChoices}.` }),
      resourceId: t.arg.id({
        description: 'The resource that changed: a global id, or the code of an invitation.',
      }),
      customerId: t.arg.id({
        description: 'Events of the customer and of its transactions, accounts, actions and verifications.',
      }),
      after: t.arg.string({ description: afterArgument }),
    },
    ...acceptingSubscription(
      {
        kinds: optional(eventKindList),
        resourceId: optional(resourceIdInput),
        customerId: optional(idSchema('Customer')),
        after: positionAfter,
      },
      (args, context) => publishedEvents(context, args),
    ),
    resolve: (update) => update,
  }),
);
