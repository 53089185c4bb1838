/**
 * The memory of one process with 10,000 idle subscriptions: first each on a separate socket, then a hundred on each socket.
 * Several platforms share them, because each platform has a quota.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pino from 'pino';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { projectRoot } from '../../src/kernel/project.ts';
import { createPlatform } from '../../src/operations/platforms/create-platform.ts';
import { aPayer } from '../support/parties.ts';
import { senderTo } from '../support/server-process.ts';
import { basic } from '../support/service.ts';
import { benchMasterKey, startBuilt } from './processes.ts';

const subscriptions = 10_000;
const socketsPerPlatform = 1_000;
/** The time for the collector to free the temporary memory of the start. */
const restMs = 15_000;

export interface IdleMemory {
  readonly subscriptions: number;
  readonly sockets: number;
  /** The memory of the process with all subscriptions, and before the first one. */
  readonly megabytes: number;
  readonly before: number;
}

/** The resident memory of a process. */
export const megabytesOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;

/** The credentials of new platforms. */
async function platformsOn(url: string, count: number): Promise<string[]> {
  const db = await openPostgres(url, { connections: 2 });
  await db.migrate();
  const config = readConfig({ DATABASE_URL: url, MASTER_KEY: benchMasterKey });
  const { ports, ...app } = await createApp(config, db, pino({ level: 'silent' }));
  const credentials: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { token, clientSecret } = await createPlatform(ports, {
      name: `idle ${made}`,
      mode: 'SANDBOX',
      sandboxUmaDomain: config.sandboxUmaDomain,
    });
    credentials.push(basic(`${token.clientId}:${clientSecret}`));
  }
  await app.close();
  return credentials;
}

async function measure(url: string, each: number): Promise<IdleMemory> {
  const sockets = subscriptions / each;
  const credentials = await platformsOn(url, Math.ceil(sockets / socketsPerPlatform));
  // The platforms already exist.
  const server = await startBuilt(url, { BOOTSTRAP_TOKEN: '' });
  const args = [
    '--import',
    'tsx',
    'test/bench/idle-subscribers.ts',
    server.url,
    String(sockets),
    String(each),
    ...credentials,
  ];
  const subscribers = spawn(process.execPath, args, {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: subscribers.stdout })[Symbol.asyncIterator]();
  const said = async (word: string): Promise<void> => {
    const { value, done } = await lines.next();
    if (done || value !== word) throw new Error(`the subscriber process printed ${value} instead of ${word}`);
  };
  try {
    // Memory that the first requests allocate once is allocated before the measurement.
    const send = senderTo(server.url);
    for (const credential of credentials) await aPayer({ send }, 0, credential);
    const before = megabytesOf(server.pid);
    await said('open');
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const megabytes = megabytesOf(server.pid);
    // Subscriptions are not acknowledged. An update to each shows that all have started.
    for (const credential of credentials) await aPayer({ send }, 1_000, credential);
    await said('received');
    return { subscriptions, sockets, megabytes, before };
  } finally {
    subscribers.kill('SIGTERM');
    if (subscribers.exitCode === null && subscribers.signalCode === null) await once(subscribers, 'exit');
    await server.stop();
  }
}

/** Each on a separate database: one socket for each subscription, then a hundred subscriptions on each socket. */
export async function measureIdle(
  withDatabase: <T>(work: (url: string) => Promise<T>) => Promise<T>,
): Promise<IdleMemory[]> {
  return [await withDatabase((url) => measure(url, 1)), await withDatabase((url) => measure(url, 100))];
}
