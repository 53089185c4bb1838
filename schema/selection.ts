/** What a document selects below a connection: asked by reads that are much cheaper when little is wanted. */
import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** Every selection set of the fields that come under this one by a path of names, fragments followed. */
function setsUnder(set: SelectionSetNode, path: readonly string[], fragments: Fragments): SelectionSetNode[] {
  const [name, ...rest] = path;
  if (name === undefined) return [set];
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) {
      const under = selection.name.value === name ? selection.selectionSet : undefined;
      return under ? setsUnder(under, rest, fragments) : [];
    }
    const within =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragments[selection.name.value]?.selectionSet;
    return within ? setsUnder(within, path, fragments) : [];
  });
}

/** Whether every field of the set is one of these, whatever its directives. */
function isWithin(set: SelectionSetNode, names: ReadonlySet<string>, fragments: Fragments): boolean {
  return set.selections.every((selection) => {
    if (selection.kind === Kind.FIELD) return names.has(selection.name.value);
    const within =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragments[selection.name.value]?.selectionSet;
    return within !== undefined && isWithin(within, names, fragments);
  });
}

/**
 * Whether a connection's records are asked for nothing but these fields. Looked at once for each place in a document,
 * since documents that come often are kept.
 */
export function asksOnly(
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
          setsUnder(selectionSet, path, fragments),
        );
        answer = records.every((set) => isWithin(set, wanted, fragments));
        known.set(selectionSet, answer);
      }
      return answer;
    });
}
