/**
 * The layout of a file that is sealed in chunks, so that neither a writer nor a reader has the whole file in memory.
 *
 * Layout: the file is cut into chunks of 64 KiB; only the last one may be shorter, and it is empty only in an empty file. Each
 * chunk is one sealed value (`at-rest.ts`). Its record id is the key of the file, the number of the chunk from 0, and `end` for
 * the last one, so that a chunk of another file or position does not open, nor does a file that lost or gained chunks at its
 * end. All sealed chunks but the last have one length, so a reader can start at any byte.
 *
 * Source: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár, 2015), with random nonces.
 */
import type { FileHandle } from 'node:fs/promises';
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { invariant } from '../../kernel/errors.ts';

const purpose = 'file-chunk';
const chunkLength = 64 * 1024;
/** What sealing adds: version, key id, nonce and tag. */
const sealedLength = chunkLength + 1 + 4 + 12 + 16;

const recordId = (fileKey: string, chunkNumber: number, isLast: boolean): string =>
  `${fileKey}/${chunkNumber}${isLast ? '/end' : ''}`;

/** Cuts bytes that arrive in pieces of any length into the chunks of a file, and says which is the last. */
async function* chunksOf(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly isLast: boolean }> {
  // The bytes of a full chunk are returned when more follow: until then it can be the last one.
  let pending = Buffer.alloc(chunkLength);
  let length = 0;
  for await (const piece of pieces) {
    let rest = piece;
    while (rest.length > 0) {
      if (length === chunkLength) {
        yield { bytes: pending, isLast: false };
        pending = Buffer.alloc(chunkLength);
        length = 0;
      }
      const taken = rest.subarray(0, chunkLength - length);
      pending.set(taken, length);
      length += taken.length;
      rest = rest.subarray(taken.length);
    }
  }
  yield { bytes: pending.subarray(0, length), isLast: true };
}

/** Writes pieces to an empty file. Returns the number of bytes before sealing. */
export async function writeSealed(
  file: FileHandle,
  key: SealingKey,
  fileKey: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  let chunkNumber = 0;
  let written = 0;
  for await (const { bytes, isLast } of chunksOf(pieces)) {
    await file.writeFile(key.seal(purpose, recordId(fileKey, chunkNumber, isLast), bytes));
    chunkNumber += 1;
    written += bytes.length;
  }
  return written;
}

/** Reads up to `length` bytes at a position; fewer only at the end of the file. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/**
 * Reads a file that `writeSealed` wrote, from byte `start` of its contents on.
 *
 * Throws when a chunk is missing, changed, moved, or of another file or key. What was returned before is authentic.
 *
 * @param start At most the length of the contents.
 */
export async function* readSealed(
  file: FileHandle,
  key: SealingKey,
  fileKey: string,
  start: number,
): AsyncGenerator<Uint8Array> {
  const { size } = await file.stat();
  const chunkCount = Math.max(1, Math.ceil(size / sealedLength));
  // The byte after the last one of a file of full chunks is in no chunk: the last chunk is read, and nothing of it returned.
  const first = Math.min(Math.floor(start / chunkLength), chunkCount - 1);
  for (let number = first; number < chunkCount; number += 1) {
    const sealed = await readAt(file, number * sealedLength, sealedLength);
    const bytes = key.open(purpose, recordId(fileKey, number, number === chunkCount - 1), sealed);
    const skipped = Math.max(0, start - number * chunkLength);
    invariant(skipped <= bytes.length, 'a file is read from a byte that it has');
    if (skipped < bytes.length) yield bytes.subarray(skipped);
  }
}
