/** Where events are sent. */

import type { WebhookEndpoint } from '../../src/webhooks/endpoints/endpoint.ts';
import { eventTypes } from '../../src/webhooks/event-kinds.ts';
import { builder } from '../core/builder.ts';

export const WebhookEndpointRef = builder.objectRef<WebhookEndpoint>('WebhookEndpoint').implement({
  description: 'Where events are sent. It keeps its id while its url stays in the list.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'WebhookEndpoint:<uuid>' }),
    url: t.exposeString('url', { description: 'Where it is called.' }),
    eventTypes: t.stringList({
      bound: eventTypes.length,
      nullable: true,
      description: 'The kinds that it is sent; null: every kind.',
      resolve: (endpoint) => (endpoint.eventTypes ? [...endpoint.eventTypes] : null),
    }),
    isPaused: t.exposeBoolean('isPaused', { description: 'Events wait until it goes on.' }),
  }),
});
