/**
 * The documents of the README, the guides and GraphiQL compile with the compilers that clients use: the client preset of
 * graphql-codegen, the Relay compiler, and the types of gql.tada, which must equal those of codegen.
 *
 * gql.tada is checked by the type checker alone: its commands need the JavaScript API of TypeScript, which version 7 does not have.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { generate } from '@graphql-codegen/cli';
import { introspectionFromSchema, Kind, parse, print, type SelectionNode, validate, visit } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { projectRoot } from '../../src/kernel/project.ts';
import { starterDocuments } from '../../src/transports/graphql/starter-documents.ts';
import { definitionsOf, type GuideDocument, guideDocuments, guides } from '../support/guide-documents.ts';

const schemaFile = join(projectRoot, 'schema/schema.graphql');
const documents: readonly GuideDocument[] = [
  ...guideDocuments,
  ...starterDocuments.map(({ query }) => ({ guide: 'GraphiQL', source: query })),
];
const modules = documents.map((document, index) => {
  const name = `Document${index}`;
  return { name, definitions: definitionsOf(name, document) };
});
/** The program of Relay for this platform; null where the package has none. */
const relayCompiler: string | null = createRequire(import.meta.url)('relay-compiler');

const wrong = '{ viewer { ... on Platform { nothing } } }';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'payments-guide-documents-'));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in a folder. Returns what it printed, and throws that where it fails. */
const run = (file: string, args: readonly string[], cwd: string): Promise<string> =>
  promisify(execFile)(file, [...args], { cwd }).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr }) => {
      throw new Error(`${stdout}${stderr}`);
    },
  );

test.each(guides)('every mutation and subscription of %s is found', (guide) => {
  const text = readFileSync(join(projectRoot, guide), 'utf8');
  const shown = text.match(/\b(?:mutation|subscription)\b(?: \w+)? ?[({]/g) ?? [];
  const found = modules.flatMap(({ definitions }, index) =>
    documents[index]?.guide === guide ? definitions.filter(({ kind }) => kind && kind !== 'Query') : [],
  );
  expect(found.length).toBe(shown.length);
});

describe('the documents are valid', () => {
  test.each(documents.map((document, index) => [document.guide, index, document] as const))(
    '%s %i',
    (_guide, _index, { source }) => {
      expect(validate(schema, parse(source)).map(({ message }) => message)).toEqual([]);
    },
  );
});

/** Compiles modules with Relay. */
function relay(name: string, all: readonly { name: string; sources: readonly string[] }[]): Promise<string> {
  const root = join(folder, name);
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(join(root, 'artifacts'));
  for (const module of all) {
    const text = module.sources.map((source) => `graphql\`\n${source}\n\`;\n`).join('');
    writeFileSync(join(root, `src/${module.name}.ts`), `import { graphql } from 'react-relay';\n${text}`);
  }
  const settings = {
    src: './src',
    schema: './schema.graphql',
    language: 'typescript',
    artifactDirectory: './artifacts',
  };
  symlinkSync(schemaFile, join(root, 'schema.graphql'));
  writeFileSync(join(root, 'relay.config.json'), JSON.stringify(settings));
  if (relayCompiler === null) throw new Error('Relay has no program for this platform');
  return run(relayCompiler, ['relay.config.json', '--noWatchman'], root);
}

test('the Relay compiler compiles them', async () => {
  const all = modules.map(({ name, definitions }) => ({
    name,
    sources: definitions.map(({ source }) => source),
  }));
  const output = await relay('relay', all);
  const operations = modules.flatMap(({ definitions }) => definitions).filter(({ kind }) => kind);
  expect(output).toContain(`${operations.length} `);
  await expect(relay('wrong', [{ name: 'Wrong', sources: [`query WrongQuery ${wrong}`] }])).rejects.toThrow(
    'nothing',
  );
});

/** The types that a client gives to the scalars. */
const scalars = {
  Amount: 'number',
  DateTime: 'string',
  Date: 'string',
  Base64URL: 'string',
  P256PublicKey: 'string',
  StringMap: 'Record<string, string>',
  Upload: 'File',
};

/** With `__typename` in each selection, as clients with a cache add it, so that the members of a union have types that differ. */
const withTypenames = (source: string): string =>
  print(
    visit(parse(source), {
      SelectionSet: (node, _key, parent) => {
        if (parent && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION) return undefined;
        const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
        const isTypename = (one: SelectionNode) => one.kind === Kind.FIELD && one.name.value === '__typename';
        return { ...node, selections: [typename, ...node.selections.filter((one) => !isTypename(one))] };
      },
    }),
  );

/** The types of codegen's client preset. */
async function codegen(sources: readonly string[]): Promise<string> {
  const files = await generate(
    {
      schema: schemaFile,
      documents: [...sources],
      silent: true,
      generates: {
        './codegen/': {
          preset: 'client',
          presetConfig: { fragmentMasking: false },
          config: {
            avoidOptionals: { field: true },
            documentMode: 'string',
            enumsAsTypes: true,
            skipTypename: true,
            useTypeImports: true,
            scalars,
          },
        },
      },
    },
    false,
  );
  return files.find(({ filename }: { filename: string }) => filename.endsWith('graphql.ts')).content;
}

test("codegen's client preset compiles them, and gql.tada infers the same types", async () => {
  const typed = modules.map(({ name, definitions }) => ({
    name,
    definitions: definitions.map((one) => ({ ...one, source: withTypenames(one.source) })),
  }));
  const root = join(folder, 'types');
  mkdirSync(root);
  writeFileSync(
    join(root, 'codegen.ts'),
    await codegen(typed.flatMap(({ definitions }) => definitions).map(({ source }) => source)),
  );
  const introspection = minifyIntrospection(introspectionFromSchema(schema));
  const environment = outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true });
  writeFileSync(join(root, 'environment.d.ts'), environment);
  writeFileSync(
    join(root, 'tada.ts'),
    `import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './environment.d.ts';
export const graphql = initGraphQLTada<{ introspection: introspection; disableMasking: true; scalars: ${JSON.stringify(scalars).replaceAll('"', '')} }>();
type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
// No type that is any.
export type Same<A, B> = 0 extends 1 & A ? false : Both<A, B>;
`,
  );
  for (const module of typed) {
    const fragments = module.definitions.filter(({ kind }) => !kind);
    const operations = module.definitions.filter(({ kind }) => kind);
    const constants = [...fragments, ...operations].map(({ name, kind, source }) => {
      const used = !kind || fragments.length === 0 ? '' : `, [${fragments.map((one) => one.name)}]`;
      return `const ${name} = graphql(\`${source.replaceAll('\\', '\\\\')}\`${used});`;
    });
    const compared = operations.map(
      ({ name, kind }) => `true satisfies Same<ResultOf<typeof ${name}>, codegen.${name}${kind}>;
true satisfies Same<VariablesOf<typeof ${name}>, codegen.${name}${kind}Variables>;`,
    );
    writeFileSync(
      join(root, `${module.name}.ts`),
      `import type { ResultOf, VariablesOf } from 'gql.tada';
import type * as codegen from './codegen.ts';
import { graphql, type Same } from './tada.ts';
${[...constants, ...compared].join('\n')}
`,
    );
  }
  writeFileSync(
    join(root, 'wrong.ts'),
    `import type { ResultOf } from 'gql.tada';
import type * as codegen from './codegen.ts';
import { graphql, type Same } from './tada.ts';
const Wrong = graphql(\`${wrong}\`);
// @ts-expect-error: the types differ.
true satisfies Same<ResultOf<typeof Wrong>, codegen.${modules[0]?.definitions[0]?.name}>;
`,
  );
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
  };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const output = await run(
    process.execPath,
    [join(projectRoot, 'node_modules/typescript/bin/tsc'), '-p', root],
    root,
  );
  expect(output).toBe('');
});
