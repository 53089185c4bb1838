import { readdirSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from './client/src/operations/scalars.ts';

const typesOfOperations = {
  enumsAsTypes: true,
  inlineFragmentTypes: 'combine',
  skipTypename: true,
  immutableTypes: true,
  scalars,
} as const;

/** The fragments of the console that several files of documents spread. */
const sharedFragments = 'console/src/api/shared.graphql';

/**
 * The documents of the console with their types, one module for each file of documents, so that a page loads only its own. The
 * types of inputs and enums are those of the client package.
 */
const consoleModules = readdirSync('console/src', { recursive: true, encoding: 'utf8' })
  .map((name) => `console/src/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.graphql'))
  .map(
    (path) =>
      [
        path.replace(/\.graphql$/, '.documents.ts'),
        {
          documents: [sharedFragments, path],
          plugins: ['./console/documents-plugin.mjs'],
          config: {
            ...typesOfOperations,
            importSchemaTypesFrom: '~@payments-platform/client/operations',
            namespacedImportName: 'types',
            exportFragmentSpreadSubTypes: true,
            sharedFragments,
            source: path,
          },
        },
      ] as const,
  );

const config: CodegenConfig = {
  schema: './schema/schema.graphql',
  importExtension: '.ts',
  generates: {
    /** Typed documents for the tests: every query they send is checked against the printed schema. */
    './test/graphql/': {
      documents: ['test/**/*.ts', '!test/graphql/**'],
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        documentMode: 'string',
        // Null in the variables: the file is a part of its own.
        scalars: { ...scalars, Upload: 'null' },
      },
    },
    /** The types of the operations of the client package. */
    './client/src/operations/generated/types.ts': {
      documents: './client/operations.graphql',
      plugins: ['typescript-operations'],
      config: typesOfOperations,
    },
    ...Object.fromEntries(consoleModules),
  },
};

export default config;
