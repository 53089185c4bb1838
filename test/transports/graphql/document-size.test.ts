/** The size of a document is its size with all fragments expanded. */
import fc from 'fast-check';
import { type DocumentNode, Kind, parse, type SelectionSetNode } from 'graphql';
import { describe, expect, test } from 'vitest';
import { sizeOf } from '../../../src/transports/graphql/document-size.ts';

/** Counts selections by expanding every fragment: exact and slow. */
function writtenOut(document: DocumentNode, set: SelectionSetNode): number {
  return set.selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = document.definitions.find(
        (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
      );
      return (
        sum + 1 + (fragment && 'selectionSet' in fragment ? writtenOut(document, fragment.selectionSet) : 0)
      );
    }
    return sum + 1 + (selection.selectionSet ? writtenOut(document, selection.selectionSet) : 0);
  }, 0);
}

/** Fragments that spread only those after them, in any order of definition. */
const documents = fc.gen().map((generate) => {
  const count = generate(fc.nat, { max: 6 });
  const setOf = (from: number, depth: number): string => {
    const selections = Array.from({ length: 1 + generate(fc.nat, { max: 3 }) }, () => {
      const form = generate(fc.nat, { max: 3 });
      if (form === 0 && from <= count) return `...F${from + generate(fc.nat, { max: count - from + 1 })}`;
      if (form === 1 && depth > 0) return `a ${setOf(from, depth - 1)}`;
      return form === 2 && depth > 0 ? `... ${setOf(from, depth - 1)}` : 'a';
    });
    return `{ ${selections.join(' ')} }`;
  };
  const fragments = Array.from({ length: count }, (_, n) => `fragment F${n} on Q ${setOf(n + 1, 2)}`);
  const at = generate(fc.nat, { max: count });
  return [...fragments.slice(0, at), setOf(0, 2), ...fragments.slice(at)].join('\n');
});

describe('the selections of a document', () => {
  test('count each fragment once per spread', () => {
    fc.assert(
      fc.property(documents, (source) => {
        const document = parse(source);
        const operations = document.definitions.flatMap((one) =>
          one.kind === Kind.OPERATION_DEFINITION ? [writtenOut(document, one.selectionSet)] : [],
        );
        const fragments = document.definitions.flatMap((one) =>
          one.kind === Kind.FRAGMENT_DEFINITION ? [writtenOut(document, one.selectionSet)] : [],
        );
        const size = sizeOf(document);
        expect(size.isCyclic).toBe(false);
        expect(size.selections).toBe(Math.max(...operations, ...fragments));
      }),
      { numRuns: 2_000 },
    );
  });

  test('of several operations are added', () => {
    expect(sizeOf(parse('query A { a ...F } query B { ...F } fragment F on Q { b c }')).selections).toBe(7);
  });

  test.each([
    ['of itself', '{ ...A } fragment A on Q { ...A }'],
    ['of each other', '{ ...A } fragment A on Q { a { ...B } } fragment B on Q { ...A }'],
    ['that nothing spreads', '{ a } fragment A on Q { ...B } fragment B on Q { ...A }'],
  ])('are not counted in cyclic fragments %s', (_name, source) => {
    expect(sizeOf(parse(source)).isCyclic).toBe(true);
  });

  test('do not include an undefined fragment', () => {
    expect(sizeOf(parse('{ ...Nothing a }'))).toMatchObject({ selections: 2, isCyclic: false });
  });

  test.each([
    ['{ a: b c: d }', 2],
    ['{ a: __schema { x: types { y: name } } }', 45],
    ['{ a: __type(name: "Q") { x: name } }', 2],
    ['{ __schema { types { ...F ...F } } } fragment F on __Type { x: name }', 30],
    ['{ __type(name: "Q") { ...F } } fragment F on __Type { x: name y: kind }', 2],
    ['{ ...F } fragment F on Query { __schema { types { x: name } } a: b }', 16],
  ])('the aliases of %s are counted as %i', (source, aliases) => {
    expect(sizeOf(parse(source)).aliases).toBe(aliases);
  });

  test('stop at the largest exact number', () => {
    const source = `{ ...F0 } ${Array.from({ length: 2_000 }, (_, n) => `fragment F${n} on Q { ...F${n + 1} ...F${n + 1} x: a @b }`).join(' ')} fragment F2000 on Q { a }`;
    const { selections, aliases, directives } = sizeOf(parse(source));
    for (const count of [selections, aliases, directives]) expect(count).toBe(Number.MAX_SAFE_INTEGER);
  });
});
