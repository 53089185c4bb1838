import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../src/kernel/project.ts';
import { consolePagePath } from '../../../src/transports/console/console.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({ server: true, standing: true });
});
afterAll(() => service?.stop());

interface Sent {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

/** Sends the target as it is. `fetch` would resolve its dots and decode the body. */
const send = (target: string, method = 'GET', headers: Record<string, string> = {}): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const sent = request({ hostname, port, path: target, method, headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });

/** A script that is large enough to be compressed. */
const scriptOf = async (): Promise<string> => {
  const path = /href="(\/assets\/vendor-[^"]+\.js)"/.exec(String((await send('/')).body))?.[1];
  if (!path) throw new Error('the page has no script');
  return path;
};

test('every page of the console is at a path of its transport, so that it can be reloaded', () => {
  const pages = readFileSync(join(projectRoot, 'console/src/pages.ts'), 'utf8');
  const paths = [...pages.matchAll(/\bpath: '([^'*]+)'/g)].map(([, path = '']) => path.replace(/^\/?/, '/'));
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !consolePagePath.test(path))).toEqual([]);
});

describe('the page of the console', () => {
  test.each(['/', '/sign-in', '/approvals', '/approvals/AgentAction:0', '/payments?status=FAILED'])(
    'is served at %s with a policy without inline code',
    async (path) => {
      const { status, headers, body } = await send(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|nonce/);
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['x-content-type-options']).toBe('nosniff');
      // Everything that the policy would block.
      expect(String(body)).not.toMatch(/<style|style=|<script>|onload=|https?:\/\//);
    },
  );

  test('has no body for HEAD, and 304 for a client that has it', async () => {
    const head = await send('/approvals', 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    const again = await send('/', 'GET', { 'if-none-match': String(head.headers['etag']) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('rejects %s', async (method) => {
    expect((await send('/approvals', method)).status).toBe(405);
  });

  test.each(['/approval', '/sign-in/x', '/payments.php', '/index.html', '/Approvals', '/console'])(
    'is not served at %s',
    async (path) => {
      const { status, body } = await send(path);
      expect([status, JSON.parse(String(body)).code]).toEqual([404, 'NOT_FOUND']);
    },
  );
});

describe('the files of the console', () => {
  test('are cached forever, because their names change with their content', async () => {
    const { status, headers, body } = await send(await scriptOf());
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(Number(headers['content-length'])).toBe(body.length);
    const icon = await send('/favicon.svg');
    expect([icon.status, icon.headers['cache-control']]).toEqual([200, 'no-cache']);
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['*', 'gzip'],
    ['deflate', undefined],
    ['', undefined],
  ])('to a client that accepts "%s" are sent with the coding %s', async (accepted, coding) => {
    const script = await scriptOf();
    const { headers, body } = await send(script, 'GET', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers['vary']).toContain('Accept-Encoding');
    if (coding) expect(body.length).toBeLessThan((await send(script)).body.length / 2);
  });

  test.each([
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/%2e%2e/digest.txt',
    '/assets/../../../package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/none.js',
    '/assets/',
    '/assets/constructor',
    '/digest.txt',
  ])('do not include %s', async (path) => {
    expect((await send(path)).status).toBe(404);
  });

  test('do not include the compressed forms under their own names', async () => {
    expect((await send(`${await scriptOf()}.gz`)).status).toBe(404);
  });
});
