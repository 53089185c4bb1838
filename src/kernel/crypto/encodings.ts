/**
 * Text encodings of bytes. Decoders return `undefined` for text that the matching encoder does not produce, so that each
 * value has one encoding. `Buffer.from` silently drops invalid characters, so no check may rely on it.
 */
import { createHash } from 'node:crypto';
import bs58check from 'bs58check';

const encoder = new TextEncoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** Decodes UTF-8, or returns `undefined`. A byte order mark is part of the text. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Lower-case hex. */
export const encodeHex = (bytes: Uint8Array): string => asBuffer(bytes).toString('hex');

const hexOfCase = { lower: /^[0-9a-f]*$/, any: /^[0-9a-fA-F]*$/ } as const;

/**
 * An even number of hex digits.
 *
 * @param letters `any` for fields whose published pattern allows both cases (`clientPublicKey`); `lower` for stamps and our
 *   own values, so that a change of case is detected.
 */
export function decodeHex(text: string, letters: 'lower' | 'any'): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !hexOfCase[letters].test(text)) return undefined;
  return new Uint8Array(Buffer.from(text, 'hex'));
}

/** base64url without padding. */
export const encodeBase64Url = (bytes: Uint8Array): string => asBuffer(bytes).toString('base64url');

/** base64url without padding. The unused bits of the last character must be zero. */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? new Uint8Array(bytes) : undefined;
}

/**
 * base64 in either alphabet, padded or not. This is the only lenient decoder, for the signature header, which published
 * clients encode in several ways. Mixed alphabets, partial padding and unused bits other than zero are rejected.
 *
 * Source: docs/behaviour/wallets.md#stamp.
 */
export function decodeAnyBase64(text: string): Uint8Array | undefined {
  const end = text.indexOf('=');
  const body = end === -1 ? text : text.slice(0, end);
  if (end !== -1 && text.length % 4 !== 0) return undefined;
  if (end !== -1 && text.length - end > 2) return undefined;
  if (/[^=]/.test(text.slice(body.length))) return undefined;
  if (/[+/]/.test(body) && /[-_]/.test(body)) return undefined;
  return decodeBase64Url(body.replaceAll('+', '-').replaceAll('/', '_'));
}

/** Base58 with the Bitcoin alphabet: the payload, then the first 4 bytes of its double SHA-256. No version byte. */
export const encodeBase58Check = (payload: Uint8Array): string => bs58check.encode(payload);

export const sha256 = (data: Uint8Array | string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(data).digest());
