/** Writes src/transports/rest/openapi.json, or with `--check` fails when it is not what the rows say. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe } from './openapi.ts';
import { routes } from './routes/index.ts';
import { basePath } from './version.ts';

const file = new URL('./openapi.json', import.meta.url);
const printed = `${JSON.stringify(describe(routes, basePath), undefined, 2)}\n`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== printed) {
    console.error('src/transports/rest/openapi.json is not what the endpoints say: run `npm run openapi`.');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, printed);
}
