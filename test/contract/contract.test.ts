/**
 * The published contract: the names and shapes that clients depend on. `schema.graphql` in this folder is what was published; the
 * schema of the service may add to it and change nothing in it.
 */
import { readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';

const published = buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'));

test('the schema breaks nothing of the published contract', () => {
  expect(Object.keys(published.getTypeMap()).length).toBeGreaterThan(200);
  expect(
    findBreakingChanges(published, schema).map(({ type, description }) => `${type}: ${description}`),
  ).toEqual([]);
});
