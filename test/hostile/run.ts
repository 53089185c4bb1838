/**
 * `npm run hostile`: a large number of malformed and hostile requests to a separate server process: documents, REST, raw
 * HTTP and sockets. No request may end the process, get a 500 or a response that its media type does not allow, take longer
 * than a second, or block the event loop for more than 100 ms. Afterwards the server must work as before, without a memory
 * leak. Ends with exit code 1 after a failure.
 *
 *   --count 100000  the number of requests
 *   --seed <n>      the requests of another run
 *
 * Uses the PostgreSQL server of TEST_DATABASE_URL, or else the embedded database, which runs its statements on the event
 * loop. With the embedded database the longest stall is printed and is not a failure.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { postgresDatabase } from '../support/database.ts';
import { processToken, startProcess } from '../support/server-process.ts';
import { basic } from '../support/service.ts';
import { attack, described } from './attack.ts';
import { createStallWatch, type Stall, stallMs } from './stalls.ts';
import { populate, serviceDefect } from './world.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (!(count > 0) || !Number.isInteger(seed)) throw new Error('--count and --seed take a number.');

const megabytesOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;

/** The heap limit in MiB. A leak of 2 KB per request would exceed it. */
const heapMegabytes = 256;
/** The allowed growth of memory from two fifths of the run, when the caches are full, to its end. */
const growthAllowed = 1.25;

const folder = mkdtempSync(join(tmpdir(), 'payments-hostile-'));
const database = await postgresDatabase(1);
const watch = createStallWatch();
const probe = new URL('./stall-probe.mjs', import.meta.url).href;
const server = await startProcess(
  {
    DATA_DIR: folder,
    DATABASE_URL: database?.url ?? '',
    PRIVATE_TARGETS: 'refuse',
    GRAPHIQL: 'off',
    // A leak ends the process. Without a limit the collector delays collection and hides a leak.
    NODE_OPTIONS: `--max-old-space-size=${heapMegabytes} --import=${probe}`,
  },
  (message) => {
    const { stall } = message as { stall?: Stall };
    if (stall) watch.report(stall);
  },
);
const target = { ...server, authorization: basic(processToken) };
console.log(`${database ? 'PostgreSQL' : 'the embedded database'}, ${count} requests, --seed ${seed}`);

const failures: string[] = [];
let early = 0;
try {
  const world = await populate(target);
  const startMs = performance.now();
  watch.takeMaxStall();
  const { wrong, slow, stalling, maxStall, counts } = await attack({
    url: server.url,
    world,
    seed,
    count,
    watch,
    onProgress: (sent) => {
      if (early === 0 && sent >= (count * 2) / 5) early = megabytesOf(server.pid);
      if (sent % 10_000 === 0) console.log(`${sent} sent, ${megabytesOf(server.pid).toFixed(0)} MB`);
    },
  });
  const seconds = (performance.now() - startMs) / 1000;
  for (const finding of [...wrong, ...slow, ...stalling].slice(0, 40)) console.log(described(finding));
  console.log(`\n${count} requests in ${seconds.toFixed(0)} s:`);
  for (const [name, times] of [...counts].sort()) console.log(`  ${name}: ${times}`);
  if (wrong.length > 0) failures.push(`${wrong.length} responses are not as they should be`);
  if (slow.length > 0) failures.push(`${slow.length} responses took longer than a second, each time`);
  const alone = maxStall ? `${maxStall.milliseconds.toFixed(0)} ms (${maxStall.kind})` : 'under 25 ms';
  const concurrentMs = watch.suspects(1)[0]?.milliseconds ?? 0;
  console.log(
    `event loop: one request alone blocks it for at most ${alone}, each time; the longest stall with concurrent requests was ${concurrentMs.toFixed(0)} ms`,
  );
  if (database && stalling.length > 0) {
    failures.push(`${stalling.length} requests stop the event loop for more than ${stallMs} ms, each time`);
  }
  const defect = await serviceDefect(target);
  if (defect !== undefined) failures.push(`the service does not serve as before: ${defect}`);
  const late = megabytesOf(server.pid);
  console.log(`memory: ${early.toFixed(0)} MB after two fifths, ${late.toFixed(0)} MB at the end`);
  if (database && late > early * growthAllowed) failures.push('memory grew');
} finally {
  const code = await server.stop();
  if (code !== 0) failures.push(`the server ended with ${code}`);
  const defects = server
    .errors()
    .split('\n')
    .filter((line) => line !== '');
  for (const line of defects.slice(0, 20)) console.log(line);
  if (defects.length > 0) failures.push(`${defects.length} lines of errors were logged`);
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(`not right: ${failure}`);
console.log(failures.length === 0 ? 'all is right' : 'not all is right');
process.exitCode = failures.length === 0 ? 0 : 1;
