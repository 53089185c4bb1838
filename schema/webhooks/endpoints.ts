/** Webhook endpoints. */

import type { WebhookEndpoint } from '../../src/webhooks/endpoints/endpoint.ts';
import { eventTypes, extensionTypes } from '../../src/webhooks/event-kinds.ts';
import { builder } from '../core/builder.ts';
import { NodeRef } from '../core/node.ts';

export const WebhookEndpointRef = builder.objectRef<WebhookEndpoint>('WebhookEndpoint').implement({
  description: 'A webhook endpoint. Its id stays the same as long as its url is in the settings.',
  interfaces: [NodeRef],
  fields: (t) => ({
    url: t.exposeString('url', { description: 'URL of the endpoint.' }),
    eventTypes: t.stringList({
      bound: eventTypes.length,
      nullable: true,
      description: 'Event types that the endpoint receives; null for all types except extensions.',
      resolve: (endpoint) => (endpoint.eventTypes ? [...endpoint.eventTypes] : null),
    }),
    extensions: t.exposeBoolean('extensions', {
      description: `Whether the endpoint also receives all extensions: ${extensionTypes.join(', ')}.`,
    }),
    isPaused: t.exposeBoolean('isPaused', {
      description: 'Whether delivery is paused. Events are retained until it is resumed.',
    }),
  }),
});
