/** Which fields a document selects below a connection. Some reads are much cheaper if few fields are selected. */
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** These selection sets and the selection sets of their fragments, each once. */
function setsWithin(sets: readonly SelectionSetNode[], fragments: Fragments): Set<SelectionSetNode> {
  const within = new Set(sets);
  // The loop also visits the sets that are added while it runs.
  for (const { selections } of within) {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) within.add(selection.selectionSet);
      if (selection.kind !== Kind.FRAGMENT_SPREAD) continue;
      const fragment = fragments[selection.name.value];
      if (fragment) within.add(fragment.selectionSet);
    }
  }
  return within;
}

/** The fields of these selection sets and of their fragments. */
const fieldsOf = (sets: readonly SelectionSetNode[], fragments: Fragments) =>
  [...setsWithin(sets, fragments)].flatMap(({ selections }) =>
    selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection] : [])),
  );

/** The selection sets of the fields at a path below these selection sets, including fragments. */
const setsUnder = (
  sets: readonly SelectionSetNode[],
  path: readonly string[],
  fragments: Fragments,
): SelectionSetNode[] =>
  path.reduce<SelectionSetNode[]>(
    (above, fieldName) =>
      fieldsOf(above, fragments).flatMap(({ name, selectionSet }) =>
        name.value === fieldName && selectionSet ? [selectionSet] : [],
      ),
    [...sets],
  );

/**
 * Whether a document selects only these fields of the records of a connection, whatever the directives. The result is
 * cached for each selection set, because parsed documents are cached too.
 */
export function selectsOnly(
  names: readonly string[],
): (info: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>) => boolean {
  const allowed = new Set([...names, '__typename']);
  const cached = new WeakMap<SelectionSetNode, boolean>();
  return ({ fieldNodes, fragments }) =>
    fieldNodes.every(({ selectionSet }) => {
      if (!selectionSet) return true;
      let isOnly = cached.get(selectionSet);
      if (isOnly === undefined) {
        const records = [['nodes'], ['edges', 'node']].flatMap((path) =>
          setsUnder([selectionSet], path, fragments),
        );
        isOnly = fieldsOf(records, fragments).every(({ name }) => allowed.has(name.value));
        cached.set(selectionSet, isOnly);
      }
      return isOnly;
    });
}
