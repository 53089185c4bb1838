/**
 * Asks for events again: one delivery, or all since a place in the log. The same event id and the same bytes go out,
 * with a new 7 days; the log keeps the earlier attempts.
 *
 * Decision: of the deliveries of one object, each waits for the one before it, as the first time, also one that was not
 * asked for again and waits for a retry. What is asked for again and has none before it is tried at once.
 * Decision: deliveries since a cursor are made by a job, page by page: an outage may have been long.
 *
 * Source: gaps 6.1; contract, `redeliverWebhook`.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { PlatformPrincipal } from '../access/principal.ts';
import { type Executor, rawRows } from '../database/client.ts';
import { transact, wakeAfterCommit } from '../database/transact.ts';
import { eventTypes } from '../events/kinds.ts';
import { parseEventCursor, readEvents } from '../events/log.ts';
import { enqueue, type JobHandler } from '../jobs/jobs.ts';
import { InvalidInput, invariant, NotFound } from '../kernel/errors.ts';
import { type Id, idOf, idSchema, uuidOf } from '../kernel/ids.ts';
import { optional, text } from '../kernel/parse.ts';
import { findPlatform } from '../platforms/store.ts';
import type { Ports } from '../ports.ts';
import type { WebhookDelivery } from './delivery.ts';
import { findDelivery } from './delivery-store.ts';
import { takes } from './endpoint.ts';
import { shareEndpointsOf } from './endpoint-store.ts';
import { isPublished, queueEvents } from './queue.ts';
import { isRetried } from './retry-schedule.ts';

/** No such delivery that the caller may see. */
export class DeliveryNotFound extends NotFound {
  override readonly name = 'DeliveryNotFound';
  constructor(id?: string) {
    super('REFERENCE_NOT_FOUND', 'The delivery does not exist.', id);
  }
}

/** Begins deliveries again that are done, and lets those that wait for a retry go at once. */
async function beginAgain(tx: Executor, deliveryUuids: readonly string[], now: Date): Promise<void> {
  if (deliveryUuids.length === 0) return;
  const at = now.toISOString();
  const lanes = sql`select endpoint_id, resource_id from webhook_deliveries where id in ${[...deliveryUuids]}`;
  const hasEarlier = sql`exists (
    select from webhook_deliveries e
    where e.endpoint_id = d.endpoint_id and e.resource_id = d.resource_id and e.status = 'PENDING'
      and e.position < d.position)`;
  // Oldest first, under the locks that a finishing attempt takes in the same order.
  await tx.execute(
    sql`select id from webhook_deliveries
        where id in (
          select id from webhook_deliveries where id in ${[...deliveryUuids]}
          union
          select e.id from webhook_deliveries e join webhook_deliveries d
            on e.endpoint_id = d.endpoint_id and e.resource_id = d.resource_id and e.status = 'PENDING'
          where d.id in ${[...deliveryUuids]}
        )
        order by endpoint_id, resource_id, position for update`,
  );
  await tx.execute(
    sql`update webhook_deliveries set status = 'PENDING', attempts_made = 0, next_attempt_at = null, begun_at = null
        where id in ${[...deliveryUuids]} and status <> 'PENDING'`,
  );
  // What waited for a retry waits for those before it now. Else the receiver would be told the old after the new.
  await tx.execute(
    sql`update webhook_deliveries d set next_attempt_at = null, begun_at = null
        where (endpoint_id, resource_id) in (${lanes}) and d.status = 'PENDING' and d.next_attempt_at is not null
          and ${hasEarlier}`,
  );
  await tx.execute(
    sql`update webhook_deliveries d set next_attempt_at = ${at}::timestamptz, attempts_made = 0,
          begun_at = ${at}::timestamptz
        where d.id in ${[...deliveryUuids]} and d.status = 'PENDING' and not ${hasEarlier}`,
  );
  wakeAfterCommit(tx);
}

export async function redeliverWebhook(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: PlatformPrincipal,
  id: Id<'Delivery'>,
): Promise<WebhookDelivery | DeliveryNotFound | InvalidInput> {
  return transact(db, async (tx) => {
    const found = await findDelivery(tx, platform.id, id);
    if (!found) return new DeliveryNotFound(id);
    const endpoint = (await shareEndpointsOf(tx, [platform.id])).find((one) => one.id === found.endpointId);
    if (!endpoint) {
      return InvalidInput.at('deliveryId', 'is of an endpoint that is no longer in the settings');
    }
    if (!isRetried(found.type)) {
      return InvalidInput.at(
        'deliveryId',
        'is of a kind that is sent once, since only its first answer counts',
      );
    }
    await beginAgain(tx, [uuidOf(id)], clock.now(platform));
    const again = await findDelivery(tx, platform.id, id);
    invariant(again, 'deliveries stay');
    return again;
  });
}

export const RedeliverWebhooksInput = z.object({
  /** A cursor of the event log: what came after it is sent again. */
  after: text(200).transform((cursor, context): number => {
    const position = parseEventCursor(cursor);
    if (position !== undefined) return position;
    context.addIssue({ code: 'custom', message: 'is not a cursor of the event log' });
    return z.NEVER;
  }),
  /** Absent: every endpoint. */
  endpointId: optional(idSchema('WebhookEndpoint')),
});

/** What was asked for. */
export interface WebhookRedelivery {
  /** Events, each for every endpoint that takes it. */
  readonly events: number;
}

export const redeliveryJob = 'redeliver-webhooks';

interface RedeliveryPayload extends Record<string, unknown> {
  readonly after: number;
  readonly until: number;
  readonly endpointIds: readonly Id<'WebhookEndpoint'>[];
}

export async function redeliverWebhooks(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: PlatformPrincipal,
  { after, endpointId }: z.output<typeof RedeliverWebhooksInput>,
): Promise<WebhookRedelivery | InvalidInput> {
  return transact(db, async (tx) => {
    const endpoints = (await shareEndpointsOf(tx, [platform.id])).filter(
      ({ id }) => endpointId === undefined || id === endpointId,
    );
    if (endpoints.length === 0) {
      return endpointId
        ? InvalidInput.at('endpointId', 'is not an endpoint of the settings')
        : new InvalidInput([], { code: 'WEBHOOK_ENDPOINT_NOT_SET', message: 'No webhook endpoint is set.' });
    }
    // Only what was queued before: the rest is on its way by itself.
    const kinds = eventTypes.filter(
      (type) => isRetried(type) && endpoints.some((endpoint) => takes(endpoint, type)),
    );
    if (kinds.length === 0) return { events: 0 };
    const [wanted] = await rawRows<{ events: string | number; last: string | number | null }>(
      tx,
      sql`select count(*) as events, max(position) as last from events
          where platform_id = ${uuidOf(platform.id)} and type in ${kinds} and position > ${after}
            and position <= coalesce((select position from webhook_cursor where id = 'deliveries'), 0)`,
    );
    if (wanted?.last) {
      const payload: RedeliveryPayload = {
        after,
        until: Number(wanted.last),
        endpointIds: endpoints.map(({ id }) => id),
      };
      await enqueue(tx, {
        kind: redeliveryJob,
        platformUuid: uuidOf(platform.id),
        payload,
        dueAt: clock.now(platform),
      });
    }
    return { events: Number(wanted?.events ?? 0) };
  });
}

const eventsAtOnce = 200;

/** Sends one page of events again, and leaves the rest to the next job. */
export const redeliveryHandler =
  ({ funding }: Pick<Ports, 'funding'>): JobHandler =>
  async (tx, job, now) => {
    const { after, until, endpointIds } = job.payload as RedeliveryPayload;
    const platform = await findPlatform(tx, idOf('PlatformConfig', job.platformUuid));
    invariant(platform, 'the platform of a job exists');
    const endpoints = (await shareEndpointsOf(tx, [platform.id])).filter(({ id }) =>
      endpointIds.includes(id),
    );
    const page = await readEvents(tx, after, eventsAtOnce, job.platformUuid);
    const events = page
      .filter(isPublished)
      .filter(({ type, position }) => isRetried(type) && position <= until);
    if (endpoints.length === 0) return;
    if (events.length > 0) {
      const made = await rawRows<{ id: string; endpoint_id: string; event_id: string }>(
        tx,
        sql`select id, endpoint_id, event_id from webhook_deliveries
            where endpoint_id in ${endpoints.map(({ id }) => uuidOf(id))}
              and event_id in ${events.map(({ uuid }) => uuid)}`,
      );
      for (const endpoint of endpoints) {
        const mine = made.filter((row) => row.endpoint_id === uuidOf(endpoint.id));
        const known = new Set(mine.map((row) => row.event_id));
        // An endpoint that is younger than the event was never sent it.
        await queueEvents(
          tx,
          { funding },
          [endpoint],
          events.filter(({ uuid }) => !known.has(uuid)),
        );
        await beginAgain(
          tx,
          mine.map((row) => row.id),
          now,
        );
      }
    }
    const last = page.at(-1);
    if (!last || page.length < eventsAtOnce || last.position >= until) return;
    await enqueue(tx, {
      kind: redeliveryJob,
      platformUuid: job.platformUuid,
      payload: { after: last.position, until, endpointIds },
      dueAt: now,
    });
  };
