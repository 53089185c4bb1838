/** `ledger:verify` as a command: on a data folder, with a running server, and on a ledger with errors. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../src/commands/command.ts';
import { verifyLedgerCommand } from '../../src/commands/verify-ledger.ts';
import { openEmbedded } from '../../src/infrastructure/database/embedded.ts';
import { lockFolder } from '../../src/infrastructure/database/folder-lock.ts';
import { projectRoot } from '../../src/kernel/project.ts';
import { bankChecks } from '../../src/operations/audit/bank-checks.ts';
import { checks, type Verdict } from '../../src/operations/audit/verify-ledger.ts';
import { createPaymentsInAllStates } from '../support/all-payment-states.ts';
import { onPostgres } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

const scratch = mkdtempSync(join(tmpdir(), 'payments-verify-'));
const DATA_DIR = join(scratch, 'data');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const verify = (env: Record<string, string>, ...args: string[]) => runCommand(verifyLedgerCommand, args, env);

describe('on an embedded folder', () => {
  beforeAll(async () => {
    const db = await openEmbedded(join(DATA_DIR, 'database'));
    await db.migrate();
    await createPaymentsInAllStates(db);
    await db.close();
  });

  test('prints a line for each check and the verdict', async () => {
    const { text, ok } = await verify({ DATA_DIR });
    expect(ok).toBe(true);
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^check +rows +wrong +result$/);
    for (const check of checks) {
      // There is no bank.
      const counts = bankChecks.includes(check) ? / 0 +0 {2}ok$/ : / [1-9]\d* +0 {2}ok$/;
      expect(lines.filter((line) => line.startsWith(`${check.name} `) && counts.test(line))).toHaveLength(1);
    }
    expect(text).toMatch(/\n\nThe ledger verifies\.\n$/);
  });

  test('is rejected in one line while a server uses the folder', async () => {
    const unlock = lockFolder(DATA_DIR);
    await expect(verify({ DATA_DIR })).rejects.toThrow(
      /^The data folder [^\n]+ is in use by process \d+\.[^\n]+$/,
    );
    unlock();
  });

  test('is rejected on a folder without a database and creates none', async () => {
    const empty = join(scratch, 'mistyped');
    await expect(verify({ DATA_DIR: empty })).rejects.toThrow(`DATA_DIR contains no database: ${empty}`);
    expect(existsSync(empty)).toBe(false);
  });

  test('reports the errors as text and as JSON, and exits with code 1', async () => {
    const db = await openEmbedded(join(DATA_DIR, 'database'));
    await db.orm.execute(sql`update ledger_accounts set posted = posted + 1 where owner = 'CUSTOMER'`);
    await db.close();

    const { text, ok } = await verify({ DATA_DIR }, '--json');
    expect(ok).toBe(false);
    const verdict = JSON.parse(text) as Verdict;
    const balances = verdict.checks.find(({ name }) => name === 'balances are the sums of their postings');
    expect(balances?.wrong).toBeGreaterThan(5);

    const command = ['dist/src/commands/main.js', 'ledger:verify'];
    const env = { PATH: process.env['PATH'], DATA_DIR };
    const failed: unknown = await promisify(execFile)(process.execPath, command, {
      cwd: projectRoot,
      env,
    }).catch((error: unknown) => error);
    const { code, stdout, stderr } = failed as { code: number; stdout: string; stderr: string };
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain(`\nbalances are the sums of their postings:\n  ${balances?.offenders[0]}\n`);
    expect(stdout).toContain(`\n  and ${(balances?.wrong ?? 0) - 5} more\n`);
    expect(stdout).toMatch(/\nThe ledger does NOT verify: 3 checks failed\.\n$/);
  });
});

describe.runIf(onPostgres)('on PostgreSQL', () => {
  let service: Service;
  beforeAll(async () => {
    // No worker: the payments have dates of another year, and their own clock settles them.
    service = await startService({ server: true, standing: true });
  });
  afterAll(() => service.stop());

  test('runs while a server runs', async () => {
    await createPaymentsInAllStates(service.db);
    const { text } = await verify({ DATABASE_URL: service.databaseUrl ?? '' }, '--json');
    expect((JSON.parse(text) as Verdict).checks.filter(({ wrong }) => wrong > 0)).toEqual([]);
  });

  test('rejects a database that is not migrated', async () => {
    const name = `payments_test_unmigrated_${process.pid}`;
    await service.db.orm.execute(sql.raw(`create database ${name}`));
    const url = new URL(service.databaseUrl ?? '');
    url.pathname = `/${name}`;
    await expect(verify({ DATABASE_URL: url.href })).rejects.toThrow('has not been migrated');
    await service.db.orm.execute(sql.raw(`drop database ${name}`));
  });
});
