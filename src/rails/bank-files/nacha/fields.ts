/** Fields of NACHA records: fixed widths, numbers with leading zeros, text with trailing spaces. */
import { invariant } from '../../../kernel/errors.ts';

export const recordLength = 94;
/** Records of a block. Files are padded to whole blocks. */
export const blockingFactor = 10;
/** The record that pads a file: only nines. */
export const filler = '9'.repeat(recordLength);

/** The max amount of one entry: ten digits of cents. */
export const maxNachaAmount = 9_999_999_999n;
/** The max total of a file. A batch with an entry to our own account has at most `maxNachaAmount`. */
export const maxNachaTotal = 999_999_999_999n;
/** The entry hash is the sum of routing numbers without check digits, in its last ten digits. */
export const hashModulus = 10n ** 10n;

/** Letters that do not consist of a base letter and a mark. */
const replacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
};

/** Printable ASCII: marks are removed from letters, every run of white space is one space, other characters become a space. */
function asciiOf(value: string): string {
  return value
    .replace(/[^ -~]/g, (character) => replacements[character] ?? character)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]+| {2,}/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Text in a fixed width, left-justified. Characters that are not allowed are replaced, and longer text is cut. */
export const text = (value: string, width: number): string =>
  // Texts have bounds, so this only limits the work for one that has none.
  asciiOf(value.slice(0, 4 * width))
    .slice(0, width)
    .padEnd(width);

/** Identifiers that a bank assigns to us. An immediate origin often has a blank before nine digits. */
export const companyIdPattern = /^[A-Z0-9]{1,10}$/;
export const immediateOriginPattern = /^ ?[A-Z0-9]{1,9}$|^[A-Z0-9]{10}$/;

/** An identifier in a fixed width. A changed or cut one would name something else, so only one that fits is allowed. */
export function identifier(value: string | undefined, width: number, what: string): string {
  invariant(
    value !== undefined && value.length <= width && /^[!-~]+$/.test(value),
    `${what} has 1 to ${width} printable ASCII characters`,
  );
  return value.padEnd(width);
}

/** A number in a fixed width, with leading zeros. */
export function numeric(value: bigint | number, width: number, what: string): string {
  const digits = value.toString();
  invariant(/^\d+$/.test(digits) && digits.length <= width, `${what} has at most ${width} digits`);
  return digits.padStart(width, '0');
}

/** `YYMMDD` of a `YYYY-MM-DD`. */
export const shortDate = (date: string): string => date.replaceAll('-', '').slice(2);
