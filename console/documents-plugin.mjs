/**
 * A plugin of GraphQL Code Generator: writes the types of a file of documents, and its operations as texts, each with its
 * fragments. A page that imports a module loads no other operations.
 */
import { relative } from 'node:path';
import { plugin as typesOfOperations } from '@graphql-codegen/typescript-operations';
import { Kind, print, stripIgnoredCharacters, visit } from 'graphql';

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

const definitionsOf = (documents, kind) =>
  documents.flatMap(({ document }) => document.definitions).filter((one) => one.kind === kind);

/** The import of the types of shared fragments that the types of a module name. */
function importOfShared(content, external, { sharedFragments }, outputFile) {
  const types = definitionsOf(external, Kind.FRAGMENT_DEFINITION).flatMap(
    // A fragment on an interface has a type for each of its members.
    ({ name }) => content.match(new RegExp(`\\b${name.value}(?:_\\w+_)?Fragment\\b`, 'g')) ?? [],
  );
  if (types.length === 0) return [];
  const module = sharedFragments.replace(/\.graphql$/, '.documents.ts');
  const path = relative(outputFile.replace(/[^/\\]+$/, ''), module).replaceAll('\\', '/');
  return [`import type { ${[...new Set(types)].join(', ')} } from '${path}';`];
}

export async function plugin(schema, documents, config, { outputFile }) {
  const isOwn = ({ location }) => location.replaceAll('\\', '/').endsWith(config.source);
  const [own, external] = [documents.filter(isOwn), documents.filter((one) => !isOwn(one))];
  const typed = [...own, ...external.map((one) => ({ ...one, type: 'external' }))];
  const { prepend, content } = await typesOfOperations(schema, typed, config, { outputFile });
  const fragments = new Map(
    definitionsOf(documents, Kind.FRAGMENT_DEFINITION).map((one) => [one.name.value, one]),
  );
  const operations = definitionsOf(own, Kind.OPERATION_DEFINITION);
  const constants = operations.map((operation) => {
    const text = [operation, ...fragmentsOf(operation, fragments).values()].map(print).join('\n');
    const type = `${operation.name.value}${upperFirst(operation.operation)}`;
    return [
      `export const ${operation.name.value}Document =`,
      `  ${JSON.stringify(stripIgnoredCharacters(text))} as DocumentString<${type}, ${type}Variables>;`,
    ].join('\n');
  });
  return [
    '// Written by npm run schema.',
    ...(operations.length > 0 ? ["import type { DocumentString } from '@payments-platform/client';"] : []),
    ...importOfShared(content, external, config, outputFile),
    // No document is delivered in parts.
    ...prepend.filter((text) => text && !text.includes('Incremental')),
    '',
    content.trim(),
    '',
    constants.join('\n\n'),
    '',
  ].join('\n');
}
