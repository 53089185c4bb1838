/** Request bodies: read within a bound, then understood as JSON or as an upload. */
import type { IncomingMessage } from 'node:http';
import { type FieldError, InvalidInput } from '../kernel/errors.ts';
import { whenLate } from '../kernel/when-late.ts';
import { maxDocumentBytes } from '../verifications/document.ts';
import type { Upload } from '../verifications/upload-document.ts';
import { bodyTooLarge, EncodedBody, type HttpRefusal, wrongMediaType } from './refusals.ts';
import type { Route } from './route.ts';

export const maxBodyBytes = 256 * 1024;
/** A passkey's attestation may be large. */
export const maxLargeBodyBytes = 1024 * 1024;
/** What is drained of a body above its bound, so that the answer arrives; a longer one is cut off. */
const drainedBytes = 16 * 1024 * 1024;
/** And no longer than this: a caller may wait for the answer before it sends. */
const drainedMs = 2_000;
/** A document, and the fields beside it. */
const maxUploadBytes = maxDocumentBytes + 64 * 1024;

/** A coding that would have to be undone first. Bodies are small, and a compressed one may become of any size. */
const isEncoded = ({ headers }: IncomingMessage): boolean =>
  !/^(identity)?$/i.test(headers['content-encoding'] ?? '');

/** Why there is no body. */
export type BodyRefused = 'encoded' | 'too-large' | 'gone';

/**
 * The body, read within its bound. What is over it is not kept, only drained before it is answered: a caller that still
 * writes to a connection that is closed loses the answer.
 */
export function readBody(req: IncomingMessage, most: number): Promise<Buffer | BodyRefused> {
  if (isEncoded(req)) return Promise.resolve('encoded');
  return new Promise((resolve) => {
    const declared = Number(req.headers['content-length'] ?? 0);
    const chunks: Buffer[] = [];
    let size = 0;
    let draining: (() => void) | undefined;
    const settle = (outcome: Buffer | BodyRefused) => {
      draining?.();
      resolve(outcome);
    };
    const refuse = () => {
      chunks.length = 0;
      draining ??= whenLate(drainedMs, () => settle('too-large'));
    };
    if (declared > most) refuse();
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) refuse();
      if (!draining) chunks.push(chunk);
      else if (size > most + drainedBytes) settle('too-large');
    });
    req.on('end', () => settle(draining ? 'too-large' : Buffer.concat(chunks)));
    req.on('error', () => settle('gone'));
    req.on('close', () => settle('gone'));
  });
}

/** What a body says before any schema has seen it. */
export interface RawBody {
  readonly value: unknown;
  readonly file: Upload | undefined;
}

const nothing: RawBody = { value: {}, file: undefined };

/** The text without the mark that some programs begin a file in UTF-8 with. */
export const withoutMark = (body: Buffer): Buffer =>
  body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Buffer): RawBody | InvalidInput {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return InvalidInput.at('body', 'must be JSON in UTF-8');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return InvalidInput.at('body', 'must be a JSON object');
  }
  return { value, file: undefined };
}

/** `file` is the document; every other field is text. */
async function parseUpload(bytes: Buffer, contentType: string): Promise<RawBody | InvalidInput> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    return InvalidInput.at('body', 'must be multipart/form-data');
  }
  const fields: [string, string][] = [];
  const wrong: FieldError[] = [];
  let file: Upload | undefined;
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value]);
    else if (name === 'file') {
      file = { bytes: new Uint8Array(await value.arrayBuffer()), fileName: value.name };
    } else wrong.push({ path: name, message: 'must be text' });
  }
  if (!file) wrong.push({ path: 'file', message: 'is required' });
  return wrong.length > 0 ? new InvalidInput(wrong) : { value: Object.fromEntries(fields), file };
}

const mediaTypeOf = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

/**
 * Reads the body that the endpoint takes. Nothing sent is `{}`, so that the schema names every field that is missing.
 *
 * @returns `undefined` when the caller has gone.
 */
export async function takeBody(
  req: IncomingMessage,
  { method, body, upload, largeBody }: Pick<Route, 'method' | 'body' | 'upload' | 'largeBody'>,
): Promise<RawBody | InvalidInput | HttpRefusal | undefined> {
  if (method === 'GET') return nothing;
  const most = upload ? maxUploadBytes : largeBody ? maxLargeBodyBytes : maxBodyBytes;
  const bytes = await readBody(req, most);
  if (bytes === 'gone') return undefined;
  if (bytes === 'encoded') return new EncodedBody();
  if (bytes === 'too-large') return bodyTooLarge(most);
  if (!body || (bytes.length === 0 && !upload)) return nothing;
  const contentType = req.headers['content-type'] ?? '';
  const wanted = upload ? 'multipart/form-data' : 'application/json';
  if (mediaTypeOf(contentType) !== wanted) return wrongMediaType(wanted);
  return upload ? parseUpload(bytes, contentType) : parseJson(bytes);
}
