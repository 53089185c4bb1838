/** Webhooks: the delivery log. */
import { z } from 'zod';
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

/** The latest attempts at every delivery on a level, loaded together. */
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
  'Where a delivery stands.',
  deliveryStatuses,
  {
    PENDING: 'Not taken yet: being tried, or waiting for an earlier event of its object.',
    DELIVERED: 'The receiver took it.',
    FAILED: 'Given up after 7 days, or its endpoint was removed.',
  },
);

const WebhookAttemptRef = builder.objectRef<WebhookAttempt>('WebhookAttempt').implement({
  description: 'One call of an endpoint.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', description: 'When it began.', resolve: (attempt) => attempt.at }),
    requestBody: t.string({
      description: 'What was sent, cut to 16 KiB.',
      complexity: textCost(loggedBodyBytes),
      resolve: async ({ deliveryId }, _args, context) => (await requestBodyOf(context, deliveryId)) ?? '',
    }),
    responseStatus: t.int({
      nullable: true,
      description: 'HTTP status of the answer; null when there was none.',
      resolve: (attempt) => attempt.responseStatus ?? null,
    }),
    responseBody: t.string({
      nullable: true,
      description: 'Body of the answer, cut to 16 KiB.',
      complexity: textCost(loggedBodyBytes),
      resolve: async ({ uuid }, _args, context) => (await responseBodyOf(context, uuid)) ?? null,
    }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took, in milliseconds.' }),
    error: t.string({
      nullable: true,
      description: 'Why there was no answer.',
      resolve: (attempt) => attempt.error ?? null,
    }),
  }),
});

export const WebhookDeliveryRef = builder.objectRef<WebhookDelivery>('WebhookDelivery').implement({
  description: 'One event on its way to one endpoint, with every attempt.',
  interfaces: [NodeRef],
  fields: (t) => ({
    eventId: t.exposeID('eventId', { description: "The envelope's `id`, the same at every attempt." }),
    endpoint: t.field({
      type: WebhookEndpointRef,
      nullable: true,
      description: 'Null when it is no longer among the settings.',
      resolve: (delivery, _args, context) => endpointById(context, delivery.endpointId),
    }),
    type: t.exposeString('type', {
      description: 'The kind of event, for example OUTGOING_PAYMENT.COMPLETED.',
    }),
    resourceId: t.id({
      nullable: true,
      description: 'What it is about; null for TEST.',
      resolve: (delivery) => delivery.resourceId ?? null,
    }),
    sequence: t.int({
      nullable: true,
      description: 'Counts the events of that resource from 1; null for TEST.',
      resolve: (delivery) => delivery.sequence ?? null,
    }),
    status: t.field({ type: DeliveryStatusEnum, description: 'Where it stands.', resolve: (d) => d.status }),
    attempts: t.field({
      type: [WebhookAttemptRef],
      bound: attemptsBound,
      description: 'The latest ones, oldest first.',
      args: { last: t.arg.int({ description: `How many: ${lengthDescription(attemptsBound)}` }) },
      ...acceptingOn(
        { last: lengthArgument(attemptsBound) },
        async ({ id }: WebhookDelivery, { last }, context) => (await latestAttempts(context, id, last)) ?? [],
      ),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the event happened.',
      resolve: (d) => d.createdAt,
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next; null when it is done, or waits for an earlier event.',
      resolve: (delivery) => delivery.nextAttemptAt ?? null,
    }),
  }),
});

registerNode('Delivery', 'WebhookDelivery', deliveryById);

const WebhookDeliveryConnection = connectionOf('WebhookDelivery', WebhookDeliveryRef);

const WebhookDeliveryFilter = builder.inputType('WebhookDeliveryFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    endpointId: t.id({ description: 'WebhookEndpoint:<uuid>' }),
    type: t.string({ description: 'A kind of event.' }),
    status: t.field({ type: DeliveryStatusEnum, description: 'Where it stands.' }),
    resourceId: t.id({ description: 'What it is about.' }),
  }),
});

const eventTypeInput = text(100).transform((value, context) => {
  const type = parseEventType(value);
  if (type) return type;
  context.addIssue({ code: 'custom', message: `must be one of ${eventTypes.join(', ')}` });
  return z.NEVER;
});

/** Of the resources only an invitation is named by something else than an id. */
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
    description: 'The delivery log, newest first.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: WebhookDeliveryFilter, description: 'What to narrow it by.' }),
    },
    ...accepting(
      { ...pageShape, filter: optional(WebhookDeliveryFilterInput) },
      ({ filter = {}, ...page }, context) => {
        const { orm } = context.ports.db;
        const { id } = principalOf(context).platform;
        return connect(
          'webhookDeliveries',
          filter,
          page,
          (request) => listDeliveries(orm, id, filter, request),
          (db) => countDeliveries(db, id, filter),
        );
      },
    ),
  }),
);
