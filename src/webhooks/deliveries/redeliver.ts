/**
 * Redelivers events: one delivery, or all events after a cursor of the log. The event id and the bytes stay the same, the
 * 7 days of retries start again, and the log retains the earlier attempts.
 *
 * Decision: deliveries of one resource stay in order. A restarted delivery waits for earlier pending ones, and a later one
 * that waits for a retry waits for the restarted one. A restarted delivery with no earlier pending one is due at once.
 * Decision: a job redelivers the events after a cursor page by page, because an outage may be long (`redelivery-job.ts`).
 * Decision: at most 100,000 events are counted, so that a request is bounded. All of them are sent.
 *
 * Source: docs/behaviour/webhooks.md#delivery; schema.graphql, `redeliverWebhook`.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { readLastArchived } from '../../infrastructure/events/event-store.ts';
import { CursorExpired, parseEventCursor } from '../../infrastructure/events/log.ts';
import { InvalidInput, NotFound } from '../../kernel/errors.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
import { optional, text } from '../../kernel/parse.ts';
import type { Ports } from '../../payments/ports.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { subscribesTo } from '../endpoints/endpoint.ts';
import { lockEndpointsForShare } from '../endpoints/endpoint-store.ts';
import { eventTypes } from '../event-kinds.ts';
import type { WebhookDelivery } from './delivery.ts';
import { findDelivery } from './delivery-store.ts';
import { requestRedelivery } from './redelivery-job.ts';
import { countQueuedEvents, lockRedeliveries, restartDeliveries } from './redelivery-store.ts';
import { isRetried } from './retry-schedule.ts';

/** The delivery does not exist or the caller may not see it. */
class DeliveryNotFound extends NotFound {
  override readonly name = 'DeliveryNotFound';
  constructor(id?: string) {
    super('REFERENCE_NOT_FOUND', 'The delivery does not exist.', id);
  }
}

export async function redeliverWebhook(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: PlatformCaller,
  id: Id<'Delivery'>,
): Promise<WebhookDelivery | DeliveryNotFound | InvalidInput> {
  return transact(db, async (tx) => {
    const found = await findDelivery(tx, platform.id, id);
    if (!found) return new DeliveryNotFound(id);
    const endpoint = (await lockEndpointsForShare(tx, [platform.id])).find(
      (one) => one.id === found.endpointId,
    );
    if (!endpoint) {
      return InvalidInput.at('deliveryId', 'is of an endpoint that is no longer in the settings');
    }
    if (!isRetried(found.type)) {
      return InvalidInput.at(
        'deliveryId',
        'is of an event type that is sent only once, because only the first response counts',
      );
    }
    await restartDeliveries(tx, [id], clock.now(platform));
    // Retention may have deleted the delivery since it was found. A restarted delivery is pending, so it is retained.
    return (await findDelivery(tx, platform.id, id)) ?? new DeliveryNotFound(id);
  });
}

export const RedeliverWebhooksInput = z.object({
  /** A cursor of the event log. The events after it are redelivered. */
  after: text(200).transform((cursor, context): number => {
    const position = parseEventCursor(cursor);
    if (position !== undefined) return position;
    context.addIssue({ code: 'custom', message: 'is not a cursor of the event log' });
    return z.NEVER;
  }),
  /** Absent means every endpoint. */
  endpointId: optional(idSchema('WebhookEndpoint')),
});

export interface WebhookRedelivery {
  /** The number of events. Each is sent to every subscribed endpoint. */
  readonly events: number;
}

const maxCounted = 100_000;

export async function redeliverWebhooks(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: PlatformCaller,
  { after, endpointId }: z.output<typeof RedeliverWebhooksInput>,
): Promise<WebhookRedelivery | InvalidInput> {
  return transact(db, async (tx) => {
    const endpoints = (await lockEndpointsForShare(tx, [platform.id])).filter(
      ({ id }) => endpointId === undefined || id === endpointId,
    );
    if (endpoints.length === 0) {
      return endpointId
        ? InvalidInput.at('endpointId', 'is not an endpoint of the settings')
        : new InvalidInput([], { code: 'WEBHOOK_ENDPOINT_NOT_SET', message: 'No webhook endpoint is set.' });
    }
    const kinds = eventTypes.filter(
      (type) => isRetried(type) && endpoints.some((endpoint) => subscribesTo(endpoint, type)),
    );
    if (kinds.length === 0) return { events: 0 };
    // Waits for a running archive, and a later one waits for this redelivery.
    await lockRedeliveries(tx);
    if (after < (await readLastArchived(tx))) return new CursorExpired('after');
    // Later events are not queued yet; the deliverer sends them anyway.
    const { events, until } = await countQueuedEvents(tx, platform.id, kinds, after, maxCounted);
    if (events > 0) {
      await requestRedelivery(tx, platform.id, endpoints, {
        after,
        until,
        now: clock.now(platform),
      });
    }
    return { events };
  });
}
