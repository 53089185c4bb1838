/**
 * Finds the names of a list that are similar to a name.
 *
 * Every word of a listed name is indexed by its consonants, and by its consonants without one of them, so that a word is found with
 * one wrong consonant and any vowels. Only names that share enough words are compared in full. Comparing 20,000 names for each
 * customer would take seven times as long as one slice.
 */
import { ratio } from 'fuzzball';
import type { EntryKind, ListEntry } from './list-entry.ts';
import { normalizedName, skeletonOf, withoutCompanyForm } from './normalized-name.ts';

/** A name as it is compared. */
interface ComparedName {
  /** The words in alphabetical order, so that the order of names does not count. */
  readonly sorted: string;
  /** The skeletons of the words, in alphabetical order. */
  readonly skeletons: string;
  /** The skeleton of each word, each once. */
  readonly consonants: readonly string[];
  /** How often each letter is in `sorted` and in `skeletons`, for a bound of the similarity that costs little. */
  readonly letterCounts: Uint8Array;
  readonly consonantCounts: Uint8Array;
}

interface IndexedName extends ComparedName {
  readonly entry: number;
  /** The name as the list has it. */
  readonly listed: string;
}

/** A listed name that is similar, with its score from 0 to 100. */
export interface SimilarName {
  readonly entry: ListEntry;
  readonly listed: string;
  readonly score: number;
}

const letterKinds = 28;

/** The counts of the letters a to z, of all other characters, and of blanks. A count ends at 255. */
function countsOf(text: string): Uint8Array {
  const counts = new Uint8Array(letterKinds);
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at) - 0x61;
    const kind = letter >= 0 && letter < 26 ? letter : text[at] === ' ' ? 27 : 26;
    counts[kind] = Math.min(255, (counts[kind] as number) + 1);
  }
  return counts;
}

function compared(name: string): ComparedName | undefined {
  if (name === '') return undefined;
  const words = [...new Set(name.split(' '))].sort();
  const consonants = words.map(skeletonOf).sort();
  const sorted = words.join(' ');
  const skeletons = consonants.join(' ');
  return {
    sorted,
    skeletons,
    consonants: [...new Set(consonants)],
    letterCounts: countsOf(sorted),
    consonantCounts: countsOf(skeletons),
  };
}

/** The forms in which a name is compared. An entry of unknown kind has one with and one without the form of a company. */
function formsOf(name: string, kind: EntryKind): readonly string[] {
  const whole = normalizedName(name);
  if (kind === 'PERSON') return [whole];
  const core = withoutCompanyForm(whole);
  return kind === 'ORGANISATION' || core === whole ? [core] : [whole, core];
}

/** The number of keys of a word, and the length of each, grow with its letters. No word of a language has so many consonants. */
const maxKeyLetters = 40;

/** The keys under which a word is found: its skeleton, and this without one of its letters if it has four or more. */
function keysOf(skeleton: string): readonly string[] {
  const start = skeleton.slice(0, maxKeyLetters);
  if (start.length < 4) return [start];
  const shorter = [...start].map((_, index) => start.slice(0, index) + start.slice(index + 1));
  return [start, ...new Set(shorter)];
}

const shortFormScore = 90;
const plain = { full_process: false } as const;

/** The words of the shorter name that the longer one has too, compared by their consonants. */
const sharedWords = (a: ComparedName, b: ComparedName): number =>
  a.consonants.filter((skeleton) => b.consonants.includes(skeleton)).length;

/** The highest ratio that two texts with these counts of letters can have, 0 to 100. */
function maxRatio(a: Uint8Array, b: Uint8Array): number {
  let common = 0;
  let total = 0;
  for (let kind = 0; kind < letterKinds; kind += 1) {
    const ofA = a[kind] as number;
    const ofB = b[kind] as number;
    common += Math.min(ofA, ofB);
    total += ofA + ofB;
  }
  return total === 0 ? 100 : Math.round((200 * common) / total);
}

const scoreOf = (ofLetters: number, ofConsonants: number): number =>
  Math.max(ofLetters, Math.round((ofLetters + ofConsonants) / 2));

/** A bound of the similarity of two names that are no short forms of each other. */
const maxSimilarity = (a: ComparedName, b: ComparedName): number =>
  scoreOf(maxRatio(a.letterCounts, b.letterCounts), maxRatio(a.consonantCounts, b.consonantCounts));

/**
 * The similarity of two names, 0 to 100: that of their letters, or the mean of it and that of their consonants if it is higher. A
 * name of two or more words whose words are all in the other name is one of its short forms, and has at least 90.
 *
 * @returns 0 if the similarity is certainly lower than `minScore`.
 */
function similarity(a: ComparedName, b: ComparedName, minScore: number): number {
  const shorter = Math.min(a.consonants.length, b.consonants.length);
  const isShortForm = shorter >= 2 && sharedWords(a, b) >= shorter;
  if (!isShortForm && maxSimilarity(a, b) < minScore) return 0;
  const score = scoreOf(ratio(a.sorted, b.sorted, plain), ratio(a.skeletons, b.skeletons, plain));
  return isShortForm ? Math.max(score, shortFormScore) : score;
}

/** How many names are indexed or compared before others may run. */
const sliceSize = 1_000;

export class NameIndex {
  readonly #entries: ListEntry[] = [];
  readonly #names: IndexedName[] = [];
  readonly #byKey = new Map<string, number[]>();

  get entryCount(): number {
    return this.#entries.length;
  }

  add(entry: ListEntry): void {
    const position = this.#entries.push(entry) - 1;
    const seen = new Set<string>();
    for (const listed of entry.names) {
      for (const form of formsOf(listed, entry.kind)) {
        const name = compared(form);
        if (!name || seen.has(name.sorted)) continue;
        seen.add(name.sorted);
        const index = this.#names.push({ ...name, entry: position, listed }) - 1;
        for (const key of new Set(name.consonants.flatMap(keysOf))) {
          const found = this.#byKey.get(key);
          if (found) found.push(index);
          else this.#byKey.set(key, [index]);
        }
      }
    }
  }

  /** The names that share at least half of the words of the shorter of both names. Yields after each slice of work. */
  *#candidates(name: ComparedName): Generator<void, number[]> {
    const shared = new Map<number, number>();
    for (const skeleton of name.consonants) {
      const ofWord = new Set<number>();
      let done = 0;
      for (const key of keysOf(skeleton)) {
        for (const index of this.#byKey.get(key) ?? []) {
          if (++done % sliceSize === 0) yield;
          if (ofWord.has(index)) continue;
          ofWord.add(index);
          shared.set(index, (shared.get(index) ?? 0) + 1);
        }
      }
    }
    const found: number[] = [];
    let done = 0;
    for (const [index, count] of shared) {
      if (++done % sliceSize === 0) yield;
      const words = Math.min(name.consonants.length, (this.#names[index] as IndexedName).consonants.length);
      if (count * 2 >= words) found.push(index);
    }
    return found;
  }

  /**
   * The similar names with at least the given score, best first, one for each entry. A generator: it yields after each slice of
   * about a millisecond or two, so that the caller can let other work run.
   */
  *search(name: string, kind: EntryKind, minScore: number): Generator<void, readonly SimilarName[]> {
    const best = new Map<number, SimilarName>();
    for (const form of formsOf(name, kind)) {
      const searched = compared(form);
      if (!searched) continue;
      const candidates = yield* this.#candidates(searched);
      for (const [done, index] of candidates.entries()) {
        if (done % (sliceSize / 4) === 0) yield;
        const indexed = this.#names[index] as IndexedName;
        const score = similarity(searched, indexed, minScore);
        if (score < minScore || score <= (best.get(indexed.entry)?.score ?? 0)) continue;
        const entry = this.#entries[indexed.entry] as ListEntry;
        best.set(indexed.entry, { entry, listed: indexed.listed, score });
      }
    }
    return [...best.values()].sort((a, b) => b.score - a.score);
  }
}
