/**
 * The results of a run as a table, with a check of the resident memory of each process after garbage collection. The heap
 * is reported and not checked, because a process caches up to 10,000 of the newest events, and this load takes about two
 * minutes to create so many.
 */
import type { Memory } from './memory.ts';
import type { RunRecord } from './record.ts';
import type { FaultyServer, MemoryUse } from './servers.ts';

/** The memory at these two seconds of a run is compared if no process was restarted in between. */
const warmSeconds = 120;
const judgedSeconds = 600;
const mostGrowth = 0.1;

export function report(
  record: RunRecord,
  servers: readonly FaultyServer[],
  memory: Memory,
  { seconds, seed, soak }: { seconds: number; seed: number; soak: boolean },
): void {
  const rows = [...record.counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([what, times]): [string, string] => [what, String(times)]);
  rows.unshift(['seed', String(seed)], ['seconds', String(seconds)]);
  for (const server of servers) {
    const [warm, last] = [memory.around(server, warmSeconds), memory.around(server, seconds - 15)];
    rows.push([`memory of ${server.name}, resident, highest`, `${memory.highest(server).toFixed(0)} MiB`]);
    if (!soak || warm?.held === undefined || last?.held === undefined) continue;
    const formatMemory = ({ held = 0, resident }: MemoryUse) =>
      `${resident.toFixed(0)} MiB, of which ${held.toFixed(0)} held`;
    rows.push([`memory of ${server.name} after ${warmSeconds} s`, formatMemory(warm)]);
    rows.push([`memory of ${server.name} in the end`, formatMemory(last)]);
    if (seconds >= judgedSeconds && last.resident > warm.resident * (1 + mostGrowth)) {
      record.finding(`memory of ${server.name} grew from ${formatMemory(warm)} to ${formatMemory(last)}`);
    }
  }
  const width = Math.max(...rows.map(([what]) => what.length));
  for (const [what, value] of rows) console.log(`  ${what.padEnd(width)}  ${value}`);
}
