/** CSV files: RFC 4180, with a byte order mark so that spreadsheets read UTF-8. */

/** A spreadsheet runs a text that starts like a formula, so such a text gets an apostrophe. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

function cell(value: string | null | undefined): string {
  const text = value ?? '';
  const content = isNumber(text) ? text : harmless(text);
  return /[",\r\n]/.test(content) ? `"${content.replaceAll('"', '""')}"` : content;
}

export const csvLine = (values: readonly (string | null | undefined)[]): string =>
  `${values.map(cell).join(',')}\r\n`;

/** Saves a file from memory. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const saveFile = (name: string, parts: readonly string[], type = 'text/csv;charset=utf-8'): void =>
  saveBlob(name, new Blob(['\ufeff', ...parts], { type }));
