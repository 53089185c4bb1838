/**
 * Checks a file while it is stored: its encoding, its header, and that it can be split into rows. A file that fails is rejected as a
 * whole. The values of rows are checked by the job.
 *
 * Source: docs/behaviour/customers.md#bulk-import.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { InvalidInput } from '../../kernel/errors.ts';
import { type Column, parseHeader } from './columns.ts';
import {
  type ImportFormat,
  ImportTooLarge,
  maxImportBytes,
  maxImportRows,
  maxRowBytes,
} from './customer-import.ts';
import { fieldsOfRow, RowSplitter, type SplitProblem } from './rows-of-file.ts';

/** What the inspection of a complete file found. */
export interface InspectedFile {
  readonly total: number;
  /** Only of CSV. */
  readonly columns: readonly Column[] | undefined;
  /** The byte of the first row. */
  readonly start: number;
  /** SHA-256, hex. */
  readonly digest: string;
}

const splitProblems: Readonly<Record<SplitProblem, string>> = {
  'too-long': `is longer than ${maxRowBytes} bytes`,
  'text-after-quote': 'has text after a closing quote',
  'open-quote': 'has a quote that is not closed',
};

/** Ends the storing of a file that is rejected. `problem` has the reason. */
class Rejected extends Error {}

export class FileInspection {
  readonly #format: ImportFormat;
  readonly #splitter: RowSplitter;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #rows = 0;
  #columns: readonly Column[] | undefined;
  #start = 0;
  #problem: InvalidInput | undefined;

  constructor(format: ImportFormat) {
    this.#format = format;
    this.#splitter = new RowSplitter(format);
  }

  /** Passes pieces on and checks them. It throws at the first problem of the file. */
  async *through(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      this.#bytes += piece.length;
      if (this.#bytes > maxImportBytes) this.#reject(new ImportTooLarge());
      this.#hash.update(piece);
      for (const { bytes, end } of this.#splitter.push(piece)) this.#row(bytes, end);
      this.#checkSplit();
      yield piece;
      // Storing a piece may need no wait, and other requests must get their turn.
      await nextTurn();
    }
    for (const { bytes, end } of this.#splitter.end()) this.#row(bytes, end);
    this.#checkSplit();
    if (this.#rows === 0) this.#reject(InvalidInput.at('file', 'has no rows'));
  }

  /** Why `through` rejected the file; `undefined` if it did not. */
  get problem(): InvalidInput | undefined {
    return this.#problem;
  }

  /** The result, after the last piece. */
  result(): InspectedFile {
    return {
      total: this.#rows,
      columns: this.#columns,
      start: this.#start,
      digest: this.#hash.digest('hex'),
    };
  }

  #reject(problem: InvalidInput): never {
    this.#problem = problem;
    throw new Rejected(problem.message);
  }

  #checkSplit(): void {
    const { problem } = this.#splitter;
    if (problem) this.#reject(InvalidInput.at('file', `${this.#nextRow()} ${splitProblems[problem]}`));
  }

  #nextRow(): string {
    const isHeader = this.#format === 'CSV' && !this.#columns;
    return isHeader ? 'the header' : `row ${this.#rows + 1}`;
  }

  #row(bytes: Uint8Array, end: number): void {
    if (!isUtf8(bytes)) this.#reject(InvalidInput.at('file', `${this.#nextRow()} is not UTF-8`));
    if (this.#format === 'CSV' && !this.#columns) {
      const header = parseHeader(fieldsOfRow(bytes));
      if (header instanceof InvalidInput) this.#reject(header);
      this.#columns = header;
      this.#start = end;
      return;
    }
    this.#rows += 1;
    if (this.#rows > maxImportRows) {
      this.#reject(InvalidInput.at('file', `must have at most ${maxImportRows} rows`));
    }
  }
}
