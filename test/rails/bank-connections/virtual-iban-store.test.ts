/** Which account has which virtual IBAN, over several connections of a platform. */
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { uuidOf } from '../../../src/kernel/ids.ts';
import type { BankConnection } from '../../../src/rails/bank-connections/bank-connection.ts';
import {
  accountsByVirtualIban,
  assignVirtualIbans,
} from '../../../src/rails/bank-connections/virtual-iban-store.ts';
import { bankAccountsOf } from '../../support/bank-accounts.ts';
import { type BankWorld, bankWorld, successorOf } from '../../support/bank-world.ts';

const range = { country: 'DE', prefix: '370400440000' };

let world: BankWorld;
afterEach(() => world.stop());

const execute = (statement: ReturnType<typeof sql>) => world.service.db.orm.execute(statement);

/** Accounts of customers, which are older than that of the platform. */
async function addAccounts(count: number): Promise<void> {
  const platform = uuidOf(world.connection.platformId);
  const uuids = (group: string) =>
    sql`('00000000-0000-7000-${sql.raw(group)}-' || lpad(n::text, 12, '0'))::uuid`;
  await execute(sql`insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, currencies, created_at, updated_at)
    select ${uuids('9000')}, ${platform}, 'customer ' || n, 'INDIVIDUAL', '$customer' || n || '@example.com', '{EUR}', now(), now()
    from generate_series(1, ${count}::int) n`);
  await execute(sql`insert into internal_accounts (id, platform_id, customer_id, type, status, currency, reference, created_at, updated_at)
    select ${uuids('8000')}, ${platform}, ${uuids('9000')}, 'INTERNAL_FIAT', 'ACTIVE', 'EUR', 'XX-' || n, now(), now()
    from generate_series(1, ${count}::int) n`);
}

const assign = (connection: BankConnection) =>
  transact(world.service.db, (tx) => assignVirtualIbans(tx, connection));

const ibanInInstructions = async () => (await world.instructions())[0]?.accountOrWalletInfo.iban;

test('an account keeps its number at the next connection, also where a thousand older accounts get none', async () => {
  world = await bankWorld({ virtualIbanRange: { ...range, first: '000000', last: '001000' } });
  await addAccounts(1_000);
  for (let round = 0; round < 2; round += 1) await assign(world.connection);
  const before = await ibanInInstructions();
  expect(before?.slice(-6)).toBe('001000');
  const next = await successorOf(world, {
    virtualIbanRange: { ...range, first: '001000', last: '001000' },
  });
  await assign(next);
  expect(await ibanInInstructions()).toBe(before);
});

test('accounts above the last number of the range get none, and the others are served by the next call', async () => {
  world = await bankWorld({ virtualIbanRange: { ...range, first: '000000', last: '001001' } });
  await addAccounts(1_003);
  const counts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await assign(world.connection);
    const [row] = await rawRows<{ count: number }>(
      world.service.db.orm,
      sql`select count(*)::int as count from virtual_ibans`,
    );
    counts.push(row?.count ?? 0);
  }
  expect(counts).toEqual([1_000, 1_002, 1_002]);
});

test('a number that a version before has given to two accounts names neither of them', async () => {
  const virtualIbanRange = { ...range, first: '000000', last: '000999' };
  world = await bankWorld({ virtualIbanRange });
  await assign(world.connection);
  const iban = (await ibanInInstructions()) ?? '';
  const next = await successorOf(world, { virtualIbanRange });
  await execute(
    sql`insert into virtual_ibans values (${uuidOf(next.id)}, ${uuidOf(world.account.id)}, 0, ${iban})`,
  );
  const named = async () => [
    ...(await accountsByVirtualIban(world.service.db.orm, next.id, [iban])).values(),
  ];
  expect(await named()).toEqual([world.account.id]);
  expect(await ibanInInstructions()).toBe(iban);
  await execute(sql`update virtual_ibans set account_id = (select id from internal_accounts where currency = 'GBP' limit 1)
    where connection_id = ${uuidOf(world.connection.id)}`);
  expect(await named()).toEqual([]);
  expect(await ibanInInstructions()).toBe(bankAccountsOf.ISO20022.ours.iban);
});
