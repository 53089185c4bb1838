/**
 * A document for each root field of the schema, with a default selection, and what other GraphQL clients need to know about
 * the schema. A bundler keeps only the documents that a program imports.
 */
export * from './generated/documents.ts';
export * from './generated/fragments.ts';
export { possibleTypes } from './generated/possible-types.ts';
export type * from './generated/types.ts';
export { scalars } from './scalars.ts';
