/**
 * Every kind of event that an endpoint can be notified of: the kinds that the contexts declare, and TEST.
 *
 * Source: docs/behaviour/webhooks.md#delivery.
 */

import { z } from 'zod';
import { accountEventKinds } from '../accounts/events.ts';
import { agentEventKinds } from '../agents/events.ts';
import { customerEventKinds } from '../customers/events.ts';
import type { EventKind } from '../infrastructure/events/kind.ts';
import { boundedList, maxChoices } from '../kernel/lists.ts';
import { optional } from '../kernel/parse.ts';
import { paymentEventKinds } from '../payments/events.ts';

const eventKinds = {
  ...paymentEventKinds,
  ...customerEventKinds,
  ...accountEventKinds,
  ...agentEventKinds,
  TEST: { resource: undefined },
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof eventKinds;
export const eventTypes = Object.keys(eventKinds) as readonly EventType[];

/** The kind of the type, typed with its optional fields. */
export const eventKindOf = (type: EventType): EventKind => eventKinds[type];

const typeByName = new Map<string, EventType>(
  eventTypes.flatMap((type) => [type, eventKindOf(type).alias ?? type].map((name) => [name, type] as const)),
);

/** Parses the name of a type or its alias. */
export const parseEventType = (text: string): EventType | undefined => typeByName.get(text);

/** The kinds that an endpoint subscribes to, without duplicates. Absent means every kind. */
export const subscribedEventTypes = optional(
  boundedList(
    z.string({ error: 'must be a string' }).transform((value, context): EventType => {
      const type = parseEventType(value);
      if (type) return type;
      context.addIssue({
        code: 'custom',
        message: 'must be an event type, for example OUTGOING_PAYMENT.COMPLETED',
      });
      return z.NEVER;
    }),
    maxChoices,
    { nonEmpty: 'must name at least one event type, or be absent for all' },
  ).transform((types) => [...new Set(types)] as const),
);
