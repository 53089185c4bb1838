/**
 * Writes and reads tar archives of plain files and folders. Any tar program can unpack them.
 *
 * Decision: this is not a library; see `docs/decisions/0040-backup-archive.md`.
 *
 * Source: POSIX.1-1988, ustar.
 */

const blockSize = 512;

interface TarEntry {
  /** Relative, with `/` between names. The path of a folder ends with `/`. */
  readonly path: string;
  readonly mode: number;
  /** In bytes; 0 for a folder. */
  readonly size: number;
}

/** The header block of an entry. */
export function headerOf({ path, mode, size }: TarEntry): Uint8Array {
  const header = Buffer.alloc(blockSize);
  const name = Buffer.from(path, 'latin1');
  if (name.length > 100 || name.toString('latin1') !== path)
    throw new Error('Invariant broken: a path in an archive has at most 100 plain characters');
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  name.copy(header, 0);
  header.write(octal(mode & 0o777, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  // The checksum is computed with spaces in its own field.
  header.write(' '.repeat(8), 148);
  header.write(path.endsWith('/') ? '5' : '0', 156);
  header.write('ustar\u000000', 257);
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** The padding after the bytes of an entry, up to a full block. */
export const paddingOf = (size: number): Uint8Array =>
  new Uint8Array((blockSize - (size % blockSize)) % blockSize);

/** The end-of-archive marker. */
export const endOfArchive = (): Uint8Array => new Uint8Array(2 * blockSize);

/** The archive is damaged, truncated, or not a backup. */
export class BrokenArchive extends Error {}

function entryOf(header: Uint8Array): TarEntry | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const field = (from: number, length: number) => {
    const bytes = header.subarray(from, from + length);
    const end = bytes.indexOf(0);
    return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString('latin1');
  };
  const number = (from: number, length: number) => Number.parseInt(field(from, length), 8);
  const blank = header.slice().fill(0x20, 148, 156);
  const type = field(156, 1);
  if (number(148, 8) !== blank.reduce((sum, byte) => sum + byte, 0) || !['0', '5'].includes(type)) {
    throw new BrokenArchive('a header in it is damaged');
  }
  return { path: field(0, 100), mode: number(100, 8), size: number(124, 12) };
}

/** Reads a stream in pieces of a given length. */
function reader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  /** Reads 1 to `maxBytes` bytes. Throws at the end of the stream. */
  const some = async (maxBytes: number): Promise<Uint8Array> => {
    while (rest.length === 0) {
      const { value, done } = await chunks.next();
      if (done) throw new BrokenArchive('it is truncated');
      rest = value;
    }
    const piece = rest.subarray(0, maxBytes);
    rest = rest.subarray(piece.length);
    return piece;
  };
  const exactly = async (length: number): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    for (let missing = length; missing > 0; missing -= pieces.at(-1)?.length ?? 0)
      pieces.push(await some(missing));
    return new Uint8Array(Buffer.concat(pieces));
  };
  const toTheEnd = async (): Promise<void> => {
    while (!(await chunks.next()).done);
  };
  return { some, exactly, toTheEnd };
}

/** Iterates over the entries. The caller must read all pieces of an entry before it requests the next one. */
export async function* readTar(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<TarEntry & { readonly pieces: () => AsyncGenerator<Uint8Array> }> {
  const { some, exactly, toTheEnd } = reader(source);
  for (;;) {
    const entry = entryOf(await exactly(blockSize));
    // Reads the rest, so that the decompression verifies its checksum.
    if (!entry) return toTheEnd();
    let left = entry.size;
    yield {
      ...entry,
      async *pieces() {
        while (left > 0) {
          const piece = await some(left);
          left -= piece.length;
          yield piece;
        }
      },
    };
    if (left > 0) throw new Error('Invariant broken: all pieces of an entry are read before the next entry');
    await exactly(paddingOf(entry.size).length);
  }
}
