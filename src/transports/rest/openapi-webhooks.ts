/**
 * Describes the webhooks of the service: one for each event kind, with the example of docs/reference/events.md. A test generates
 * the examples from real events, and those of the kinds that no operation publishes from the body of their resource.
 *
 * Source: OpenAPI 3.1.1, webhooks; docs/behaviour/webhooks.md.
 */
import { z } from 'zod';
import type { EventKind } from '../../infrastructure/events/kind.ts';
import { type EventType, eventKindOf, eventTypes } from '../../webhooks/event-kinds.ts';
import { faultHeader } from '../http/faults.ts';
import { InternalAccount } from './bodies/accounts.ts';
import { AgentAction } from './bodies/agent-actions.ts';
import { id, instant } from './bodies/common.ts';
import { BulkUpload, Customer, Invitation, Verification } from './bodies/customers.ts';
import { Transaction } from './bodies/payments.ts';
import { type JsonSchema, type Operation, schemaOf } from './openapi-document.ts';
import examples from './webhook-examples.json' with { type: 'json' };

/** The body of each resource, in a response and in an event. */
const bodies = {
  Transaction,
  Customer,
  Verification,
  InternalAccount,
  AgentAction,
  Invitation,
  BulkUpload,
} as const satisfies Record<NonNullable<EventKind['resource']>, z.ZodType>;

function dataOf(type: EventType): z.ZodType {
  const { resource } = eventKindOf(type);
  return resource === undefined ? z.object({}) : bodies[resource];
}

function envelopeOf(type: EventType): z.ZodType {
  const { resource, alias } = eventKindOf(type);
  return z.object({
    id: id('Webhook').meta({ description: 'Id of the event, the same at every attempt.' }),
    type: z.literal(type),
    ...(alias !== undefined && { alias: z.literal(alias) }),
    timestamp: instant.meta({ description: "Time of the event, on the platform's clock." }),
    ...(resource !== undefined && {
      sequence: z.number().meta({
        type: 'integer',
        description: 'Number of the event among those of the resource, from 1, without gaps.',
      }),
    }),
    data: dataOf(type),
  });
}

/** A kind that was just added has no example until the test has run. */
const exampleOf: Readonly<Partial<Record<EventType, unknown>>> = examples;

/** The operations by event kind. */
export function webhooksOf(components: Record<string, JsonSchema>): Record<string, { post: Operation }> {
  return Object.fromEntries(
    eventTypes
      .filter((type) => type in exampleOf)
      .map((type) => [
        type,
        {
          post: {
            operationId: `receive ${type}`,
            summary: `The event ${type}.`,
            description: 'Sent to each webhook endpoint that receives this kind, until it is accepted.',
            tags: ['Webhooks'],
            security: [],
            parameters: [
              {
                name: 'X-Service-Signature',
                in: 'header',
                required: true,
                description: 'ECDSA signature over the raw body, as JSON: `{"v":"1","s":"<base64>"}`.',
                schema: { type: 'string' },
              },
              {
                name: faultHeader,
                in: 'header',
                required: false,
                description:
                  'Only of sandbox platforms: the fault on request that affected this delivery. Not signed.',
                schema: { type: 'string' },
              },
            ],
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: schemaOf(envelopeOf(type), components),
                  example: exampleOf[type],
                },
              },
            },
            responses: {
              '200': { description: 'The event is accepted. Any status from 200 to 299 accepts it.' },
            },
          },
        },
      ]),
  );
}
