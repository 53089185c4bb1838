/**
 * What a run did, as a table, and its judgement of memory: of what a process takes from the system after a collection.
 * What its code holds is told beside it, and is not judged: the log's newest events are kept, at most 10,000 of them, and
 * a load like this one takes about two minutes to make so many.
 */
import type { Memory } from './memory.ts';
import type { RunRecord } from './record.ts';
import type { FaultyServer, MemoryUse } from './servers.ts';

/** Memory is compared between these two seconds of a run, where no process was restarted in between. */
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
    const figures = ({ held = 0, resident }: MemoryUse) =>
      `${resident.toFixed(0)} MiB, of which ${held.toFixed(0)} held`;
    rows.push([`memory of ${server.name} after ${warmSeconds} s`, figures(warm)]);
    rows.push([`memory of ${server.name} in the end`, figures(last)]);
    if (seconds >= judgedSeconds && last.resident > warm.resident * (1 + mostGrowth)) {
      record.finding(`memory of ${server.name} grew from ${figures(warm)} to ${figures(last)}`);
    }
  }
  const width = Math.max(...rows.map(([what]) => what.length));
  for (const [what, figure] of rows) console.log(`  ${what.padEnd(width)}  ${figure}`);
}
