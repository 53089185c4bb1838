/** The cost of a page of published events does not depend on the records of other platforms. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type EventFilter,
  isWideEventFilter,
  readPublishedEvents,
} from '../../../src/infrastructure/events/published-event-store.ts';
import { type Id, idOf, newUuid, uuidOf } from '../../../src/kernel/ids.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { type Cost, costOf } from '../../support/plans.ts';

const total = 3_000;

let database: TestDatabase;
const own = idOf('Platform', newUuid());
const other = idOf('Platform', newUuid());
const account = (platformId: Id<'Platform'>) => `InternalAccount:${uuidOf(platformId)}`;
const sent: { text: string; params: readonly unknown[] }[] = [];

/** Events of one account of each platform, in turn. */
beforeAll(async () => {
  database = await testDatabase({ watch: (text, params) => sent.push({ text, params }) });
  for (const [nth, platformId] of [own, other].entries()) {
    await database.db.orm.execute(sql`
      insert into events (id, position, platform_id, topic, type, resource_id, sequence, data, occurred_at)
      select gen_random_uuid(), 2 * n + ${nth}, ${uuidOf(platformId)}, 'internal-account',
        'INTERNAL_ACCOUNT.BALANCE_UPDATED', ${account(platformId)}, n, '{"record":{}}', now()
      from generate_series(1, ${total}::int) n`);
  }
  await database.db.orm.execute(sql`analyze events`);
});
afterAll(() => database.drop());

async function costOfPage(filter: EventFilter): Promise<{ found: number; cost: Cost }> {
  sent.length = 0;
  const range = { isNewestFirst: true, limit: 5 };
  const { length: found } = await readPublishedEvents(database.db.orm, own, filter, range);
  const [statement, ...others] = sent;
  if (!statement || others.length > 0) throw new Error(`${sent.length} statements were sent`);
  return { found, cost: await costOf(database.db.orm, statement.text, statement.params) };
}

test.each([
  ["another platform's account", () => account(other), 0],
  ['an account that does not exist', () => `InternalAccount:${newUuid()}`, 0],
  ["the platform's own account", () => account(own), 5],
])('the events of %s are found without those of other platforms', async (_, resourceId, expected) => {
  const { found, cost } = await costOfPage({ resourceId: resourceId() });
  expect(found).toBe(expected);
  expect(cost.removed, cost.plan.join('\n')).toBe(0);
  expect(cost.buffers, cost.plan.join('\n')).toBeLessThan(expected > 0 ? total : 20);
});

describe('a page is a wide read', () => {
  const customerId = idOf('Customer', newUuid());
  test.each<[string, EventFilter, boolean]>([
    ['without a filter', {}, false],
    ['of a customer', { customerId }, false],
    ['of rare types', { types: ['CUSTOMER.KYC_APPROVED'] }, false],
    ['of a frequent type', { types: ['CUSTOMER.KYC_APPROVED', 'INCOMING_PAYMENT.COMPLETED'] }, true],
    ['of a type and a customer', { types: ['CUSTOMER.KYC_APPROVED'], customerId }, true],
    ['of a resource', { resourceId: account(own) }, true],
  ])('%s: %o', (_, filter, isWide) => {
    expect(isWideEventFilter(filter)).toBe(isWide);
  });
});
