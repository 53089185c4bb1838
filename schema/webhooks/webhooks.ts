/** Webhooks: the delivery log. */
import { z } from 'zod';
import { readList } from '../../src/infrastructure/database/wide-reads.ts';
import { type Id, idSchema, parseAnyId } from '../../src/kernel/ids.ts';
import { oneOf, optional, text } from '../../src/kernel/parse.ts';
import { attemptsOf, requestBodies, responseBodies } from '../../src/webhooks/deliveries/attempt-store.ts';
import {
  deliveryStatuses,
  loggedBodyBytes,
  type WebhookAttempt,
  type WebhookDelivery,
} from '../../src/webhooks/deliveries/delivery.ts';
import {
  countDeliveries,
  findDeliveries,
  isWideDeliveryFilter,
  listDeliveries,
} from '../../src/webhooks/deliveries/delivery-store.ts';
import type { WebhookEndpoint } from '../../src/webhooks/endpoints/endpoint.ts';
import { endpointsOf } from '../../src/webhooks/endpoints/endpoint-store.ts';
import { eventTypes, parseEventType } from '../../src/webhooks/event-kinds.ts';
import { accepting, acceptingOn } from '../core/accepting.ts';
import { lengthArgument, lengthDescription } from '../core/bounds.ts';
import { builder } from '../core/builder.ts';
import { textCost } from '../core/complexity.ts';
import { connect, connectionOf, pageArguments, pageShape } from '../core/connections.ts';
import { batched, byId, type Context, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { WebhookEndpointRef } from './endpoints.ts';

const deliveryById = batched<Id<'Delivery'>, WebhookDelivery>('deliveryById', async (context, ids) =>
  byId(await findDeliveries(context.ports.db.orm, principalOf(context).platform.id, ids)),
);

const endpointById = batched<Id<'WebhookEndpoint'>, WebhookEndpoint>('endpointById', async (context) =>
  byId(await endpointsOf(context.ports.db.orm, [principalOf(context).platform.id])),
);

const attemptsBound = { argument: 'last', default: 10, max: 500 } as const;

const platformIdOf = (context: Context) => principalOf(context).platform.id;

/** Loads the latest attempts of all deliveries of a level in one statement. */
const latestAttempts = (context: Context, deliveryId: Id<'Delivery'>, last: number) =>
  batched<Id<'Delivery'>, WebhookAttempt[]>(`attemptsOfDelivery ${last}`, (_context, ids) =>
    attemptsOf(context.ports.db.orm, platformIdOf(context), ids, last),
  )(context, deliveryId);

const requestBodyOf = batched<Id<'Delivery'>, string>('requestBodyOfDelivery', (context, ids) =>
  requestBodies(context.ports.db.orm, platformIdOf(context), ids),
);

const responseBodyOf = batched<string, string>('responseBodyOfAttempt', (context, uuids) =>
  responseBodies(context.ports.db.orm, platformIdOf(context), uuids),
);

const DeliveryStatusEnum = describedEnum(
  'WebhookDeliveryStatus',
  'Status of a webhook delivery.',
  deliveryStatuses,
  {
    PENDING:
      'Not delivered yet: an attempt is due, or an earlier event of the same resource is not delivered.',
    DELIVERED: 'The endpoint accepted the event.',
    FAILED: 'Delivery stopped after 7 days, or the endpoint was removed.',
  },
);

const WebhookAttemptRef = builder.objectRef<WebhookAttempt>('WebhookAttempt').implement({
  description: 'One HTTP request to an endpoint.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'Start time of the request.',
      resolve: (attempt) => attempt.at,
    }),
    requestBody: t.string({
      description: 'Body of the request, truncated to 16 KiB.',
      complexity: textCost(loggedBodyBytes),
      resolve: async ({ deliveryId }, _args, context) => (await requestBodyOf(context, deliveryId)) ?? '',
    }),
    responseStatus: t.int({
      nullable: true,
      description: 'HTTP status of the response; null if there was no response.',
      resolve: (attempt) => attempt.responseStatus ?? null,
    }),
    responseBody: t.string({
      nullable: true,
      description: 'Body of the response, truncated to 16 KiB.',
      complexity: textCost(loggedBodyBytes),
      resolve: async ({ uuid }, _args, context) => (await responseBodyOf(context, uuid)) ?? null,
    }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration in milliseconds.' }),
    error: t.string({
      nullable: true,
      description: 'Error, if there was no response.',
      resolve: (attempt) => attempt.error ?? null,
    }),
  }),
});

export const WebhookDeliveryRef = builder.objectRef<WebhookDelivery>('WebhookDelivery').implement({
  description: 'Delivery of one event to one endpoint, with its attempts.',
  interfaces: [NodeRef],
  fields: (t) => ({
    eventId: t.exposeID('eventId', {
      description: 'Id of the event, equal to `id` of the webhook envelope in each attempt.',
    }),
    endpoint: t.field({
      type: WebhookEndpointRef,
      nullable: true,
      description: 'The endpoint; null if it was removed from the settings.',
      resolve: (delivery, _args, context) => endpointById(context, delivery.endpointId),
    }),
    type: t.exposeString('type', {
      description: 'Event type, for example OUTGOING_PAYMENT.COMPLETED.',
    }),
    resourceId: t.id({
      nullable: true,
      description: 'The resource that changed; null for TEST.',
      resolve: (delivery) => delivery.resourceId ?? null,
    }),
    sequence: t.int({
      nullable: true,
      description: 'Number of the event among the events of the resource, starting with 1; null for TEST.',
      resolve: (delivery) => delivery.sequence ?? null,
    }),
    status: t.field({
      type: DeliveryStatusEnum,
      description: 'Status of the delivery.',
      resolve: (d) => d.status,
    }),
    attempts: t.field({
      type: [WebhookAttemptRef],
      bound: attemptsBound,
      description: 'Latest attempts, oldest first.',
      args: {
        last: t.arg.int({ description: `Number of attempts to return: ${lengthDescription(attemptsBound)}` }),
      },
      ...acceptingOn(
        { last: lengthArgument(attemptsBound) },
        async ({ id }: WebhookDelivery, { last }, context) => (await latestAttempts(context, id, last)) ?? [],
      ),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the event.',
      resolve: (d) => d.createdAt,
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the next attempt; null if the delivery is finished or waits for an earlier event.',
      resolve: (delivery) => delivery.nextAttemptAt ?? null,
    }),
  }),
});

registerNode('Delivery', 'WebhookDelivery', deliveryById);
registerNode('WebhookEndpoint', 'WebhookEndpoint', endpointById);

const WebhookDeliveryConnection = connectionOf('WebhookDelivery', WebhookDeliveryRef);

const WebhookDeliveryFilter = builder.inputType('WebhookDeliveryFilter', {
  description: 'Filter for deliveries. A record must match all given fields.',
  fields: (t) => ({
    endpointId: t.id({ description: 'WebhookEndpoint:<uuid>' }),
    type: t.string({ description: 'Event type.' }),
    status: t.field({ type: DeliveryStatusEnum, description: 'Status of the delivery.' }),
    resourceId: t.id({ description: 'The resource that changed.' }),
  }),
});

const eventTypeInput = text(100).transform((value, context) => {
  const type = parseEventType(value);
  if (type) return type;
  context.addIssue({ code: 'custom', message: `must be one of ${eventTypes.join(', ')}` });
  return z.NEVER;
});

/** Every resource has an id except an invitation, which has a code. */
const resourceIdInput = text(100).refine((id) => parseAnyId(id) || /^[0-9a-f]{8}$/.test(id), {
  error: 'must be an id of the form <Type>:<uuid>, or the code of an invitation',
});

const WebhookDeliveryFilterInput = z.object({
  endpointId: optional(idSchema('WebhookEndpoint')),
  type: optional(eventTypeInput),
  status: optional(oneOf(deliveryStatuses)),
  resourceId: optional(resourceIdInput),
});

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    type: WebhookDeliveryConnection,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Webhook deliveries, newest first.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: WebhookDeliveryFilter, description: 'Filter for the list.' }),
    },
    ...accepting(
      { ...pageShape, filter: optional(WebhookDeliveryFilterInput) },
      ({ filter = {}, ...page }, context) => {
        const { id } = principalOf(context).platform;
        return connect(
          'webhookDeliveries',
          filter,
          page,
          (request) =>
            readList(context.ports, isWideDeliveryFilter(filter), (db) =>
              listDeliveries(db, id, filter, request),
            ),
          (db) => countDeliveries(db, id, filter),
        );
      },
    ),
  }),
);
