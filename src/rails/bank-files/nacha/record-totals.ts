/** Totals of a batch and of a file, as the records state them and as the reader adds them up. */
import { UnreadableBankFile } from '../bank-file.ts';
import { hashModulus } from './fields.ts';
import type { NachaLine } from './lines.ts';

/** The number in some positions of a line. */
export function numberAt({ number, text }: NachaLine, start: number, end: number, what: string): bigint {
  const digits = text.slice(start, end);
  if (!/^\d+$/.test(digits)) throw new UnreadableBankFile(`${what} is not a number.`, number);
  return BigInt(digits);
}

/** Counts, hash and amounts. */
export class RunningTotals {
  entriesAndAddenda = 0n;
  hash = 0n;
  debits = 0n;
  credits = 0n;

  add(other: RunningTotals): void {
    this.entriesAndAddenda += other.entriesAndAddenda;
    this.hash += other.hash;
    this.debits += other.debits;
    this.credits += other.credits;
  }

  /**
   * Compares with the totals in a control record.
   *
   * @param at the position of the count. The hash, the debits and the credits follow it.
   */
  check(line: NachaLine, what: 'batch' | 'file', { at, countWidth, amountWidth }: TotalsPosition): void {
    const hashAt = at + countWidth;
    const debitsAt = hashAt + 10;
    const creditsAt = debitsAt + amountWidth;
    const stated = [
      ['number of entries and addenda', numberAt(line, at, hashAt, 'A count'), this.entriesAndAddenda],
      ['entry hash', numberAt(line, hashAt, debitsAt, 'An entry hash'), this.hash % hashModulus],
      ['total of debits', numberAt(line, debitsAt, creditsAt, 'A total'), this.debits],
      ['total of credits', numberAt(line, creditsAt, creditsAt + amountWidth, 'A total'), this.credits],
    ] as const;
    for (const [name, expected, actual] of stated) {
      if (expected === actual) continue;
      throw new UnreadableBankFile(
        `The ${name} of the ${what} does not match its control record.`,
        line.number,
      );
    }
  }
}

/** Where a control record has its totals. */
interface TotalsPosition {
  readonly at: number;
  readonly countWidth: number;
  readonly amountWidth: number;
}
