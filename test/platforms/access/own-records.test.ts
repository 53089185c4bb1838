/** A filter by a record reads nothing when the record belongs to another platform, so that the time does not say that it exists. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '../../../src/customers/tables.ts';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import { transactions } from '../../../src/payments/tables.ts';
import { isOwnRecord } from '../../../src/platforms/access/scope-store.ts';
import { insertManyTransactions, type ManyTransactions } from '../../support/many-transactions.ts';
import { type Service, startService, type TestPlatform } from '../../support/service.ts';
import { sourceFilesIn } from '../../support/source-files.ts';

let service: Service;
let other: TestPlatform;
let inserted: ManyTransactions;
beforeAll(async () => {
  service = await startService();
  other = await service.addPlatform();
  const { id } = service.platform.principal.platform;
  inserted = await insertManyTransactions(service.db.orm, id.slice(-36), 1_000, { ledger: false });
});
afterAll(() => service.stop());

/** The rows of transactions that the statement read, by its plan. */
async function rowsRead({ principal }: TestPlatform): Promise<number> {
  const customerId = idOf('Customer', inserted.customerUuids[0] as string);
  const condition = isOwnRecord(
    transactions.customerId,
    customers,
    { platformId: principal.platform.id },
    customerId,
  );
  const plan = await service.db.orm.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return rawRows<Record<string, string>>(
      tx,
      sql`explain (analyze, timing off) select ${transactions.id} from ${transactions} where ${condition}`,
    );
  });
  const scan = plan.map((row) => String(Object.values(row)[0])).find((line) => / on transactions/.test(line));
  return Number(/actual rows=([\d.]+)/.exec(scan ?? '')?.[1] ?? 0);
}

test('rows are read for the platform of the record alone', async () => {
  expect(await rowsRead(service.platform)).toBeGreaterThan(0);
  expect(await rowsRead(other)).toBe(0);
});

test('every store filters by a record of the caller with it', () => {
  const direct = sourceFilesIn('src').filter(({ code }) => /eq\(\w+\.\w+Id, uuidOf\(filter\./.test(code));
  expect(direct.map(({ path }) => path)).toEqual([]);
});
