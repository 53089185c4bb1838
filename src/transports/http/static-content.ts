/**
 * Large content that does not change while the process runs: compressed once, and not sent again to a client that has it.
 *
 * Source: RFC 9110 sections 8.8.3 (ETag), 12.5.3 (Accept-Encoding), 13.1.2 (If-None-Match); RFC 9111 section 5.2.2.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface StaticContent {
  readonly type: string;
  readonly identity: Buffer;
  /** Compressed with gzip; absent where that saves nothing. */
  readonly gzipped?: Buffer | undefined;
  /** Compressed with brotli; absent where it was not compressed before. */
  readonly brotli?: Buffer | undefined;
  /** The first characters of the SHA-256 of the content. */
  readonly digest: string;
}

const compress = promisify(gzip);
const digestLength = 16;

export async function staticContent(type: string, content: string | Buffer): Promise<StaticContent> {
  const identity = Buffer.from(content);
  return {
    type,
    identity,
    gzipped: await compress(identity, { level: 9 }),
    digest: createHash('sha256').update(identity).digest('hex').slice(0, digestLength),
  };
}

/** Runs `make` at the first call, and again after a failure. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Whether the client accepts a content coding. A client that sends no `Accept-Encoding` gets the content as it is. */
function accepts(header: string | undefined, coding: 'br' | 'gzip'): boolean {
  const named = header
    ?.split(',')
    .map((part) => /^\s*([\w*-]+)\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part))
    .map((match) => ({ coding: match?.[1]?.toLowerCase(), weight: Number(match?.[2] ?? 1) }));
  // `*` stands for the codings that are not named. Brotli is sent only to clients that name it.
  const found =
    named?.find((one) => one.coding === coding) ??
    (coding === 'gzip' ? named?.find((one) => one.coding === '*') : undefined);
  return found !== undefined && found.weight > 0;
}

/** The smallest form that the client accepts, with the name of its content coding. */
function encodingOf(
  header: string | undefined,
  { identity, gzipped, brotli }: StaticContent,
): { readonly body: Buffer; readonly coding?: 'br' | 'gzip' } {
  if (brotli && accepts(header, 'br')) return { body: brotli, coding: 'br' };
  if (gzipped && accepts(header, 'gzip')) return { body: gzipped, coding: 'gzip' };
  return { body: identity };
}

const hasTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag));

/**
 * Sends the content, or 304 when the client has it.
 *
 * @param isVersioned whether the address contains the digest, so that clients need not ask again.
 */
export function sendStatic(
  { headers: { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch }, method }: IncomingMessage,
  res: ServerResponse,
  content: StaticContent,
  { isVersioned = false, headers = {} }: { isVersioned?: boolean; headers?: Record<string, string> } = {},
): void {
  const { type, digest } = content;
  const { body, coding } = encodingOf(acceptEncoding, content);
  res.appendHeader('Vary', 'Accept-Encoding');
  const tag = `"${digest}${coding ? `-${coding}` : ''}"`;
  const common = {
    ETag: tag,
    'Cache-Control': isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  };
  if (hasTag(ifNoneMatch, tag)) {
    res.writeHead(304, common);
    res.end();
    return;
  }
  res.writeHead(200, {
    ...common,
    'Content-Type': type,
    'Content-Length': body.length,
    ...(coding && { 'Content-Encoding': coding }),
  });
  res.end(method === 'HEAD' ? undefined : body);
}
