/** `npm run bench`: every budget as a ratio measured in one run. */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { openPostgres } from '../../src/database/client.ts';
import { measurePage } from './page.ts';
import { populate } from './populate.ts';
import { startBare, startBuilt } from './processes.ts';

const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

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

await withDatabase(async (url) => {
  const ours = await startBuilt(url);
  const db = await openPostgres(url);
  await populate(db, 500, 20);
  await db.close();
  const bare = await startBare(url);
  const page = await measurePage(ours, bare);
  console.log('page of 50 customers, accounts, 5 transactions each', page);
  await ours.stop();
  await bare.stop();
});
