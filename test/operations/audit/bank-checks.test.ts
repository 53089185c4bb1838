/** The checks of banks pass on the records of a bank, and each finds a changed row. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Executor, rawRows } from '../../../src/infrastructure/database/client.ts';
import { bankChecks } from '../../../src/operations/audit/bank-checks.ts';
import { runCheck } from '../../../src/operations/audit/check.ts';
import { theirIban } from '../../support/bank-accounts.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';

let world: BankWorld;
beforeAll(async () => {
  world = await bankWorld();
  const deposit = (amount: bigint, reference?: string) =>
    world.bank.deposit({ amount, name: 'Ada', iban: theirIban, ...(reference && { reference }) });
  deposit(50_000n, world.reference());
  deposit(700n);
  await world.bankDay();
  await world.pay(100);
  await world.cutOff();
  world.bank.request('fee', { amount: 5n });
  world.bank.request('unexplainedEntry', { amount: -250n });
  await world.bank.readOutbox();
  await world.bank.closeDay();
  await world.bankDay();
});
afterAll(() => world.stop());

const run = async (tx: Executor) => {
  const results = [];
  for (const check of bankChecks) results.push(await runCheck(tx, check));
  return results;
};

test('the records of a bank pass, and each check covers rows', async () => {
  const results = await run(world.service.db.orm);
  expect(results.map(({ name, wrong }) => [name, wrong])).toEqual(bankChecks.map(({ name }) => [name, 0]));
  expect(results.filter(({ rows }) => rows === 0)).toEqual([]);
});

class Undo extends Error {}

/** The names of the checks that fail after the change, which is rolled back. */
async function failingAfter(change: SQL): Promise<string[]> {
  let failing: string[] = [];
  const attempt = world.service.db.orm.transaction(async (raw) => {
    const tx = raw as unknown as Executor;
    await tx.execute(sql`set local session_replication_role = replica`);
    const changed = await rawRows(tx, sql`${change} returning 1 as one`);
    expect(changed).toHaveLength(1);
    failing = (await run(tx)).filter(({ wrong }) => wrong > 0).map(({ name }) => name);
    throw new Undo();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return failing;
}

const [balance, once, kinds, totals, breaks, unmatched] = bankChecks.map(({ name }) => name);
const oneEntry = sql`(select id from bank_entries where kind = 'DEPOSIT' limit 1)`;
const postingOf = (
  code: string,
) => sql`(select p.id from postings p join ledger_accounts a on a.id = p.account_id
  where a.code = ${code} order by p.id desc limit 1)`;

describe('a changed row is found', () => {
  test.each<[string, SQL, readonly (string | undefined)[]]>([
    [
      'the amount of an entry',
      sql`update bank_entries set amount = amount + 1 where id = ${oneEntry}`,
      [balance, once, totals],
    ],
    [
      'an entry that was removed',
      sql`delete from bank_entries where id = ${oneEntry}`,
      [balance, once, totals],
    ],
    [
      'an entry that is recorded again',
      sql`insert into bank_entries (id, platform_id, connection_id, fingerprint, fingerprint_version, booked_on, amount, record, kind, booked_at, created_at)
          select gen_random_uuid(), platform_id, connection_id, 'again', 2, booked_on, amount, record, kind, booked_at, created_at
          from bank_entries where id = ${oneEntry}`,
      [balance, once, totals],
    ],
    [
      'an entry that is not booked any more',
      sql`update bank_entries set kind = null where id = ${oneEntry}`,
      [balance, once, kinds, totals],
    ],
    [
      'the time of an entry',
      sql`update bank_entries set booked_at = booked_at + interval '1 second' where id = ${oneEntry}`,
      [once],
    ],
    [
      'the opening balance',
      sql`update bank_connections set opening_balance = opening_balance + 1`,
      [balance, once],
    ],
    [
      'a posting of the bank',
      sql`update postings set amount = amount + 1 where id = ${postingOf('BANK')}`,
      [balance, once],
    ],
    ['the kind of an entry', sql`update bank_entries set kind = 'FEE' where id = ${oneEntry}`, [totals]],
    ['the total of a day', sql`update bank_day_totals set sum = sum + 1 where kind = 'DEPOSIT'`, [totals]],
    ['the amount of a break', sql`update bank_entries set break_amount = 1 where kind = 'BREAK'`, [breaks]],
    [
      'a break that was no fee',
      sql`update bank_entries set is_bank_fee = true where kind = 'BREAK'`,
      [breaks],
    ],
    ['the status of a deposit', sql`update unmatched_deposits set status = 'ASSIGNED'`, [unmatched]],
    ['the amount of a deposit', sql`update unmatched_deposits set amount = amount + 1`, [unmatched]],
    [
      'a posting of unmatched deposits',
      sql`delete from postings where id = ${postingOf('UNMATCHED_DEPOSITS')}`,
      [unmatched],
    ],
  ])('%s', async (_what, change, found) => {
    expect(await failingAfter(change)).toEqual(found);
  });
});
