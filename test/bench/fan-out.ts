/** The time from the commit of an event until all subscribers of one process have it, and the reads of the log. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pino from 'pino';
import { agentTokens } from '../../src/agents/store.ts';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import { projectRoot } from '../../src/kernel/project.ts';
import { TransferOutInput } from '../../src/payments/transfers/transfer.ts';
import { transferOut } from '../../src/payments/transfers/transfer-out.ts';
import { authenticate } from '../../src/platforms/access/authenticate.ts';
import { startServer } from '../../src/server.ts';
import { basic } from '../support/service.ts';
import { benchMasterKey, benchToken } from './processes.ts';
import type { Payer } from './transfers.ts';

const rounds = 20;

/** The process of the subscribers, and its last output. */
export function startSubscribers(url: string, sockets: number, each: number) {
  const args = [
    '--import',
    'tsx',
    'test/bench/subscribers.ts',
    url,
    basic(benchToken),
    String(sockets),
    String(each),
  ];
  const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] });
  const said: { id?: string; ready?: number; lastAt?: number }[] = [];
  let check: () => void = () => undefined;
  let ended = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(JSON.parse(line));
    check();
  });
  child.once('exit', () => {
    ended = true;
    check();
  });
  return {
    /** Waits for a matching line; `undefined` after a timeout. */
    line: (fits: (line: (typeof said)[number]) => boolean, limitMs: number) =>
      new Promise<(typeof said)[number] | undefined>((resolve, reject) => {
        const timer = setTimeout(() => resolve(undefined), limitMs);
        check = () => {
          const found = said.find(fits);
          if (ended) reject(new Error('the subscribers ended'));
          if (!found) return;
          clearTimeout(timer);
          resolve(found);
        };
        check();
      }),
    stop: () => child.kill('SIGTERM'),
  };
}

/**
 * Milliseconds from the commit to the last subscriber, and reads of the log for each commit: medians and maxima.
 *
 * @param each the subscribers on each socket.
 */
export async function measureFanOut(url: string, payers: readonly Payer[], sockets: number, each: number) {
  const folder = mkdtempSync(join(tmpdir(), 'payments-bench-'));
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: folder,
    MASTER_KEY: benchMasterKey,
    RATE_LIMITS: 'off',
  });
  const db = await openPostgres(url);
  const app = await createApp(config, db, pino({ level: 'silent' }));
  const server = await startServer(app);
  const principal = await authenticate({ db, agentTokens }, basic(benchToken));
  if (principal instanceof DomainError || principal.kind !== 'platform')
    throw new Error('the token is known');

  const commit = async (index: number) => {
    const payer = payers[index % payers.length];
    const input = TransferOutInput.parse({
      source: payer?.internal,
      destination: payer?.external,
      amount: 1,
    });
    const { result: made } = await transferOut(app.ports, principal, input);
    if (made instanceof DomainError) throw made;
    return { id: made.id, at: performance.timeOrigin + performance.now() };
  };

  const listening = startSubscribers(server.url, sockets, each);
  if (!(await listening.line(({ ready }) => ready !== undefined, 60_000))) {
    throw new Error('the subscribers never came');
  }
  // Subscriptions are not acknowledged. All have started when all have received an update. The others are warm-up.
  let index = 0;
  for (let complete = 0; complete < 5; index += 1) {
    const { id } = await commit(index);
    if (await listening.line((line) => line.id === id, 2_000)) complete += 1;
    else if (index > 20) throw new Error('not every subscriber receives updates');
  }

  const delays: number[] = [];
  const reads: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = app.tail.reads;
    const { id, at } = await commit(index + round);
    const last = await listening.line((line) => line.id === id, 10_000);
    if (last?.lastAt === undefined) throw new Error('not every subscriber received the update');
    delays.push(last.lastAt - at);
    reads.push(app.tail.reads - before);
  }
  listening.stop();
  await server.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  delays.sort((a, b) => a - b);
  return {
    medianMs: delays[delays.length >> 1] ?? 0,
    worstMs: delays.at(-1) ?? 0,
    readsEach: reads.reduce((sum, one) => sum + one, 0) / reads.length,
  };
}
