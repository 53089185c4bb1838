/** Customers with accounts and transactions, inserted directly into the tables of a benchmark database. */
import { sql } from 'drizzle-orm';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';

/** Inserts customers with four accounts each, and completed transactions on each USD account. */
export async function populate(db: Database, customers: number, transactionsEach: number): Promise<void> {
  const [platform] = await rawRows<{ id: string }>(db.orm, sql`select id from platforms limit 1`);
  const platformId = platform?.id;
  await db.orm.execute(sql`
    insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, currencies, email,
      kyc_status, full_name, created_at, updated_at)
    select ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${platformId}, 'customer-' || n, 'INDIVIDUAL',
      '$customer' || n || '@bench.example', array['USD', 'USDC', 'USDB'], 'customer' || n || '@bench.example', 'APPROVED',
      'Customer ' || n, now(), now()
    from generate_series(1, ${customers}::int) n`);
  await db.orm.execute(sql`
    insert into internal_accounts (id, platform_id, customer_id, type, status, currency, reference, created_at, updated_at)
    select gen_random_uuid(), ${platformId}, c.id, k.type, 'ACTIVE', k.currency, 'BN-' || gen_random_uuid(), now(), now()
    from customers c cross join (values ('INTERNAL_FIAT', 'USD'), ('INTERNAL_CRYPTO', 'USDC'), ('INTERNAL_CRYPTO', 'USDB'),
      ('EMBEDDED_WALLET', 'USDB')) k (type, currency)
    where c.platform_id = ${platformId}`);
  await db.orm.execute(sql`
    insert into ledger_accounts (id, platform_id, owner, code, currency, posted, held)
    select id, platform_id, 'CUSTOMER', type, currency, 0, 0 from internal_accounts i
    where i.customer_id is not null and not exists (select from ledger_accounts l where l.id = i.id)`);
  await db.orm.execute(sql`
    insert into transactions (id, platform_id, customer_id, platform_customer_id, type, origin, status, source_type,
      source_internal_id, source_currency, destination_type, destination_uma_address, destination_currency, sent_amount,
      received_amount, fees, reference, settled_at, created_at, updated_at)
    select ('019b0000-' || lpad(to_hex(n / 65536), 4, '0') || '-7' || lpad(to_hex(n / 16 % 4096), 3, '0') || '-8' ||
        lpad(to_hex(n % 16), 3, '0') || '-' || substr(md5(i.id::text || n), 1, 12))::uuid,
      ${platformId}, i.customer_id, 'bench', 'OUTGOING', 'TRANSFER_OUT', 'COMPLETED', 'ACCOUNT', i.id, 'USD', 'UMA_ADDRESS',
      '$success.usd@sandbox.uma.example', 'USD', 100 + n, 100 + n, 0, 'BN-' || n, now(), now(), now()
    from internal_accounts i cross join generate_series(1, ${transactionsEach}::int) n
    where i.customer_id is not null and i.type = 'INTERNAL_FIAT'`);
  await db.orm.execute(sql`analyze`);
}
