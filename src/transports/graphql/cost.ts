/**
 * The cost of an operation before it runs: the maximum number of values in its response. Fields declare their cost in the
 * schema (Pothos, plugin-complexity).
 *
 * Decision: the cost is computed here, once per document and list sizes in its variables. The plugin's own check would
 * compute it in the resolvers of every request, after some of them have started.
 *
 * Decision: each document has a cost limit, and callers have no cost budget over time. docs/behaviour/conventions.md#rate-limits limits the request rate;
 * a second limit on the same traffic would make the time of the next allowed request hard to predict.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { isSearch, sizingArguments } from '../../../schema/core/complexity.ts';
import { schema } from '../../../schema/index.ts';
import { formatDocumentErrors } from './document-errors.ts';
import { priceOf } from './price.ts';
import { variableErrors } from './variable-errors.ts';
import { ownValue, type Variables } from './variables.ts';

/** The number of cached costs per document. */
const maxCachedSizes = 200;

/** The part of a variable's value that determines the length of a list, or that it searches; otherwise only the type. */
function sizeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (isSearch(value)) return 'search';
  return typeof value === 'number' || value === null ? String(value) : typeof value;
}

/** Removes `__typename`, which is free: clients add it everywhere, and the type is known anyway. An alias of it counts. */
const withoutTypeNames = (document: DocumentNode): DocumentNode =>
  visit(document, { Field: ({ name, alias }) => (name.value === '__typename' && !alias ? null : undefined) });

/** The variables in arguments that set the length of a list. */
function sizingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Argument(node) {
      if (!sizingArguments.has(node.name.value)) return false;
      visit(node, { Variable: ({ name }) => void names.add(name.value) });
      return undefined;
    },
  });
  return [...names];
}

/** Returns a function that computes the cost for given variables, or returns the error of invalid variables. */
export function costMeter(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): (variables: Variables) => number | GraphQLError {
  const reduced = withoutTypeNames({
    ...document,
    definitions: [operation, ...document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)],
  });
  const [reducedOperation, ...fragments] = reduced.definitions as [
    OperationDefinitionNode,
    ...FragmentDefinitionNode[],
  ];
  const names = sizingVariables(reduced);
  const costBySize = new Map<string, number>();

  const measure = (variables: Variables): number | GraphQLError => {
    try {
      const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
        maxErrors: 1,
      });
      if (coerced.errors) throw coerced.errors[0];
      return priceOf(schema, reducedOperation, fragments, coerced.coerced);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const [wrong] = formatDocumentErrors([error], document);
      return wrong as GraphQLError;
    }
  };

  const costOf = (variables: Variables): number | GraphQLError => {
    // Always checked before graphql-js coerces the variables: its errors quote the value, which can be as long as the body.
    const error = variableErrors(schema, operation, variables);
    if (error) return error;
    const size = names.map((name) => sizeOf(ownValue(variables, name))).join();
    const cached = costBySize.get(size);
    if (cached !== undefined) return cached;
    const cost = measure(variables);
    if (typeof cost === 'number') {
      if (costBySize.size >= maxCachedSizes) costBySize.clear();
      costBySize.set(size, cost);
    }
    return cost;
  };

  /** By the variables of a running request, which needs its cost twice: before the operation runs and for the result. */
  const costs = new WeakMap<Variables, number | GraphQLError>();
  return (variables) => {
    const cost = costs.get(variables) ?? costOf(variables);
    costs.set(variables, cost);
    return cost;
  };
}
