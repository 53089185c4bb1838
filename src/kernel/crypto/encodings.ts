/**
 * Bytes at the edge. Decoders answer `undefined` for text that the matching encoder would not have written, so
 * that one value has one spelling: `Buffer.from` drops what it does not understand, which no check may rest on.
 */
import { createHash } from 'node:crypto';
import bs58check from 'bs58check';

const encoder = new TextEncoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** The text that the bytes spell, or `undefined` when they are not UTF-8. A byte order mark is kept, not dropped. */
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
 * @param letters `any` for fields whose published pattern takes both cases (`clientPublicKey`); `lower` for what we
 *   or a stamp write, so that no letter can change its case unnoticed.
 */
export function decodeHex(text: string, letters: 'lower' | 'any'): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !hexOfCase[letters].test(text)) return undefined;
  return new Uint8Array(Buffer.from(text, 'hex'));
}

/** base64url without padding. */
export const encodeBase64Url = (bytes: Uint8Array): string => asBuffer(bytes).toString('base64url');

/** base64url without padding, the unused bits of the last character zero. */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? new Uint8Array(bytes) : undefined;
}

/**
 * base64 of either alphabet, padded or not: the one lenient decoder, for the signature header that published clients
 * spell in several ways. The alphabets are not mixed, padding is whole or absent, unused bits are zero.
 *
 * Source: gaps 4.3.
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

/** Bitcoin alphabet; the payload, then the first 4 bytes of its double SHA-256; no version byte. */
export const encodeBase58Check = (payload: Uint8Array): string => bs58check.encode(payload);

/** The payload, or `undefined` for a foreign character or a wrong checksum. At most 1024 characters: base58 is quadratic. */
export function decodeBase58Check(text: string): Uint8Array | undefined {
  if (text.length > 1024) return undefined;
  try {
    return bs58check.decodeUnsafe(text);
  } catch {
    return undefined;
  }
}

export const sha256 = (data: Uint8Array | string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(data).digest());
