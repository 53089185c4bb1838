/**
 * Reads NACHA files from a bank: returned entries (addenda 99, also of dishonored and contested returns) and notifications of
 * change (addenda 98).
 *
 * The reader checks the order of the records, and the counts, hashes and amounts of every batch and of the file. Entries
 * without these addenda, such as the bank's entry to our account, are checked and give no record.
 *
 * Decision: the number of blocks is not checked, because banks that do not pad a file state different numbers, and all
 * records have been counted by then.
 *
 * Decision: a rejected notification of change (C61 to C69) is a change notice without corrected data. It is about a
 * notification and not about a payment, so it must not look like a returned payment.
 *
 * Source: Nacha Operating Rules, Appendix Three (ACH record format specifications).
 */
import {
  type BankFileReader,
  type ChangeNotice,
  type FileHeader,
  type IncomingRecord,
  type ReturnedPayment,
  UnreadableBankFile,
} from '../bank-file.ts';
import { correctedOf } from './corrected-data.ts';
import { type NachaLine, nachaLines } from './lines.ts';
import { numberAt, RunningTotals } from './record-totals.ts';

/** Positions of an entry's amount, and the width of totals. An automated accounting advice (ADV) has wider ones. */
const usualLayout = { amount: [29, 39], totalWidth: 12 } as const;
const adviceLayout = { amount: [27, 39], totalWidth: 20 } as const;
const layoutOf = (isAdvice: boolean) => (isAdvice ? adviceLayout : usualLayout);

interface Batch {
  readonly number: string;
  readonly isAdvice: boolean;
  readonly totals: RunningTotals;
  /** The entry to which addenda belong. */
  entryAmount: bigint | undefined;
}

const errorAt = (line: NachaLine, reason: string): UnreadableBankFile =>
  new UnreadableBankFile(reason, line.number);

/** Whether an entry credits the receiver. In a transaction code, the second digit says so: 21 to 24 credit, 26 to 29 debit. */
function isCredit(line: NachaLine, isAdvice: boolean): boolean {
  const code = line.text.slice(1, 3);
  // In an advice, odd codes are credits: 81 to 88.
  if (isAdvice && /^8[1-8]$/.test(code)) return Number(code) % 2 === 1;
  if (!isAdvice && /^[2-5][1-46-9]$|^55$/.test(code)) return Number(code.charAt(1)) <= 4;
  throw errorAt(line, 'An entry has an unknown transaction code.');
}

/** A code and the trace number of our entry, as both kinds of addenda have them. */
function referenceOf(
  line: NachaLine,
  codePattern: RegExp,
): { readonly reason: string; readonly traceNumber: string } {
  const reason = line.text.slice(3, 6);
  const traceNumber = line.text.slice(6, 21);
  if (!codePattern.test(reason)) throw errorAt(line, 'A return or change has no code.');
  if (!/^\d{15}$/.test(traceNumber)) throw errorAt(line, 'A return or change has no trace number.');
  return { reason, traceNumber };
}

function returnOf(line: NachaLine, amount: bigint): ReturnedPayment {
  const reference = referenceOf(line, /^R\d\d$/);
  // In dishonored and contested returns, most of this field is references to earlier returns.
  const information = line.text.slice(35, 79).replace(/\s+/g, ' ').trim();
  return { record: 'return', ...reference, amount, information: information || undefined };
}

function changeOf(line: NachaLine): ChangeNotice {
  const reference = referenceOf(line, /^C\d\d$/);
  const data = line.text.slice(35, 64);
  return {
    record: 'change-notice',
    ...reference,
    correctedData: data.trimEnd(),
    corrected: correctedOf(reference.reason, data),
  };
}

function headerOf(line: NachaLine): FileHeader {
  const { text } = line;
  if (text.slice(34, 40) !== '094101') throw errorAt(line, 'The file header is not that of a NACHA file.');
  const parts = [text.slice(13, 23), text.slice(23, 33), text.charAt(33)];
  const messageId = parts.map((part) => part.replace(/[^A-Za-z0-9]/g, '')).join('-');
  return { record: 'file', kind: 'NACHA_RETURNS', messageId };
}

/** What may follow. The reader moves from the top down, and from `batch` back to `batches`. */
type Position = 'header' | 'batches' | 'batch' | 'padding';

class NachaReader {
  #position: Position = 'header';
  #batch: Batch | undefined;
  #batches = 0n;
  #hasAdvice = false;
  readonly #totals = new RunningTotals();

  /** The record of a line, if it has one. */
  read(line: NachaLine): IncomingRecord | undefined {
    const type = line.text.charAt(0);
    if (type === '') return undefined;
    if (this.#position === 'padding') return this.#padding(line);
    if (this.#position === 'batch' && this.#batch) return this.#inBatch(line, type, this.#batch);
    if (this.#position === 'header' && type === '1') {
      this.#position = 'batches';
      return headerOf(line);
    }
    if (this.#position === 'batches' && type === '5') return this.#startBatch(line);
    if (this.#position === 'batches' && type === '9') return this.#endFile(line);
    throw errorAt(line, 'A record is not in its place.');
  }

  end(): void {
    if (this.#position !== 'padding')
      throw new UnreadableBankFile('The file ends before its control record.');
  }

  #padding(line: NachaLine): undefined {
    if (!/^9+ *$/.test(line.text)) throw errorAt(line, 'A record follows the control record of the file.');
  }

  #startBatch({ text }: NachaLine): undefined {
    const isAdvice = text.slice(50, 53) === 'ADV';
    const number = text.slice(87);
    this.#batch = { number, isAdvice, totals: new RunningTotals(), entryAmount: undefined };
    this.#hasAdvice ||= isAdvice;
    this.#position = 'batch';
  }

  #inBatch(line: NachaLine, type: string, batch: Batch): IncomingRecord | undefined {
    if (type === '6') return this.#entry(line, batch);
    if (type === '7') return this.#addenda(line, batch);
    if (type === '8') return this.#endBatch(line, batch);
    throw errorAt(line, 'A record is not in its place.');
  }

  #entry(line: NachaLine, batch: Batch): undefined {
    const { totals, isAdvice } = batch;
    const [start, end] = layoutOf(isAdvice).amount;
    const amount = numberAt(line, start, end, 'An amount');
    totals.entriesAndAddenda += 1n;
    totals.hash += numberAt(line, 3, 11, 'A bank id');
    totals[isCredit(line, isAdvice) ? 'credits' : 'debits'] += amount;
    batch.entryAmount = amount;
  }

  #addenda(line: NachaLine, { totals, entryAmount }: Batch): IncomingRecord | undefined {
    if (entryAmount === undefined) throw errorAt(line, 'An addenda record has no entry.');
    totals.entriesAndAddenda += 1n;
    const kind = line.text.slice(1, 3);
    if (!/^\d\d$/.test(kind)) throw errorAt(line, 'An addenda record has no type.');
    if (kind === '99') return returnOf(line, entryAmount);
    return kind === '98' ? changeOf(line) : undefined;
  }

  #endBatch(line: NachaLine, { number, isAdvice, totals }: Batch): undefined {
    totals.check(line, 'batch', { at: 4, countWidth: 6, amountWidth: layoutOf(isAdvice).totalWidth });
    if (line.text.slice(87) !== number) throw errorAt(line, 'A batch has two numbers.');
    this.#totals.add(totals);
    this.#batches += 1n;
    this.#position = 'batches';
    this.#batch = undefined;
  }

  #endFile(line: NachaLine): undefined {
    if (numberAt(line, 1, 7, 'The number of batches') !== this.#batches) {
      throw errorAt(line, 'The number of batches does not match the control record of the file.');
    }
    this.#totals.check(line, 'file', {
      at: 13,
      countWidth: 8,
      amountWidth: layoutOf(this.#hasAdvice).totalWidth,
    });
    this.#position = 'padding';
  }
}

export const readNacha: BankFileReader = async function* (chunks) {
  const reader = new NachaReader();
  for await (const line of nachaLines(chunks)) {
    const record = reader.read(line);
    if (record) yield record;
  }
  reader.end();
};
