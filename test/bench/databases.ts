/** Databases with random names on the benchmark server, dropped after their part. */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
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

/** The version, for example `PostgreSQL 15.2`, and its durability settings. */
export async function describeServer(): Promise<string> {
  const sql = postgres(server, { max: 1 });
  const [row] = await sql`
    select current_setting('server_version') as version, current_setting('synchronous_commit') as commits,
      current_setting('fsync') as fsync`;
  await sql.end();
  const [version] = String(row?.['version']).split(' ');
  return `PostgreSQL ${version} (fsync ${row?.['fsync']}, synchronous_commit ${row?.['commits']})`;
}
