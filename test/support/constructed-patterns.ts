/**
 * Prints, as JSON, the arguments of `new RegExp` while the modules are loaded. It runs in a separate process, because a
 * process that has already loaded the modules does not construct the patterns again.
 *
 * Run as: node --import tsx test/support/constructed-patterns.ts <module>...
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceFiles } from './source-patterns.ts';

export interface ConstructedPattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const files = sourceFiles('src', 'schema');
const found: ConstructedPattern[] = [];

globalThis.RegExp = new Proxy(globalThis.RegExp, {
  construct(target, args: [string, string?]) {
    const frames = (new Error().stack ?? '').split('\n');
    const frame = frames.find((line) => files.some((one) => line.includes(resolve(one))));
    const file = files.find((one) => frame?.includes(resolve(one)));
    const made = new target(...args);
    if (file) found.push({ file, source: made.source, flags: made.flags });
    return made;
  },
});

for (const module of process.argv.slice(2)) await import(pathToFileURL(resolve(module)).href);
process.stdout.write(JSON.stringify(found));
