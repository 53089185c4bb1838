/** The pending deliveries of an endpoint that is removed or resumed, also when they are too many for one transaction. */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { uuidOf } from '../../../src/kernel/ids.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../../src/operations/platforms/update-platform-config.ts';
import { performNextJob } from '../../support/jobs.ts';
import { granted } from '../../support/payments.ts';
import { type Service, startService } from '../../support/service.ts';
import { webhookEndpoints } from '../../support/tables.ts';

const url = 'https://example.com/hook';
const count = 2_500;

let service: Service;
beforeEach(async () => {
  service = await startService({ mode: 'PRODUCTION' });
  await configure([{ url, isPaused: true }]);
});
afterEach(() => service.stop());

async function configure(endpoints: readonly object[]): Promise<void> {
  const input = UpdatePlatformConfigInput.parse({ webhookEndpoints: endpoints });
  granted(await updatePlatformConfig(service.ports, service.platform.principal, input));
}

/** Each resource has two deliveries, of which the second waits for the first, and the first for a retry. */
async function addPending(): Promise<void> {
  const { orm } = service.db;
  const [endpoint] = await orm.select().from(webhookEndpoints);
  const isFirst = sql`n % 2 = 0`;
  await orm.execute(sql`insert into webhook_deliveries
      (id, platform_id, endpoint_id, event_id, type, resource_id, position, body, status, begun_at, next_attempt_at, attempts_made, created_at)
    select gen_random_uuid(), ${uuidOf(service.platform.principal.platform.id)}, ${endpoint?.id}, gen_random_uuid(),
      'CUSTOMER.KYC_APPROVED', 'Customer:' || (n / 2), n, '{}', 'PENDING',
      case when ${isFirst} then timestamptz '2025-01-01' end, case when ${isFirst} then timestamptz '2099-01-01' end, 3, now()
    from generate_series(0, ${count}::int - 1) n`);
}

const rows = (condition: string): Promise<number> =>
  rawRows<{ n: number }>(
    service.db.orm,
    sql`select count(*)::int as n from webhook_deliveries where resource_id is not null and ${sql.raw(condition)}`,
  ).then(([row]) => row?.n ?? 0);

test('the deliveries of a removed endpoint fail, a thousand in each transaction', async () => {
  await addPending();
  await configure([]);
  expect(await rows(`status = 'FAILED'`)).toBe(1_000);
  await performNextJob(service);
  expect(await rows(`status = 'FAILED'`)).toBe(2_000);
  await performNextJob(service);
  expect(await rows(`status = 'FAILED' and next_attempt_at is null`)).toBe(count);
});

test('those of a resumed endpoint that wait for a retry become due, and start again', async () => {
  await addPending();
  await configure([{ url }]);
  const restarted = `next_attempt_at < '2099-01-01' and begun_at = next_attempt_at and attempts_made = 0`;
  expect(await rows(restarted)).toBe(1_000);
  await performNextJob(service);
  expect(await rows(restarted)).toBe(count / 2);
  expect(await rows(`next_attempt_at is null and begun_at is null and status = 'PENDING'`)).toBe(count / 2);
});

test('an approval request of a removed endpoint fails at once, however many deliveries are before it', async () => {
  await addPending();
  await service.db.orm.execute(
    sql`update webhook_deliveries set type = 'INCOMING_PAYMENT.PENDING' where position = ${count - 2}::int`,
  );
  await configure([]);
  expect(await rows(`type = 'INCOMING_PAYMENT.PENDING' and status = 'FAILED'`)).toBe(1);
});
