/** The gauges of webhooks: what waits, and what failed. Every process reports the whole database. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../infrastructure/database/client.ts';
import { headPosition } from '../../infrastructure/events/event-store.ts';
import { type Gauge, gaugesOf, readNumbers } from '../../infrastructure/observability/gauge.ts';

const readBacklog = ({ orm }: Database, realNow: Date) =>
  readNumbers(orm, {
    unqueued: sql`select greatest(0, ${headPosition}
      - (select coalesce(max(position), 0) from webhook_cursor))`,
    pending: sql`select count(*) from webhook_deliveries where status = 'PENDING'`,
    oldestPendingSeconds: sql`select greatest(0, extract(epoch from max(
        ${realNow.toISOString()}::timestamptz + p.clock_offset_ms * interval '1 millisecond' - d.created_at)))
      from webhook_deliveries d join platforms p on p.id = d.platform_id where d.status = 'PENDING'`,
    failedDeliveries: sql`select count(*) from webhook_deliveries where status = 'FAILED'`,
  });

export function webhookGauges(db: Database, realNow: () => Date): readonly Gauge[] {
  const gauge = gaugesOf(() => readBacklog(db, realNow()));
  return [
    gauge(
      'payments_webhooks_unqueued',
      'Positions of the log that are not in the webhook queues.',
      ({ unqueued }) => unqueued,
    ),
    gauge('payments_webhooks_pending', 'Deliveries that are pending.', ({ pending }) => pending),
    gauge(
      'payments_webhooks_oldest_pending_seconds',
      'Age of the oldest pending delivery, on the clock of its platform.',
      ({ oldestPendingSeconds }) => oldestPendingSeconds,
    ),
    gauge(
      'payments_webhooks_dead',
      'Deliveries that failed permanently.',
      ({ failedDeliveries }) => failedDeliveries,
    ),
  ];
}
