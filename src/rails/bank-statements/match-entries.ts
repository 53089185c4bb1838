/**
 * Which entries of a statement, report or notification are stored ones, of which the bank says more, less or something else now. Pure.
 * Entries that a bank reports with the same parts are recognized by their fingerprint before.
 *
 * Decision: an entry is the stored one that has the same parts, where each part is equal or one side does not state it. Those that agree in
 * most parts are matched first. Where parts contradict, the bank has changed a text, or it means another entry: then entries with the same
 * reference, day and amount are matched in their order, unless there are more of them than stored ones. A person sees the conflict. On a
 * page of a statement they also need a name in common: a correction can move the stored entry to another page.
 *
 * Source: docs/behaviour/bank-connections.md#statements.
 */
import { groupedBy } from '../../kernel/grouped.ts';
import {
  amountPart,
  bookingDatePart,
  type EntryParts,
  haveSameName,
  referencePart,
  valueDatePart,
} from './entry-fingerprint.ts';

interface ReportedParts {
  readonly parts: EntryParts;
}

export interface StoredParts {
  readonly parts: EntryParts;
  /** It is of the statement that is corrected, so that its reference can be missing. Others need the same reference. */
  readonly isOfStatement: boolean;
  /** No other statement and no other page has it, so that its parts can contradict. */
  readonly canDiffer: boolean;
  /** Its statement has the id and another day. Without a date of their own, entries of the two are different ones. */
  readonly isOfOtherDay: boolean;
}

interface Matches<Reported, Stored> {
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

/** Another report has a stored entry only if both state its reference, and a statement of another day only if both state a date. */
const isComparable = ({ isOfStatement, isOfOtherDay }: StoredParts, common: Mask): boolean =>
  (isOfStatement || hasPart(common, referencePart)) &&
  (!isOfOtherDay || hasPart(common, bookingDatePart) || hasPart(common, valueDatePart));

const dayOf = (parts: EntryParts): string => parts[bookingDatePart] || parts[valueDatePart] || '';

const amountAndDay = (parts: EntryParts): string => JSON.stringify([parts[amountPart], dayOf(parts)]);

const canDiffer = (stored: StoredParts): boolean =>
  stored.canDiffer && (!stored.isOfOtherDay || dayOf(stored.parts) !== '');

/** Stored entries of one kind are comparable with the same reported ones. */
const kindOf = ({ parts, isOfStatement, isOfOtherDay }: StoredParts): string =>
  `${maskOf(parts)} ${isOfStatement} ${isOfOtherDay}`;

/** Which entries are matched in their order: those of one key. */
interface Order {
  /** `undefined` of those that are not matched. */
  readonly keyOf: (parts: EntryParts) => string | undefined;
  readonly isPossible: (stored: StoredParts) => boolean;
}

const orders: readonly Order[] = [
  {
    keyOf: (parts) => (parts[referencePart] ? amountAndDay(parts) + parts[referencePart] : undefined),
    isPossible: canDiffer,
  },
  { keyOf: amountAndDay, isPossible: (stored) => stored.isOfStatement && canDiffer(stored) },
];

const canBeOneReference = ({ parts: one }: ReportedParts, { parts: other }: ReportedParts): boolean =>
  !one[referencePart] || !other[referencePart] || one[referencePart] === other[referencePart];

/**
 * Selects the stored entries that can be some reported ones: a statement can have a million of them. Of those that are the same in what is
 * compared, as many as all reported entries are enough, since each of these can be one of them.
 */
export class Shortlist<Stored extends StoredParts> {
  readonly stored: Stored[] = [];
  readonly #reported: readonly ReportedParts[];
  readonly #reportedByMask: ReadonlyMap<Mask, readonly ReportedParts[]>;
  /** By what is compared: how many more stored entries with each value are needed. */
  readonly #needed = new Map<string, Map<string | undefined, number>>();
  /** By all parts: how many reported entries have no stored one with the same parts yet. */
  readonly #unequal = new Map<string, number>();
  #equal = 0;

  constructor(reported: readonly ReportedParts[]) {
    this.#reported = reported;
    this.#reportedByMask = groupedBy(reported, ({ parts }) => maskOf(parts));
    for (const [parts, group] of groupedBy(reported, (one) => JSON.stringify(one.parts)))
      this.#unequal.set(parts, group.length);
  }

  /** Whether each reported entry has a stored one with the same parts, so that no other one can be it. */
  get isComplete(): boolean {
    return this.#equal === this.#reported.length;
  }

  /** Stored entries are added oldest first. */
  add(stored: Stored): void {
    const mask = maskOf(stored.parts);
    let isNeeded = false;
    for (const [other, reported] of this.#reportedByMask) {
      const common = mask & other;
      if (!isComparable(stored, common)) continue;
      const compared = `${other} ${kindOf(stored)}`;
      isNeeded = this.#take(compared, reported, (parts) => someOf(parts, common), stored) || isNeeded;
    }
    for (const [nth, { keyOf, isPossible }] of orders.entries()) {
      if (!isPossible(stored)) continue;
      isNeeded = this.#take(`order ${nth}`, this.#reported, keyOf, stored) || isNeeded;
    }
    if (!isNeeded) return;
    this.stored.push(stored);
    const parts = JSON.stringify(stored.parts);
    const unequal = this.#unequal.get(parts) ?? 0;
    if (unequal === 0 || !isComparable(stored, mask)) return;
    this.#unequal.set(parts, unequal - 1);
    this.#equal += 1;
  }

  #take(
    compared: string,
    reported: readonly ReportedParts[],
    keyOf: Order['keyOf'],
    stored: StoredParts,
  ): boolean {
    let needed = this.#needed.get(compared);
    if (!needed) {
      needed = new Map(reported.map(({ parts }) => [keyOf(parts), this.#reported.length]));
      this.#needed.set(compared, needed);
    }
    const key = keyOf(stored.parts);
    const count = needed.get(key) ?? 0;
    if (key === undefined || count === 0) return false;
    needed.set(key, count - 1);
    return true;
  }
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
    const reportedByMask = groupedBy(this.reported, ({ parts }) => maskOf(parts));
    const storedByKind = groupedBy(this.#stored, kindOf);
    const comparisons = [...reportedByMask].flatMap(([one, reported]) =>
      [...storedByKind.values()].flatMap((stored) => {
        const [first] = stored;
        if (!first) return [];
        const other = maskOf(first.parts);
        const common = one & other;
        return isComparable(first, common)
          ? [{ reported, stored, common, differing: countOf(one ^ other) }]
          : [];
      }),
    );
    comparisons.sort((a, b) => countOf(b.common) - countOf(a.common) || a.differing - b.differing);
    return comparisons.flatMap(({ reported, stored, common }) => {
      const free = groupedBy(stored.filter((one) => this.#stored.has(one)).reverse(), ({ parts }) =>
        someOf(parts, common),
      );
      return reported.flatMap((one) => {
        const same = this.reported.has(one) && free.get(someOf(one.parts, common))?.pop();
        return same ? [this.#match(one, same)] : [];
      });
    });
  }

  byOrder(
    { keyOf, isPossible }: Order,
    canBeSame: (reported: Reported, stored: Stored) => boolean,
  ): (readonly [Reported, Stored])[] {
    const stored = groupedBy([...this.#stored].filter(isPossible), ({ parts }) => keyOf(parts));
    return [...groupedBy(this.reported, ({ parts }) => keyOf(parts))].flatMap(([key, reported]) => {
      const same = stored.get(key) ?? [];
      if (key === undefined || reported.length > same.length) return [];
      return reported.flatMap((one, nth) => {
        const other = same[nth];
        return other && canBeSame(one, other) ? [this.#match(one, other)] : [];
      });
    });
  }
}

/**
 * @param stored those that no entry of the statement, report or notification has by its fingerprint, oldest first.
 * @param isPage the statement has other pages, on which a stored entry can be now. Then entries that contradict need a name in common.
 */
export function matchEntries<Reported extends ReportedParts, Stored extends StoredParts>(
  reported: readonly Reported[],
  stored: readonly Stored[],
  isPage = false,
): Matches<Reported, Stored> {
  const matching = new Matching(reported, stored);
  const sameParts = matching.byParts();
  const sameOrder = orders.flatMap((order) =>
    matching.byOrder(
      order,
      (one, other) => canBeOneReference(one, other) && (!isPage || haveSameName(one.parts, other.parts)),
    ),
  );
  return { sameParts, sameOrder, unmatched: [...matching.reported] };
}
