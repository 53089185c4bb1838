/** The stall watch detects requests that block the event loop. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpCase } from './case.ts';
import { type Sender, senderTo } from './send.ts';
import { createStallWatch, type Stall, stallMs, stallOf } from './stalls.ts';

/** Uses the CPU for the time in the path; with `once`, only for the first request. */
const server = `
  const { createServer } = require('node:http');
  const known = new Map();
  const burn = (ms) => { const from = process.cpuUsage(); for (let used = 0; used < ms; ) { for (let n = 0; n < 1e5; n++) Math.sqrt(n); const { user, system } = process.cpuUsage(from); used = (user + system) / 1000; } };
  createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => { body += chunk; });
    req.on('end', () => {
      const [, ms, when] = req.url.split('/');
      const key = when === 'new' ? req.url + body : req.url;
      const times = known.get(key) ?? 0;
      known.set(key, times + 1);
      if (when === undefined || times === 0) burn(Number(ms));
      res.end('{}');
    });
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;

const watch = createStallWatch();
const child = spawn(
  process.execPath,
  ['--import', new URL('./stall-probe.mjs', import.meta.url).href, '-e', server],
  { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
);
child.on('message', ({ stall }: { stall: Stall }) => watch.report(stall));
let sender: Sender;
beforeAll(async () => {
  const [port] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  sender = senderTo(`http://127.0.0.1:${String(port).trim()}`, 1);
});
afterAll(() => {
  sender.close();
  child.kill();
});

const requestTo = (path: string): HttpCase => ({
  transport: 'graphql',
  kind: path,
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: '{"query":"{ a }"}',
});

test('a request that blocks the event loop once does not count', async () => {
  expect(await stallOf(sender, watch, requestTo('/400/once'))).toBe(0);
});

test.each([
  ['each time', '/300'],
  ['each time that its text is new', '/300/new'],
])('a request that blocks the event loop %s counts', async (_name, path) => {
  expect(await stallOf(sender, watch, requestTo(path))).toBeGreaterThan(stallMs);
});

test('a request that ran during a stall is a suspect, and an earlier request is not', async () => {
  const fast = watch.start(1, requestTo('/0'));
  await sender.send(requestTo('/0'));
  fast();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const slow = watch.start(2, requestTo('/300'));
  await sender.send(requestTo('/300'));
  slow();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(watch.suspects(8).map(({ index }) => index)).toEqual([2]);
});
