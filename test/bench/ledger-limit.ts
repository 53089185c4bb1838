/**
 * The upper limit for a ledger in the database: transfers per second of one SQL function under pgbench. `pgledger` is
 * measured if `PGLEDGER_DIR` is the path of a checkout. The minimal function has only the operations of every double-entry
 * ledger: two balance updates with their check, one entry, two postings, one commit.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { withDatabase } from './databases.ts';

const run = promisify(execFile);

const minimalSchema = `
  create table accounts (id int primary key, balance bigint not null check (balance >= 0)) with (fillfactor = 70);
  create table entries (id bigserial primary key, created_at timestamptz not null);
  create table postings (
    id bigserial primary key, entry_id bigint not null, account_id int not null, amount bigint not null,
    balance_after bigint not null
  );
  create index on postings (account_id, id);
  create function transfer(source int, destination int, sum bigint) returns bigint language plpgsql as $$
  declare entry bigint; after_source bigint; after_destination bigint;
  begin
    -- In id order, so that two transfers between the same accounts cannot deadlock.
    if source < destination then
      update accounts set balance = balance - sum where id = source returning balance into after_source;
      update accounts set balance = balance + sum where id = destination returning balance into after_destination;
    else
      update accounts set balance = balance + sum where id = destination returning balance into after_destination;
      update accounts set balance = balance - sum where id = source returning balance into after_source;
    end if;
    insert into entries (created_at) values (now()) returning id into entry;
    insert into postings (entry_id, account_id, amount, balance_after)
      values (entry, source, -sum, after_source), (entry, destination, sum, after_destination);
    return entry;
  end $$;`;

/** Transfers between two different accounts of the table \`bench_accounts\` (n, id). */
const script = (accounts: number, transfer: string): string => `
\\set a random(1, ${accounts})
\\set b 1 + (:a + random(0, ${Math.max(0, accounts - 2)})) % ${accounts}
${transfer};
`;

/** Transfers per second of a pgbench script with ten clients. */
async function pgbench(url: string, text: string, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-pgbench-'));
  const file = join(folder, 'script.sql');
  writeFileSync(file, text);
  try {
    const { stdout } = await run('pgbench', [
      ...['--no-vacuum', '--client=10', '--jobs=2', '--protocol=prepared', `--time=${seconds}`],
      ...[`--file=${file}`, url],
    ]);
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (rate === undefined) throw new Error(`pgbench printed no rate: ${stdout}`);
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inDatabase<T>(
  prepare: (sql: postgres.Sql) => Promise<void>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  return withDatabase(async (url) => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    await prepare(sql);
    await sql.unsafe('vacuum analyze');
    await sql.end();
    return work(url);
  });
}

export interface LedgerLimit {
  readonly name: string;
  /** Transfers per second. */
  readonly perSecond: number;
}

const measureMinimal = (accounts: number, seconds: number): Promise<number> =>
  inDatabase(
    async (sql) => {
      await sql.unsafe(minimalSchema);
      await sql`insert into accounts select n, 1000000000000 from generate_series(1, ${accounts}::int) n`;
    },
    (url) => pgbench(url, script(accounts, 'select transfer(:a, :b, 1)'), seconds),
  );

const measurePgledger = (folder: string, accounts: number, seconds: number): Promise<number> =>
  inDatabase(
    async (sql) => {
      for (const file of [
        'vendor/scoville-pgsql-ulid/ulid-to-uuid.sql',
        'vendor/scoville-pgsql-ulid/uuid-to-ulid.sql',
        'pgledger.sql',
      ]) {
        await sql.unsafe(readFileSync(join(folder, file), 'utf8'));
      }
      await sql`create table bench_accounts as
        select n, (pgledger_create_account('account ' || n, 'USD')).id from generate_series(1, ${accounts}::int) n`;
      await sql`create unique index on bench_accounts (n)`;
    },
    (url) =>
      pgbench(
        url,
        script(
          accounts,
          `select id from pgledger_create_transfer(
             (select id from bench_accounts where n = :a), (select id from bench_accounts where n = :b), 1)`.replace(
            /\s+/g,
            ' ',
          ),
        ),
        seconds,
      ),
  );

/** The limit that payments are compared with, and that of the minimal function. */
export async function measureLimits(
  accounts: number,
  seconds = 5,
): Promise<{ reference: LedgerLimit; minimal: LedgerLimit }> {
  const minimal = { name: 'a minimal SQL function', perSecond: await measureMinimal(accounts, seconds) };
  const folder = process.env['PGLEDGER_DIR'];
  if (folder === undefined) {
    console.error('PGLEDGER_DIR is not set: payments are compared with the minimal SQL function.');
    return { reference: minimal, minimal };
  }
  const perSecond = await measurePgledger(folder, accounts, seconds);
  return { reference: { name: 'pgledger', perSecond }, minimal };
}
