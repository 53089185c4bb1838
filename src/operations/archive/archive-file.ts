/**
 * The file of an archived partition: gzip of UTF-8 lines. The first line is the header, each further line is one event as
 * PostgreSQL's `row_to_json` writes it, in the order of ids, and the last line is the trailer. A truncated file has no trailer.
 *
 * Source: docs/operations/partitions.md#archive-files.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { ConfigError } from '../../infrastructure/config-error.ts';
import { invariant } from '../../kernel/errors.ts';

const header = z.object({
  format: z.literal('payments-platform-events'),
  version: z.literal(1),
  /** The deployment whose events these are. */
  deployment: z.string(),
  partition: z.string(),
  /** The range of ids: from `startsAt`, null without a bound, to before `endsAt`. */
  startsAt: z.string().nullable(),
  endsAt: z.string(),
  lastPosition: z.number(),
});
export type ArchiveHeader = z.output<typeof header>;

const trailer = z.object({
  rows: z.number(),
  /** SHA-256 of all lines before the trailer, in hex. */
  sha256: z.string(),
});
export type ArchiveTrailer = z.output<typeof trailer>;

/** The longest line that is read. An event has a record and at most a few kilobytes of changes. */
const maxLineBytes = 16 * 1024 * 1024;

/** The file is damaged, truncated, or no archive. */
class DamagedArchive extends Error {}

async function* linesOf(
  first: ArchiveHeader,
  rows: AsyncIterable<readonly string[]>,
  done: (trailer: ArchiveTrailer) => void,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  const written = (text: string) => {
    digest.update(text);
    return text;
  };
  let count = 0;
  yield written(`${JSON.stringify(first)}\n`);
  for await (const page of rows) {
    count += page.length;
    if (page.length > 0) yield written(`${page.join('\n')}\n`);
  }
  const last: ArchiveTrailer = { rows: count, sha256: digest.digest('hex') };
  yield `${JSON.stringify(last)}\n`;
  done(last);
}

/**
 * Writes the file atomically and flushes it to the disk. Never overwrites an existing file.
 *
 * @param rows pages of events as JSON without line breaks. The next page is read when the last one is written.
 */
export async function writeArchive(
  file: string,
  first: ArchiveHeader,
  rows: AsyncIterable<readonly string[]>,
): Promise<ArchiveTrailer> {
  if (existsSync(file)) throw new ConfigError(`${file} already exists`);
  if (!existsSync(dirname(file))) throw new ConfigError(`${dirname(file)} is not a folder`);
  const part = `${file}.${process.pid}.part`;
  let written: ArchiveTrailer | undefined;
  try {
    await pipeline(
      Readable.from(linesOf(first, rows, (last) => (written = last))),
      createGzip({ level: 6 }),
      createWriteStream(part, { flags: 'wx', mode: 0o600 }),
    );
    invariant(written, 'a complete archive has a trailer');
    const handle = await open(part, 'r');
    await handle.sync().finally(() => handle.close());
    await link(part, file);
    const folder = await open(dirname(file), 'r');
    await folder.sync().finally(() => folder.close());
    return written;
  } finally {
    await rm(part, { force: true });
  }
}

/** Splits a stream into lines. Retains at most one line. */
async function* splitLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end)]);
      pieces = [];
      length = 0;
      from = end + 1;
    }
    length += chunk.length - from;
    if (length > maxLineBytes) throw new DamagedArchive('a line in it is too long');
    pieces.push(chunk.subarray(from));
  }
  if (length > 0) throw new DamagedArchive('it is truncated');
}

function parseLine<T>(schema: z.ZodType<T>, line: Buffer | undefined, name: string): T {
  try {
    return schema.parse(JSON.parse(line?.toString('utf8') ?? ''));
  } catch {
    throw new DamagedArchive(`its ${name} has an unknown format`);
  }
}

const isDamage = (error: unknown): error is Error =>
  error instanceof DamagedArchive ||
  (error instanceof Error && /^(Z_|ERR_ZLIB)/.test(String((error as NodeJS.ErrnoException).code)));

/**
 * Reads a file. Throws a `ConfigError` if it is damaged, at the latest after its last row: until then no row can be relied on.
 *
 * @param onHeader called before the first row.
 * @param onRows called with pages of rows, one at a time.
 */
export async function readArchive(
  file: string,
  onHeader: (first: ArchiveHeader) => Promise<void>,
  onRows: (rows: readonly string[]) => Promise<void>,
  rowsAtOnce = 500,
): Promise<ArchiveTrailer> {
  if (!existsSync(file)) throw new ConfigError(`${file} does not exist`);
  const packed = createReadStream(file);
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  try {
    const lines = splitLines(packed.pipe(unpacked));
    const { value: firstLine } = await lines.next();
    const digest = createHash('sha256').update(`${firstLine ?? ''}\n`);
    await onHeader(parseLine(header, firstLine ?? undefined, 'header'));
    let rows: string[] = [];
    let count = 0;
    let previous: Buffer | undefined;
    for await (const line of lines) {
      if (previous) {
        digest.update(previous).update('\n');
        rows.push(previous.toString('utf8'));
        count += 1;
      }
      previous = line;
      if (rows.length < rowsAtOnce) continue;
      await onRows(rows);
      rows = [];
    }
    const last = parseLine(trailer, previous, 'trailer');
    if (last.rows !== count || last.sha256 !== digest.digest('hex')) {
      throw new DamagedArchive('its content differs from its checksum');
    }
    if (rows.length > 0) await onRows(rows);
    return last;
  } catch (error) {
    if (isDamage(error)) throw new ConfigError(`${file} is not a complete archive: ${error.message}`);
    throw error;
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}
