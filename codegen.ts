import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents for the tests: every query they send is checked against the printed schema. */
const config: CodegenConfig = {
  schema: './schema/schema.graphql',
  documents: ['test/**/*.ts', '!test/graphql/**'],
  importExtension: '.ts',
  generates: {
    './test/graphql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        documentMode: 'string',
        scalars: {
          Amount: 'number',
          DateTime: 'string',
          Date: 'string',
          Base64URL: 'string',
          P256PublicKey: 'string',
          // Null in the variables: the file is a part of its own.
          Upload: 'null',
          StringMap: 'Record<string, string>',
        },
      },
    },
  },
};

export default config;
