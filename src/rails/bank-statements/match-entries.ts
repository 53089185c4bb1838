/**
 * Which entries of a statement, report or notification are stored ones, of which the bank says more, less or something else now. Pure.
 * Entries that a bank reports with the same parts are recognized by their fingerprint before.
 *
 * Decision: an entry is the stored one that has the same parts, where each part is equal or one side does not state it. Those that agree in
 * most parts are matched first. Where parts contradict, the bank has changed a text, or it means another entry: then entries with the same
 * reference, day and amount are matched in their order, unless there are more of them than stored ones. A person sees the conflict.
 *
 * Source: docs/behaviour/bank-connections.md#statements.
 */
import {
  amountPart,
  bookingDatePart,
  type EntryParts,
  referencePart,
  valueDatePart,
} from './entry-fingerprint.ts';

export interface ReportedParts {
  readonly parts: EntryParts;
}

export interface StoredParts {
  readonly parts: EntryParts;
  /** It is of the statement that is corrected, so that its reference can be missing. Others need the same reference. */
  readonly isOfStatement: boolean;
  /** No other statement has it, so that its parts can contradict. */
  readonly canDiffer: boolean;
}

export interface Matches<Reported, Stored> {
  readonly sameParts: readonly (readonly [Reported, Stored])[];
  /** With parts that contradict. */
  readonly sameOrder: readonly (readonly [Reported, Stored])[];
  readonly unmatched: readonly Reported[];
}

/** The parts that an entry has, as bits. */
type Mask = number;

const maskOf = (parts: EntryParts): Mask =>
  parts.reduce((mask, part, position) => (part ? mask | (1 << position) : mask), 0);

function countOf(mask: Mask): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) count += 1;
  return count;
}

const hasPart = (mask: Mask, position: number): boolean => (mask & (1 << position)) !== 0;

/** The number of parts that an entry has. */
export const countParts = (parts: EntryParts): number => countOf(maskOf(parts));

const someOf = (parts: EntryParts, mask: Mask): string =>
  JSON.stringify(parts.filter((_, position) => hasPart(mask, position)));

function grouped<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Entries that are not matched yet. */
class Matching<Reported extends ReportedParts, Stored extends StoredParts> {
  readonly reported: Set<Reported>;
  readonly #stored: Set<Stored>;

  constructor(reported: readonly Reported[], stored: readonly Stored[]) {
    this.reported = new Set(reported);
    this.#stored = new Set(stored);
  }

  #match(reported: Reported, stored: Stored): readonly [Reported, Stored] {
    this.reported.delete(reported);
    this.#stored.delete(stored);
    return [reported, stored];
  }

  /** Entries with the same set of parts are compared at once, so that the cost does not grow with the product of both numbers. */
  byParts(): (readonly [Reported, Stored])[] {
    const reportedByMask = grouped(this.reported, ({ parts }) => maskOf(parts));
    const others = grouped(
      [...this.#stored].filter((one) => !one.isOfStatement),
      ({ parts }) => maskOf(parts),
    );
    const ofStatement = grouped(
      [...this.#stored].filter((one) => one.isOfStatement),
      ({ parts }) => maskOf(parts),
    );
    const comparisons = [...reportedByMask].flatMap(([mask, reported]) =>
      [...ofStatement, ...[...others].filter(([other]) => hasPart(mask & other, referencePart))].map(
        ([other, stored]) => ({ reported, stored, common: mask & other, differing: countOf(mask ^ other) }),
      ),
    );
    comparisons.sort((a, b) => countOf(b.common) - countOf(a.common) || a.differing - b.differing);
    return comparisons.flatMap(({ reported, stored, common }) => {
      const free = grouped(stored.filter((one) => this.#stored.has(one)).reverse(), ({ parts }) =>
        someOf(parts, common),
      );
      return reported.flatMap((one) => {
        const same = this.reported.has(one) && free.get(someOf(one.parts, common))?.pop();
        return same ? [this.#match(one, same)] : [];
      });
    });
  }

  /** @param keyOf what both have in common; `undefined` of those that are not matched. */
  byOrder(
    keyOf: (parts: EntryParts) => string | undefined,
    isPossible: (stored: Stored) => boolean,
  ): (readonly [Reported, Stored])[] {
    const stored = grouped([...this.#stored].filter(isPossible), ({ parts }) => keyOf(parts));
    return [...grouped(this.reported, ({ parts }) => keyOf(parts))].flatMap(([key, reported]) => {
      const same = stored.get(key) ?? [];
      if (key === undefined || reported.length > same.length) return [];
      return reported.flatMap((one, nth) => {
        const other = same[nth];
        return other && canBeOneReference(one, other) ? [this.#match(one, other)] : [];
      });
    });
  }
}

const canBeOneReference = ({ parts: one }: ReportedParts, { parts: other }: ReportedParts): boolean =>
  !one[referencePart] || !other[referencePart] || one[referencePart] === other[referencePart];

const amountAndDay = (parts: EntryParts): string =>
  JSON.stringify([parts[amountPart], parts[bookingDatePart] || parts[valueDatePart]]);

/** @param stored those that no entry of the statement, report or notification has by its fingerprint, oldest first. */
export function matchEntries<Reported extends ReportedParts, Stored extends StoredParts>(
  reported: readonly Reported[],
  stored: readonly Stored[],
): Matches<Reported, Stored> {
  const matching = new Matching(reported, stored);
  const sameParts = matching.byParts();
  const sameReference = matching.byOrder(
    (parts) => (parts[referencePart] ? `${amountAndDay(parts)}${parts[referencePart]}` : undefined),
    ({ canDiffer }) => canDiffer,
  );
  const sameDay = matching.byOrder(amountAndDay, ({ isOfStatement }) => isOfStatement);
  return { sameParts, sameOrder: [...sameReference, ...sameDay], unmatched: [...matching.reported] };
}
