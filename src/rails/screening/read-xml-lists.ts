/**
 * Reads sanctions lists in XML: the SDN list of OFAC, the consolidated list of the European Union, and that of the Security Council of the
 * United Nations. One record is in memory at a time. Declarations of entities are not expanded.
 *
 * Source: OFAC, sdn.xsd; European Commission, "Consolidated list of persons, groups and entities subject to EU financial sanctions", version 1.1;
 * United Nations, consolidated.xsd.
 */
import { SaxesParser } from 'saxes';
import {
  birthDateOf,
  countryOf,
  distinctNames,
  type EntryKind,
  type ListEntry,
  programOf,
  UnusableList,
} from './list-entry.ts';

/** An element of a record. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

interface XmlFormat {
  /** The name of the root element. */
  readonly root: string;
  /** The names of the elements that are entries. */
  readonly records: readonly string[];
  entryOf(record: Element): ListEntry;
}

const maxElements = 20_000;
const maxTextLength = 1_000_000;
const maxDepth = 30;

/** The elements at a path below an element. */
const at = (element: Element, ...path: readonly string[]): readonly Element[] =>
  path.reduce<readonly Element[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
const texts = (element: Element, ...path: readonly string[]): readonly string[] =>
  at(element, ...path).map(({ text }) => text);
const attributes = (elements: readonly Element[], name: string): readonly string[] =>
  elements.flatMap(({ attributes: given }) => given[name] ?? []);
const joined = (element: Element, names: readonly string[]): string =>
  names.flatMap((name) => texts(element, name)).join(' ');

const ofacNames = ['firstName', 'lastName'];

const ofac: XmlFormat = {
  root: 'sdnList',
  records: ['sdnEntry'],
  entryOf: (record) => ({
    id: `OFAC:${texts(record, 'uid').join('').trim()}`,
    kind: texts(record, 'sdnType').join('').trim() === 'Individual' ? 'PERSON' : 'ORGANISATION',
    names: distinctNames([
      joined(record, ofacNames),
      ...at(record, 'akaList', 'aka').map((aka) => joined(aka, ofacNames)),
    ]),
    birthDates: texts(record, 'dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth').flatMap(
      (text) => birthDateOf(text) ?? [],
    ),
    country: undefined,
    program: programOf(texts(record, 'programList', 'program')),
  }),
};

const kindOfSubject: Readonly<Record<string, EntryKind>> = { person: 'PERSON', enterprise: 'ORGANISATION' };

const europeanUnion: XmlFormat = {
  root: 'export',
  records: ['sanctionEntity'],
  entryOf: (record) => ({
    id: `EU:${record.attributes['logicalId'] ?? ''}`,
    kind: kindOfSubject[attributes(at(record, 'subjectType'), 'code')[0] ?? ''] ?? 'UNKNOWN',
    names: distinctNames(attributes(at(record, 'nameAlias'), 'wholeName')),
    birthDates: at(record, 'birthdate').flatMap(
      ({ attributes: { birthdate = '', year = '' } }) => birthDateOf(birthdate) ?? birthDateOf(year) ?? [],
    ),
    country: attributes(at(record, 'citizenship'), 'countryIso2Code').map(countryOf)[0],
    program: programOf(attributes(at(record, 'regulation'), 'programme')),
  }),
};

const unNames = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

const unitedNations: XmlFormat = {
  root: 'CONSOLIDATED_LIST',
  records: ['INDIVIDUAL', 'ENTITY'],
  entryOf: (record) => ({
    id: `UN:${texts(record, 'DATAID').join('').trim()}`,
    kind: record.name === 'INDIVIDUAL' ? 'PERSON' : 'ORGANISATION',
    names: distinctNames([joined(record, unNames), ...texts(record, `${record.name}_ALIAS`, 'ALIAS_NAME')]),
    birthDates: at(record, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap(
      (date) => birthDateOf([...texts(date, 'DATE'), ...texts(date, 'YEAR')][0]) ?? [],
    ),
    country: undefined,
    program: programOf(texts(record, 'UN_LIST_TYPE')),
  }),
};

const formats: readonly XmlFormat[] = [ofac, europeanUnion, unitedNations];

/** The entries of a file, each with the number of its line. Throws `UnusableList` for a file that is none of the lists. */
export async function* readXmlList(
  file: string,
  text: AsyncIterable<string>,
): AsyncGenerator<readonly [line: number, entry: ListEntry]> {
  const parser = new SaxesParser();
  const unusable = (problem: string) => new UnusableList(file, problem, parser.line);
  const open: string[] = [];
  const record: Element[] = [];
  let done: (readonly [number, ListEntry])[] = [];
  let format: XmlFormat | undefined;
  let elements = 0;
  let length = 0;
  /** What the parser collects until the next tag. */
  let pending = 0;
  parser.on('error', () => {
    // The message of the parser could quote the file.
    throw unusable('is not well-formed XML');
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    pending = 0;
    if (open.length === 0) {
      format = formats.find(({ root }) => root === name);
      if (!format) throw unusable('is not a list of OFAC, the European Union or the United Nations');
    }
    if (open.push(name) > maxDepth) throw unusable(`is nested deeper than ${maxDepth} elements`);
    const parent = record.at(-1);
    if (!parent && !format?.records.includes(name)) return;
    elements = parent ? elements + 1 : 0;
    if (!parent) length = 0;
    for (const value of Object.values(given)) length += value.length;
    if (elements > maxElements || length > maxTextLength) throw unusable('has an entry that is too large');
    const element: Element = { name, attributes: given, children: [], text: '' };
    parent?.children.push(element);
    record.push(element);
  });
  const onText = (value: string) => {
    const current = record.at(-1);
    if (!current) return;
    length += value.length;
    if (length > maxTextLength) throw unusable('has an entry that is too large');
    current.text += value;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    pending = 0;
    open.pop();
    const closed = record.pop();
    if (closed && record.length === 0 && format) done.push([parser.line, format.entryOf(closed)]);
  });
  for await (const chunk of text) {
    parser.write(chunk);
    pending += chunk.length;
    if (pending > maxTextLength) throw unusable('has an entry that is too large');
    const entries = done;
    done = [];
    yield* entries;
  }
  parser.close();
  yield* done;
}
