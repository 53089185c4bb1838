/**
 * Reads the body of a request while an operation uses it, so that a large file is never in memory as a whole. The file is the body
 * itself, or the part `file` of a form.
 */
import type { IncomingMessage } from 'node:http';
import { isEncoded, mediaTypeOf } from './body.ts';
import {
  bodyTooLarge,
  EncodedBody,
  type HttpError,
  type RequestError,
  unsupportedMediaType,
} from './http-errors.ts';
import { sendContinue } from './lingering-close.ts';
import { maxFieldBytes } from './multipart.ts';
import { MalformedForm, type StreamedFile, streamedFile } from './streamed-multipart.ts';

/** A file that arrives. `mediaType` is that of the request. */
export interface StreamedUpload extends StreamedFile {
  readonly mediaType: string;
}

/** Ends the operation that reads a body: the error to respond with, or `undefined` when the client has disconnected. */
export class BodyEnded extends Error {
  readonly error: RequestError | undefined;
  constructor(error: RequestError | undefined) {
    super('the body has ended early');
    this.error = error;
  }
}

/** The bytes of the body, up to `maxBytes`. A reader that stops early leaves a request whose rest is discarded. */
async function* bytesOf(req: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      length += (chunk as Buffer).length;
      if (length > maxBytes) throw new BodyEnded(bodyTooLarge(maxBytes));
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof BodyEnded || !req.destroyed ? error : new BodyEnded(undefined);
  } finally {
    // A connection can be used again only when the body has been read.
    req.resume();
  }
}

/** Calls `atEnd` before the reader sees the end. */
async function* withEnd<T>(pieces: AsyncIterable<T>, atEnd: () => Promise<void>): AsyncGenerator<T> {
  try {
    yield* pieces;
  } catch (error) {
    throw error instanceof MalformedForm ? new BodyEnded(error.problem) : error;
  }
  await atEnd();
}

/**
 * Reads a body up to its file.
 *
 * @param mediaTypes the types of a body that is the file itself.
 * @param atEnd is called when the body has arrived. What it throws ends the operation.
 * @returns the error when the body is none of these. Reading the pieces throws `BodyEnded`.
 */
export async function streamRequestBody(
  req: IncomingMessage,
  { mediaTypes, maxBytes }: { readonly mediaTypes: readonly string[]; readonly maxBytes: number },
  atEnd: () => Promise<void>,
): Promise<StreamedUpload | HttpError> {
  if (isEncoded(req)) return new EncodedBody();
  const contentType = req.headers['content-type'] ?? '';
  const mediaType = mediaTypeOf(contentType);
  const isForm = mediaType === 'multipart/form-data';
  if (!isForm && !mediaTypes.includes(mediaType)) {
    return unsupportedMediaType(['multipart/form-data', ...mediaTypes].join(', '));
  }
  const limit = isForm ? maxBytes + maxFieldBytes : maxBytes;
  if (Number(req.headers['content-length'] ?? 0) > limit) return bodyTooLarge(limit);
  sendContinue(req);
  const body = bytesOf(req, limit);
  if (!isForm) {
    return { mediaType, fileName: undefined, fields: new Map(), pieces: withEnd(body, atEnd) };
  }
  try {
    const file = await streamedFile(body, contentType);
    return { ...file, mediaType, pieces: withEnd(file.pieces, atEnd) };
  } catch (error) {
    throw error instanceof MalformedForm ? new BodyEnded(error.problem) : error;
  }
}
