/**
 * `npm run bench`: every budget, measured in one run on a Postgres server. Most are ratios, which a slow machine slows
 * on both sides; the few with a unit want a quiet one.
 */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { openPostgres } from '../../src/database/client.ts';
import { measureFanOut } from './fan-out.ts';
import { measureList, measurePage } from './page.ts';
import { populate } from './populate.ts';
import { startBare, startBuilt } from './processes.ts';
import { measureStamps } from './stamps.ts';
import { measureStarts } from './start.ts';
import { measureTransfers, preparePayers, restTransferTarget, transferTarget } from './transfers.ts';
import { measureWebhooks } from './webhooks.ts';

const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

interface Line {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
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

const asRatio = (value: number): string => value.toFixed(2);
const perSecond = (value: number): string => `${value.toFixed(0)}/s`;

const lines = await withDatabase(async (url): Promise<Line[]> => {
  // Without a worker, so that the statements compared are those of the requests alone.
  const ours = await startBuilt(url, { WORKER: 'off' });
  const db = await openPostgres(url);
  await populate(db, 500, 20);
  await db.close();
  const bare = await startBare(url);
  const page = await measurePage(ours, bare);
  const list = await measureList(ours, bare);
  await bare.stop();
  const payers = await preparePayers(url);
  const transfers = await measureTransfers(url, transferTarget(ours, payers), payers);
  const restTransfers = await measureTransfers(url, restTransferTarget(ours, payers), payers);
  await ours.stop();
  const fanOut = await measureFanOut(url, payers);
  return [
    {
      what: 'page of 50 customers, their accounts and 5 latest transactions / one hand-written statement',
      measured: asRatio(page.ratio),
      budget: 'at least 0.5',
      detail: `${perSecond(page.ours)} / ${perSecond(page.bare)}`,
    },
    {
      what: 'transfers over GraphQL / the same statements in a bare loop',
      measured: asRatio(transfers.ratio),
      budget: 'at least 0.5',
      detail: `${perSecond(transfers.ours)} / ${perSecond(transfers.bare)}`,
    },
    {
      what: 'a GET of 100 customers over REST / one hand-written statement',
      measured: asRatio(list.ratio),
      budget: 'at least 0.5',
      detail: `${perSecond(list.ours)} / ${perSecond(list.bare)}`,
    },
    {
      what: 'transfers over REST / the same statements in a bare loop',
      measured: asRatio(restTransfers.ratio),
      budget: 'at least 0.5',
      detail: `${perSecond(restTransfers.ours)} / ${perSecond(restTransfers.bare)}`,
    },
    {
      what: `an event from its commit to the last of ${fanOut.subscribers} subscribers of one process`,
      measured: `${fanOut.medianMs.toFixed(0)} ms`,
      budget: 'at most 100 ms',
      detail: `median; worst ${fanOut.worstMs.toFixed(0)} ms`,
    },
    {
      what: 'reads of the event log for each wake-up, for all of them',
      measured: asRatio(fanOut.readsEach),
      budget: '1',
      detail: '',
    },
  ];
});

const stamps = measureStamps();
lines.push({
  what: "stamps verified on one core / node:crypto's own verify (budget also: 5,000/s)",
  measured: asRatio(stamps.ratio),
  budget: 'at least 0.5',
  detail: `${perSecond(stamps.ours)} / ${perSecond(stamps.bare)}`,
});

// A database of its own: in the other one the deliverer would first read what the transfers have told.
const webhooks = await withDatabase(async (url) => {
  const db = await openPostgres(url);
  await db.migrate();
  await db.close();
  return measureWebhooks(url);
});
lines.push({
  what: 'nine webhook endpoints have every event, beside a dead tenth / without it',
  measured: asRatio(webhooks.ratio),
  budget: 'about 1',
  detail: `${webhooks.withDead.toFixed(2)} s / ${webhooks.without.toFixed(2)} s`,
});

const starts = await measureStarts();
for (const [which, seconds, budget] of [
  ['first', starts.first, 10],
  ['second', starts.second, 5],
] as const) {
  lines.push({
    what: `the ${which} start with the embedded database, from the command to the first answer`,
    measured: `${seconds.toFixed(1)} s`,
    budget: `at most ${budget} s`,
    detail: '',
  });
}

const [version] = await (async () => {
  const sql = postgres(server, { max: 1 });
  const rows = await sql`show server_version`;
  await sql.end();
  return rows;
})();

console.log(`PostgreSQL ${version?.['server_version']}, Node ${process.version}`);
console.log('| measured | budget | of | what |');
console.log('|---|---|---|---|');
for (const { what, measured, budget, detail } of lines) {
  console.log(`| ${measured} | ${budget} | ${detail} | ${what} |`);
}
