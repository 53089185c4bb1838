/**
 * Divides a NACHA file into records of 94 characters.
 *
 * Banks end lines with CR LF, LF or CR, or write records without line ends. Some cut the spaces at the end of a line, and some
 * write names in UTF-8.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnreadableBankFile } from '../bank-file.ts';
import { recordLength } from './fields.ts';

export interface NachaLine {
  /** From 1. */
  readonly number: number;
  /** 94 characters, or nothing for a blank line. */
  readonly text: string;
}

const [tab, lineFeed, carriageReturn, space, del] = [0x09, 0x0a, 0x0d, 0x20, 0x7f];
/** Longer than any record with spaces after it. */
const maxLineBytes = 1_000;
/** A file with line ends has one within this length. */
const detectionBytes = 180;
const maxLines = 10_000_000;
/** Bytes between two yields to the event loop: about a millisecond of work. */
const sliceBytes = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The record types whose last field may be blank, so that its spaces can be cut: file header and file control. */
const canBeCut = (line: string): boolean => line.startsWith('1') || line.startsWith('9');

function decoded(bytes: Uint8Array, number: number): string {
  if (bytes.some((byte) => byte === del || (byte < space && byte !== tab))) {
    throw new UnreadableBankFile('The file is not a text file.', number);
  }
  const characters = Buffer.from(bytes).toString('latin1').trimEnd();
  if (characters.length <= recordLength) return characters;
  try {
    return utf8.decode(bytes).trimEnd();
  } catch {
    return characters;
  }
}

function lineOf(bytes: Uint8Array, number: number): NachaLine {
  if (number > maxLines) throw new UnreadableBankFile(`The file has more than ${maxLines} lines.`, number);
  const line = decoded(bytes, number);
  if (line === '') return { number, text: '' };
  const isComplete = line.length === recordLength || (line.length < recordLength && canBeCut(line));
  if (!isComplete) throw new UnreadableBankFile(`A line does not have ${recordLength} characters.`, number);
  return { number, text: line.padEnd(recordLength) };
}

/** Chunks of bounded size. A chunk from memory can be a whole file. */
async function* sliced(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      yield chunk.subarray(at, at + sliceBytes);
      await nextTurn();
    }
  }
}

/** The end of the first line in the bytes, and the start of the next one. A CR at the end can be followed by LF. */
function lineEndIn(
  bytes: Uint8Array,
  from: number,
): { readonly end: number; readonly next: number } | undefined {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === lineFeed) return { end: at, next: at + 1 };
    if (bytes[at] === carriageReturn) return { end: at, next: at + (bytes[at + 1] === lineFeed ? 2 : 1) };
  }
  return undefined;
}

/** Cuts the bytes that were received into lines. */
class LineBuffer {
  #rest: Uint8Array = new Uint8Array();
  #number = 0;
  #hasLineEnds: boolean | undefined;

  *take(bytes: Uint8Array, isLast: boolean): Generator<NachaLine> {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    if (this.#hasLineEnds === undefined) {
      if (this.#rest.length < detectionBytes && !isLast) return;
      this.#hasLineEnds = lineEndIn(this.#rest.subarray(0, detectionBytes), 0) !== undefined;
    }
    const start = yield* this.#hasLineEnds ? this.#endedLines(isLast) : this.#fixedLines(isLast);
    this.#rest = this.#rest.subarray(start);
    if (isLast && this.#rest.length > 0) yield this.#line(this.#rest);
    else if (this.#rest.length > maxLineBytes) this.#line(this.#rest);
  }

  #line(bytes: Uint8Array): NachaLine {
    this.#number += 1;
    if (bytes.length > maxLineBytes) throw new UnreadableBankFile('A line is too long.', this.#number);
    return lineOf(bytes, this.#number);
  }

  *#endedLines(isLast: boolean): Generator<NachaLine, number> {
    let start = 0;
    for (let found = lineEndIn(this.#rest, 0); found; found = lineEndIn(this.#rest, start)) {
      // The next chunk can start with the LF of this CR.
      if (found.next === this.#rest.length && this.#rest[found.end] === carriageReturn && !isLast) break;
      yield this.#line(this.#rest.subarray(start, found.end));
      start = found.next;
    }
    return start;
  }

  *#fixedLines(isLast: boolean): Generator<NachaLine, number> {
    let start = 0;
    for (; start + recordLength <= this.#rest.length; start += recordLength) {
      yield this.#line(this.#rest.subarray(start, start + recordLength));
    }
    // One line end after all records.
    const isEnd =
      isLast && this.#rest.subarray(start).every((byte) => byte === lineFeed || byte === carriageReturn);
    return isEnd ? this.#rest.length : start;
  }
}

/** The lines of a file, in order. Errors: `UnreadableBankFile` with the line. */
export async function* nachaLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NachaLine> {
  const buffer = new LineBuffer();
  for await (const slice of sliced(chunks)) yield* buffer.take(slice, false);
  yield* buffer.take(new Uint8Array(), true);
}
