/**
 * `npm run bench`: every budget, measured in one run on a PostgreSQL server (`BENCH_DATABASE_URL`), as one table. Most are
 * ratios of two that are measured in turn, which a slow machine slows alike; the few with a unit want a quiet one.
 *
 *   npm run bench -- page transfers   some parts alone
 *   --json                            for machines
 *   --document                          writes the table into docs/operations/performance.md as well
 */
import { parseArgs } from 'node:util';
import { describeServer } from './databases.ts';
import { parts } from './parts.ts';
import { jsonOf, type Line, surroundings, tableOf, writeReadme } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, document: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
const names = positionals.length > 0 ? positionals : Object.keys(parts);
if (values.document && positionals.length > 0) {
  console.error('The document shows all parts.');
  process.exit(1);
}

const lines: Line[] = [];
for (const name of names) {
  process.stderr.write(`${name} …\n`);
  try {
    lines.push(...((await parts[name]?.()) ?? []));
  } catch (error) {
    // The others are measured still: a run takes its time.
    console.error(error);
    process.exitCode = 1;
  }
}
const around = surroundings(await describeServer());
const table = tableOf(lines, around);
if (values.document && process.exitCode === undefined) writeReadme(table);
console.log(values.json ? jsonOf(lines, around) : table);
