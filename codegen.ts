import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from './client/src/operations/scalars.ts';

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
      config: {
        enumsAsTypes: true,
        inlineFragmentTypes: 'combine',
        skipTypename: true,
        immutableTypes: true,
        scalars,
      },
    },
  },
};

export default config;
