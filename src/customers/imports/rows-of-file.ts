/**
 * Splits the bytes of a file into rows, whatever the length of the pieces in which they arrive. The same rules split the file
 * when it is uploaded and when it is imported.
 *
 * A row of CSV ends at a line break outside of quotes, CRLF or LF. A row of NDJSON is a line. Rows without any byte are skipped. A byte
 * order mark at the start is skipped. Fields are separated by commas. A field is quoted when its first byte is a quote; a quote
 * within it is doubled.
 *
 * Source: RFC 4180; github.com/ndjson/ndjson-spec.
 */
import { invariant } from '../../kernel/errors.ts';
import { type ImportFormat, maxRowBytes } from './customer-import.ts';

const [comma, quote, lineFeed, carriageReturn] = [0x2c, 0x22, 0x0a, 0x0d];
const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf);

/** A row, and the byte of the file after its line break. */
export interface FileRow {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** Why the rest of the file cannot be split. */
export type SplitProblem = 'too-long' | 'text-after-quote' | 'open-quote';

type State = 'field-start' | 'unquoted' | 'quoted' | 'quote-in-quoted' | 'return-after-quote';

/** The state after a byte of CSV that ends no row; `undefined` when the byte is not allowed. */
function nextState(state: State, byte: number): State | undefined {
  switch (state) {
    case 'field-start':
      return byte === quote ? 'quoted' : byte === comma ? 'field-start' : 'unquoted';
    case 'unquoted':
      return byte === comma ? 'field-start' : 'unquoted';
    case 'quoted':
      return byte === quote ? 'quote-in-quoted' : 'quoted';
    case 'quote-in-quoted':
      if (byte === quote) return 'quoted';
      if (byte === comma) return 'field-start';
      return byte === carriageReturn ? 'return-after-quote' : undefined;
    case 'return-after-quote':
      return undefined;
  }
}

export class RowSplitter {
  readonly #isCsv: boolean;
  #state: State = 'field-start';
  /** The start of a row whose end has not arrived. */
  #rest: Uint8Array = new Uint8Array();
  /** The position of `#rest` in the file. */
  #position: number;
  problem: SplitProblem | undefined;

  /** @param position of the first byte in the file. */
  constructor(format: ImportFormat, position = 0) {
    this.#isCsv = format === 'CSV';
    this.#position = position;
  }

  /** The rows that end in this piece. It stops at a problem. */
  *push(piece: Uint8Array): Generator<FileRow> {
    const scanned = this.#rest.length;
    const bytes = scanned === 0 ? piece : Buffer.concat([this.#rest, piece]);
    if (this.#position > 0 || scanned >= byteOrderMark.length) {
      yield* this.#rowsIn(bytes, scanned);
    } else if (bytes.length < byteOrderMark.length) {
      this.#rest = bytes;
    } else if (byteOrderMark.every((byte, index) => bytes[index] === byte)) {
      this.#position = byteOrderMark.length;
      yield* this.#rowsIn(bytes.subarray(byteOrderMark.length), 0);
    } else {
      yield* this.#rowsIn(bytes, 0);
    }
  }

  /** The last rows, when the file does not end with a line break. */
  *end(): Generator<FileRow> {
    // The first bytes of a file wait until it is known whether they are a byte order mark.
    if (this.#position === 0 && this.#rest.length < byteOrderMark.length) yield* this.#rowsIn(this.#rest, 0);
    if (this.#state === 'quoted') this.problem ??= 'open-quote';
    const row = withoutReturn(this.#rest);
    if (!this.problem && row.length > 0) yield { bytes: row, end: this.#position + this.#rest.length };
  }

  /** @param scanned the bytes at the start that `#endsRow` has seen. */
  *#rowsIn(bytes: Uint8Array, scanned: number): Generator<FileRow> {
    let start = 0;
    for (
      let at = this.#nextByte(bytes, scanned);
      at < bytes.length && at - start <= maxRowBytes;
      at = this.#nextByte(bytes, at + 1)
    ) {
      if (!this.#endsRow(bytes[at] ?? 0)) {
        if (this.problem) return;
        continue;
      }
      const row = withoutReturn(bytes.subarray(start, at));
      start = at + 1;
      if (row.length > 0) yield { bytes: row, end: this.#position + start };
    }
    this.#position += start;
    this.#rest = bytes.subarray(start);
    if (this.#rest.length > maxRowBytes) this.problem = 'too-long';
  }

  /** The next byte that can change the state: of NDJSON a line break, within quotes a quote. */
  #nextByte(bytes: Uint8Array, from: number): number {
    if (this.#isCsv && this.#state !== 'quoted') return from;
    const found = bytes.indexOf(this.#isCsv ? quote : lineFeed, from);
    return found < 0 ? bytes.length : found;
  }

  #endsRow(byte: number): boolean {
    if (byte === lineFeed && this.#state !== 'quoted') {
      this.#state = 'field-start';
      return true;
    }
    if (!this.#isCsv) return false;
    const next = nextState(this.#state, byte);
    if (next === undefined) this.problem = 'text-after-quote';
    else this.#state = next;
    return false;
  }
}

const withoutReturn = (row: Uint8Array): Uint8Array =>
  row.at(-1) === carriageReturn ? row.subarray(0, -1) : row;

const text = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a row that is UTF-8. */
export const textOfRow = (row: Uint8Array): string => text.decode(row);

/** The fields of a row of CSV that `RowSplitter` returned. Texts are not changed or interpreted. */
export function fieldsOfRow(row: Uint8Array): string[] {
  const line = textOfRow(row);
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] !== '"') {
      const end = line.indexOf(',', at);
      fields.push(end < 0 ? line.slice(at) : line.slice(at, end));
      if (end < 0) return fields;
      at = end + 1;
      continue;
    }
    let end = line.indexOf('"', at + 1);
    while (end >= 0 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
    invariant(end >= 0, 'a quoted field has an end');
    fields.push(line.slice(at + 1, end).replaceAll('""', '"'));
    if (line[end + 1] !== ',') return fields;
    at = end + 2;
  }
}
