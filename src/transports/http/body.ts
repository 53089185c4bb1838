/** Reads request bodies up to a size limit and parses them as JSON or as an upload. */
import type { IncomingMessage } from 'node:http';
import { maxDocumentBytes } from '../../customers/verifications/document.ts';
import type { Upload } from '../../customers/verifications/upload-document.ts';
import { type FieldError, InvalidInput } from '../../kernel/errors.ts';
import { bodyTooLarge, EncodedBody, type HttpError, unsupportedMediaType } from './http-errors.ts';
import { parseJson } from './json.ts';
import { sendContinue } from './lingering-close.ts';
import { parseMultipart } from './multipart.ts';

export const maxBodyBytes = 256 * 1024;
/** For bodies with a passkey attestation, which may be large. */
export const maxLargeBodyBytes = 1024 * 1024;
/** A document and the other fields of its form. */
const maxUploadBytes = maxDocumentBytes + 64 * 1024;

/** Encoded bodies are rejected: bodies are small, and a compressed one could decompress to any size. */
export const isEncoded = ({ headers }: IncomingMessage): boolean =>
  !/^(identity)?$/i.test(headers['content-encoding'] ?? '');

/** Why a body was not read; `disconnected`: the client closed the connection. */
type BodyRejected = 'encoded' | 'too-large' | 'disconnected';

/** Bytes that arrive in chunks, in one buffer: a chunk kept by itself takes hundreds of bytes, even if it has one. */
class CollectedBytes {
  #buffer = Buffer.allocUnsafe(16 * 1024);
  #size = 0;

  add(chunk: Buffer): void {
    const size = this.#size + chunk.length;
    if (size > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.#buffer.length));
      this.#buffer.copy(larger, 0, 0, this.#size);
      this.#buffer = larger;
    }
    chunk.copy(this.#buffer, this.#size);
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }
}

/**
 * Reads the body up to `max` bytes. A body with a larger Content-Length is rejected unread, any other as soon as it
 * exceeds the limit. `endResponse` discards the rest.
 */
export function readBody(req: IncomingMessage, max: number): Promise<Buffer | BodyRejected> {
  if (isEncoded(req)) return Promise.resolve('encoded');
  if (Number(req.headers['content-length'] ?? 0) > max) return Promise.resolve('too-large');
  sendContinue(req);
  return new Promise((resolve) => {
    const collected = new CollectedBytes();
    const settle = (outcome: Buffer | BodyRejected) => {
      req.off('data', onData).off('end', onEnd).off('error', onDisconnect).off('close', onDisconnect);
      resolve(outcome);
    };
    const onData = (chunk: Buffer) => {
      if (collected.size + chunk.length > max) settle('too-large');
      else collected.add(chunk);
    };
    const onEnd = () => settle(collected.bytes);
    const onDisconnect = () => settle('disconnected');
    req.on('data', onData).on('end', onEnd).on('error', onDisconnect).on('close', onDisconnect);
  });
}

/** A parsed body, not yet validated by a schema. */
interface RawBody {
  readonly value: unknown;
  readonly file: Upload | undefined;
}

const emptyBody: RawBody = { value: {}, file: undefined };

/** The text without a leading UTF-8 byte order mark. */
export const withoutByteOrderMark = (body: Buffer): Buffer =>
  body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON object in UTF-8. */
export function jsonIn(bytes: Buffer): RawBody | InvalidInput {
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
  const errors: FieldError[] = [];
  let file: Upload | undefined;
  for (const part of parts) {
    if (part.fileName === undefined) fields.set(part.name, part.bytes.toString('utf8'));
    else if (part.name === 'file') file = { bytes: part.bytes, fileName: part.fileName };
    else errors.push({ path: part.name, message: 'must be text' });
  }
  if (!file) errors.push({ path: 'file', message: 'is required' });
  return errors.length > 0 ? new InvalidInput(errors) : { value: Object.fromEntries(fields), file };
}

/** The body that an endpoint takes. */
interface ExpectedBody {
  readonly method: string;
  /** Absent when the endpoint takes none. */
  readonly body?: unknown;
  /** The body is multipart/form-data with a `file`. */
  readonly upload?: boolean | undefined;
  readonly largeBody?: boolean | undefined;
}

/** The media type of a header Content-Type, without its parameters. */
export const mediaTypeOf = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

/**
 * Reads the body that the endpoint takes. An empty body is parsed as `{}`, so that the schema reports every missing field.
 *
 * @returns `undefined` when the client has disconnected.
 */
export async function readRequestBody(
  req: IncomingMessage,
  { method, body, upload, largeBody }: ExpectedBody,
): Promise<RawBody | InvalidInput | HttpError | undefined> {
  if (method === 'GET') return emptyBody;
  const maxBytes = upload ? maxUploadBytes : largeBody ? maxLargeBodyBytes : maxBodyBytes;
  const bytes = await readBody(req, maxBytes);
  if (bytes === 'disconnected') return undefined;
  if (bytes === 'encoded') return new EncodedBody();
  if (bytes === 'too-large') return bodyTooLarge(maxBytes);
  if (!body || (bytes.length === 0 && !upload)) return emptyBody;
  const contentType = req.headers['content-type'] ?? '';
  const mediaType = upload ? 'multipart/form-data' : 'application/json';
  if (mediaTypeOf(contentType) !== mediaType) return unsupportedMediaType(mediaType);
  return upload ? uploadIn(bytes, contentType) : jsonIn(bytes);
}
