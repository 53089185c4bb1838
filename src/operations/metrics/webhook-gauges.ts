/** The gauges of webhooks: what waits, and what failed. Every process reports the whole database. */
import { sql } from 'drizzle-orm';
import { type Database, rawRows } from '../../infrastructure/database/client.ts';
import { type Gauge, gaugesOf } from '../../infrastructure/observability/gauge.ts';

interface WebhookBacklog {
  readonly unqueued: number;
  readonly pending: number;
  readonly oldestPendingSeconds: number;
  readonly failedDeliveries: number;
}

async function readBacklog({ orm }: Database, realNow: Date): Promise<WebhookBacklog> {
  const now = sql`${realNow.toISOString()}::timestamptz`;
  const [row] = await rawRows<Record<keyof WebhookBacklog, string | number | null>>(
    orm,
    sql`select
      (select coalesce(max(position), 0) from events) - (select coalesce(max(position), 0) from webhook_cursor) as unqueued,
      (select count(*) from webhook_deliveries where status = 'PENDING') as pending,
      (select coalesce(extract(epoch from max(${now} + p.clock_offset_ms * interval '1 millisecond' - d.created_at)), 0)
        from webhook_deliveries d join platforms p on p.id = d.platform_id where d.status = 'PENDING') as "oldestPendingSeconds",
      (select count(*) from webhook_deliveries where status = 'FAILED') as "failedDeliveries"`,
  );
  const number = (name: keyof WebhookBacklog) => Math.max(0, Number(row?.[name] ?? 0));
  return {
    unqueued: number('unqueued'),
    pending: number('pending'),
    oldestPendingSeconds: number('oldestPendingSeconds'),
    failedDeliveries: number('failedDeliveries'),
  };
}

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
