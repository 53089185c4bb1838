/** The entries of sanctions lists, the same for every format, and the bounds of what is read. */

import { ConfigError } from '../../infrastructure/config-error.ts';
import { truncated } from '../../kernel/truncated.ts';

export type EntryKind = 'PERSON' | 'ORGANISATION' | 'UNKNOWN';

/** A person, an organisation or a thing on a list. */
export interface ListEntry {
  /** The id that the publisher of the list gives to it, after the name of the publisher: `OFAC:36`. */
  readonly id: string;
  readonly kind: EntryKind;
  /** The main name, then other names. At least one. */
  readonly names: readonly string[];
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. A list often has several. */
  readonly birthDates: readonly string[];
  /** ISO 3166, two letters; undefined if the list has none, or has it in another form. */
  readonly country: string | undefined;
  /** The programme or regulation that lists the entry. */
  readonly program: string | undefined;
}

export const maxEntries = 500_000;
export const maxNamesOfEntry = 1_000;
const maxNameLength = 1_000;
const maxIdLength = 100;
const maxProgramLength = 200;

/** A list cannot be used. The message names the file without its folder, and the line. It stops the start. */
export class UnusableList extends ConfigError {
  override readonly name = 'UnusableList';
  constructor(file: string, problem: string, line?: number) {
    super(`SCREENING_LIST ${file}${line === undefined ? '' : ` line ${line}`} ${problem}`);
  }
}

/** The problem of an entry; undefined if it can be used. */
export function problemOfEntry({ id, names }: ListEntry): string | undefined {
  if (id === '' || id.endsWith(':') || id.length > maxIdLength)
    return `must have an id of 1 to ${maxIdLength} characters`;
  if (names.length === 0) return 'must have a name';
  if (names.length > maxNamesOfEntry) return `must have at most ${maxNamesOfEntry} names`;
  if (names.some((name) => name.length > maxNameLength))
    return `must have names of at most ${maxNameLength} characters`;
  return undefined;
}

/** Text of a list, in one line. */
export const cleaned = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** The names without blanks at their ends, without empty ones, each once. */
export const distinctNames = (names: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(names.map(cleaned).filter((name) => name !== '')),
];

export const programOf = (programs: readonly (string | undefined)[]): string | undefined =>
  truncated(distinctNames(programs).join(', '), maxProgramLength) || undefined;

/** A country code in upper case; undefined for a name of a country. */
export const countryOf = (text: string | undefined): string | undefined =>
  /^[A-Za-z]{2}$/.test(cleaned(text)) ? cleaned(text).toUpperCase() : undefined;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * A birth date of a list as `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. Lists write `07 Oct 1954`, `Oct 1954`, `circa 1954`, `1954-10-07`
 * and ranges. The first year of a range counts.
 *
 * @returns undefined if the text has no year.
 */
export function birthDateOf(text: string | undefined): string | undefined {
  const value = cleaned(text).slice(0, 100);
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(value);
  if (iso) return iso[0];
  const written = /\b(?:(\d{1,2}) )?([A-Za-z]{3})[a-z]{0,6} (\d{4})\b/.exec(value);
  const month = written ? months.indexOf((written[2] ?? '').toLowerCase()) + 1 : 0;
  if (written && month > 0) {
    const day = written[1] === undefined ? '' : `-${written[1].padStart(2, '0')}`;
    return `${written[3]}-${String(month).padStart(2, '0')}${day}`;
  }
  return /\b(1[89]|20)\d{2}\b/.exec(value)?.[0];
}
