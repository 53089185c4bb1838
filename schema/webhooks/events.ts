/** The event log as a list, in the order and with the cursors of subscriptions and webhooks. */
import { z } from 'zod';
import { readList } from '../../src/infrastructure/database/wide-reads.ts';
import {
  CursorExpired,
  eventCursor,
  isArchivedAfter,
  type LoggedEvent,
  parseEventCursor,
} from '../../src/infrastructure/events/log.ts';
import {
  findPublishedEvents,
  isWideEventFilter,
  readPublishedEvents,
} from '../../src/infrastructure/events/published-event-store.ts';
import { InvalidInput } from '../../src/kernel/errors.ts';
import { type Id, idOf, idSchema, parseAnyId } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { type PageArguments, pageSizeOf } from '../../src/kernel/page.ts';
import { oneOf, optional, text } from '../../src/kernel/parse.ts';
import { enumNameOf, eventEnumNames, eventKindList, parseEventType } from '../../src/webhooks/event-kinds.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { PageInfo, type PagePosition, pageArguments, pageShape } from '../core/connections.ts';
import { batched, type Context, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { NodeRef, nodeOf, registerNode } from '../core/node.ts';
import { EventPayloadRef, payloadOf } from './event-payloads.ts';

/** A published event, with the id of the webhook envelope. */
interface PublishedEvent extends LoggedEvent {
  readonly id: Id<'Webhook'>;
}

export const withId = (event: LoggedEvent): PublishedEvent =>
  Object.assign(event, { id: idOf('Webhook', event.uuid) });

export const EventKindEnum = describedEnum(
  'EventKind',
  'Kind of an event: its `type` with underscores, because enum values have no dots.',
  eventEnumNames,
);

/** The resource of an event: a global id, or the code of an invitation. */
export const resourceIdInput = text(100).refine((id) => parseAnyId(id) || /^[0-9a-z]{8,16}$/i.test(id), {
  error: 'must be an id of the form <Type>:<uuid>, or the code of an invitation',
});

export const EventRef = builder.objectRef<PublishedEvent>('Event').implement({
  description: 'An event, as it is sent to webhook endpoints. Its id equals `id` of the webhook envelope.',
  interfaces: [NodeRef],
  fields: (t) => ({
    type: t.string({
      description: 'Event type, for example OUTGOING_PAYMENT.COMPLETED.',
      resolve: (event) => event.type ?? '',
    }),
    kind: t.field({
      type: EventKindEnum,
      nullable: true,
      description: 'The type as an enum; null for a type of another version of the service.',
      resolve: (event) => {
        const type = parseEventType(event.type ?? '');
        return type ? enumNameOf(type) : null;
      },
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
    payload: t.field({
      type: EventPayloadRef,
      nullable: true,
      description: 'The resource directly after the change; null for an event without a resource.',
      resolve: (event) => payloadOf(event) ?? null,
    }),
  }),
});

const eventById = batched<Id<'Webhook'>, PublishedEvent>('eventById', async (context, ids) => {
  const { id: platformId } = principalOf(context).platform;
  const found = await findPublishedEvents(context.ports.db.orm, platformId, ids);
  return new Map(found.map(withId).map((event) => [event.id, event]));
});

registerNode('Webhook', 'Event', eventById);

const cursorOf = (event: LoggedEvent): string => eventCursor(event.position);

const EventEdge = builder.objectRef<PublishedEvent>('EventEdge').implement({
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
  readonly events: readonly PublishedEvent[];
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

const EventFilter = builder.inputType('EventFilter', {
  description: 'Filter for events. An event must match all given fields.',
  fields: (t) => ({
    kinds: t.field({ type: [EventKindEnum], description: `Any of these kinds. At most ${maxChoices}.` }),
    resourceId: t.id({
      description: 'The resource that changed: a global id, or the code of an invitation.',
    }),
    customerId: t.id({
      description: 'Events of the customer and of its transactions, accounts, actions and verifications.',
    }),
  }),
});

const eventOrders = ['OLDEST_FIRST', 'NEWEST_FIRST'] as const;
const EventOrderEnum = describedEnum('EventOrder', 'Order of the event log.', eventOrders, {
  OLDEST_FIRST: 'In the order of subscriptions and webhooks.',
  NEWEST_FIRST: 'The latest event first.',
});

const EventFilterInput = z.object({
  kinds: optional(eventKindList),
  resourceId: optional(resourceIdInput),
  customerId: optional(idSchema('Customer')),
});

interface EventRequest extends PageArguments {
  readonly filter?: z.output<typeof EventFilterInput> | undefined;
  readonly order?: (typeof eventOrders)[number] | undefined;
}

function positionIn(path: 'after' | 'before', cursor: string | null | undefined): number | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const position = parseEventCursor(cursor);
  if (position === undefined) throw InvalidInput.at(path, 'is not a cursor of the event log');
  return position;
}

/** A page of the log. Its cursors are positions, so they are valid with every filter and in subscriptions. */
async function pageOfEvents(
  { filter, order = 'OLDEST_FIRST', ...page }: EventRequest,
  context: Context,
): Promise<EventPage> {
  const length = pageSizeOf(page);
  if ('path' in length) throw new InvalidInput([length]);
  const { size, isFromEnd } = length;
  const isNewestFirst = order === 'NEWEST_FIRST';
  const [after, before] = [positionIn('after', page.after), positionIn('before', page.before)];
  const { kinds, ...others } = filter ?? {};
  const wanted = { ...others, types: kinds };
  const rows = await readList(context.ports, isWideEventFilter(wanted), (db) =>
    readPublishedEvents(db, principalOf(context).platform.id, wanted, {
      ...(isNewestFirst ? { after: before, before: after } : { after, before }),
      isNewestFirst: isNewestFirst !== isFromEnd,
      limit: size + 1,
    }),
  );
  for (const [path, position] of Object.entries({ after, before })) {
    if (position !== undefined && (await isArchivedAfter(context.ports.db.orm, position, context.tail))) {
      throw new CursorExpired(path);
    }
  }
  const hasMore = rows.length > size;
  const onPage = rows.slice(0, size).map(withId);
  const events = isFromEnd ? onPage.reverse() : onPage;
  const [start] = events;
  const end = events.at(-1);
  return {
    events,
    pagePosition: {
      hasNextPage: isFromEnd ? before !== undefined : hasMore,
      hasPreviousPage: isFromEnd ? hasMore : after !== undefined,
      startCursor: start && cursorOf(start),
      // At the end of the log a client continues with the cursor that it sent.
      endCursor: end ? cursorOf(end) : (page.after ?? undefined),
    },
  };
}

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description:
      'The event log, oldest first unless `order` says otherwise, with the cursors of subscriptions and webhooks. Oldest first, continue with `endCursor`, which an empty page has too.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: EventFilter, description: 'Filter for the list.' }),
      order: t.arg({
        type: EventOrderEnum,
        defaultValue: 'OLDEST_FIRST',
        description: 'Order of the list.',
      }),
    },
    ...accepting(
      { ...pageShape, filter: optional(EventFilterInput), order: optional(oneOf(eventOrders)) },
      (args, context) => pageOfEvents(args, context),
    ),
  }),
);
