/**
 * Adds up what the fields of an operation cost. Each fragment is visited once for each type that it is read on.
 *
 * Not by plugin-complexity's own sum, in which everything below a field counts as often: below a connection the records
 * count as often as the page is long, but its total is counted once.
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

/** What a selection costs: `each` once for each record of a page, `once` for the page as a whole. */
interface Price {
  readonly each: number;
  readonly once: number;
}

const nothing: Price = { each: 0, once: 0 };
const plus = (a: Price, b: Price): Price => ({ each: a.each + b.each, once: a.once + b.once });

/** A field says it as a number or as both numbers, where the default of `complexity.ts` does not fit it. */
type Stated = number | Partial<ReturnType<typeof fieldComplexity>> | typeof fieldComplexity;

const connections = new WeakMap<GraphQLNamedType, boolean>();

/** Whether the type holds a page of records. */
function isConnection(type: GraphQLNamedType): boolean {
  let known = connections.get(type);
  if (known === undefined) {
    known = isObjectType(type) && Object.values(type.getFields()).some((field) => boundOf(field) === 'page');
    connections.set(type, known);
  }
  return known;
}

/**
 * The cost of an operation of a valid document.
 *
 * @param variableValues coerced by graphql-js.
 * @throws the GraphQLError of arguments that are wrong.
 */
export function priceOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  variableValues: Readonly<Record<string, unknown>>,
): number {
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const known = new Map<SelectionSetNode, Map<GraphQLNamedType, Price>>();

  const ofField = (node: FieldNode, type: GraphQLNamedType): Price => {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    // The schema's own fields respond from memory.
    if (!field) return { each: 1, once: 0 };
    const args = field.args.some(({ name }) => sizingArguments.has(name))
      ? getArgumentValues(field, node, variableValues)
      : {};
    const stated = field.extensions['complexity'] as Stated;
    const own = typeof stated === 'function' ? stated(args, undefined, field) : stated;
    const { field: itself = 1, multiplier = 1 } = typeof own === 'number' ? { field: own } : own;
    const target = getNamedType(field.type);
    const below = node.selectionSet ? ofSet(node.selectionSet, target) : nothing;
    const cost = isConnection(target)
      ? itself + multiplier * below.each + below.once
      : itself + multiplier * (below.each + below.once);
    return isConnection(type) && boundOf(field) !== 'page'
      ? { each: 0, once: cost }
      : { each: cost, once: 0 };
  };

  const ofSet = (set: SelectionSetNode, type: GraphQLNamedType): Price => {
    let byType = known.get(set);
    if (!byType) {
      byType = new Map();
      known.set(set, byType);
    }
    const before = byType.get(type);
    if (before) return before;
    // A fragment that comes back to itself is rejected by validation; here it only must end.
    byType.set(type, nothing);
    let sum = nothing;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) sum = plus(sum, ofField(selection, type));
      else {
        const fragment =
          selection.kind === Kind.FRAGMENT_SPREAD ? byName.get(selection.name.value) : selection;
        if (!fragment) continue;
        const on = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type;
        if (on) sum = plus(sum, ofSet(fragment.selectionSet, on));
      }
    }
    byType.set(type, sum);
    return sum;
  };

  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  const { each, once } = ofSet(operation.selectionSet, root);
  return each + once;
}
