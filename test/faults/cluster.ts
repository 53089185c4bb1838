/**
 * The PostgreSQL under fault injection. If the programs of PostgreSQL are installed, a separate cluster in a temporary
 * folder, which is crashed and restarted. Otherwise a separate database on the test server: only connections to this
 * database are terminated, so that other databases are not affected.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '../support/free-port.ts';

const sharedServer = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** `immediate` is a crash: nothing is flushed, and the next start recovers from the write-ahead log. */
export type RestartMode = 'immediate' | 'fast';

export interface Cluster {
  readonly description: string;
  /** The URL of the database without a proxy. */
  readonly url: string;
  /** Absent on a shared server. */
  readonly restart: ((mode: RestartMode) => Promise<void>) | undefined;
  /** Terminates about half of the connections of the service in the database. */
  terminateConnections(): Promise<void>;
  close(): Promise<void>;
}

/** Runs `work` on a separate connection. */
export async function withClient<T>(url: string, work: (client: postgres.Sql) => Promise<T>): Promise<T> {
  // The type look-up of the driver is an unawaited promise. If the connection breaks during it, the process would end.
  const client = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => undefined });
  try {
    return await work(client);
  } finally {
    await client.end({ timeout: 5 });
  }
}

const terminateHalf = (url: string) => (): Promise<void> =>
  withClient(url, async (client) => {
    await client`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'payments-platform' and random() < 0.5`;
  }).catch(() => undefined);

const quiet = (program: string, args: readonly string[]): string | undefined => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
};

/** The folder with the programs of PostgreSQL. Debian has a folder for each version. */
function programs(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    quiet('pg_config', ['--bindir']),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return folders.find(
    (folder) => folder && ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name))),
  );
}

/** The user of the server, because PostgreSQL does not run as root. */
function unprivileged(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => quiet('id', [flag, 'postgres']));
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** `undefined` if the programs are not installed or no available user can run them. */
export async function privateCluster(): Promise<Cluster | undefined> {
  const bin = programs();
  const user = unprivileged();
  if (!bin || !user) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'payments-faults-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const log = join(folder, 'log');

  const run = async (program: string, ...args: string[]): Promise<void> => {
    // The started server would hold a pipe open until it ends.
    const child = spawn(join(bin, program), args, { ...user, cwd: folder, stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code === 0) return;
    const logTail = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-5).join('\n') : '';
    throw new Error(`${program} ${args[0]} ended with ${code}\n${logTail}`);
  };
  const control = (...args: string[]) => run('pg_ctl', ...args, '-w', '-t', '60', '-D', data, '-l', log);

  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale');
  const port = await freePort();
  appendFileSync(
    join(data, 'postgresql.conf'),
    `\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`,
  );
  await control('start');
  const stopAtOnce = () => {
    // A run that dies ends its server too. This handler must be synchronous.
    execFileSync(join(bin, 'pg_ctl'), ['stop', '-m', 'immediate', '-D', data], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stopAtOnce);
  const url = `postgres://postgres@127.0.0.1:${port}/payments`;
  await withClient(url.replace(/payments$/, 'postgres'), (client) =>
    client.unsafe('create database payments'),
  );
  return {
    description: 'PostgreSQL of its own',
    url,
    restart: (mode) => control('restart', '-m', mode),
    terminateConnections: terminateHalf(url),
    async close() {
      process.off('exit', stopAtOnce);
      await control('stop', '-m', 'immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A database with a random name on the test server. */
export async function sharedCluster(): Promise<Cluster> {
  const name = `payments_faults_${randomBytes(5).toString('hex')}`;
  await withClient(sharedServer, (client) => client.unsafe(`create database ${name}`));
  const { href: url } = new URL(`/${name}`, sharedServer);
  return {
    description: 'a database on a shared PostgreSQL, which is not restarted',
    url,
    restart: undefined,
    terminateConnections: terminateHalf(url),
    close: () =>
      withClient(sharedServer, async (client) => {
        await client.unsafe(`drop database ${name} with (force)`);
      }),
  };
}
