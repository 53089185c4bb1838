/** What commands print: tables and records for people, JSON for programs. */
import type { CommandError } from './errors.ts';
import type { Io } from './io.ts';

interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => unknown;
  readonly isRight?: boolean;
}

export interface Money {
  readonly amount: number;
  readonly currency: { readonly code: string; readonly decimals: number };
}

interface Page<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** Control characters in a text of another party could move the cursor or change the title of the terminal. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '-';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text.replace(unprintable, '\u{fffd}');
};

/** Lines with texts of other parties in them. Only the line breaks are left. */
const printable = (lines: string): string =>
  lines.replace(unprintable, (character) => (character === '\n' ? character : '\u{fffd}'));

/** `1234` with 2 decimals is `12.34`. */
export function decimal(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const sign = amount < 0 ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export const moneyText = (money: Money | null | undefined): string =>
  money ? `${decimal(money.amount, money.currency.decimals)} ${money.currency.code}` : '-';

const escapeOf = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * A text never breaks its line, whatever its reader takes for a line separator, and does not control the terminal:
 * `JSON.stringify` escapes only the control characters below U+0020.
 */
const jsonLine = (value: unknown): string =>
  `${(JSON.stringify(value) ?? 'null').replace(unprintable, escapeOf)}\n`;

/** Hides the secrets in a text that is printed. */
type Redact = (text: string) => string;

export interface Printer {
  readonly isJson: boolean;
  /** One document, or lines for people. */
  show(value: unknown, lines: () => string): void;
  record(value: unknown, entries: readonly (readonly [label: string, value: unknown])[]): void;
  list<Row>(page: Page<Row>, columns: readonly Column<Row>[]): void;
  /** A line as the API sent it. Resolves when its reader takes more. */
  line(text: string): Promise<void>;
  /** One element of a stream: a line. */
  item(value: unknown, line: () => string): void;
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string;
  fields(entries: readonly (readonly [label: string, value: unknown])[]): string;
  heading(text: string): string;
  /** A remark for people, on stderr. */
  note(text: string): void;
  error(error: CommandError): void;
}

export function printerOf(io: Io, isJson: boolean, redact: Redact): Printer {
  const noColor = Boolean(io.env['NO_COLOR']);
  const styled = (output: { isTTY?: boolean | undefined }, code: number, text: string) =>
    output.isTTY && !noColor ? `\u001b[${code}m${text}\u001b[0m` : text;
  const bold = (text: string) => styled(io.stdout, 1, text);

  const table: Printer['table'] = (rows, columns) => {
    const cells = rows.map((row) => columns.map(({ of }) => textOf(of(row))));
    const widths = columns.map(({ title }, at) =>
      Math.max(title.length, ...cells.map((line) => line[at]?.length ?? 0)),
    );
    const lineOf = (line: readonly string[]) =>
      line
        .map((cell, at) =>
          columns[at]?.isRight ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd();
    const titles = bold(lineOf(columns.map(({ title }) => title)));
    return [titles, ...cells.map(lineOf)].map((line) => `${line}\n`).join('');
  };

  const fields: Printer['fields'] = (entries) => {
    const width = Math.max(...entries.map(([label]) => label.length));
    return entries.map(([label, value]) => `${label.padEnd(width)}  ${textOf(value)}\n`).join('');
  };

  const show: Printer['show'] = (value, lines) => {
    io.stdout.write(isJson ? jsonLine(value) : lines());
  };

  return {
    isJson,
    table,
    fields,
    heading: (text) => `${bold(text)}\n`,
    show,
    record: (value, entries) => show(value, () => fields(entries)),
    list(page, columns) {
      show(page, () => (page.nodes.length === 0 ? 'No results.\n' : table(page.nodes, columns)));
      const { hasNextPage, endCursor } = page.pageInfo;
      if (!isJson && hasNextPage) io.stderr.write(`More: --after ${textOf(endCursor)}\n`);
    },
    async line(text) {
      if (io.stdout.write(`${text}\n`) !== false || !io.stdout.once) return;
      await new Promise<void>((resolve) => io.stdout.once?.('drain', resolve));
    },
    item: (value, line) => show(value, () => `${textOf(line())}\n`),
    note: (text) => void io.stderr.write(redact(isJson ? jsonLine({ note: text }) : `${printable(text)}\n`)),
    error({ message, exitCode, details }) {
      if (isJson) {
        io.stderr.write(redact(jsonLine({ error: { message, exitCode, ...details } })));
        return;
      }
      const code = details.code ? ` (${textOf(details.code)})` : '';
      // The message of an error with one field names it already.
      const [only, ...others] = details.fields ?? [];
      const isNamed =
        only && others.length === 0 && message.includes(only.path) && message.includes(only.message);
      const problems =
        (isNamed ? [] : details.fields)?.map(
          ({ path, message: text }) => `  ${textOf(path)}: ${textOf(text)}`,
        ) ?? [];
      const request = details.requestId ? [`Request: ${textOf(details.requestId)}`] : [];
      const lines = [
        `${styled(io.stderr, 31, 'Error:')} ${textOf(message)}${code}`,
        ...problems,
        ...(details.hint ? [textOf(details.hint)] : []),
        ...request,
      ];
      io.stderr.write(redact(lines.map((line) => `${line}\n`).join('')));
    },
  };
}
