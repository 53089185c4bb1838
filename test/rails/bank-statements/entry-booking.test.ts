/** What a booked entry is in the ledger, where it has several movements or values that cannot be stored. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { uuidOf } from '../../../src/kernel/ids.ts';
import { listFiles } from '../../../src/rails/bank-payments/file-store.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { resolveBankEntry } from '../../../src/rails/bank-statements/resolve-entry.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { entry, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { granted } from '../../support/payments.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

/** The bank publishes a file, long enough ago to be complete, and the service fetches it. */
async function published(text: string, name = '1.xml'): Promise<void> {
  const inbox = join(world.folder, 'inbox');
  mkdirSync(inbox, { recursive: true });
  writeFileSync(join(inbox, name), text);
  utimesSync(join(inbox, name), 1, 1);
  await world.exchange();
}

const platformId = () => world.platform.principal.platform.id;
async function balanceOf(code: 'BANK_BREAKS' | 'BANK_FEES'): Promise<bigint> {
  const [row] = await rawRows<{ total: string }>(
    world.service.db.orm,
    sql`select coalesce(sum(p.amount), 0)::text as total from postings p join ledger_accounts a on a.id = p.account_id
      where a.platform_id = ${uuidOf(platformId())} and a.code = ${code}`,
  );
  return BigInt(row?.total ?? 0);
}
const page = { first: 10 } as const;

test('a break that was a fee moves only what no record explains', async () => {
  const amount = (text: string) => `<Amt Ccy="EUR">${text}</Amt>`;
  const deposit = `<TxDtls>${amount('100.00')}<RmtInf><Strd><CdtrRefInf><Ref>${world.reference()}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
  const unknown = `<TxDtls>${amount('50.00')}<CdtDbtInd>DBIT</CdtDbtInd></TxDtls>`;
  const several = entry({ amount: '50.00', after: `<NtryDtls>${deposit}${unknown}</NtryDtls>` });
  await published(statement({ entries: several }));
  expect(await world.balance()).toBe(10_000n);
  expect(await balanceOf('BANK_BREAKS')).toBe(-5_000n);
  const { items } = await listEntries(
    world.service.db.orm,
    platformId(),
    { isOpenBreak: true },
    page as never,
  );
  const [found] = items;
  if (!found) throw new Error('the entry is a break');
  granted(
    await resolveBankEntry(world.service.ports, world.platform.principal, {
      id: found.id,
      resolution: 'fee',
      isBankFee: true,
    }),
  );
  expect([await balanceOf('BANK_BREAKS'), await balanceOf('BANK_FEES')]).toEqual([0n, -5_000n]);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

describe('a file is quarantined, and the next one is booked', () => {
  test.each([
    ['with an id that no index can have', statement({ id: 'S'.repeat(5_000), entries: entry() })],
    [
      'with an amount above that of the database',
      statement({ entries: entry({ amount: '999999999999999999' }) }),
    ],
    ['of the year 0', statement({ entries: entry({ after: '<BookgDt><Dt>0000-01-01</Dt></BookgDt>' }) })],
  ])('%s', async (_, text) => {
    await published(text);
    await published(statement({ id: 'S-2', entries: entry() }), '2.xml');
    const { items } = await listFiles(world.service.db.orm, platformId(), { direction: 'IN' }, page as never);
    expect(items.map(({ status }) => status).sort()).toEqual(['QUARANTINED', 'RECORDED']);
  });

  test('but not with a number that is a date and a time', async () => {
    const before = '<ElctrncSeqNb>20250101001</ElctrncSeqNb>';
    await published(statement({ before, entries: entry() }));
    const { items } = await listFiles(world.service.db.orm, platformId(), { direction: 'IN' }, page as never);
    expect(items.map(({ status }) => status)).toEqual(['RECORDED']);
  });
});

test('two entries with the same placeholder as their reference are both booked', async () => {
  const one = entry({ after: '<AcctSvcrRef>NONREF</AcctSvcrRef><BookgDt><Dt>2025-10-13</Dt></BookgDt>' });
  await published(statement({ entries: one + one }));
  const { items } = await listEntries(world.service.db.orm, platformId(), {}, page as never);
  expect(items).toHaveLength(2);
});

test('a list has the first details of a large entry, and the number of all', async () => {
  const details = Array.from(
    { length: 150 },
    (_, index) => `<TxDtls><Amt Ccy="EUR">0.01</Amt><RmtInf><Ustrd>n${index}</Ustrd></RmtInf></TxDtls>`,
  );
  await published(
    statement({ entries: entry({ amount: '1.50', after: `<NtryDtls>${details.join('')}</NtryDtls>` }) }),
  );
  const { items } = await listEntries(world.service.db.orm, platformId(), {}, page as never);
  const [found] = items;
  expect(found).toMatchObject({ detailCount: 150, amount: 150n });
  expect(found?.record.details.map(({ remittance }) => remittance)).toEqual(
    Array.from({ length: 100 }, (_, index) => `n${index}`),
  );
});
