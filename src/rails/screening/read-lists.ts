/**
 * Reads the files of `SCREENING_LIST` completely: hashes them, detects their formats, and indexes their entries. A file with a
 * line that cannot be read is not used in part: a missing entry would be a missed match.
 *
 * Decision: a file is in UTF-8. One that is not is read as Latin-1, which older lists use.
 */
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { type ListEntry, maxEntries, maxNamesOfEntry, problemOfEntry, UnusableList } from './list-entry.ts';
import { NameIndex } from './name-index.ts';
import { type CsvFormat, csvFormatOf, type OtherName, readCsvList } from './read-csv-lists.ts';
import { readXmlList } from './read-xml-lists.ts';

const maxFileBytes = 1024 * 1024 * 1024;
const chunkBytes = 64 * 1024;

export interface LoadedLists {
  /** SHA-256 of the contents of all files, hex. */
  readonly version: string;
  /** The latest time of change of the files. */
  readonly changedAt: Date;
  readonly index: NameIndex;
}

interface InspectedFile {
  readonly path: string;
  readonly name: string;
  readonly digest: string;
  readonly changedAt: Date;
  readonly encoding: 'utf-8' | 'latin1';
  readonly head: string;
}

/** The bytes of a file, in chunks. A chunk ends between two calls of the event loop. */
async function* chunksOf(path: string, name: string): AsyncGenerator<Buffer> {
  const file = await open(path).catch(() => {
    throw new UnusableList(name, 'cannot be read');
  });
  try {
    for (let size = 0; ; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
      if (bytesRead === 0) return;
      size += bytesRead;
      if (size > maxFileBytes) throw new UnusableList(name, `must have at most ${maxFileBytes} bytes`);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function* textOf({ path, name, encoding }: InspectedFile): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunksOf(path, name)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function inspect(path: string): Promise<InspectedFile> {
  const name = basename(path);
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let head: string | undefined;
  for await (const chunk of chunksOf(path, name)) {
    hash.update(chunk);
    head ??= chunk.subarray(0, 4096).toString('utf8');
    try {
      if (isUtf8) decoder.decode(chunk, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  const { mtime } = await stat(path);
  const encoding = isUtf8 ? 'utf-8' : 'latin1';
  return {
    path,
    name,
    digest: hash.digest('hex'),
    changedAt: mtime,
    encoding,
    head: (head ?? '').replace(/^\ufeff/, ''),
  };
}

type Item = { readonly entry: ListEntry } | { readonly otherName: OtherName };

async function* itemsOf(file: InspectedFile): AsyncGenerator<readonly [line: number, item: Item]> {
  if (/^\s*</.test(file.head)) {
    for await (const [line, entry] of readXmlList(file.name, textOf(file))) yield [line, { entry }];
    return;
  }
  const format: CsvFormat | undefined = csvFormatOf(file.head);
  if (!format) throw new UnusableList(file.name, 'is not a list in a known format');
  yield* readCsvList(file.name, format, textOf(file));
}

/** The entries of all files by their ids, with the other names that another file has for them. */
async function readEntries(files: readonly InspectedFile[]): Promise<Map<string, ListEntry>> {
  const entries = new Map<string, ListEntry>();
  const others: { file: string; line: number; otherName: OtherName }[] = [];
  for (const file of files) {
    for await (const [line, item] of itemsOf(file)) {
      if ('otherName' in item) {
        others.push({ file: file.name, line, otherName: item.otherName });
        continue;
      }
      const { entry } = item;
      const problem = entries.has(entry.id) ? 'has an id that another entry has' : problemOfEntry(entry);
      if (problem) throw new UnusableList(file.name, problem, line);
      if (entries.size + others.length >= maxEntries) {
        throw new UnusableList(file.name, `must have at most ${maxEntries} entries`);
      }
      entries.set(entry.id, entry);
    }
  }
  const namesOf = new Map<string, string[]>();
  for (const { file, line, otherName } of others) {
    const { entryId, name } = otherName;
    if (!entries.has(entryId)) throw new UnusableList(file, 'has a name of an entry that no file has', line);
    const names = namesOf.get(entryId) ?? [];
    if (names.push(name) > maxNamesOfEntry) {
      throw new UnusableList(file, `must have at most ${maxNamesOfEntry} names of an entry`, line);
    }
    namesOf.set(entryId, names);
  }
  for (const [id, names] of namesOf) {
    const entry = entries.get(id);
    if (entry) entries.set(id, { ...entry, names: [...entry.names, ...names] });
  }
  return entries;
}

/** The version and the time of change of the files. Reads all of their bytes. */
export async function inspectLists(
  paths: readonly string[],
): Promise<Pick<LoadedLists, 'version' | 'changedAt'> & { readonly files: readonly InspectedFile[] }> {
  const files: InspectedFile[] = [];
  for (const path of paths) files.push(await inspect(path));
  const version = createHash('sha256')
    .update(
      files
        .map(({ digest }) => digest)
        .sort()
        .join(),
    )
    .digest('hex');
  const changedAt = new Date(Math.max(...files.map((file) => file.changedAt.getTime())));
  return { version, changedAt, files };
}

/** Reads and indexes the files. Throws `UnusableList`. */
export async function readLists(paths: readonly string[]): Promise<LoadedLists> {
  const { version, changedAt, files } = await inspectLists(paths);
  const index = new NameIndex();
  let startedAt = performance.now();
  for (const entry of (await readEntries(files)).values()) {
    index.add(entry);
    if (performance.now() - startedAt < 8) continue;
    await turn();
    startedAt = performance.now();
  }
  if (index.entryCount === 0) {
    throw new UnusableList(files.map(({ name }) => name).join(), 'has no entries');
  }
  return { version, changedAt, index };
}
