/** The gauges of the ledger show an account that was changed without an entry. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ledgerGauges } from '../../../src/operations/metrics/ledger-gauges.ts';
import { startService } from '../../support/service.ts';

test('the sums are zero, and the gauges show a changed account', async () => {
  const service = await startService();
  const gaugesNow = async () => {
    const gauges = ledgerGauges(service.db);
    const read = async (name: string) => gauges.find((gauge) => gauge.name === name)?.read();
    return { sums: await read('payments_ledger_sum'), off: await read('payments_ledger_holds_off') };
  };
  const insertAccount = (posted: number, held: number) =>
    service.db.orm.execute(sql`insert into ledger_accounts (id, platform_id, owner, code, currency, posted, held)
      values (gen_random_uuid(), gen_random_uuid(), 'CUSTOMER', 'INTERNAL_FIAT', 'USD', ${posted}, ${held})`);
  await insertAccount(0, 0);
  const sound = await gaugesNow();
  expect(sound.sums?.every(([, sum]) => sum === 0)).toBe(true);
  expect(sound.off).toEqual([['', 0]]);
  await insertAccount(500, 200);
  const tampered = await gaugesNow();
  expect(tampered.sums).toContainEqual(['USD', 500]);
  expect(tampered.off).toEqual([['', 1]]);
  await service.stop();
});
