/** Large content: compressed, and not sent again to a client that has it. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lazily, sendStatic, staticContent } from '../../../src/transports/http/static-content.ts';

const text = 'payments '.repeat(1_000);
const server = createServer(async (req, res) => {
  const content = await staticContent('text/plain; charset=utf-8', text);
  sendStatic(req, res, content, {
    isVersioned: req.url === '/versioned',
    headers: { 'X-Frame-Options': 'DENY' },
  });
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Without the decompression of `fetch`. */
const get = (headers: Record<string, string>, method = 'GET') =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request(`${url}/`, { method, headers }, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () =>
          resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end();
    },
  );

describe('the response', () => {
  test.each(['gzip', 'br, gzip;q=0.8', '*', 'GZIP'])(
    'is compressed for Accept-Encoding: %s',
    async (accepted) => {
      const { headers, body } = await get({ 'Accept-Encoding': accepted });
      expect(headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: 'Accept-Encoding',
        'x-frame-options': 'DENY',
      });
      expect(headers['content-length']).toBe(String(body.length));
      expect(body.length).toBeLessThan(text.length / 10);
      expect(gunzipSync(body).toString()).toBe(text);
    },
  );

  test.each(['', 'identity', 'br', 'gzip;q=0', 'x-gzip-not'])(
    'is not for Accept-Encoding: %s',
    async (accepted) => {
      const { headers, body } = await get(accepted === '' ? {} : { 'Accept-Encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
      expect(body.toString()).toBe(text);
    },
  );

  test('to HEAD has the headers alone', async () => {
    const { status, headers, body } = await get({}, 'HEAD');
    expect(status).toBe(200);
    expect([headers['content-length'], body.length]).toEqual([String(text.length), 0]);
  });
});

describe('a client that has the content', () => {
  test('gets 304, for each encoding by its own tag', async () => {
    for (const accepted of ['gzip', 'identity']) {
      const first = await get({ 'Accept-Encoding': accepted });
      const tag = String(first.headers['etag']);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await get({ 'Accept-Encoding': accepted, 'If-None-Match': known });
        expect([again.status, again.body.length]).toEqual([304, 0]);
        expect(again.headers['etag']).toBe(tag);
      }
      const other = accepted === 'gzip' ? 'identity' : 'gzip';
      expect((await get({ 'Accept-Encoding': other, 'If-None-Match': tag })).status).toBe(200);
    }
  });

  test('revalidates it, unless the address contains the digest', async () => {
    expect((await fetch(`${url}/`)).headers.get('cache-control')).toBe('no-cache');
    expect((await fetch(`${url}/versioned`)).headers.get('cache-control')).toContain('immutable');
  });
});

test('content that could not be made is made again at the next request', async () => {
  let calls = 0;
  const made = lazily(async () => {
    calls += 1;
    if (calls === 1) throw new Error('broken');
    return calls;
  });
  await expect(made()).rejects.toThrow('broken');
  expect(await Promise.all([made(), made()])).toEqual([2, 2]);
});
