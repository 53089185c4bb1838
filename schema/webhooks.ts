/** Webhooks: the delivery log, asking for events again, the test, and the change of keys. */
import { z } from 'zod';
import { eventTypes, parseEventType } from '../src/events/kinds.ts';
import { Conflict, Forbidden, InvalidInput, NotFound, Upstream } from '../src/kernel/errors.ts';
import { type Id, idSchema, parseAnyId } from '../src/kernel/ids.ts';
import { oneOf, optional, text } from '../src/kernel/parse.ts';
import { deliveryStatuses, type WebhookAttempt, type WebhookDelivery } from '../src/webhooks/delivery.ts';
import { countDeliveries, findDeliveries, listDeliveries } from '../src/webhooks/delivery-store.ts';
import type { WebhookEndpoint } from '../src/webhooks/endpoint.ts';
import { endpointsOf } from '../src/webhooks/endpoint-store.ts';
import {
  RedeliverWebhooksInput,
  redeliverWebhook,
  redeliverWebhooks,
  type WebhookRedelivery,
} from '../src/webhooks/redeliver.ts';
import { RotateWebhookKeyInput, rotateWebhookKey } from '../src/webhooks/rotate-key.ts';
import { SendTestWebhookInput, sendTestWebhook, type TestWebhookSent } from '../src/webhooks/send-test.ts';
import { accepting } from './accepting.ts';
import { builder } from './builder.ts';
import { connect, connectionOf, pageArguments, pageShape } from './connections.ts';
import { batched, byId, platformOf } from './context.ts';
import { describedEnum } from './enums.ts';
import { NodeRef, registerNode } from './node.ts';
import { WebhookEndpointRef } from './platform-config.ts';

const deliveryById = batched<Id<'Delivery'>, WebhookDelivery>('deliveryById', async (context, ids) =>
  byId(await findDeliveries(context.ports.db.orm, platformOf(context).platform.id, ids)),
);

const endpointById = batched<Id<'WebhookEndpoint'>, WebhookEndpoint>('endpointById', async (context) =>
  byId(await endpointsOf(context.ports.db.orm, [platformOf(context).platform.id])),
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
    requestBody: t.exposeString('requestBody', { description: 'What was sent, cut to 16 KiB.' }),
    responseStatus: t.int({
      nullable: true,
      description: 'HTTP status of the answer; null when there was none.',
      resolve: (attempt) => attempt.responseStatus ?? null,
    }),
    responseBody: t.string({
      nullable: true,
      description: 'Body of the answer, cut to 16 KiB.',
      resolve: (attempt) => attempt.responseBody ?? null,
    }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took, in milliseconds.' }),
    error: t.string({
      nullable: true,
      description: 'Why there was no answer.',
      resolve: (attempt) => attempt.error ?? null,
    }),
  }),
});

const WebhookDeliveryRef = builder.objectRef<WebhookDelivery>('WebhookDelivery').implement({
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
      description: 'Oldest first.',
      resolve: (d) => [...d.attempts],
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
        const { id } = platformOf(context).platform;
        return connect(
          'webhookDeliveries',
          filter,
          page,
          (request) => listDeliveries(orm, id, filter, request),
          () => countDeliveries(orm, id, filter),
        );
      },
    ),
  }),
);

const WebhookRedeliveryRef = builder.objectRef<WebhookRedelivery>('WebhookRedelivery').implement({
  description: 'What was asked for again.',
  fields: (t) => ({
    events: t.exposeInt('events', { description: 'Events, each for every endpoint that takes it.' }),
  }),
});

const TestWebhookSentRef = builder.objectRef<TestWebhookSent>('TestWebhookSent').implement({
  description: 'A TEST was taken.',
  fields: (t) => ({
    deliveryId: t.exposeID('deliveryId', { description: 'Its delivery in the log.' }),
    url: t.exposeString('url', { description: 'Where it was sent.' }),
    responseStatus: t.exposeInt('responseStatus', { description: 'HTTP status of the answer, 2xx.' }),
    responseBody: t.string({
      nullable: true,
      description: 'Body of the answer, cut to 16 KiB.',
      resolve: (sent) => sent.responseBody ?? null,
    }),
  }),
});

const WebhookKeysRef = builder
  .objectRef<{ readonly webhookPublicKeys: readonly string[] }>('WebhookKeys')
  .implement({
    description: 'The keys that webhooks may be signed with.',
    fields: (t) => ({
      webhookPublicKeys: t.stringList({
        description: 'PEM, SubjectPublicKeyInfo, the signing one first.',
        resolve: (keys) => [...keys.webhookPublicKeys],
      }),
    }),
  });

builder.mutationFields((t) => ({
  redeliverWebhook: t.errorUnionField({
    description: 'Sends one event again to the endpoint of a delivery: the same id, the same bytes.',
    authScopes: { permission: 'MANAGE' },
    args: { deliveryId: t.arg.id({ required: true, description: 'Delivery:<uuid>' }) },
    types: [WebhookDeliveryRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'RedeliverWebhookResult',
      description: 'What redeliverWebhook answers.',
      resolveType: () => WebhookDeliveryRef,
    },
    ...accepting({ deliveryId: idSchema('Delivery') }, ({ deliveryId }, context) =>
      redeliverWebhook(context.ports, platformOf(context), deliveryId),
    ),
  }),
  redeliverWebhooks: t.errorUnionField({
    description: 'Sends everything again that happened after a place in the event log.',
    authScopes: { permission: 'MANAGE' },
    args: {
      after: t.arg.string({ required: true, description: 'A cursor of the event log.' }),
      endpointId: t.arg.id({ description: 'WebhookEndpoint:<uuid>: to it alone. Absent: to all.' }),
    },
    types: [WebhookRedeliveryRef, InvalidInput, Forbidden],
    union: {
      name: 'RedeliverWebhooksResult',
      description: 'What redeliverWebhooks answers.',
      resolveType: () => WebhookRedeliveryRef,
    },
    ...accepting(RedeliverWebhooksInput.shape, (input, context) =>
      redeliverWebhooks(context.ports, platformOf(context), input),
    ),
  }),
  sandboxSendTestWebhook: t.errorUnionField({
    description:
      'Sends a TEST event now, in the sandbox and in production alike, and answers what the receiver said.',
    authScopes: { permission: 'MANAGE' },
    args: {
      endpointId: t.arg.id({ description: 'WebhookEndpoint:<uuid>; the first of the list when absent.' }),
    },
    types: [TestWebhookSentRef, InvalidInput, Forbidden, Upstream],
    union: {
      name: 'SandboxSendTestWebhookResult',
      description: 'What sandboxSendTestWebhook answers.',
      resolveType: () => TestWebhookSentRef,
    },
    ...accepting(SendTestWebhookInput.shape, (input, context) =>
      sendTestWebhook(context.ports, platformOf(context), input),
    ),
  }),
  rotateWebhookKey: t.errorUnionField({
    description:
      'Changes the key that signs webhooks: the new one is published 24 hours before it signs, the old one 24 hours after it ceased to.',
    authScopes: { permission: 'MANAGE' },
    args: {
      immediately: t.arg.boolean({
        defaultValue: false,
        description: 'Replace every key at once, without overlap: for a key that others may know.',
      }),
    },
    types: [WebhookKeysRef, InvalidInput, Forbidden, Conflict],
    union: {
      name: 'RotateWebhookKeyResult',
      description: 'What rotateWebhookKey answers.',
      resolveType: () => WebhookKeysRef,
    },
    ...accepting(RotateWebhookKeyInput.shape, (input, context) =>
      rotateWebhookKey(context.ports, platformOf(context), input),
    ),
  }),
}));
