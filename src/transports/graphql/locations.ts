/**
 * Where the nodes of a document stand in its text.
 *
 * Decision: line and column are read once from the tokens, and taken off the nodes for graphql-js. It works them out anew
 * for every error, by a search through the text before it: a document with 200,000 line breaks and a hundred wrong fields
 * stopped the process for seconds. The tokens are not retained.
 *
 * Seen with graphql 16.15.
 */
import {
  type ASTNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLErrorOptions,
  type SourceLocation,
  visit,
} from 'graphql';

const location = Symbol('location');

interface Located {
  [location]?: SourceLocation;
  loc?: ASTNode['loc'];
}

/** The same document, whose nodes have a location of ours in place of graphql-js's. */
export function withPlainLocations(document: DocumentNode): DocumentNode {
  visit(document, {
    enter(node) {
      const located = node as unknown as Located;
      const token = node.loc?.startToken;
      // The first token stands before the text.
      if (token) located[location] = { line: Math.max(token.line, 1), column: Math.max(token.column, 1) };
      located.loc = undefined as never;
    },
  });
  return document;
}

/** The error with its locations, where it has nodes and graphql-js did not know where they stand. */
export function located(error: GraphQLError): GraphQLError {
  if (error.locations || !error.nodes) return error;
  const locations = error.nodes.flatMap((node) => (node as Located)[location] ?? []);
  return locations.length === 0 ? error : Object.assign(error, { locations });
}

/** An error at nodes of a document. */
export const errorAt = (message: string, options: GraphQLErrorOptions): GraphQLError =>
  located(new GraphQLError(message, options));
