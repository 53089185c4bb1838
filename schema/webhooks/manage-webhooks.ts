/** Webhooks: asking for events again, the test, and the change of keys. */
import { Conflict, Forbidden, InvalidInput, NotFound, Upstream } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import {
  RedeliverWebhooksInput,
  redeliverWebhook,
  redeliverWebhooks,
  type WebhookRedelivery,
} from '../../src/webhooks/deliveries/redeliver.ts';
import {
  SendTestWebhookInput,
  sendTestWebhook,
  type TestWebhookSent,
} from '../../src/webhooks/deliveries/send-test.ts';
import { RotateWebhookKeyInput, rotateWebhookKey } from '../../src/webhooks/signing/rotate-key.ts';
import { maxLiveKeys } from '../../src/webhooks/signing/signing-keys.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { WebhookDeliveryRef } from './webhooks.ts';

const WebhookRedeliveryRef = builder.objectRef<WebhookRedelivery>('WebhookRedelivery').implement({
  description: 'What was asked for again.',
  fields: (t) => ({
    events: t.exposeInt('events', {
      description: 'Events, each for every endpoint that takes it. At most 100000 are counted; all are sent.',
    }),
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
        bound: maxLiveKeys,
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
      description: 'Result of redeliverWebhook.',
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
      description: 'Result of redeliverWebhooks.',
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
      description: 'Result of sandboxSendTestWebhook.',
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
      description: 'Result of rotateWebhookKey.',
      resolveType: () => WebhookKeysRef,
    },
    ...accepting(RotateWebhookKeyInput.shape, (input, context) =>
      rotateWebhookKey(context.ports, platformOf(context), input),
    ),
  }),
}));
