/** Who measures how long the event loop stands still must see it where it does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpCase } from './case.ts';
import { type Sender, senderTo } from './send.ts';
import { createStallWatch, type Stall, stallMs, stallOf } from './stalls.ts';

/** Uses the processor for as long as the path says, the first time only where it says `once`. */
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

const asked = (path: string): HttpCase => ({
  face: 'graphql',
  kind: path,
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: '{"query":"{ a }"}',
});

test('a request that stops it once does not count', async () => {
  expect(await stallOf(sender, watch, asked('/400/once'))).toBe(0);
});

test.each([
  ['each time', '/300'],
  ['each time that its text is new', '/300/new'],
])('a request that stops it %s counts', async (_name, path) => {
  expect(await stallOf(sender, watch, asked(path))).toBeGreaterThan(stallMs);
});

test('a request that was under way while it stood still is a suspect, and one before it is none', async () => {
  const fast = watch.begun(1, asked('/0'));
  await sender.send(asked('/0'));
  fast();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const slow = watch.begun(2, asked('/300'));
  await sender.send(asked('/300'));
  slow();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(watch.suspects(8).map(({ index }) => index)).toEqual([2]);
});
