/** The event log as a list, in the order and with the cursors of subscriptions and webhooks. */
import { readPublishedEvents } from '../../src/infrastructure/events/event-store.ts';
import { eventCursor, type LoggedEvent, parseEventCursor } from '../../src/infrastructure/events/log.ts';
import { InvalidInput } from '../../src/kernel/errors.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { pageRequest } from '../../src/kernel/page.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { PageInfo, type PagePosition, pageArguments, pageShape } from '../core/connections.ts';
import { principalOf } from '../core/context.ts';
import { NodeRef, nodeOf } from '../core/node.ts';

const EventRef = builder.objectRef<LoggedEvent>('Event').implement({
  description: 'An event, as it is sent to webhook endpoints.',
  fields: (t) => ({
    id: t.id({
      description: 'Id of the event, equal to `id` of the webhook envelope.',
      resolve: (event) => idOf('Webhook', event.uuid),
    }),
    type: t.string({
      description: 'Event type, for example OUTGOING_PAYMENT.COMPLETED.',
      resolve: (event) => event.type ?? '',
    }),
    resourceId: t.id({
      nullable: true,
      description: 'The resource that changed: a global id, or the code of an invitation.',
      resolve: (event) => event.resourceId,
    }),
    sequence: t.int({
      description: 'Number of the event among the events of the resource: 1, 2, 3 and so on, without gaps.',
      resolve: (event) => event.sequence ?? 0,
    }),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'Time of the event.',
      resolve: (e) => e.occurredAt,
    }),
    resource: t.field({
      type: NodeRef,
      nullable: true,
      description: 'Current state of the resource; null if the resource has no global id.',
      resolve: (event, _args, context) => nodeOf(context, event.resourceId),
    }),
  }),
});

const cursorOf = (event: LoggedEvent): string => eventCursor(event.position);

const EventEdge = builder.objectRef<LoggedEvent>('EventEdge').implement({
  description: 'One Event with its cursor.',
  fields: (t) => ({
    cursor: t.string({
      description:
        'Cursor of the event. Pass it as `after` to continue after this event, in this list or in a subscription.',
      resolve: cursorOf,
    }),
    node: t.field({ type: EventRef, description: 'The event.', resolve: (event) => event }),
  }),
});

interface EventPage {
  readonly events: readonly LoggedEvent[];
  readonly pagePosition: PagePosition;
}

const EventConnection = builder.objectRef<EventPage>('EventConnection').implement({
  description: 'One page of the event log.',
  fields: (t) => ({
    edges: t.field({
      type: [EventEdge],
      bound: 'page',
      description: 'Events with their cursors.',
      resolve: ({ events }) => [...events],
    }),
    nodes: t.field({
      type: [EventRef],
      bound: 'page',
      description: 'The events.',
      resolve: ({ events }) => [...events],
    }),
    pageInfo: t.field({
      type: PageInfo,
      description: 'Position of this page in the event log.',
      complexity: { field: 0, multiplier: 0 },
      resolve: ({ pagePosition }) => pagePosition,
    }),
  }),
});

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description:
      'The event log, oldest first, in the order and with the cursors of subscriptions and webhooks. Continue with `endCursor`, which an empty page has too.',
    args: pageArguments(t),
    ...accepting(pageShape, async ({ first, after }, context): Promise<EventPage> => {
      const request = pageRequest('events', { first });
      if (request instanceof InvalidInput) throw request;
      const position = after === undefined ? 0 : parseEventCursor(after);
      if (position === undefined) throw InvalidInput.at('after', 'is not a cursor of the event log');
      const { orm } = context.ports.db;
      const { id: platformId } = principalOf(context).platform;
      const rows = await readPublishedEvents(orm, platformId, position, request.first + 1);
      const events = rows.slice(0, request.first);
      const [start] = events;
      const end = events.at(-1);
      return {
        events,
        pagePosition: {
          hasNextPage: rows.length > events.length,
          hasPreviousPage: after !== undefined,
          startCursor: start && cursorOf(start),
          // At the end of the log a client continues with the cursor that it sent.
          endCursor: end ? cursorOf(end) : after,
        },
      };
    }),
  }),
);
