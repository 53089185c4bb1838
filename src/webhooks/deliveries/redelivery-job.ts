/**
 * Redelivers events of the log to one endpoint, one page per job.
 *
 * Decision: an endpoint has at most one redelivery at a time. A request that arrives meanwhile widens its range, or adds one
 * more pass through the part that is already done, so a hundred requests cost as much as two.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { readEvents } from '../../infrastructure/events/event-store.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { type Id, idOf } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import { lockEndpointsForShare } from '../endpoints/endpoint-store.ts';
import { isPublished, type PublishedEvent, queueEvents } from './queue.ts';
import {
  deleteRedelivery,
  deliveriesOfEvents,
  lockRedelivery,
  redeliveryPayload,
  restartDeliveries,
  startOrWidenRedelivery,
  updateRedelivery,
} from './redelivery-store.ts';
import { isRetried } from './retry-schedule.ts';

export const redeliveryJobKind = 'redeliver-webhooks';

/** Starts a redelivery for each endpoint, or widens the one in progress. */
export async function requestRedelivery(
  tx: Executor,
  platformId: Id<'Platform'>,
  endpoints: readonly Pick<WebhookEndpoint, 'id'>[],
  { after, until, now }: { after: number; until: number; now: Date },
): Promise<void> {
  // Sorted, so that two requests cannot deadlock.
  for (const endpointId of endpoints.map(({ id }) => id).sort()) {
    const isNew = await startOrWidenRedelivery(tx, platformId, endpointId, { after, until });
    if (isNew) await enqueueStep(tx, platformId, endpointId, now);
  }
}

const enqueueStep = (
  tx: Executor,
  platformId: Id<'Platform'>,
  endpointId: Id<'WebhookEndpoint'>,
  dueAt: Date,
): Promise<void> =>
  enqueue(tx, { kind: redeliveryJobKind, platformId, payload: redeliveryPayload(endpointId), dueAt });

const eventsAtOnce = 100;

/** The payload of jobs from earlier versions: several endpoints, no row in `webhook_redeliveries`. */
interface EarlierPayload {
  readonly after: number;
  readonly until: number;
  readonly endpointIds: readonly Id<'WebhookEndpoint'>[];
}

/** Redelivers one page of events and enqueues a job for the next page. */
export const redeliveryHandler =
  ({ funding }: Pick<Ports, 'funding'>): JobHandler =>
  async (tx, job, now) => {
    const { endpointUuid } = job.payload;
    const endpoints = await lockEndpointsForShare(tx, [job.platformId]);
    if (typeof endpointUuid !== 'string') {
      const { after, until, endpointIds } = job.payload as unknown as EarlierPayload;
      const live = endpoints.filter(({ id }) => endpointIds.includes(id));
      await requestRedelivery(tx, job.platformId, live, { after, until, now });
      return;
    }
    const endpointId = idOf('WebhookEndpoint', endpointUuid);
    const endpoint = endpoints.find(({ id }) => id === endpointId);
    const redelivery = await lockRedelivery(tx, endpointId);
    if (!endpoint || !redelivery) return;
    const page = await readEvents(tx, redelivery.position, eventsAtOnce, job.platformId);
    await redeliverEvents(
      tx,
      { funding },
      endpoint,
      page.filter(isPublished).filter(({ position }) => position <= redelivery.until),
      now,
    );
    const last = page.at(-1);
    const isEnd = !last || page.length < eventsAtOnce || last.position >= redelivery.until;
    if (isEnd && redelivery.againAfter === null) {
      await deleteRedelivery(tx, endpointId);
      return;
    }
    const next = isEnd
      ? {
          position: redelivery.againAfter ?? 0,
          until: redelivery.againUntil ?? 0,
          againAfter: null,
          againUntil: null,
        }
      : { position: last.position };
    await updateRedelivery(tx, endpointId, next);
    await enqueueStep(tx, job.platformId, endpointId, now);
  };

/** Restarts the deliveries of the events, and queues events that the endpoint never received. */
async function redeliverEvents(
  tx: Executor,
  ports: Pick<Ports, 'funding'>,
  endpoint: WebhookEndpoint,
  published: readonly PublishedEvent[],
  now: Date,
): Promise<void> {
  const events = published.filter(({ type }) => isRetried(type));
  if (events.length === 0) return;
  const existing = await deliveriesOfEvents(
    tx,
    endpoint.id,
    events.map(({ uuid }) => uuid),
  );
  // An endpoint that was added after the event has no delivery of it.
  await queueEvents(
    tx,
    ports,
    [endpoint],
    events.filter(({ uuid }) => !existing.has(uuid)),
  );
  await restartDeliveries(tx, [...existing.values()], now);
}
