/** The request log. Source: docs/behaviour/requests.md. */
import type { AuditEntry } from '../../src/infrastructure/audit-log/audit-entry.ts';
import { auditEntriesOfRequests } from '../../src/infrastructure/audit-log/audit-log-store.ts';
import { sequenceAuditEntries } from '../../src/infrastructure/audit-log/sequence.ts';
import type { LoggedEvent } from '../../src/infrastructure/events/log.ts';
import { publishedEventsOfRequests } from '../../src/infrastructure/events/published-event-store.ts';
import type { ApiRequest, requestTransports } from '../../src/infrastructure/request-log/api-request.ts';
import { ApiRequestFilterInput } from '../../src/infrastructure/request-log/filters.ts';
import {
  countApiRequests,
  findApiRequests,
  isWideRequestFilter,
  listApiRequests,
} from '../../src/infrastructure/request-log/request-store.ts';
import { groupedBy } from '../../src/kernel/grouped.ts';
import type { Id } from '../../src/kernel/ids.ts';
import type { WebhookDelivery } from '../../src/webhooks/deliveries/delivery.ts';
import { deliveriesOfEvents } from '../../src/webhooks/deliveries/delivery-store.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { ActorRef } from '../platforms/actors.ts';
import { EventRef, withId } from '../webhooks/events.ts';
import { WebhookDeliveryRef } from '../webhooks/webhooks.ts';
import { AuditEntryRef } from './audit-log.ts';

const maxOfRequest = 20;

const RequestTransportEnum = describedEnum(
  'RequestTransport',
  'API of a request.',
  ['GRAPHQL', 'REST', 'SOCKET', 'MCP'],
  {
    GRAPHQL: 'GraphQL over HTTP.',
    REST: 'REST.',
    SOCKET: 'GraphQL over WebSocket: one operation.',
    MCP: 'Model Context Protocol: the messages of one HTTP request.',
  },
);
const transportNames = {
  graphql: 'GRAPHQL',
  rest: 'REST',
  socket: 'SOCKET',
  mcp: 'MCP',
} as const satisfies Record<(typeof requestTransports)[number], string>;

const changesOfRequest = batched<string, AuditEntry[]>('changesOfRequest', async (context, ids) => {
  await sequenceAuditEntries(context.ports);
  return auditEntriesOfRequests(context.ports.db.orm, principalOf(context).platform.id, ids, maxOfRequest);
});

const eventsOfRequest = batched<string, LoggedEvent[]>('eventsOfRequest', async (context, ids) => {
  await sequenceAuditEntries(context.ports);
  return publishedEventsOfRequests(context.ports.db.orm, principalOf(context).platform.id, ids, maxOfRequest);
});

const deliveriesOfEvent = batched<Id<'Webhook'>, WebhookDelivery[]>(
  'deliveriesOfEvent',
  async (context, ids) => {
    const { id } = principalOf(context).platform;
    const deliveries = await deliveriesOfEvents(context.ports.db.orm, id, ids);
    return groupedBy(deliveries, ({ eventId }) => eventId);
  },
);

const bodyDescription =
  'JSON in which ids, times, amounts and values of enums are shown, and everything else is `****`; at most 4,000 characters.';

const ApiRequestRef = builder.objectRef<ApiRequest>('ApiRequest').implement({
  description: 'A request of the last 30 days, or one operation on a WebSocket.',
  interfaces: [NodeRef],
  fields: (t) => ({
    requestId: t.exposeString('requestId', {
      description: 'Header X-Request-Id of the request, or of its response.',
    }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'Start of the request. Real time, also on sandbox platforms.',
      resolve: ({ startedAt }) => startedAt,
    }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration in milliseconds.' }),
    transport: t.field({
      type: RequestTransportEnum,
      description: 'API of the request.',
      resolve: ({ transport }) => transportNames[transport],
    }),
    method: t.exposeString('method', { description: 'HTTP method.' }),
    operation: t.exposeString('operation', {
      description: 'Method and path without ids, or kind and first root field of the GraphQL operation.',
    }),
    operationName: t.string({
      nullable: true,
      description: 'Name that the document gives the GraphQL operation.',
      resolve: ({ operationName }) => operationName ?? null,
    }),
    status: t.exposeInt('status', { description: 'HTTP status. 499: the client disconnected.' }),
    errorCode: t.string({
      nullable: true,
      description: 'Code of the first error; null if there is none.',
      resolve: ({ errorCode }) => errorCode ?? null,
    }),
    actor: t.field({ type: ActorRef, description: 'Who sent the request.', resolve: ({ actor }) => actor }),
    address: t.string({
      nullable: true,
      description: 'Source address.',
      resolve: ({ address }) => address ?? null,
    }),
    requestBody: t.string({
      nullable: true,
      description: `Root fields and variables, or the REST body; null if there is none. ${bodyDescription}`,
      resolve: ({ requestBody }) => requestBody ?? null,
    }),
    responseBody: t.string({
      nullable: true,
      description: `Response; null if there is none. ${bodyDescription}`,
      resolve: ({ responseBody }) => responseBody ?? null,
    }),
    changes: t.field({
      type: [AuditEntryRef],
      bound: maxOfRequest,
      description: 'Changes of records by the request, from the audit log.',
      resolve: async ({ requestId }, _args, context) => (await changesOfRequest(context, requestId)) ?? [],
    }),
    events: t.field({
      type: [EventRef],
      bound: maxOfRequest,
      description:
        'Events of the changed records that the request caused. Events that jobs cause later are not among them.',
      resolve: async ({ requestId }, _args, context) =>
        ((await eventsOfRequest(context, requestId)) ?? []).map(withId),
    }),
    deliveries: t.field({
      type: [WebhookDeliveryRef],
      bound: maxOfRequest,
      description: 'Deliveries of these events to webhook endpoints.',
      resolve: async ({ requestId }, _args, context) => {
        const events = ((await eventsOfRequest(context, requestId)) ?? []).map(withId);
        const found = await Promise.all(events.map(({ id }) => deliveriesOfEvent(context, id)));
        return found.flatMap((deliveries) => deliveries ?? []).slice(0, maxOfRequest);
      },
    }),
  }),
});

registerNode(
  'ApiRequest',
  'ApiRequest',
  batched<Id<'ApiRequest'>, ApiRequest>('apiRequestById', async (context, ids) =>
    byId(await findApiRequests(context.ports.db.orm, principalOf(context).platform.id, ids)),
  ),
);

const ApiRequestFilter = builder.inputType('ApiRequestFilter', {
  description: 'Filter of the request log. Requests match all given fields.',
  fields: (t) => ({
    requestId: t.string({ description: 'Header X-Request-Id, exactly.' }),
    actorId: t.string({ description: 'Id of the token, the member or the agent, exactly.' }),
    operation: t.string({ description: 'Operation, exactly.' }),
    errorCode: t.string({ description: 'Code of the first error, exactly.' }),
    failed: t.boolean({ description: 'Whether the response has an error.' }),
    startedAfter: t.field({ type: 'DateTime', description: 'Start of the range of start times, inclusive.' }),
    startedBefore: t.field({ type: 'DateTime', description: 'End of the range of start times, inclusive.' }),
  }),
});

builder.queryField('requests', (t) =>
  t.field({
    type: connectionOf('ApiRequest', ApiRequestRef),
    authScopes: { permission: 'VIEW_PLATFORM' },
    description:
      'API requests of the platform in the last 30 days, newest first. A request is in the list a second after its response.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: ApiRequestFilter, description: 'Filter for the list.' }),
    },
    ...listing(
      'requests',
      ApiRequestFilterInput,
      (db, { platformId }, filter, page) => listApiRequests(db, platformId, filter, page),
      (db, { platformId }, filter) => countApiRequests(db, platformId, filter),
      isWideRequestFilter,
    ),
  }),
);
