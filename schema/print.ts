/** Prints the schema to schema/schema.graphql. With --check it only checks that the file is current. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { projectRoot } from '../src/kernel/project.ts';
import { schema } from './index.ts';

const path = join(projectRoot, 'schema', 'schema.graphql');
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;

if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== printed) {
    process.stderr.write('schema/schema.graphql is not current: run npm run schema\n');
    process.exit(1);
  }
} else {
  writeFileSync(path, printed);
}
