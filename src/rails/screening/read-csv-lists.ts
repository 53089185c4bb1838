/**
 * Reads sanctions lists in CSV: the SDN list and its other names as OFAC publishes them (`sdn.csv`, `alt.csv`, without a header), and a plain
 * CSV with the header `id,name,aliases,birthDate,country,program`.
 *
 * Source: OFAC, "Specially Designated Nationals List, data formats and data schemas" (columns of SDN.CSV and ALT.CSV, `-0-` for no value, the
 * character 0x1A at the end); RFC 4180.
 */
import { parse } from 'csv-parse';
import {
  birthDateOf,
  cleaned,
  countryOf,
  distinctNames,
  type EntryKind,
  type ListEntry,
  programOf,
  UnusableList,
} from './list-entry.ts';

export type CsvFormat = 'OFAC_SDN' | 'OFAC_ALT' | 'PLAIN';

/** Another name of an entry of the SDN list. */
export interface OtherName {
  readonly entryId: string;
  readonly name: string;
}

const plainHeader = ['id', 'name', 'aliases', 'birthDate', 'country', 'program'] as const;
const columnCounts: Readonly<Record<CsvFormat, number>> = {
  OFAC_SDN: 12,
  OFAC_ALT: 5,
  PLAIN: plainHeader.length,
};

const maxRecordLength = 128 * 1024;

/** A value of OFAC, where `-0-` is none. */
const ofac = (value: string | undefined): string | undefined => {
  const text = cleaned(value);
  return text === '' || text === '-0-' ? undefined : text;
};

/** Publishers number their entries from 1, so an id names its publisher. */
const ofacId = (value: string | undefined): string => `OFAC:${cleaned(value)}`;

const kindOfSdn = (type: string | undefined): EntryKind =>
  type?.toLowerCase() === 'individual' ? 'PERSON' : 'ORGANISATION';

/** The birth dates in the remarks of the SDN list: `DOB 07 Oct 1954; alt. DOB 1955; POB ...`. */
const birthDatesIn = (remarks: string | undefined): readonly string[] =>
  (remarks ?? '')
    .split(';')
    .filter((part) => /\bDOB\b/.test(part.slice(0, 50)))
    .flatMap((part) => birthDateOf(part) ?? []);

function sdnEntry([id, name, type, program, , , , , , , , remarks]: readonly string[]): ListEntry {
  return {
    id: ofacId(id),
    kind: kindOfSdn(ofac(type)),
    names: distinctNames([ofac(name)]),
    birthDates: birthDatesIn(ofac(remarks)),
    country: undefined,
    program: programOf([ofac(program)]),
  };
}

function plainEntry([id, name, aliases, birthDate, country, program]: readonly string[]): ListEntry {
  return {
    id: cleaned(id),
    kind: 'UNKNOWN',
    names: distinctNames([name, ...(aliases ?? '').split(/[;|]/)]),
    birthDates: (birthDate ?? '').split(/[;|]/).flatMap((one) => birthDateOf(one) ?? []),
    country: countryOf(country),
    program: programOf([program]),
  };
}

/** What a line of a list is. */
type ListItem = { readonly entry: ListEntry } | { readonly otherName: OtherName };

function itemOf(format: CsvFormat, record: readonly string[]): ListItem {
  switch (format) {
    case 'OFAC_SDN':
      return { entry: sdnEntry(record) };
    case 'OFAC_ALT':
      return { otherName: { entryId: ofacId(record[0]), name: ofac(record[3]) ?? '' } };
    case 'PLAIN':
      return { entry: plainEntry(record) };
  }
}

/** The format of a CSV file by its first line; undefined if it is none of them. */
export function csvFormatOf(head: string): CsvFormat | undefined {
  const [first = ''] = head.split(/\r?\n/, 1);
  const fields = first.split(',').map((field) => cleaned(field.replaceAll('"', '')));
  if (fields.slice(0, plainHeader.length).join() === plainHeader.join()) return 'PLAIN';
  if (!/^"?\d{1,10}"? *,/.test(first)) return undefined;
  // The names of the SDN list contain commas in quotation marks.
  const count = (first.replace(/"[^"]*"/g, '').match(/,/g)?.length ?? 0) + 1;
  return (Object.keys(columnCounts) as CsvFormat[]).find((format) => columnCounts[format] === count);
}

const isEndOfFile = (record: readonly string[]): boolean =>
  record.length === 1 && record[0]?.trim() === '\u001a';

/** The items of a file, each with the number of its line. Throws `UnusableList` for a line that is not of the format. */
export async function* readCsvList(
  file: string,
  format: CsvFormat,
  text: AsyncIterable<string>,
): AsyncGenerator<readonly [line: number, item: ListItem]> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: maxRecordLength,
  });
  const feed = async () => {
    for await (const chunk of text) {
      if (!parser.write(chunk)) await new Promise<void>((resolve) => parser.once('drain', resolve));
    }
    parser.end();
  };
  const feeding = feed().catch((error: unknown) => void parser.destroy(error as Error));
  let isHeader = format === 'PLAIN';
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (isHeader || isEndOfFile(record)) {
        isHeader = false;
        continue;
      }
      const count = columnCounts[format];
      if (record.length !== count) {
        throw new UnusableList(file, `has ${record.length} fields and not ${count}`, info.lines);
      }
      yield [info.lines, itemOf(format, record)];
    }
    await feeding;
  } catch (error) {
    const { code, lines } = error as { code?: unknown; lines?: number };
    // The message of the parser could quote the line.
    if (typeof code === 'string' && code.startsWith('CSV_'))
      throw new UnusableList(file, 'is not CSV', lines);
    throw error;
  } finally {
    parser.destroy();
  }
}
