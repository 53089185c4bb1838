/** Request bodies: read within a bound, then understood as JSON or as an upload. */
import type { IncomingMessage } from 'node:http';
import { maxDocumentBytes } from '../../customers/verifications/document.ts';
import type { Upload } from '../../customers/verifications/upload-document.ts';
import { type FieldError, InvalidInput } from '../../kernel/errors.ts';
import { bodyTooLarge, EncodedBody, type HttpError, wrongMediaType } from './http-errors.ts';
import { parseJson } from './json.ts';
import { sendContinue } from './lingering-close.ts';
import { parseMultipart } from './multipart.ts';

export const maxBodyBytes = 256 * 1024;
/** A passkey's attestation may be large. */
export const maxLargeBodyBytes = 1024 * 1024;
/** A document, and the fields beside it. */
const maxUploadBytes = maxDocumentBytes + 64 * 1024;

/** A coding that would have to be undone first. Bodies are small, and a compressed one may become of any size. */
const isEncoded = ({ headers }: IncomingMessage): boolean =>
  !/^(identity)?$/i.test(headers['content-encoding'] ?? '');

/** Why there is no body. */
export type BodyRejected = 'encoded' | 'too-large' | 'gone';

/**
 * The body, read within its bound. One that is declared larger is rejected before any of it is read, one that turns out
 * larger as soon as it does: what else comes is dropped by `endResponse`.
 */
export function readBody(req: IncomingMessage, max: number): Promise<Buffer | BodyRejected> {
  if (isEncoded(req)) return Promise.resolve('encoded');
  if (Number(req.headers['content-length'] ?? 0) > max) return Promise.resolve('too-large');
  sendContinue(req);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: Buffer | BodyRejected) => {
      req.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      resolve(outcome);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > max) settle('too-large');
      else chunks.push(chunk);
    };
    const onEnd = () => settle(Buffer.concat(chunks));
    const onGone = () => settle('gone');
    req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
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

function jsonIn(bytes: Buffer): RawBody | InvalidInput {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return InvalidInput.at('body', 'must be JSON in UTF-8');
  }
  const parsed = parseJson(text);
  if ('problem' in parsed) return InvalidInput.at('body', parsed.problem);
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return InvalidInput.at('body', 'must be a JSON object');
  }
  return { value, file: undefined };
}

/** `file` is the document; every other field is text. */
async function uploadIn(bytes: Buffer, contentType: string): Promise<RawBody | InvalidInput> {
  const parts = await parseMultipart(bytes, contentType);
  if (parts instanceof InvalidInput) return parts;
  const fields = new Map<string, string>();
  const wrong: FieldError[] = [];
  let file: Upload | undefined;
  for (const part of parts) {
    if (part.fileName === undefined) fields.set(part.name, part.bytes.toString('utf8'));
    else if (part.name === 'file') file = { bytes: part.bytes, fileName: part.fileName };
    else wrong.push({ path: part.name, message: 'must be text' });
  }
  if (!file) wrong.push({ path: 'file', message: 'is required' });
  return wrong.length > 0 ? new InvalidInput(wrong) : { value: Object.fromEntries(fields), file };
}

/** What body an endpoint takes. */
export interface ExpectedBody {
  readonly method: string;
  /** Absent: the endpoint takes none. */
  readonly body?: unknown;
  /** The body is multipart/form-data with a `file`. */
  readonly upload?: boolean | undefined;
  readonly largeBody?: boolean | undefined;
}

const mediaTypeOf = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

/**
 * Reads the body that the endpoint takes. Nothing sent is `{}`, so that the schema names every field that is missing.
 *
 * @returns `undefined` when the caller has gone.
 */
export async function readRequestBody(
  req: IncomingMessage,
  { method, body, upload, largeBody }: ExpectedBody,
): Promise<RawBody | InvalidInput | HttpError | undefined> {
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
  return upload ? uploadIn(bytes, contentType) : jsonIn(bytes);
}
