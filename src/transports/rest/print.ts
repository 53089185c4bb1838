/** Writes src/transports/rest/openapi.json. With `--check` it fails when the file differs from the routes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describeApi } from './openapi.ts';
import { routes } from './routes/index.ts';
import { basePath } from './version.ts';

const file = new URL('./openapi.json', import.meta.url);
const printed = `${JSON.stringify(describeApi(routes, basePath), undefined, 2)}\n`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== printed) {
    console.error('src/transports/rest/openapi.json is not up to date: run `npm run openapi`.');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, printed);
}
