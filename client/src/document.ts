/**
 * A document with the types of its result and variables. `TypedDocumentNode` and the `TypedDocumentString` of the client
 * preset of GraphQL Code Generator have this property too.
 */
export interface Typed<Result, Variables> {
  readonly __apiType?: (variables: Variables) => Result;
}

/** The text of a document with its types. At runtime it is a string. */
export type DocumentString<Result, Variables> = string & Typed<Result, Variables>;

/** Joins an operation with the fragments that it spreads. */
export const typedDocument = <Result, Variables>(
  ...parts: readonly string[]
): DocumentString<Result, Variables> => parts.join('\n') as DocumentString<Result, Variables>;
