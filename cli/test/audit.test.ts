/** `audit list|export` and `requests list`, against a real server. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Service, startService } from '../../test/support/service.ts';
import { runCommand } from './support/command.ts';
import * as schemas from './support/schemas.ts';
import { environmentOf, type Terminal, terminalOf } from './support/terminal.ts';

let service: Service;
let env: Record<string, string>;
let shown: Terminal['shown'];
let json: Terminal['json'];
let folder: string;
beforeAll(async () => {
  service = await startService({ server: true, env: { RATE_LIMITS: 'off' } });
  env = environmentOf(service);
  ({ shown, json } = terminalOf(env));
  folder = mkdtempSync(join(tmpdir(), 'payments-audit-'));
  for (const name of ['One', 'Two', 'Three']) await shown(`token create --name ${name} --permission view`);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const entry = z.object({ position: z.number().int(), operation: z.string(), recordId: z.string() });
const lineOf = entry.extend({ hash: z.string() });
const linesOf = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => lineOf.parse(JSON.parse(line)));

describe('audit', () => {
  test('list selects entries, newest first', async () => {
    const { nodes } = await json(
      schemas.pageOf(entry),
      'audit list --operation createApiToken --actor-kind api-token --limit 2',
    );
    expect(nodes.map(({ operation }) => operation)).toEqual(['createApiToken', 'createApiToken']);
    expect(nodes[0]?.position).toBeGreaterThan(nodes[1]?.position ?? 0);
    expect((await shown('audit list --limit 1')).stdout).toMatch(/^Position +Time +Actor +Operation/);
  });

  test('export prints each line as its hash covers it, with or without --json', async () => {
    const { code, stdout } = await shown('audit export');
    expect(code).toBe(0);
    expect((await shown('audit export --json')).stdout).toBe(stdout);
    const lines = linesOf(stdout);
    expect(lines.map(({ position }) => position)).toEqual(lines.map((_, index) => index + 1));
    for (const text of stdout.split('\n').filter(Boolean)) {
      const covered = text.replace(/,"hash":"[0-9a-f]{64}"\}$/, '}');
      expect(createHash('sha256').update(covered).digest('hex')).toBe(JSON.parse(text).hash);
    }
  });

  test('export selects lines, and starts after a position', async () => {
    const all = linesOf((await shown('audit export')).stdout);
    const created = linesOf((await shown('audit export --operation createApiToken')).stdout);
    expect(created).toEqual(all.filter(({ operation }) => operation === 'createApiToken'));
    expect(created.length).toBeGreaterThanOrEqual(3);
    const [, second] = created;
    const after = linesOf((await shown(`audit export --after ${second?.position}`)).stdout);
    expect(after).toEqual(all.filter(({ position }) => position > (second?.position ?? 0)));
    const record = created[2]?.recordId ?? '';
    expect(linesOf((await shown(`audit export --record ${record}`)).stdout)).toEqual([created[2]]);
    expect((await shown('audit export --since 2999-01-01T00:00:00Z')).stdout).toBe('');
  });

  test('the next export with a cursor file has only what is new', async () => {
    const file = join(folder, 'position');
    const first = linesOf((await shown(`audit export --cursor-file ${file}`)).stdout);
    expect(readFileSync(file, 'utf8')).toBe(`${first.at(-1)?.position}\n`);
    expect((await shown(`audit export --cursor-file ${file}`)).stdout).toBe('');
    await shown('token create --name Four --permission view');
    const next = linesOf((await shown(`audit export --cursor-file ${file}`)).stdout);
    expect(next.map(({ operation }) => operation)).toEqual(['createApiToken']);
  });

  test.each(['--after -1', '--after x', '--after 1 --cursor-file f', '--since yesterday'])(
    'export %s is wrong usage',
    async (options) => {
      const ended = await shown(`audit export ${options}`);
      expect([ended.code, ended.stdout]).toEqual([2, '']);
      expect(existsSync('f')).toBe(false);
    },
  );

  describe('over a connection that is lost', () => {
    let proxy: Server;
    let url: string;
    /** The number of bytes of each response; without a limit at the end. */
    let limits: number[] = [];
    const requested: string[] = [];
    beforeAll(async () => {
      proxy = createServer(async (req, res) => {
        requested.push(req.url ?? '');
        const response = await fetch(`${service.url}${req.url}`, {
          headers: { authorization: req.headers.authorization ?? '' },
        });
        const text = await response.text();
        const limit = limits.shift();
        res.writeHead(response.status, { 'content-type': 'application/x-ndjson' });
        if (limit === undefined) return void res.end(text);
        res.write(text.slice(0, limit), () => res.destroy());
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    });
    afterAll(() => proxy.close());

    test('export continues after the last complete line, and prints each line once', async () => {
      const { stdout } = await shown('audit export');
      const firstTwo = stdout.split('\n').slice(0, 2).join('\n').length + 1;
      limits = [firstTwo + 20];
      const ended = await runCommand(['audit', 'export'], { env: { ...env, PAYMENTS_URL: url } });
      expect([ended.code, ended.stdout]).toEqual([0, stdout]);
      expect(ended.stderr).toContain('The connection ended after position 2. It continues there.');
      expect(requested.at(-1)).toBe('/2025-10-13/audit-log/export?after=2');
    });

    test('export that makes no progress ends with the position to continue from', async () => {
      limits = [0, 0, 0, 0, 0, 0];
      const ended = await runCommand(['audit', 'export', '--after', '1'], {
        env: { ...env, PAYMENTS_URL: url },
      });
      limits = [];
      expect([ended.code, ended.stdout]).toEqual([3, '']);
      expect(ended.stderr).toContain('Continue with --after 1.');
    });
  });

  test('a token without permission gets the exit code of credentials', async () => {
    const token = service.platform.token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    const ended = await runCommand(['audit', 'export'], { env: { ...env, PAYMENTS_TOKEN: token } });
    expect(ended.code).toBe(4);
    expect(ended.stderr).not.toContain(token);
  });
});

test('requests list selects failed requests', async () => {
  await shown('agents pause Agent:00000000-0000-7000-8000-000000000000');
  await service.app.requestLog.flush();
  const { nodes } = await json(
    schemas.pageOf(z.object({ errorCode: z.string().nullable(), operation: z.string() })),
    'requests list --error AGENT_NOT_FOUND --failed',
  );
  expect(nodes[0]).toEqual({
    errorCode: 'AGENT_NOT_FOUND',
    operation: expect.stringContaining('updateAgent'),
  });
});

test('the only wrong field is named once', async () => {
  const { stderr } = await shown('customers create --name Ada --email not-an-address');
  expect(stderr.match(/must be an email address/g)).toHaveLength(1);
});
