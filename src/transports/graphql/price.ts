/**
 * Sums the cost of an operation's fields. Each fragment is visited once per type that it applies to.
 *
 * plugin-complexity has its own sum, but it multiplies everything below a field. Below a connection the records count once
 * per item of the page, and fields of the connection itself, such as its total, count once.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { boundOf } from '../../../schema/core/bounds.ts';
import { type fieldComplexity, sizingArguments } from '../../../schema/core/complexity.ts';

/** The cost of a selection: `each` per record of a page, `once` for the page as a whole. */
interface Price {
  readonly each: number;
  readonly once: number;
}

const free: Price = { each: 0, once: 0 };
const plus = (a: Price, b: Price): Price => ({ each: a.each + b.each, once: a.once + b.once });

/** The complexity that a field declares: a number, both numbers, or the default function of `complexity.ts`. */
type DeclaredComplexity = number | Partial<ReturnType<typeof fieldComplexity>> | typeof fieldComplexity;

const connections = new WeakMap<GraphQLNamedType, boolean>();

/** Whether the type holds a page of records. */
function isConnection(type: GraphQLNamedType): boolean {
  let result = connections.get(type);
  if (result === undefined) {
    result = isObjectType(type) && Object.values(type.getFields()).some((field) => boundOf(field) === 'page');
    connections.set(type, result);
  }
  return result;
}

/**
 * The cost of an operation of a valid document.
 *
 * @param variableValues coerced by graphql-js.
 * @throws the GraphQLError of invalid arguments.
 */
export function priceOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  variableValues: Readonly<Record<string, unknown>>,
): number {
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const prices = new Map<SelectionSetNode, Map<GraphQLNamedType, Price>>();

  const priceOfField = (node: FieldNode, type: GraphQLNamedType): Price => {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    // Introspection fields are read from memory.
    if (!field) return { each: 1, once: 0 };
    const args = field.args.some(({ name }) => sizingArguments.has(name))
      ? getArgumentValues(field, node, variableValues)
      : {};
    const declared = field.extensions['complexity'] as DeclaredComplexity;
    const complexity = typeof declared === 'function' ? declared(args, undefined, field) : declared;
    const { field: own = 1, multiplier = 1 } =
      typeof complexity === 'number' ? { field: complexity } : complexity;
    const target = getNamedType(field.type);
    const below = node.selectionSet ? priceOfSet(node.selectionSet, target) : free;
    const cost = isConnection(target)
      ? own + multiplier * below.each + below.once
      : own + multiplier * (below.each + below.once);
    return isConnection(type) && boundOf(field) !== 'page'
      ? { each: 0, once: cost }
      : { each: cost, once: 0 };
  };

  const priceOfSet = (set: SelectionSetNode, type: GraphQLNamedType): Price => {
    let byType = prices.get(set);
    if (!byType) {
      byType = new Map();
      prices.set(set, byType);
    }
    const cached = byType.get(type);
    if (cached) return cached;
    // Ends the recursion of a fragment that spreads itself. Validation rejects such a document.
    byType.set(type, free);
    let sum = free;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) sum = plus(sum, priceOfField(selection, type));
      else {
        const fragment =
          selection.kind === Kind.FRAGMENT_SPREAD ? byName.get(selection.name.value) : selection;
        if (!fragment) continue;
        const on = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type;
        if (on) sum = plus(sum, priceOfSet(fragment.selectionSet, on));
      }
    }
    byType.set(type, sum);
    return sum;
  };

  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  const { each, once } = priceOfSet(operation.selectionSet, root);
  return Math.ceil(each + once);
}
