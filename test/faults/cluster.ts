/**
 * The PostgreSQL that is made to fail. Where its programs are installed, a cluster of the harness's own in a temporary
 * folder, which is crashed and restarted for real; otherwise a database of its own on the server that tests use, of which
 * only its own connections are ended: no other database is ever disturbed.
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
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';

const sharedServer = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** `immediate` is a crash: nothing is written out, and the next start recovers from the log. */
export type RestartMode = 'immediate' | 'fast';

export interface Cluster {
  readonly description: string;
  /** Of the database, past every proxy. */
  readonly url: string;
  /** Absent on a server that others use. */
  readonly restart: ((mode: RestartMode) => Promise<void>) | undefined;
  /** Ends about half of the service's connections from the database's side. */
  terminateConnections(): Promise<void>;
  close(): Promise<void>;
}

/** Does something on a connection that exists for it alone. */
export async function withClient<T>(url: string, work: (client: postgres.Sql) => Promise<T>): Promise<T> {
  // Its own look-up of types is a promise that nobody waits for: where the connection breaks then, that ends the process.
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

/** A TCP port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const quiet = (program: string, args: readonly string[]): string | undefined => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
};

/** The folder of PostgreSQL's programs. Debian keeps those of a server apart, by version. */
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

/** Whom a server may run as: PostgreSQL does not run as root. */
function unprivileged(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => quiet('id', [flag, 'postgres']));
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** `undefined` where the programs are not installed, or cannot be run by anybody that we may become. */
export async function privateCluster(): Promise<Cluster | undefined> {
  const bin = programs();
  const user = unprivileged();
  if (!bin || !user) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'payments-faults-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const log = join(folder, 'log');

  const run = async (program: string, ...args: string[]): Promise<void> => {
    // The server that is started would keep a pipe open for as long as it lives.
    const child = spawn(join(bin, program), args, { ...user, cwd: folder, stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code === 0) return;
    const told = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-5).join('\n') : '';
    throw new Error(`${program} ${args[0]} ended with ${code}\n${told}`);
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
    // A run that dies takes its server along: this cannot wait for anything.
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

/** A database of a random name on the server that tests use. */
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
