/**
 * Records the entries of one statement, report or notification. An entry that is stored is not recorded again; a statement gives it its
 * fingerprint, so that the next version is recognized by it.
 *
 * Decision: an entry that can be a stored one with other parts waits for the end of the statement, when it is known which stored entries
 * the others are. At most 2,000 wait: then these are decided by what was read until then.
 *
 * Decision: an entry of a report that contradicts a stored one of its reference, day and amount is not recorded unless the report has more
 * of them than are stored, because the statement will show whether it is another one. A report changes no stored entry, except one that
 * is not booked and of which it says more.
 *
 * Source: docs/behaviour/bank-connections.md#statements.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { chunked } from '../../kernel/chunked.ts';
import {
  findSimilar,
  findUncertain,
  insertEntries,
  type NewEntry,
  type RepeatedEntry,
  type ReportedIn,
  type StoredEntry,
  saveRepeatedEntries,
} from '../bank-records/reported-entry-store.ts';
import { type EntryParts, partsOf } from './entry-fingerprint.ts';
import { countParts, matchEntries, Shortlist, type StoredParts } from './match-entries.ts';
import type { Occurrences } from './occurrences.ts';

/** Rows to the database, and the movements of all of them. An entry can have 200,000. */
const rowsAtOnce = 500;
const detailsAtOnce = 5_000;

/** Entries that wait, and the movements of all of them. */
const maxUncertain = 2_000;
const maxUncertainDetails = 50_000;

/** Collects items until they are too many, or have too many movements. */
class Batch {
  entries: NewEntry[] = [];
  #details = 0;
  readonly #maxEntries: number;
  readonly #maxDetails: number;

  constructor(maxEntries: number, maxDetails: number) {
    this.#maxEntries = maxEntries;
    this.#maxDetails = maxDetails;
  }

  add(entry: NewEntry): void {
    this.entries.push(entry);
    this.#details += entry.record.details.length;
  }

  get isFull(): boolean {
    return this.entries.length >= this.#maxEntries || this.#details >= this.#maxDetails;
  }

  take(): NewEntry[] {
    const { entries } = this;
    this.entries = [];
    this.#details = 0;
    return entries;
  }
}

/** An entry with its parts. */
type WithParts<Entry> = Entry & { readonly parts: EntryParts };

type Similar = Omit<WithParts<StoredEntry>, 'record'> & StoredParts;

const withParts = <Entry extends Pick<NewEntry, 'record'>>(entry: Entry): WithParts<Entry> => ({
  ...entry,
  parts: partsOf(entry.record),
});

export class ReportRecorder {
  readonly #tx: Executor;
  readonly #reportedIn: ReportedIn;
  readonly #recordedPages: ReadonlySet<string>;
  readonly #seen: Occurrences;
  readonly #isPage: boolean;
  readonly #read = new Batch(rowsAtOnce, detailsAtOnce);
  readonly #uncertain = new Batch(maxUncertain, maxUncertainDetails);

  /**
   * @param seen has the fingerprints of the entries that were added.
   * @param isPage of a statement with other pages.
   */
  constructor(tx: Executor, reportedIn: ReportedIn, seen: Occurrences, isPage: boolean) {
    this.#tx = tx;
    this.#reportedIn = reportedIn;
    this.#recordedPages = new Set(reportedIn.recordedPages);
    this.#seen = seen;
    this.#isPage = isPage;
  }

  async add(entry: NewEntry): Promise<void> {
    this.#read.add(entry);
    if (this.#read.isFull) await this.#record(this.#read.take());
    if (this.#uncertain.isFull) await this.#decide(this.#uncertain.take());
  }

  /** @param isRepeated the statement was recorded with the same contents, so that all its entries are stored. */
  async end(isRepeated: boolean): Promise<void> {
    await this.#record(this.#read.take());
    if (!isRepeated) await this.#decide(this.#uncertain.take());
  }

  async #record(entries: readonly NewEntry[]): Promise<void> {
    const uncertain = await findUncertain(this.#tx, this.#reportedIn, entries);
    for (const index of uncertain) this.#uncertain.add(entries[index] as NewEntry);
    await insertEntries(
      this.#tx,
      entries.filter((_, index) => !uncertain.has(index)),
    );
  }

  async #decide(entries: readonly NewEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const reported = entries.map(withParts);
    const { sameParts, sameOrder, unmatched } = matchEntries(
      reported,
      await this.#similarTo(reported),
      this.#isPage,
    );
    const isStatement = this.#reportedIn.statementId !== undefined;
    const repeated = [...sameParts, ...(isStatement ? sameOrder : [])].flatMap(([one, stored]) =>
      this.#repeatedEntry(one, stored),
    );
    for (const some of chunked(repeated, rowsAtOnce)) await saveRepeatedEntries(this.#tx, some);
    for (const some of chunked(unmatched, rowsAtOnce)) await insertEntries(this.#tx, some);
  }

  /** The stored entries that some of these can be, and that no other entry of the statement is. */
  async #similarTo(entries: readonly WithParts<NewEntry>[]): Promise<readonly Similar[]> {
    const shortlist = new Shortlist<Similar>(entries);
    const found = findSimilar(this.#tx, this.#reportedIn, entries, (one) => this.#seen.has(one));
    for await (const entry of found) {
      const { record: _, ...stored } = withParts(entry);
      const isOfStatement = this.#isOfStatement(entry);
      const { statementId, pagesOfOtherDays } = this.#reportedIn;
      const canDiffer = !statementId || !entry.statementId || entry.statementId === statementId;
      const isOfOtherDay = entry.statementId !== undefined && pagesOfOtherDays.has(entry.statementId);
      shortlist.add({ ...stored, isOfStatement, canDiffer, isOfOtherDay });
      if (shortlist.isComplete) break;
    }
    return shortlist.stored;
  }

  #isOfStatement({ statementId }: Pick<StoredEntry, 'statementId'>): boolean {
    return statementId !== undefined && this.#recordedPages.has(statementId);
  }

  /** How a stored entry changes, if it does. */
  #repeatedEntry(
    { parts, fingerprint, bookedOn, record }: WithParts<NewEntry>,
    stored: Similar,
  ): RepeatedEntry[] {
    const { statementId } = this.#reportedIn;
    const [now, before] = [countParts(parts), countParts(stored.parts)];
    const isReplaced = !stored.isBooked && (statementId ? now >= before : now > before);
    const replacement = isReplaced
      ? { record, bookedOn: record.bookingDate ? bookedOn : stored.bookedOn }
      : undefined;
    if (statementId === undefined)
      return replacement
        ? [{ id: stored.id, fingerprint, statementId: stored.statementId, replacement }]
        : [];
    const isOfOther = stored.statementId !== undefined && !this.#isOfStatement(stored);
    return isOfOther ? [] : [{ id: stored.id, fingerprint, statementId, replacement }];
  }
}
