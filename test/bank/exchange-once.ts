/** One exchange of all connections in this process: `exchange-once.js <database> <folder>`. Prints what it cost as JSON. */
import { readFileSync } from 'node:fs';
import { exchangeDue } from '../../src/rails/exchanger.ts';
import { openPorts } from './open-ports.ts';

/** Bytes. `process.resourceUsage()` has the peak of the parent if that was higher, since a fork inherits it. */
function peakMemory(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (!kilobytes) throw new Error('The peak of the memory is read from /proc of Linux.');
  return Number(kilobytes) * 1_024;
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

const [url = '', folder = ''] = process.argv.slice(2);
const ports = await openPorts(url, folder);
const before = process.memoryUsage.rss();
const start = performance.now();
await exchangeDue(ports);
const seconds = Math.round(performance.now() - start) / 1_000;
await ports.db.close();
console.log(JSON.stringify({ seconds, peakMb: megabytes(peakMemory()), startMb: megabytes(before) }));
