/**
 * The webhook endpoints of a platform, and the changes that a new list makes to the old one.
 *
 * Decision: the url identifies an endpoint. While the url stays in the list, the endpoint retains its id, queue and log.
 * A new url is a new endpoint, which receives one TEST.
 * Decision: events wait while an endpoint is paused; their 7 days of retries start when it resumes. A paused endpoint
 * receives no approval requests, because its response would come too late.
 *
 * Source: docs/behaviour/platforms.md#settings-of-a-platform, docs/behaviour/webhooks.md#delivery, docs/behaviour/conventions.md#input-validation (url); schema.graphql, `WebhookEndpointInput`.
 */

import { z } from 'zod';
import { type FieldError, InvalidInput } from '../../kernel/errors.ts';
import { type Id, newId } from '../../kernel/ids.ts';
import { boundedList } from '../../kernel/lists.ts';
import { falseByDefault, text } from '../../kernel/parse.ts';
import { isLoopbackUrl, parseUrl } from '../../kernel/url.ts';
import { approvalEventType } from '../../payments/events.ts';
import type { PlatformMode } from '../../platforms/platform.ts';
import { type EventType, eventKindOf, subscribedEventTypes } from '../event-kinds.ts';

export interface WebhookEndpoint {
  readonly id: Id<'WebhookEndpoint'>;
  readonly platformId: Id<'Platform'>;
  readonly url: string;
  /** Absent means every kind of the published interface. */
  readonly eventTypes: readonly EventType[] | undefined;
  /** Whether it also receives every kind that the published interface does not have. */
  readonly extensions: boolean;
  readonly isPaused: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const maxEndpoints = 20;

export const webhookEndpointInputs = boundedList(
  z.object({
    url: text(2048),
    eventTypes: subscribedEventTypes,
    extensions: falseByDefault,
    isPaused: falseByDefault,
  }),
  maxEndpoints,
);
type WebhookEndpointInput = z.output<typeof webhookEndpointInputs>[number];

function urlProblem(text: string, mode: PlatformMode): string | undefined {
  const url = parseUrl(text);
  if (!url) return 'must be a URL';
  const { protocol, username, password, hash } = url;
  const isPlainAllowed = protocol === 'http:' && (mode === 'SANDBOX' || isLoopbackUrl(url));
  if (protocol !== 'https:' && !isPlainAllowed) return 'must be an https URL';
  // Credentials in a URL would be logged. A fragment is never sent.
  if (username !== '' || password !== '') return 'must not have a user name or a password';
  return hash === '' ? undefined : 'must not have a fragment';
}

/** Validates the list and reports every invalid item. */
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

/** The changes from the old list to the new one. */
export interface EndpointChange {
  /** The new list, in its order. */
  readonly endpoints: readonly WebhookEndpoint[];
  readonly added: readonly WebhookEndpoint[];
  readonly removed: readonly WebhookEndpoint[];
  /** Endpoints that were paused and no longer are. */
  readonly resumed: readonly WebhookEndpoint[];
  /** Endpoints that now decide about incoming payments: added, resumed, or newly subscribed to that kind. */
  readonly newApprovers: readonly WebhookEndpoint[];
}

export function changeEndpoints(
  before: readonly WebhookEndpoint[],
  list: readonly WebhookEndpointInput[],
  platformId: Id<'Platform'>,
  now: Date,
): EndpointChange {
  const known = new Map(before.map((endpoint) => [endpoint.url, endpoint]));
  const endpoints = list.map(({ url, ...settings }): WebhookEndpoint => {
    const old = known.get(url);
    const id = old?.id ?? newId('WebhookEndpoint');
    return { id, platformId, url, ...settings, createdAt: old?.createdAt ?? now, updatedAt: now };
  });
  const urls = new Set(list.map(({ url }) => url));
  return {
    endpoints,
    added: endpoints.filter(({ url }) => !known.has(url)),
    removed: before.filter(({ url }) => !urls.has(url)),
    resumed: endpoints.filter(({ url, isPaused }) => !isPaused && known.get(url)?.isPaused === true),
    newApprovers: endpoints.filter((endpoint) => {
      const old = known.get(endpoint.url);
      return subscribesTo(endpoint, approvalEventType) && !(old && subscribesTo(old, approvalEventType));
    }),
  };
}

/** Whether the endpoint receives events of this kind. */
export function subscribesTo(
  { eventTypes, extensions, isPaused }: Pick<WebhookEndpoint, 'eventTypes' | 'extensions' | 'isPaused'>,
  type: EventType,
): boolean {
  if (isPaused && type === approvalEventType) return false;
  const { isExtension = false } = eventKindOf(type);
  if (isExtension && extensions) return true;
  return eventTypes ? eventTypes.includes(type) : !isExtension;
}
