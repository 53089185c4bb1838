/** Resolves the object type of a value of an interface or union, from the name that `resolveType` returns. */
import {
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isObjectType,
} from 'graphql';
import { inspect } from 'graphql/jsutils/inspect.js';
import type { FieldPlan } from './field-plans.ts';

/** The object type of that name. Throws the same errors as graphql-js when it is not a possible type. */
export function resolveObjectType(
  name: unknown,
  abstract: GraphQLAbstractType,
  { nodes }: FieldPlan,
  { parentType, fieldName, schema }: GraphQLResolveInfo,
  value: unknown,
): GraphQLObjectType {
  const at = `for field "${parentType.name}.${fieldName}"`;
  if (name === null || name === undefined) {
    throw new GraphQLError(
      `Abstract type "${abstract.name}" must resolve to an Object type at runtime ${at}. Either the "${abstract.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      { nodes },
    );
  }
  if (isObjectType(name)) {
    throw new GraphQLError(
      'Support for returning GraphQLObjectType from resolveType was removed in graphql-js@16.0.0 please return type name instead.',
    );
  }
  if (typeof name !== 'string') {
    throw new GraphQLError(
      `Abstract type "${abstract.name}" must resolve to an Object type at runtime ${at} with value ${inspect(value)}, received "${inspect(name)}".`,
    );
  }
  const type = schema.getType(name);
  if (!type) {
    throw new GraphQLError(
      `Abstract type "${abstract.name}" was resolved to a type "${name}" that does not exist inside the schema.`,
      { nodes },
    );
  }
  if (!isObjectType(type)) {
    throw new GraphQLError(`Abstract type "${abstract.name}" was resolved to a non-object type "${name}".`, {
      nodes,
    });
  }
  if (schema.isSubType(abstract, type)) return type;
  throw new GraphQLError(
    `Runtime Object type "${type.name}" is not a possible type for "${abstract.name}".`,
    {
      nodes,
    },
  );
}
