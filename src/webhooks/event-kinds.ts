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
import { boundedList, choices, maxChoices } from '../kernel/lists.ts';
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

/** The kinds that the published interface does not have. */
export const extensionTypes = eventTypes.filter((type) => eventKindOf(type).isExtension);

const typeByName = new Map<string, EventType>(
  eventTypes.flatMap((type) => [type, eventKindOf(type).alias ?? type].map((name) => [name, type] as const)),
);

/** The name of a type in enums, which have no dots: `OUTGOING_PAYMENT.COMPLETED` is OUTGOING_PAYMENT_COMPLETED. */
export const enumNameOf = (type: EventType): string => type.replaceAll('.', '_');

const typeByEnumName = new Map(eventTypes.map((type) => [enumNameOf(type), type]));

export const eventEnumNames = [...typeByEnumName.keys()] as [string, ...string[]];

/** A list of enum names, parsed to types without duplicates. */
export const eventKindList = choices(eventEnumNames).transform((names): EventType[] =>
  [...new Set(names)].flatMap((name) => typeByEnumName.get(name) ?? []),
);

/** Parses the name of a type or its alias. */
export const parseEventType = (text: string): EventType | undefined => typeByName.get(text);

/** The kinds that an endpoint subscribes to, without duplicates. Absent means every kind of the published interface. */
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
