/**
 * `npm run bench`: measures every budget in one run on a PostgreSQL server (`BENCH_DATABASE_URL`) and prints one table. Most
 * are ratios of two values that are measured in turn, so that a slow machine affects both; the few with a unit need a quiet
 * machine.
 *
 *   npm run bench -- page transfers   only some parts
 *   npm run bench -- volume           half an hour and 40 GB, not a part of a run of all
 *   --json                            prints JSON
 *   --node24                          measures everything again with Node 24, and prints both
 *   --document                        the same, and writes the table to docs/operations/performance.md
 */
import { parseArgs } from 'node:util';
import { describeServer } from './databases.ts';
import { longParts, parts } from './parts.ts';
import { jsonOf, type Line, surroundings, tableOf, writeDocument } from './report.ts';
import { measureWithNode24 } from './second-node.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    node24: { type: 'boolean', default: false },
    document: { type: 'boolean', default: false },
  },
});
const known = { ...parts, ...longParts };
const unknown = positionals.filter((name) => !Object.hasOwn(known, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(known).join(', ')}.`);
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
    lines.push(...((await known[name]?.()) ?? []));
  } catch (error) {
    // The other parts are still measured, because a run takes long.
    console.error(error);
    process.exitCode = 1;
  }
}
const measured = { ...surroundings(await describeServer()), lines };
if (values.json) {
  console.log(jsonOf(measured));
} else {
  const second = values.node24 || values.document ? await measureWithNode24(names) : undefined;
  const table = tableOf(measured, second);
  if (values.document && process.exitCode === undefined) writeDocument(table);
  console.log(table);
}
