/**
 * `npm run hostile`: very many malformed and hostile requests against a server process of its own: documents, REST, raw
 * HTTP and sockets. None may end it, get a 500 or by what its media type does not allow, or take longer than a
 * second, or stop the event loop for more than 100 ms; afterwards it serves as before, and has not grown. Ends with exit
 * code 1 where anything was not right.
 *
 *   --count 100000  how many
 *   --seed <n>      the requests of another run
 *
 * On PostgreSQL where TEST_DATABASE_URL names a server, else on the embedded database, which runs its statements on the
 * event loop: there the longest stall is printed, and is not a failure.
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

/** For the objects of the whole run; a leak of 2 KB a request would use it up. */
const heapMegabytes = 256;
/** What the process has by a fifth of the run it may have at its end, and some more. */
const growthAllowed = 1.3;

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
    // What is kept for good would end it: without a bound the collector lets memory grow that nobody needs.
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
  const begun = performance.now();
  watch.takeLongest();
  const { wrong, slow, stalling, longestStall, counts } = await attack({
    url: server.url,
    world,
    seed,
    count,
    watch,
    onProgress: (sent) => {
      if (early === 0 && sent >= count / 5) early = megabytesOf(server.pid);
      if (sent % 10_000 === 0) console.log(`${sent} sent, ${megabytesOf(server.pid).toFixed(0)} MB`);
    },
  });
  const seconds = (performance.now() - begun) / 1000;
  for (const finding of [...wrong, ...slow, ...stalling].slice(0, 40)) console.log(described(finding));
  console.log(`\n${count} requests in ${seconds.toFixed(0)} s:`);
  for (const [name, times] of [...counts].sort()) console.log(`  ${name}: ${times}`);
  if (wrong.length > 0) failures.push(`${wrong.length} responses are not as they should be`);
  if (slow.length > 0) failures.push(`${slow.length} responses took longer than a second, each time`);
  const alone = longestStall
    ? `${longestStall.milliseconds.toFixed(0)} ms (${longestStall.kind})`
    : 'under 25 ms';
  const beside = watch.suspects(1)[0]?.milliseconds ?? 0;
  console.log(
    `event loop: one request alone stops it for ${alone} at most, each time; the longest stall of all was ${beside.toFixed(0)} ms`,
  );
  if (database && stalling.length > 0) {
    failures.push(`${stalling.length} requests stop the event loop for more than ${stallMs} ms, each time`);
  }
  const defect = await serviceDefect(target);
  if (defect !== undefined) failures.push(`the service does not serve as before: ${defect}`);
  const late = megabytesOf(server.pid);
  console.log(`memory: ${early.toFixed(0)} MB after a fifth, ${late.toFixed(0)} MB at the end`);
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
