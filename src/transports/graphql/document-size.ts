/**
 * The size of a document after its fragments are expanded: selections, depth, aliases and directives.
 *
 * Decision: each definition is walked once, and a fragment's size is added once per spread. An unused fragment counts as
 * well, because validation walks it.
 *
 * Decision: introspection is deep by nature, so its depth and directives do not count. An alias of `__schema` or within it
 * counts 15 times, because it repeats a part of the whole schema and introspection has no other cost.
 */
import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';

interface DocumentSize {
  readonly selections: number;
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** Whether a fragment spreads itself. The other numbers do not include its repetitions then. */
  readonly isCyclic: boolean;
}

type Size = { -readonly [Measure in Exclude<keyof DocumentSize, 'isCyclic'>]: number };

/** The root fields of introspection. */
type MetaField = '__schema' | '__type';

interface Spread {
  readonly name: string;
  /** The number of enclosing fields. */
  readonly levels: number;
  readonly within: MetaField | undefined;
}

/** The size of a definition without the fragments that it spreads. */
interface Definition {
  readonly size: Size;
  readonly spreads: readonly Spread[];
}

const emptySize = (): Size => ({ selections: 0, depth: 0, aliases: 0, directives: 0 });

/** Sums are exact below this value. Errors report larger ones as "more". */
const maxCount = Number.MAX_SAFE_INTEGER;

const metaFieldOf = (name: string): MetaField | undefined =>
  name === '__schema' || name === '__type' ? name : undefined;

const weightOfAlias = (within: MetaField | undefined): number => (within === '__schema' ? 15 : 1);

/** Recurses. The nesting limit, checked before parsing, bounds the depth of selection sets in a definition. */
function measure(set: SelectionSetNode): Definition {
  const size = emptySize();
  const spreads: Spread[] = [];
  const walk = ({ selections }: SelectionSetNode, levels: number, within: MetaField | undefined): void => {
    size.selections += selections.length;
    for (const selection of selections) {
      if (!within) size.directives += selection.directives?.length ?? 0;
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        spreads.push({ name: selection.name.value, levels, within });
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        walk(selection.selectionSet, levels, within);
      } else {
        const { alias, name, selectionSet } = selection;
        const meta = within ?? metaFieldOf(name.value);
        if (alias) size.aliases += weightOfAlias(meta);
        if (!meta) size.depth = Math.max(size.depth, levels + 1);
        if (selectionSet) walk(selectionSet, levels + 1, meta);
      }
    }
  };
  walk(set, 0, undefined);
  return { size, spreads };
}

/** The names of fragments, each after those that it spreads. Iterative, because a chain may be longer than the stack. */
function dependencyOrder(fragments: ReadonlyMap<string, Definition>): { names: string[]; isCyclic: boolean } {
  const names: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  let isCyclic = false;
  for (const first of fragments.keys()) {
    const open = state.has(first) ? [] : [{ name: first, next: 0 }];
    state.set(first, state.get(first) ?? 'open');
    for (let at = open.at(-1); at; at = open.at(-1)) {
      const spread = fragments.get(at.name)?.spreads[at.next];
      at.next += 1;
      if (!spread) {
        state.set(at.name, 'done');
        names.push(at.name);
        open.pop();
      } else if (state.get(spread.name) === 'open') isCyclic = true;
      else if (fragments.has(spread.name) && !state.has(spread.name)) {
        state.set(spread.name, 'open');
        open.push({ name: spread.name, next: 0 });
      }
    }
  }
  return { names, isCyclic };
}

/** The size of a document that is not validated yet: a spread may name an unknown fragment, or form a cycle. */
export function sizeOf(document: DocumentNode): DocumentSize {
  const fragments = new Map<string, Definition>();
  const operations: Definition[] = [];
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, measure(definition.selectionSet));
    } else if (definition.kind === Kind.OPERATION_DEFINITION) {
      const operation = measure(definition.selectionSet);
      operation.size.directives += definition.directives?.length ?? 0;
      operations.push(operation);
    }
  }

  const expanded = new Map<string, Size>();
  const expand = ({ size, spreads }: Definition): Size => {
    const sum = { ...size };
    for (const { name, levels, within } of spreads) {
      const fragment = expanded.get(name) ?? emptySize();
      sum.selections = Math.min(sum.selections + fragment.selections, maxCount);
      sum.aliases = Math.min(sum.aliases + fragment.aliases * weightOfAlias(within), maxCount);
      if (within) continue;
      sum.depth = Math.max(sum.depth, fragment.depth + levels);
      sum.directives = Math.min(sum.directives + fragment.directives, maxCount);
    }
    return sum;
  };

  const { names, isCyclic } = dependencyOrder(fragments);
  let largest = 0;
  for (const name of names) {
    const size = expand(fragments.get(name) as Definition);
    expanded.set(name, size);
    largest = Math.max(largest, size.selections);
  }
  const total = emptySize();
  for (const operation of operations) {
    const size = expand(operation);
    total.selections = Math.min(total.selections + size.selections, maxCount);
    total.depth = Math.max(total.depth, size.depth);
    total.aliases = Math.min(total.aliases + size.aliases, maxCount);
    total.directives = Math.min(total.directives + size.directives, maxCount);
  }
  return { ...total, selections: Math.max(total.selections, largest), isCyclic };
}
