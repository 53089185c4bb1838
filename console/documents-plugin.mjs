/**
 * A plugin of GraphQL Code Generator: writes the operations of a file as texts, each with its fragments and its types. A page
 * that imports a module loads no other operations.
 */
import { relative } from 'node:path';
import { Kind, print, stripIgnoredCharacters, visit } from 'graphql';

const typesModule = 'console/src/api/types';

const upperFirst = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

function spreadsIn(node) {
  const names = new Set();
  visit(node, {
    enter(child) {
      if (child.kind === Kind.FRAGMENT_SPREAD) names.add(child.name.value);
    },
  });
  return names;
}

/** The fragments that a definition needs, directly and through others. */
function fragmentsOf(node, fragments, found = new Map()) {
  for (const name of spreadsIn(node)) {
    if (found.has(name)) continue;
    const fragment = fragments.get(name);
    if (!fragment) throw new Error(`No file of this module has the fragment ${name}`);
    found.set(name, fragment);
    fragmentsOf(fragment, fragments, found);
  }
  return found;
}

export function plugin(_schema, documents, { source }, { outputFile }) {
  const definitions = documents.flatMap(({ document }) => document.definitions);
  const fragments = new Map(
    definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map((one) => [one.name.value, one]),
  );
  const own = documents
    .filter(({ location }) => location.replaceAll('\\', '/').endsWith(source))
    .flatMap(({ document }) => document.definitions)
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const constants = own.map((operation) => {
    const text = [operation, ...fragmentsOf(operation, fragments).values()].map(print).join('\n');
    const type = `${operation.name.value}${upperFirst(operation.operation)}`;
    return [
      `export const ${operation.name.value}Document =`,
      `  ${JSON.stringify(stripIgnoredCharacters(text))} as DocumentString<types.${type}, types.${type}Variables>;`,
    ].join('\n');
  });
  const path = relative(outputFile.replace(/[^/\\]+$/, ''), typesModule).replaceAll('\\', '/');
  return [
    '// Written by npm run schema.',
    "import type { DocumentString } from '@payments-platform/client';",
    `import type * as types from '${path}.ts';`,
    '',
    constants.join('\n\n'),
    '',
  ].join('\n');
}
