/**
 * Reads a multipart body with one file while it arrives. The file is returned in pieces; the other parts are short texts, before or
 * after the file.
 *
 * Source: RFC 7578 (multipart/form-data); RFC 2046, section 5.1.1 (boundaries).
 */
import { InvalidInput } from '../../kernel/errors.ts';
import { boundaryOf, maxFieldBytes, maxPartHeadBytes, maxParts, namesIn } from './multipart.ts';

/** A file of a form. `fields` has the texts that have arrived: all of them when `pieces` has ended. */
export interface StreamedFile {
  readonly fileName: string | undefined;
  readonly fields: ReadonlyMap<string, string>;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The body is no form with one file. Thrown, because a part after the file can be wrong too. */
export class MalformedForm extends Error {
  readonly problem: InvalidInput;
  constructor(problem: InvalidInput) {
    super(problem.message);
    this.problem = problem;
  }
}

function malformed(path = 'body', message = 'must be multipart/form-data'): never {
  throw new MalformedForm(InvalidInput.at(path, message));
}

/** The bytes of a body that are not read yet. */
class Incoming {
  readonly #source: AsyncIterator<Uint8Array>;
  bytes: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Adds the next piece. The body must not end before its last delimiter. */
  async more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done) malformed();
    this.bytes = Buffer.concat([this.bytes, next.value]);
  }

  async atLeast(length: number): Promise<void> {
    while (this.bytes.length < length) await this.more();
  }

  /** Returns the first bytes and removes them. */
  take(length: number): Buffer {
    const taken = this.bytes.subarray(0, length);
    this.bytes = this.bytes.subarray(length);
    return taken;
  }

  /** Reads and ignores the rest. */
  async end(): Promise<void> {
    while (!(await this.#source.next()).done);
  }

  stop = async (): Promise<void> => void (await this.#source.return?.());
}

/** The bytes up to the delimiter, in pieces. Removes the delimiter too. */
async function* untilDelimiter(incoming: Incoming, delimiter: Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    const found = incoming.bytes.indexOf(delimiter);
    if (found >= 0) {
      if (found > 0) yield incoming.take(found);
      incoming.take(delimiter.length);
      return;
    }
    // The last bytes can be the start of the delimiter.
    const safe = incoming.bytes.length - (delimiter.length - 1);
    if (safe > 0) yield incoming.take(safe);
    await incoming.more();
  }
}

/** The names of the next part; `undefined` after the last one. */
async function nextPart(incoming: Incoming) {
  await incoming.atLeast(2);
  const separator = incoming.take(2).toString('latin1');
  if (separator === '--') return undefined;
  if (separator !== '\r\n') malformed();
  while (incoming.bytes.indexOf('\r\n\r\n') < 0) {
    if (incoming.bytes.length > maxPartHeadBytes) malformed();
    await incoming.more();
  }
  const length = incoming.bytes.indexOf('\r\n\r\n');
  if (length > maxPartHeadBytes) malformed();
  const names = namesIn(incoming.take(length + 4).toString('utf8'));
  return names ?? malformed();
}

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > maxFieldBytes) malformed('body', `must have fields of at most ${maxFieldBytes} bytes`);
    read.push(piece);
  }
  return Buffer.concat(read).toString('utf8');
}

/**
 * Reads a form up to its file.
 *
 * @throws MalformedForm, also while the pieces are read.
 */
export async function streamedFile(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<StreamedFile> {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) malformed();
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const incoming = new Incoming(body);
  const fields = new Map<string, string>();
  let parts = 0;

  /** Reads texts up to the next file. Returns its name, or `undefined` at the end of the form. */
  const nextFile = async (): Promise<{ readonly fileName: string } | undefined> => {
    for (;;) {
      const part = await nextPart(incoming);
      if (!part) return undefined;
      parts += 1;
      if (parts > maxParts) malformed('body', `must have at most ${maxParts} parts`);
      const { name, fileName } = part;
      if (fileName === undefined) fields.set(name, await textOf(untilDelimiter(incoming, delimiter)));
      else if (name === 'file') return { fileName };
      else malformed(name, 'must be text');
    }
  };

  try {
    // The first delimiter has no line break before it.
    await incoming.atLeast(delimiter.length - 2);
    if (!incoming.take(delimiter.length - 2).equals(delimiter.subarray(2))) malformed();
    const file = await nextFile();
    if (!file) malformed('file', 'is required');
    const pieces = async function* () {
      try {
        yield* untilDelimiter(incoming, delimiter);
        if (await nextFile()) malformed('file', 'must be one file');
        await incoming.end();
      } finally {
        await incoming.stop();
      }
    };
    return { fileName: file.fileName, fields, pieces: pieces() };
  } catch (error) {
    await incoming.stop();
    throw error;
  }
}
