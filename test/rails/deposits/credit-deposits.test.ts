/** The deposits of an entry with many movements are credited by jobs, each once, and the books agree in between. */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { closeBalanceAccounts } from '../../../src/ledger/account-store.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { depositsAtOnce } from '../../../src/rails/deposits/credit-deposits.ts';
import { listUnmatched } from '../../../src/rails/deposits/store.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { entry, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { performNextJob } from '../../support/jobs.ts';
import { balanceOf, platformIdOf, publish } from '../../support/pulls.ts';

const count = 2 * depositsAtOnce + 1;

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

const waitingKinds = async (): Promise<string[]> =>
  (await rawRows<{ kind: string }>(world.service.db.orm, sql`select kind from jobs order by kind`)).map(
    ({ kind }) => kind,
  );

/** The bank books deposits of one cent and an unknown one in one entry, and the job that books it has run. */
async function bookLargeEntry(): Promise<void> {
  const cent = '<Amt Ccy="EUR">0.01</Amt>';
  const reference = `<RmtInf><Strd><CdtrRefInf><Ref>${world.reference()}</Ref></CdtrRefInf></Strd></RmtInf>`;
  const matched = `<TxDtls>${cent}${reference}</TxDtls>`.repeat(count);
  const details = `${matched}<TxDtls>${cent}</TxDtls>`;
  const amount = `${((count + 1) / 100).toFixed(2)}`;
  const text = statement({ entries: entry({ amount, after: `<NtryDtls>${details}</NtryDtls>` }) });
  publish(world, text, '1.xml');
  world.service.clock.advance(61);
  await exchangeDue(world.service.ports);
  expect(await waitingKinds()).toEqual(['book-bank-records']);
  await performNextJob(world.service);
}

const unmatched = async () =>
  (await listUnmatched(world.service.db.orm, platformIdOf(world), {}, { first: count + 1 } as never)).items;

test('the entry is booked at once, and some deposits by each job', async () => {
  await bookLargeEntry();
  expect(await waitingKinds()).toEqual(Array(3).fill('credit-bank-deposits'));
  expect([await world.balance(), await balanceOf(world, 'FUNDING')]).toEqual([0n, BigInt(count)]);
  expect(await unmatched()).toMatchObject([{ amount: 1n, detailIndex: count }]);
  expect(await audit(world.service.db)).toEqual(soundLedger);

  await performNextJob(world.service);
  expect(await world.balance()).toBe(BigInt(depositsAtOnce));
  expect(await audit(world.service.db)).toEqual(soundLedger);

  await world.service.settle();
  expect([await world.balance(), await balanceOf(world, 'FUNDING')]).toEqual([BigInt(count), 0n]);
  const { items } = await listEntries(world.service.db.orm, platformIdOf(world), {}, { first: 10 } as never);
  expect(items).toMatchObject([{ kind: 'UNMATCHED_DEPOSIT', transactionId: undefined }]);
  expect(await audit(world.service.db)).toEqual(soundLedger);
});

test('deposits of an account that is closed in between are unmatched', async () => {
  await bookLargeEntry();
  await transact(world.service.db, async (tx) => {
    await closeBalanceAccounts(tx, [world.account.id]);
    return true;
  });
  await world.service.settle();
  const open = BigInt(count + 1);
  expect([await balanceOf(world, 'FUNDING'), await balanceOf(world, 'UNMATCHED_DEPOSITS')]).toEqual([
    0n,
    open,
  ]);
  const reasons = new Set((await unmatched()).map(({ reason }) => reason));
  expect(reasons).toEqual(
    new Set(['It states no reference.', 'The account is closed, or its balance would be too large.']),
  );
});
