/** Webhooks: redelivery, test, and key rotation. */
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
  description: 'Result of redeliverWebhooks.',
  fields: (t) => ({
    events: t.exposeInt('events', {
      description:
        'Number of deliveries: one for each event and each endpoint that receives it. The count stops at 100000; all events are delivered.',
    }),
  }),
});

const TestWebhookSentRef = builder.objectRef<TestWebhookSent>('TestWebhookSent').implement({
  description: 'Result of a TEST event that an endpoint accepted.',
  fields: (t) => ({
    deliveryId: t.exposeID('deliveryId', { description: 'Delivery of the TEST event in the delivery log.' }),
    url: t.exposeString('url', { description: 'URL of the endpoint.' }),
    responseStatus: t.exposeInt('responseStatus', { description: 'HTTP status of the response, 2xx.' }),
    responseBody: t.string({
      nullable: true,
      description: 'Body of the response, truncated to 16 KiB.',
      resolve: (sent) => sent.responseBody ?? null,
    }),
  }),
});

const WebhookKeysRef = builder
  .objectRef<{ readonly webhookPublicKeys: readonly string[] }>('WebhookKeys')
  .implement({
    description: 'Keys that sign webhooks.',
    fields: (t) => ({
      webhookPublicKeys: t.stringList({
        bound: maxLiveKeys,
        description: 'Public keys in PEM, SubjectPublicKeyInfo, the current signing key first.',
        resolve: (keys) => [...keys.webhookPublicKeys],
      }),
    }),
  });

builder.mutationFields((t) => ({
  redeliverWebhook: t.errorUnionField({
    description: 'Sends one event again to the endpoint of a delivery, with the same id and the same bytes.',
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
    description: 'Sends all events after a position of the event log again.',
    authScopes: { permission: 'MANAGE' },
    args: {
      after: t.arg.string({
        required: true,
        description: 'Cursor of the event log. Events after it are sent again.',
      }),
      endpointId: t.arg.id({ description: 'WebhookEndpoint:<uuid>. Default: all endpoints.' }),
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
      'Sends a TEST event immediately, also in production, and returns the response of the endpoint.',
    authScopes: { permission: 'MANAGE' },
    args: {
      endpointId: t.arg.id({
        description: 'WebhookEndpoint:<uuid>. Default: the first endpoint of the list.',
      }),
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
      'Rotates the key that signs webhooks. The new key is published 24 hours before it starts to sign, and the old key stays published for 24 hours after it stops.',
    authScopes: { permission: 'MANAGE' },
    args: {
      immediately: t.arg.boolean({
        defaultValue: false,
        description: 'Replaces all keys immediately, without overlap. Use it for a compromised key.',
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
