/** `npm run bench`: every budget as a ratio measured in one run, on a Postgres server. */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { openPostgres } from '../../src/database/client.ts';
import { measurePage } from './page.ts';
import { populate } from './populate.ts';
import { startBare, startBuilt } from './processes.ts';
import { measureStamps } from './stamps.ts';
import { measureTransfers, preparePayers } from './transfers.ts';

const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

interface Line {
  readonly what: string;
  readonly ratio: number;
  readonly budget: number;
  readonly detail: string;
}

async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = `payments_bench_${randomBytes(5).toString('hex')}`;
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    return await work(url.href);
  } finally {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  }
}

const perSecond = (value: number): string => `${value.toFixed(0)}/s`;

const lines = await withDatabase(async (url): Promise<Line[]> => {
  // Without a worker, so that the statements compared are those of the requests alone.
  const ours = await startBuilt(url, { WORKER: 'off' });
  const db = await openPostgres(url);
  await populate(db, 500, 20);
  await db.close();
  const bare = await startBare(url);
  const page = await measurePage(ours, bare);
  await bare.stop();
  const payers = await preparePayers(url);
  const transfers = await measureTransfers(url, ours, payers);
  await ours.stop();
  return [
    {
      what: 'page of 50 customers, their accounts and 5 latest transactions / one hand-written statement',
      ratio: page.ratio,
      budget: 0.5,
      detail: `${perSecond(page.ours)} / ${perSecond(page.bare)}`,
    },
    {
      what: 'transfers over GraphQL / the same statements in a bare loop',
      ratio: transfers.ratio,
      budget: 0.5,
      detail: `${perSecond(transfers.ours)} / ${perSecond(transfers.bare)}`,
    },
  ];
});

const stamps = measureStamps();
lines.push({
  what: "stamps verified on one core / node:crypto's own verify (budget also: 5,000/s)",
  ratio: stamps.ratio,
  budget: 0.5,
  detail: `${perSecond(stamps.ours)} / ${perSecond(stamps.bare)}`,
});

const [version] = await (async () => {
  const sql = postgres(server, { max: 1 });
  const rows = await sql`show server_version`;
  await sql.end();
  return rows;
})();

console.log(`PostgreSQL ${version?.['server_version']}, Node ${process.version}`);
console.log('| ratio | budget | measured | what |');
console.log('|---|---|---|---|');
for (const { what, ratio, budget, detail } of lines) {
  console.log(`| ${ratio.toFixed(2)} | ${budget} | ${detail} | ${what} |`);
}
