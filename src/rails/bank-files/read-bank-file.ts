/** Detects the format of an incoming file by its first bytes, and reads it. */
import { type BankFileReader, UnreadableBankFile } from './bank-file.ts';
import { readIso20022 } from './iso20022/read-iso20022.ts';
import { readNacha } from './nacha/read-nacha.ts';

/** The reader of each format. */
interface FormatReaders {
  readonly iso20022: BankFileReader;
  readonly nacha: BankFileReader;
}

/** Bytes before the first that determines the format: a byte order mark and white space. */
const maxPreamble = 1_024;

const isWhiteSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The first byte after byte order mark and white space. Undefined if the bytes have no other. */
function firstByte(bytes: Uint8Array): number | undefined {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.subarray(hasMark ? 3 : 0).find((byte) => !isWhiteSpace(byte));
}

function selectFormat(first: number): keyof FormatReaders {
  if (first === '<'.charCodeAt(0)) return 'iso20022';
  // The record type of a file header. The reader checks what follows.
  if (first === '1'.charCodeAt(0)) return 'nacha';
  throw new UnreadableBankFile('The file is neither XML in UTF-8 nor NACHA.', 1);
}

async function* resumed(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Reads chunks until the first byte that determines the format. */
async function readPreamble(
  chunks: AsyncIterator<Uint8Array>,
): Promise<{ bytes: Uint8Array; first: number }> {
  let bytes: Uint8Array = new Uint8Array();
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    bytes = bytes.length === 0 ? next.value : Buffer.concat([bytes, next.value]);
    // A byte order mark can be cut.
    const first = bytes.length < 3 ? undefined : firstByte(bytes);
    if (first !== undefined) return { bytes, first };
    if (bytes.length > maxPreamble) break;
  }
  throw new UnreadableBankFile('The file is empty, or starts with too much white space.', 1);
}

/** Reads a file with the reader of its format. Throws `UnreadableBankFile` for other formats. */
export const createBankFileReader = (readers: FormatReaders): BankFileReader =>
  async function* read(chunks) {
    const iterator = chunks[Symbol.asyncIterator]();
    try {
      const { bytes, first } = await readPreamble(iterator);
      yield* readers[selectFormat(first)](resumed(bytes, iterator));
    } finally {
      await iterator.return?.();
    }
  };

export const readBankFile: BankFileReader = createBankFileReader({
  iso20022: readIso20022,
  nacha: readNacha,
});
