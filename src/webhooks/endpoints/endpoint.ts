/**
 * Where a platform wants to be told of events: its list of endpoints, and what a new list makes of the old one.
 *
 * Decision: an endpoint is its url. While the url stays in the list the endpoint keeps its id, its queue and its log;
 * another url is another endpoint, which is sent one TEST.
 * Decision: what happens while an endpoint is paused waits for it, and has its 7 days from when it goes on. A payment
 * that waits for a decision is not asked about there: the answer would come too late.
 *
 * Source: gaps 2.21, 6.1, 1.14 (url); contract, `WebhookEndpointInput`.
 */
import { z } from 'zod';
import { type FieldError, InvalidInput } from '../../kernel/errors.ts';
import { type Id, newId } from '../../kernel/ids.ts';
import { boundedList } from '../../kernel/lists.ts';
import { text } from '../../kernel/parse.ts';
import { approvalEventType } from '../../payments/events.ts';
import type { PlatformMode } from '../../platforms/platform.ts';
import { type EventType, wantedEventTypes } from '../event-kinds.ts';

export interface WebhookEndpoint {
  readonly id: Id<'WebhookEndpoint'>;
  readonly platformId: Id<'Platform'>;
  readonly url: string;
  /** Absent: every kind. */
  readonly eventTypes: readonly EventType[] | undefined;
  readonly isPaused: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const maxEndpoints = 20;

export const webhookEndpointInputs = boundedList(
  z.object({
    url: text(2048),
    eventTypes: wantedEventTypes,
    isPaused: z
      .boolean({ error: 'must be true or false' })
      .nullish()
      .transform((value) => value ?? false),
  }),
  maxEndpoints,
);
export type WebhookEndpointInput = z.output<typeof webhookEndpointInputs>[number];

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

function urlProblem(url: string, mode: PlatformMode): string | undefined {
  if (!URL.canParse(url)) return 'must be a URL';
  const { protocol, hostname, username, password, hash } = new URL(url);
  const plain = protocol === 'http:' && (mode === 'SANDBOX' || loopbackHosts.has(hostname));
  if (protocol !== 'https:' && !plain) return 'must be an https URL';
  // Credentials in a URL end in logs; a fragment never leaves.
  if (username !== '' || password !== '') return 'must not have a user name or a password';
  return hash === '' ? undefined : 'must not have a fragment';
}

/** Checks a whole list; every wrong item is named. */
export function checkEndpoints(
  list: readonly WebhookEndpointInput[],
  mode: PlatformMode,
): InvalidInput | undefined {
  const fields: FieldError[] = list.flatMap(({ url }, index) => {
    const repeated = list.findIndex((other) => other.url === url) < index;
    const message = repeated ? 'is in the list already' : urlProblem(url, mode);
    return message ? [{ path: `webhookEndpoints.${index}.url`, message }] : [];
  });
  return fields.length > 0 ? new InvalidInput(fields) : undefined;
}

/** What a new list makes of the old one. */
export interface EndpointChange {
  /** The new list, in its order. */
  readonly endpoints: readonly WebhookEndpoint[];
  readonly added: readonly WebhookEndpoint[];
  readonly removed: readonly WebhookEndpoint[];
  /** Those that were paused and are no more. */
  readonly resumed: readonly WebhookEndpoint[];
  /** Those that decide about incoming payments from now on: added, resumed, or with that kind added to theirs. */
  readonly newDeciders: readonly WebhookEndpoint[];
}

export function changeEndpoints(
  before: readonly WebhookEndpoint[],
  list: readonly WebhookEndpointInput[],
  platformId: Id<'Platform'>,
  now: Date,
): EndpointChange {
  const known = new Map(before.map((endpoint) => [endpoint.url, endpoint]));
  const endpoints = list.map(({ url, eventTypes, isPaused }): WebhookEndpoint => {
    const old = known.get(url);
    const id = old?.id ?? newId('WebhookEndpoint');
    return { id, platformId, url, eventTypes, isPaused, createdAt: old?.createdAt ?? now, updatedAt: now };
  });
  const urls = new Set(list.map(({ url }) => url));
  return {
    endpoints,
    added: endpoints.filter(({ url }) => !known.has(url)),
    removed: before.filter(({ url }) => !urls.has(url)),
    resumed: endpoints.filter(({ url, isPaused }) => !isPaused && known.get(url)?.isPaused === true),
    newDeciders: endpoints.filter((endpoint) => {
      const old = known.get(endpoint.url);
      return subscribesTo(endpoint, approvalEventType) && !(old && subscribesTo(old, approvalEventType));
    }),
  };
}

/** Whether the endpoint is told of an event of this kind. */
export const subscribesTo = (endpoint: WebhookEndpoint, type: EventType): boolean =>
  (endpoint.eventTypes?.includes(type) ?? true) && !(endpoint.isPaused && type === approvalEventType);
