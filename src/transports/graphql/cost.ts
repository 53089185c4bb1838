/**
 * What a document costs, before it runs: how many values its answer can hold. Fields say theirs in the schema (Pothos,
 * plugin-complexity).
 *
 * Decision: the cost is worked out here, once for each document and each size that its variables ask for, and not by
 * the plugin's own check, which would do it in the resolvers of every request, and after some of them have begun.
 *
 * Decision: a document has a limit, and nobody has a budget over time: how often one may ask is what the request rate
 * of gaps 1.11 says, and two limits on the same traffic would only make it harder to say when one may ask again.
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
import { sizingArguments } from '../../../schema/core/complexity.ts';
import { schema } from '../../../schema/index.ts';
import { formatDocumentErrors, variableErrors } from './format-error.ts';
import { priceOf } from './price.ts';
import { ownValue, type Variables } from './variables.ts';

/** How many sizes of one document are remembered. */
const sizesKept = 200;

/** What of a variable's value says how long a list is; of values of other types, only that they are of one. */
function sizeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  return typeof value === 'number' || value === null ? String(value) : typeof value;
}

/** Without what costs nothing: clients add `__typename` everywhere, and the type is known anyway. Under other names it counts. */
const withoutTypeNames = (document: DocumentNode): DocumentNode =>
  visit(document, { Field: ({ name, alias }) => (name.value === '__typename' && !alias ? null : undefined) });

/** The variables that say how long a list is. */
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

/** Answers what one operation costs with these variables, or why that cannot be told: its variables are wrong. */
export function costMeter(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): (variables: Variables) => number | GraphQLError {
  const asked = withoutTypeNames({
    ...document,
    definitions: [operation, ...document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)],
  });
  const [asks, ...fragments] = asked.definitions as [OperationDefinitionNode, ...FragmentDefinitionNode[]];
  const names = sizingVariables(asked);
  const known = new Map<string, number>();

  const measure = (variables: Variables): number | GraphQLError => {
    try {
      const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
        maxErrors: 1,
      });
      if (coerced.errors) throw coerced.errors[0];
      return priceOf(schema, asks, fragments, coerced.coerced);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const [wrong] = formatDocumentErrors([error], document);
      return wrong as GraphQLError;
    }
  };

  const costOf = (variables: Variables): number | GraphQLError => {
    // Each time, and before graphql-js coerces them: its errors quote the value, whose text can be as long as the body.
    const wrong = variableErrors(schema, operation, variables);
    if (wrong) return wrong;
    const size = names.map((name) => sizeOf(ownValue(variables, name))).join();
    const before = known.get(size);
    if (before !== undefined) return before;
    const cost = measure(variables);
    if (typeof cost === 'number') {
      if (known.size >= sizesKept) known.clear();
      known.set(size, cost);
    }
    return cost;
  };

  /** Of requests that are under way: each is asked for twice, before the operation runs and for the result. */
  const costs = new WeakMap<Variables, number | GraphQLError>();
  return (variables) => {
    const cost = costs.get(variables) ?? costOf(variables);
    costs.set(variables, cost);
    return cost;
  };
}
