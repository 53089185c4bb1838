/**
 * Parses multipart bodies that are already in memory. The number of parts and the size of their headers and fields are
 * limited. The time is linear in the body.
 *
 * Source: RFC 7578 (multipart/form-data); RFC 2046, section 5.1.1 (boundaries); WHATWG HTML, multipart form data (names
 * are percent-encoded where they hold a quote or a line break).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { InvalidInput } from '../../kernel/errors.ts';

export const maxParts = 20;
/** The headers of one part. */
export const maxPartHeadBytes = 4 * 1024;
/** A part that is not a file. */
export const maxFieldBytes = 64 * 1024;
const maxBoundaryLength = 70;

export interface Part {
  readonly name: string;
  /** Only of a file. */
  readonly fileName: string | undefined;
  readonly bytes: Buffer;
}

const invalidBody = (message: string): InvalidInput => InvalidInput.at('body', message);
const malformed = (): InvalidInput => invalidBody('must be multipart/form-data');

/**
 * Whether the text has an escaped quote here. Some clients escape quotes in names as `\"`. Browsers send `%22` and leave a
 * backslash as it is, so a quote before `;` or the end of the line is the closing one, also after a backslash.
 */
const isEscapedQuote = (text: string, at: number): boolean =>
  text.startsWith('\\"', at) && at + 2 < text.length && text[at + 2] !== ';';

/** The parameters of a header value, after its first `;`, with names in lower case. */
function parametersOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = text.indexOf(';');
  while (at >= 0) {
    const equals = text.indexOf('=', at);
    if (equals < 0) break;
    const name = text
      .slice(at + 1, equals)
      .trim()
      .toLowerCase();
    let end: number;
    let value: string;
    if (text[equals + 1] === '"') {
      end = equals + 2;
      while (end < text.length && text[end] !== '"') end += isEscapedQuote(text, end) ? 2 : 1;
      value = text.slice(equals + 2, end).replaceAll('\\"', '"');
      at = text.indexOf(';', end);
    } else {
      at = text.indexOf(';', equals);
      end = at < 0 ? text.length : at;
      value = text.slice(equals + 1, end).trim();
    }
    if (!found.has(name)) found.set(name, value);
  }
  return found;
}

export function boundaryOf(contentType: string): string | undefined {
  const boundary = parametersOf(contentType).get('boundary');
  return boundary !== undefined && boundary.length > 0 && boundary.length <= maxBoundaryLength
    ? boundary
    : undefined;
}

const unescaped = (text: string): string =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%22', '"');

/** The names in a part's headers; undefined when the part is not form data. */
export function namesIn(head: string): Pick<Part, 'name' | 'fileName'> | undefined {
  const line = head.split('\r\n').find((one) => /^content-disposition:/i.test(one));
  if (line === undefined || !/^content-disposition: *form-data *;/i.test(line)) return undefined;
  const parameters = parametersOf(line);
  const name = parameters.get('name');
  const fileName = parameters.get('filename');
  return name === undefined
    ? undefined
    : { name: unescaped(name), fileName: fileName === undefined ? undefined : unescaped(fileName) };
}

/** Parses the bytes between two boundaries. */
function partIn(bytes: Buffer): Part | InvalidInput {
  const head = bytes.subarray(0, maxPartHeadBytes + 4);
  const end = head.indexOf('\r\n\r\n');
  if (end < 0) {
    return bytes.length > maxPartHeadBytes
      ? invalidBody(`must have parts with at most ${maxPartHeadBytes} bytes of headers`)
      : malformed();
  }
  const names = namesIn(head.subarray(0, end).toString('utf8'));
  if (!names) return malformed();
  const content = bytes.subarray(end + 4);
  if (names.fileName === undefined && content.length > maxFieldBytes) {
    return invalidBody(`must have fields of at most ${maxFieldBytes} bytes`);
  }
  return { ...names, bytes: content };
}

/** The bytes searched in one turn of the event loop: a few milliseconds in the worst case. */
const turnBytes = 256 * 1024;

/** The index of the delimiter at or after `start`, or -1. Yields to other requests during a long search. */
async function indexOfDelimiter(body: Buffer, delimiter: Buffer, start: number): Promise<number> {
  for (let from = start; from < body.length; from += turnBytes) {
    const found = body.subarray(from, from + turnBytes + delimiter.length - 1).indexOf(delimiter);
    if (found >= 0) return from + found;
    await nextTurn();
  }
  return -1;
}

/** The parts of a body in their order. */
export async function parseMultipart(
  body: Buffer,
  contentType: string,
): Promise<readonly Part[] | InvalidInput> {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return malformed();
  const opening = Buffer.from(`--${boundary}`, 'latin1');
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  if (!body.subarray(0, opening.length).equals(opening)) return malformed();
  const parts: Part[] = [];
  let at = opening.length;
  while (body[at] === 0x0d && body[at + 1] === 0x0a) {
    if (parts.length === maxParts) return invalidBody(`must have at most ${maxParts} parts`);
    const end = await indexOfDelimiter(body, delimiter, at);
    if (end < 0) return malformed();
    const part = partIn(body.subarray(at + 2, Math.max(end, at + 2)));
    if (part instanceof InvalidInput) return part;
    parts.push(part);
    at = end + delimiter.length;
  }
  return body[at] === 0x2d && body[at + 1] === 0x2d ? parts : malformed();
}
