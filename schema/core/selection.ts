/** What a document selects below a connection: asked by reads that are much cheaper when little is wanted. */
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** The selection sets of what is at this place: the set itself and those of its fragments, each once. */
function setsWithin(sets: readonly SelectionSetNode[], fragments: Fragments): Set<SelectionSetNode> {
  const within = new Set(sets);
  // A set that is added while it is walked is walked as well.
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

/** The fields of these sets and of their fragments. */
const fieldsOf = (sets: readonly SelectionSetNode[], fragments: Fragments) =>
  [...setsWithin(sets, fragments)].flatMap(({ selections }) =>
    selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection] : [])),
  );

/** Every selection set of the fields that come under these by a path of names, fragments followed. */
const setsUnder = (
  sets: readonly SelectionSetNode[],
  path: readonly string[],
  fragments: Fragments,
): SelectionSetNode[] =>
  path.reduce<SelectionSetNode[]>(
    (above, wanted) =>
      fieldsOf(above, fragments).flatMap(({ name, selectionSet }) =>
        name.value === wanted && selectionSet ? [selectionSet] : [],
      ),
    [...sets],
  );

/**
 * Whether a connection's records are asked for nothing but these fields, whatever their directives. Looked at once for
 * each place in a document, since documents that come often are kept.
 */
export function selectsOnly(
  names: readonly string[],
): (info: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>) => boolean {
  const wanted = new Set([...names, '__typename']);
  const known = new WeakMap<SelectionSetNode, boolean>();
  return ({ fieldNodes, fragments }) =>
    fieldNodes.every(({ selectionSet }) => {
      if (!selectionSet) return true;
      let answer = known.get(selectionSet);
      if (answer === undefined) {
        const records = [['nodes'], ['edges', 'node']].flatMap((path) =>
          setsUnder([selectionSet], path, fragments),
        );
        answer = fieldsOf(records, fragments).every(({ name }) => wanted.has(name.value));
        known.set(selectionSet, answer);
      }
      return answer;
    });
}
