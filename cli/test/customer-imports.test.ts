/** `customers import`, against a real server whose jobs the test runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listImports } from '../../src/customers/imports/import-store.ts';
import { type Service, startService } from '../../test/support/service.ts';
import { environmentOf, type Terminal, terminalOf } from './support/terminal.ts';

let service: Service;
let folder: string;
let shown: Terminal['shown'];
beforeAll(async () => {
  service = await startService({ server: true, standing: true, env: { RATE_LIMITS: 'off' } });
  folder = mkdtempSync(join(tmpdir(), 'imports-'));
  ({ shown } = terminalOf(environmentOf(service)));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

function fileOf(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Runs the jobs until the newest import has finished. */
async function finish(count: number): Promise<void> {
  const { id } = service.platform.principal.platform;
  await expect
    .poll(
      async () => {
        await service.settle();
        const page = { list: 'customerImports', first: 100, after: undefined };
        const { items } = await listImports(service.db.orm, id, {}, page);
        return items.filter(({ completedAt }) => completedAt !== undefined).length;
      },
      { timeout: 20_000 },
    )
    .toBe(count);
}

const lines = [
  JSON.stringify({ customerType: 'INDIVIDUAL', platformCustomerId: 'cli-1' }),
  JSON.stringify({ customerType: 'ROBOT', platformCustomerId: 'cli-2' }),
].join('\n');

describe('customers import', () => {
  test('checks and imports a file, and shows the rows with errors', async () => {
    const path = fileOf('customers.ndjson', lines);
    for (const [index, dryRun] of [true, false].entries()) {
      const running = shown(`customers import ${path}${dryRun ? ' --dry-run' : ''}`);
      await finish(index + 1);
      const { code, stdout } = await running;
      expect(code).toBe(0);
      expect(stdout).toMatch(/Status +COMPLETED\n/);
      expect(stdout).toMatch(new RegExp(`Dry run +${dryRun ? 'yes' : 'no'}\\n`));
      expect(stdout).toMatch(/Successful +1\n/);
      expect(stdout).toMatch(/Row 2 +cli-2: customerType must be one of INDIVIDUAL, BUSINESS\n/);
    }
  });

  test.each([
    ['that is rejected', () => fileOf('wrong.csv', 'name\nAda\n'), 1, 'columns.1'],
    ['that does not exist', () => join(folder, 'none.csv'), 2, 'cannot be read'],
    ['of more than 10 MiB', () => fileOf('large.csv', 'x'.repeat(10 * 1024 * 1024 + 1)), 2, 'is larger than'],
  ])('ends with an error for a file %s', async (_, path, code, message) => {
    const ended = await shown(`customers import ${path()}`);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(message);
  });
});
