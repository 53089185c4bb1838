/** Verifies the ledger with `npm run ledger:verify` and with the three audit views, and that no transactions deadlocked. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { projectRoot } from '../../src/kernel/project.ts';
import { audit, soundLedger } from '../support/audit.ts';
import type { RunRecord } from './record.ts';
import { serviceEnv } from './servers.ts';

interface Verdict {
  readonly verified: boolean;
  readonly eventsWaiting: number;
  readonly checks: readonly {
    readonly name: string;
    readonly rows: number;
    readonly wrong: number;
    readonly offenders: readonly string[];
  }[];
}

/** Runs the command as an operator does. Its stderr has the reason if it cannot run. */
function verdictOf(databaseUrl: string): Promise<Verdict> {
  const command = join(projectRoot, 'dist/src/commands/main.js');
  return new Promise((resolve, reject) => {
    const args = [command, 'ledger:verify', '--json'];
    execFile(process.execPath, args, { env: serviceEnv(databaseUrl) }, (_, stdout, stderr) => {
      if (stdout === '') reject(new Error(`ledger:verify could not be run: ${stderr}`));
      else resolve(JSON.parse(stdout) as Verdict);
    });
  });
}

export async function verifyLedger(databaseUrl: string, record: RunRecord): Promise<void> {
  const { checks, verified, eventsWaiting } = await verdictOf(databaseUrl);
  for (const { name, rows, wrong, offenders } of checks) {
    record.count(`ledger:verify, ${name}`, rows);
    if (wrong > 0)
      record.finding(`ledger:verify, ${name}: ${wrong} wrong: ${offenders.slice(0, 3).join('; ')}`);
  }
  record.same('what ledger:verify says', verified, true);
  record.same('events that wait for their place in the log', eventsWaiting, 0);

  const db = await openPostgres(databaseUrl);
  record.same('the ledger', await audit(db), soundLedger);
  // A deadlock shows that two operations lock in different orders. It costs a second, after which one of them is repeated.
  const deadlocks = sql`select deadlocks::int as count from pg_stat_database where datname = current_database()`;
  record.same('deadlocks', (await rawRows(db.orm, deadlocks))[0]?.['count'], 0);
  await db.close();
}
