/**
 * A large number of transactions with their ledger entries, inserted into the tables with SQL.
 *
 * Their order makes a list slow if it reads more rows than it returns: each customer paid in a separate period, and rare
 * values (a status, a type, an agent, the platform itself) occur only among the oldest transactions.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../src/infrastructure/database/client.ts';
import { newUuid } from '../../src/kernel/ids.ts';

export interface ManyTransactions {
  readonly platformUuid: string;
  /** In order of payment. */
  readonly customerUuids: readonly string[];
  /** The USD account of each customer. */
  readonly accountUuids: readonly string[];
  readonly externalUuids: readonly string[];
  readonly agentUuid: string;
  readonly count: number;
  /** The time of the `n`th transaction, counted from 1. */
  readonly at: (n: number) => Date;
}

/** The number of transactions with rare values. They are the oldest. */
export const rareUpTo = 40;

const startMs = Date.parse('2026-01-01T00:00:00Z');
const stepMs = 1_000;

/** SQL for a UUIDv7 of a time in milliseconds and a number. */
const uuidOf = (ms: string, n: string, salt: string) =>
  sql.raw(`(substr(lpad(to_hex(${ms}), 12, '0'), 1, 8) || '-' || substr(lpad(to_hex(${ms}), 12, '0'), 9) || '-7' ||
    lpad(to_hex(${n} % 4096), 3, '0') || '-8' || substr(md5(${n}::text || '${salt}'), 1, 3) || '-' ||
    substr(md5('${salt}' || ${n}::text), 1, 12))::uuid`);

/**
 * @param count a multiple of the number of customers.
 * @param chunk the number of transactions for each statement.
 * @param ledger false omits the ledger entries, for tests that read only transactions.
 * @param entriesEach the number of ledger entries of each transaction. They share its amount.
 * @returns the customers and accounts of the transactions.
 */
export async function insertManyTransactions(
  orm: Executor,
  platformUuid: string,
  count: number,
  {
    customers = 20,
    chunk = 50_000,
    ledger = true,
    entriesEach = 1,
  }: { customers?: number; chunk?: number; ledger?: boolean; entriesEach?: number } = {},
): Promise<ManyTransactions> {
  const uuids = () => Array.from({ length: customers }, () => newUuid());
  const [customerUuids, accountUuids, externalUuids] = [uuids(), uuids(), uuids()];
  const [agentUuid, clearingUuid] = [newUuid(), newUuid()];
  const list = (values: readonly string[]) => sql`${sql.param([...values])}::uuid[]`;
  const label = platformUuid.slice(-6);
  const platform = sql`${platformUuid}::uuid`;

  await orm.execute(sql`
    insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, currencies, kyc_status,
      full_name, created_at, updated_at)
    select id, ${platform}, 'many-' || n, 'INDIVIDUAL', '$many' || n || '@${sql.raw(label)}.example', array['USD'], 'APPROVED',
      'Customer ' || n, now(), now()
    from unnest(${list(customerUuids)}) with ordinality c (id, n)`);
  await orm.execute(sql`
    insert into internal_accounts (id, platform_id, customer_id, type, status, currency, reference, created_at, updated_at)
    select a.id, ${platform}, c.id, 'INTERNAL_FIAT', 'ACTIVE', 'USD', 'MANY-' || a.id, now(), now()
    from unnest(${list(accountUuids)}, ${list(customerUuids)}) with ordinality a (id, customer, n)
    join customers c on c.id = a.customer`);
  await orm.execute(sql`
    insert into external_accounts (id, platform_id, customer_id, status, currency, account_type, account_info, fingerprint,
      created_at, updated_at)
    select e.id, ${platform}, e.customer, 'ACTIVE', 'USD', 'USD_ACCOUNT',
      '{"accountType":"USD_ACCOUNT","accountNumber":"123456789","routingNumber":"021000021","paymentRails":["ACH"],"beneficiary":{"beneficiaryType":"INDIVIDUAL","fullName":"Many"}}'::jsonb,
      'many-' || e.id, now(), now()
    from unnest(${list(externalUuids)}, ${list(customerUuids)}) e (id, customer)`);
  await orm.execute(sql`
    insert into ledger_accounts (id, platform_id, owner, code, currency, posted, held)
    select id, ${platform}, 'CUSTOMER', 'INTERNAL_FIAT', 'USD', 0, 0 from unnest(${list(accountUuids)}) a (id)
    union all select ${clearingUuid}::uuid, ${platform}, 'SERVICE', 'CLEARING_MANY', 'USD', null, null`);
  await orm.execute(sql`
    insert into agents (id, platform_id, customer_id, name, is_paused, policy, usage_currency, daily_transaction_count,
      daily_spend, monthly_spend, daily_reset_date, monthly_reset_month, reserved_transaction_count, reserved_amount,
      created_at, updated_at)
    values (${agentUuid}, ${platform}, ${customerUuids[0]}, 'Many', false, '{}'::jsonb, 'USD', 0, 0, 0, '2026-01-01',
      '2026-01', 0, 0, now(), now())`);

  // A deposit covers each payment.
  const deposit = sql.raw(String((200 * count) / customers));
  const start = sql.raw(String(startMs));
  if (ledger) {
    await orm.execute(sql`
      insert into entries (id, platform_id, description, created_at)
      select ${uuidOf(String(startMs), 'n', `d${label}`)}, ${platform}, 'Deposit', to_timestamp(${start} / 1000.0)
      from generate_series(1, ${customers}::int) n`);
    await orm.execute(sql`
      insert into postings (id, entry_id, platform_id, account_id, currency, amount, balance_after, created_at)
      select ${uuidOf(String(startMs), '(n * 2 + p.side)', `d${label}`)}, ${uuidOf(String(startMs), 'n', `d${label}`)}, ${platform},
        case p.side when 0 then (${list(accountUuids)})[n] else ${clearingUuid}::uuid end, 'USD',
        case p.side when 0 then ${deposit} else -${deposit} end, case p.side when 0 then ${deposit} end,
        to_timestamp(${start} / 1000.0)
      from generate_series(1, ${customers}::int) n cross join (values (0), (1)) p (side)`);
  }

  for (let from = 1; from <= count; from += chunk) {
    const to = Math.min(count, from + chunk - 1);
    const made = sql`
      select n, ${start} + n::bigint * ${sql.raw(String(stepMs))} as ms,
        1 + (n - 1) * ${sql.raw(String(customers))}::bigint / ${sql.raw(String(count))} as owner, n <= ${sql.raw(String(rareUpTo))} as rare
      from generate_series(${from}::bigint, ${to}::bigint) n`;
    await orm.execute(sql`
      insert into transactions (id, platform_id, customer_id, platform_customer_id, type, origin, status, source_type,
        source_internal_id, source_currency, destination_type, destination_external_id, destination_uma_address,
        destination_currency, sent_amount, received_amount, fees, agent_id, reference, settled_at, created_at, updated_at)
      select ${uuidOf('m.ms', 'm.n', label)}, ${platform},
        case when m.n % 20 = 1 and m.rare then null else (${list(customerUuids)})[m.owner] end,
        case when m.n % 20 = 1 and m.rare then null else 'many-' || m.owner end,
        case when m.n % 10 = 2 and m.rare then 'INCOMING' else 'OUTGOING' end, 'TRANSFER_OUT',
        case when m.n % 10 = 3 and m.rare then 'FAILED' when m.n % 10 = 4 and m.rare then 'REJECTED' else 'COMPLETED' end,
        'ACCOUNT', (${list(accountUuids)})[m.owner], 'USD',
        case when m.n % 4 = 0 then 'UMA_ADDRESS' else 'ACCOUNT' end,
        case when m.n % 4 = 0 then null else (${list(externalUuids)})[m.owner] end,
        case when m.n % 4 = 0 then '$payee' || m.owner || '@many.example' end,
        'USD', 100, 100, 0, case when m.n % 10 = 5 and m.rare then ${agentUuid}::uuid end,
        case when m.n % 10 = 6 and m.rare then 'MANY-AGAIN' else 'MANY-' || m.n end, to_timestamp(m.ms / 1000.0),
        to_timestamp(m.ms / 1000.0), to_timestamp(m.ms / 1000.0)
      from (${made}) m`);
    if (!ledger) continue;
    const each = sql.raw(String(entriesEach));
    const entry = `(m.n * ${entriesEach} + k)`;
    await orm.execute(sql`
      insert into entries (id, platform_id, transaction_id, description, created_at)
      select ${uuidOf('m.ms', entry, `e${label}`)}, ${platform}, ${uuidOf('m.ms', 'm.n', label)}, 'Transfer',
        to_timestamp(m.ms / 1000.0)
      from (${made}) m cross join generate_series(0, ${each} - 1) k`);
    await orm.execute(sql`
      insert into postings (id, entry_id, platform_id, account_id, currency, amount, balance_after, created_at)
      select ${uuidOf('m.ms', `(${entry} * 2 + p.side)`, `p${label}`)}, ${uuidOf('m.ms', entry, `e${label}`)}, ${platform},
        case p.side when 0 then (${list(accountUuids)})[m.owner] else ${clearingUuid}::uuid end, 'USD',
        case p.side when 0 then -100 / ${each} else 100 / ${each} end,
        case p.side when 0 then ${deposit} - 100 * (m.n - 1 - (m.owner - 1) * ${sql.raw(String(count / customers))})
          - 100 / ${each} * (k + 1) end,
        to_timestamp(m.ms / 1000.0)
      from (${made}) m cross join generate_series(0, ${each} - 1) k cross join (values (0), (1)) p (side)`);
  }
  await orm.execute(sql`
    update ledger_accounts l set posted = p.posted
    from (select account_id, sum(amount) as posted from postings group by account_id) p
    where l.id = p.account_id and l.id = any(${list(accountUuids)})`);
  await vacuum(orm);
  const [counted] = await rawRows<{ total: string | number }>(
    orm,
    sql`select count(*) as total from transactions where platform_id = ${platformUuid}`,
  );
  if (Number(counted?.total) !== count) throw new Error(`${counted?.total} of ${count} were written`);
  return {
    platformUuid,
    customerUuids,
    accountUuids,
    externalUuids,
    agentUuid,
    count,
    at: (n) => new Date(startMs + n * stepMs),
  };
}

/**
 * Vacuums until each page is all-visible: a snapshot of autovacuum delays it, and a plan would not read the index alone. Without
 * `index_cleanup` a few deleted rows of an earlier test would stay.
 */
async function vacuum(orm: Executor): Promise<void> {
  const tables = ['transactions', 'postings', 'entries', 'customers', 'internal_accounts', 'ledger_accounts'];
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await orm.execute(sql`vacuum (analyze, index_cleanup on) ${sql.raw(tables.join(', '))}`);
    const remaining = await rawRows(
      orm,
      sql`select relname from pg_class where relname = any(${sql.param(tables)}::text[]) and relallvisible < relpages`,
    );
    if (remaining.length === 0) return;
    await setTimeout(50);
  }
  throw new Error('pages of the tables are not all-visible after 100 vacuums');
}

/** The uuid of the `n`th transaction. */
export async function uuidOfNth(orm: Executor, many: ManyTransactions, n: number): Promise<string> {
  const [row] = await rawRows<{ id: string }>(
    orm,
    sql`select id from transactions where platform_id = ${many.platformUuid} and reference = ${`MANY-${n}`}`,
  );
  if (!row) throw new Error(`there is no transaction ${n}`);
  return row.id;
}
