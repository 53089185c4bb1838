/** The deposits of an entry with many movements are credited by jobs, each once, and the books agree in between. */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { closeBalanceAccounts } from '../../../src/ledger/account-store.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../../src/operations/platforms/update-platform-config.ts';
import { rejectTransaction } from '../../../src/payments/approvals/reject-transaction.ts';
import { paymentCallerOf } from '../../../src/platforms/access/payment-caller.ts';
import { listEntries } from '../../../src/rails/bank-records/entry-store.ts';
import { depositsAtOnce } from '../../../src/rails/deposits/credit-deposits.ts';
import { listUnmatched } from '../../../src/rails/deposits/store.ts';
import { exchangeDue } from '../../../src/rails/exchanger.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { entry, statement } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';
import { performNextJob } from '../../support/jobs.ts';
import { granted } from '../../support/payments.ts';
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

test('a deposit waits for the approval of a platform that approves incoming payments, and one that it rejects is unmatched', async () => {
  const { ports, db } = world.service;
  const { principal } = world.platform;
  const webhookEndpoints = [{ url: 'https://example.com/hook', eventTypes: ['INCOMING_PAYMENT.PENDING'] }];
  const config = UpdatePlatformConfigInput.parse({ webhookEndpoints });
  granted(await updatePlatformConfig(ports, principal, config));
  world.bank.deposit({ amount: 700n, name: 'Ada', iban: theirIban, reference: world.reference() });
  await world.bankDay();
  const { items } = await listEntries(db.orm, platformIdOf(world), {}, { first: 1 } as never);
  const [deposit] = items;
  expect(deposit).toMatchObject({ kind: 'DEPOSIT' });
  const id = deposit?.transactionId;
  if (!id) throw new Error('the deposit is a transaction');
  expect(await world.transaction(id)).toMatchObject({ status: 'PENDING' });
  expect([await world.balance(), await balanceOf(world, 'FUNDING')]).toEqual([0n, 700n]);
  granted(await rejectTransaction(ports, paymentCallerOf(principal), { id, reason: undefined }));
  expect(await unmatched()).toMatchObject([{ status: 'OPEN', amount: 700n, transactionId: id }]);
  expect(await audit(db)).toEqual(soundLedger);
});
