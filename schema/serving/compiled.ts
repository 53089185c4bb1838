/**
 * Queries that come often are compiled instead of interpreted field by field.
 *
 * Decision: a query that has come three times is compiled (graphql-jit). Not sooner, so that texts that never come again
 * cost no compilation.
 */
import {
  type DocumentNode,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isInputType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { schema } from '../index.ts';

const compileAfter = 3;

/** One-of inputs are not known to the compiler, so operations that take one stay interpreted. */
function takesOneOf(operation: OperationDefinitionNode): boolean {
  const seen = new Set<GraphQLInputType>();
  const hasOneOf = (type: GraphQLInputType): boolean => {
    const named = getNamedType(type);
    if (!isInputObjectType(named) || seen.has(named)) return false;
    seen.add(named);
    return named.isOneOf || Object.values(named.getFields()).some((field) => hasOneOf(field.type));
  };
  return (operation.variableDefinitions ?? []).some(({ type: node }) => {
    const type = typeFromAST(schema, node);
    return isInputType(type) && hasOneOf(type);
  });
}

/** Called at each use of an operation: answers it compiled, once it is. */
export function compiledAfterUses(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): () => CompiledQuery<unknown, unknown> | undefined {
  const compilable = operation.operation !== 'mutation' && !takesOneOf(operation);
  let uses = 0;
  let compiled: CompiledQuery<unknown, unknown> | undefined;
  return () => {
    uses += 1;
    if (compilable && uses === compileAfter) {
      const query = compileQuery(schema, document, operation.name?.value);
      if (isCompiledQuery(query)) compiled = query as CompiledQuery<unknown, unknown>;
    }
    return compiled;
  };
}
