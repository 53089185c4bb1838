/** The number of SQL statements of a request, including authentication. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { startServer } from '../../src/server.ts';
import { pageTarget } from './page.ts';
import { benchMasterKey } from './processes.ts';

/** The minimum of several requests for the page, because the tail of the log polls in the background. */
export async function countStatements(url: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-bench-'));
  const db = await openPostgres(url);
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: folder,
    MASTER_KEY: benchMasterKey,
    RATE_LIMITS: 'off',
  });
  const app = await createApp(config, db, pino({ level: 'silent' }));
  const server = await startServer(app);
  const target = pageTarget({ ...server, pid: process.pid, stop: () => server.close() });
  const counts: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    const before = db.statements.count;
    const { url: at, method, headers, body } = target;
    const response = await fetch(at, { method, headers, body: body() ?? null });
    const text = await response.text();
    counts.push(db.statements.count - before);
    if (response.status !== 200 || text.includes('"errors"'))
      throw new Error(`the page is ${text.slice(0, 300)}`);
  }
  await server.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  return Math.min(...counts);
}
