/** GraphiQL opens with a document for each guide. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getVariableValues, Kind, type OperationDefinitionNode, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { projectRoot } from '../../../src/kernel/project.ts';
import { starterDocuments } from '../../../src/transports/graphql/starter-documents.ts';

/** Guides about other transports and about programs have no document. */
const withoutDocument = [
  'browser.md',
  'rest.md',
  'client.md',
  'command-line.md',
  'console.md',
  'mcp.md',
  'production.md',
];

test('every guide about GraphQL has a document', () => {
  const guides = readdirSync(join(projectRoot, 'docs/guides')).filter(
    (name) => !withoutDocument.includes(name),
  );
  expect(new Set(starterDocuments.map(({ guide }) => guide))).toEqual(new Set(['README.md', ...guides]));
  for (const name of withoutDocument) expect(existsSync(join(projectRoot, 'docs/guides', name))).toBe(true);
});

describe.each(starterDocuments)('the document of $guide', ({ query, variables }) => {
  test('is one named operation, valid for the schema, with variables that the server accepts', () => {
    const document = parse(query);
    expect(validate(schema, document)).toEqual([]);
    const operations = document.definitions.filter(
      (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
    );
    expect(operations).toHaveLength(1);
    expect(operations[0]?.name?.value).toMatch(/^[A-Z]/);
    const values = getVariableValues(schema, operations[0]?.variableDefinitions ?? [], variables ?? {});
    // An id that the reader completes is not an id yet.
    const problems = (values.errors ?? []).filter(
      ({ message }) => !/InternalAccount:|ExternalAccount:/.test(message),
    );
    expect(problems).toEqual([]);
  });
});
