/** The migration of balances on accounts of customers that were deleted before it. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { serviceAccountUuid } from '../../../src/ledger/chart.ts';
import { verifyLedger } from '../../../src/operations/audit/verify-ledger.ts';
import { migratedBefore } from '../../support/older-database.ts';

test('the migration moves these balances to suspense, and the ledger passes the verification', async () => {
  const engine = await migratedBefore('closed_accounts');
  const [platform, deleted, staying, entry] = [newUuid(), newUuid(), newUuid(), newUuid()];
  const accounts = { deleted: newUuid(), empty: newUuid(), staying: newUuid() };
  const funding = serviceAccountUuid(platform, 'FUNDING', 'USD');
  const customer = (id: string, deletedAt: string) =>
    `('${id}', '${platform}', 'c', 'INDIVIDUAL', '$${id}@example.com', '{}', now(), now(), ${deletedAt})`;
  const internal = (id: string, owner: string, currency: string) =>
    `('${id}', '${platform}', '${owner}', 'INTERNAL_FIAT', 'ACTIVE', '${currency}', '${id}', now(), now())`;
  await engine.exec(`
    insert into platforms (id, name, mode, uma_domain, created_at, updated_at)
      values ('${platform}', 'Test', 'SANDBOX', 'example.com', now(), now());
    insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, currencies, created_at,
      updated_at, deleted_at) values ${customer(deleted, 'now()')}, ${customer(staying, 'null')};
    insert into internal_accounts (id, platform_id, customer_id, type, status, currency, reference, created_at, updated_at)
      values ${internal(accounts.deleted, deleted, 'USD')}, ${internal(accounts.empty, deleted, 'EUR')},
        ${internal(accounts.staying, staying, 'USD')};
    insert into ledger_accounts (id, platform_id, owner, code, currency, posted, held) values
      ('${accounts.deleted}', '${platform}', 'CUSTOMER', 'INTERNAL_FIAT', 'USD', 700, 0),
      ('${accounts.empty}', '${platform}', 'CUSTOMER', 'INTERNAL_FIAT', 'EUR', 0, 0),
      ('${accounts.staying}', '${platform}', 'CUSTOMER', 'INTERNAL_FIAT', 'USD', 50, 0),
      ('${funding}', '${platform}', 'SERVICE', 'FUNDING', 'USD', null, null);
    insert into entries (id, platform_id, description, created_at) values ('${entry}', '${platform}', 'Deposit', now());
    insert into postings (id, entry_id, platform_id, account_id, currency, amount, balance_after, created_at) values
      ('${newUuid()}', '${entry}', '${platform}', '${accounts.deleted}', 'USD', 700, 700, now()),
      ('${newUuid()}', '${entry}', '${platform}', '${accounts.staying}', 'USD', 50, 50, now()),
      ('${newUuid()}', '${entry}', '${platform}', '${funding}', 'USD', -750, null, now());`);

  const db = await openEmbedded('memory', { engine });
  await db.migrate();
  const rows = await rawRows<{ id: string; balance: string; closed: boolean }>(
    db.orm,
    sql`select account_id as id, balance::text, closed from audit_balances join ledger_accounts on id = account_id`,
  );
  const expected = [
    [accounts.deleted, '0', true],
    [accounts.empty, '0', true],
    [accounts.staying, '50', false],
    [funding, '-750', false],
    [serviceAccountUuid(platform, 'SUSPENSE', 'USD'), '700', false],
  ];
  expect(new Set(rows.map(({ id, balance, closed }) => [id, balance, closed]))).toEqual(new Set(expected));
  const verdict = await verifyLedger(db);
  expect(verdict.checks.filter(({ wrong }) => wrong > 0)).toEqual([]);
  expect(verdict.suspense).toEqual([{ platformId: `Platform:${platform}`, currency: 'USD', amount: '700' }]);
  await db.close();
});
