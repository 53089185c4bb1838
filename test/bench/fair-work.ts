/**
 * Fairness of the workers: the settlement time of payments and the latency of requests of one tenant while another has
 * thousands of due jobs, moves its clock twenty times at once, and has all of its events redelivered to fast and slow
 * endpoints.
 */
import { sql } from 'drizzle-orm';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { transact } from '../../src/infrastructure/database/transact.ts';
import { eventCursor } from '../../src/infrastructure/events/log.ts';
import { redeliveryJobKind } from '../../src/webhooks/deliveries/redelivery-job.ts';
import { startReceiver } from '../support/webhook-service.ts';
import type { Line } from './report.ts';
import {
  fairLine,
  interferenceOf,
  type Probe,
  probesOf,
  type Saturation,
  sendDocument,
  type TwoTenants,
  withTwoTenants,
} from './tenants.ts';

const dueJobs = 20_000;
const advances = 20;
const redeliveries = 150;
/** The number of loops that then continue, so that the redeliveries never end. */
const redeliveringRequests = 8;
const events = 5_000;
const slowMs = 500;

/** The time from sending a payment until a polling client reads COMPLETED. */
const settlementOf = ({ server, b }: TwoTenants): Probe => ({
  name: 'settlement',
  run: async () => {
    const { transferOut } = await sendDocument<{ transferOut: { id: string } }>(
      server,
      b,
      'mutation ($input: TransferInput!) { transferOut(input: $input) { ... on Transaction { id } } }',
      { input: { source: b.internal, destination: b.external, amount: 1 } },
    );
    for (;;) {
      const { transaction } = await sendDocument<{ transaction: { status: string } }>(
        server,
        b,
        'query ($id: ID!) { transaction(id: $id) { status } }',
        { id: transferOut.id },
      );
      if (transaction.status === 'COMPLETED') return;
      if (transaction.status === 'FAILED') throw new Error('the payment failed');
    }
  },
});

/** Repeats `work` until the returned function is called. */
function repeating(work: () => Promise<unknown>): () => Promise<void> {
  let stopped = false;
  const running = (async () => {
    while (!stopped) await work();
  })();
  return async () => {
    stopped = true;
    await running;
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

const ofTenantA = sql`(select platform_id from api_tokens where client_id = 'bench')`;
const kind = 'expire-quote';

/** Expiries of deleted quotes: an unlimited number of small jobs, each with a separate transaction. */
const working =
  (db: Database): Saturation =>
  async () => {
    const fill = async () => {
      const [row] = await rawRows<{ n: string }>(
        db.orm,
        sql`select count(*) as n from jobs where kind = ${kind} and due_at <= now()`,
      );
      const missing = dueJobs - Number(row?.n);
      await db.orm.execute(sql`
        insert into jobs (id, platform_id, kind, payload, due_at)
        select gen_random_uuid(), ${ofTenantA}, ${kind},
          jsonb_build_object('quoteId', 'Quote:' || gen_random_uuid()), now() - interval '1 hour'
        from generate_series(1, ${missing}::int)`);
      await pause(1_000);
    };
    await fill();
    const stop = repeating(fill);
    return async () => {
      await stop();
      await db.orm.execute(sql`delete from jobs where kind = ${kind}`);
    };
  };

const advancing =
  ({ server, a }: TwoTenants): Saturation =>
  async () => {
    const advance = () =>
      sendDocument(server, a, 'mutation { sandboxAdvanceClock(seconds: 60) { __typename } }').catch(
        () => undefined,
      );
    const stops = Array.from({ length: advances }, () => repeating(advance));
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  };

/** Ends the pending deliveries of tenant A before the idle measurement. */
async function endDeliveries(db: Database): Promise<void> {
  // Retried on a conflict with an attempt that is being recorded.
  await transact(db, async (tx) => {
    await tx.execute(sql`delete from jobs where kind = ${redeliveryJobKind}`);
    await tx.execute(sql`delete from webhook_redeliveries`);
    await tx.execute(sql`
      update webhook_deliveries set status = 'DELIVERED', next_attempt_at = null where id in (
        select id from webhook_deliveries where status = 'PENDING' and platform_id = ${ofTenantA}
        order by endpoint_id, resource_id, position for update
      )`);
  });
  await pause(2 * slowMs);
}

const redelivering =
  ({ server, a }: TwoTenants, db: Database): Saturation =>
  async () => {
    const again = () =>
      sendDocument(
        server,
        a,
        'mutation ($after: String!) { redeliverWebhooks(after: $after) { __typename } }',
        {
          after: eventCursor(0),
        },
      ).catch(() => undefined);
    await Promise.all(Array.from({ length: redeliveries }, again));
    const stops = Array.from({ length: redeliveringRequests }, () => repeating(again));
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
      await endDeliveries(db);
    };
  };

/** Creates the events of tenant A, and endpoints of which half are slow. */
async function withEndpoints<T>({ server, a }: TwoTenants, db: Database, work: () => Promise<T>): Promise<T> {
  const receivers = await Promise.all(Array.from({ length: 4 }, () => startReceiver()));
  for (const receiver of receivers.slice(0, 2)) {
    receiver.response = (_, response) => void setTimeout(() => response.end(), slowMs);
  }
  const set = (urls: readonly string[]) =>
    sendDocument(
      server,
      a,
      'mutation ($input: UpdatePlatformConfigInput!) { updatePlatformConfig(input: $input) { __typename } }',
      { input: { webhookEndpoints: urls.map((url) => ({ url })) } },
    );
  await db.orm.execute(sql`
    insert into events (id, platform_id, topic, type, resource_id, sequence, data, occurred_at)
    select gen_random_uuid(), ${ofTenantA}, 'customer', 'CUSTOMER.KYC_APPROVED', 'Customer:bench-' || n % 1000, 1 + n / 1000,
      '{"body": {"id": "Customer:bench"}}', now()
    from generate_series(0, ${events - 1}::int) n`);
  try {
    await set(receivers.map(({ url }) => url));
    for (let waiting = events; waiting > 0; await pause(100)) {
      const [row] = await rawRows<{ n: string }>(
        db.orm,
        sql`select (select max(position) from events where position is not null)
              - coalesce((select position from webhook_cursor), 0)
              + (select count(*) from events where position is null) as n`,
      );
      waiting = Number(row?.n);
    }
    await endDeliveries(db);
    return await work();
  } finally {
    await set([]);
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }
}

export const measureFairWork = (): Promise<Line[]> =>
  withTwoTenants(
    async (tenants) => {
      const db = await openPostgres(tenants.url, { connections: 2 });
      const lines: Line[] = [];
      const measure = async (what: string, saturate: Saturation) => {
        for (const probe of [...probesOf(tenants), settlementOf(tenants)]) {
          lines.push(fairLine(probe, what, await interferenceOf(probe, saturate)));
        }
      };
      try {
        await measure(`has ${dueJobs.toLocaleString('en')} jobs due`, working(db));
        await measure(`moves its clock ${advances} times at once`, advancing(tenants));
        await withEndpoints(tenants, db, () =>
          measure(
            `requests ${redeliveries} concurrent redeliveries of ${events.toLocaleString('en')} events`,
            redelivering(tenants, db),
          ),
        );
      } finally {
        await db.close();
      }
      return lines;
    },
    { PRIVATE_TARGETS: 'allow' },
  );
