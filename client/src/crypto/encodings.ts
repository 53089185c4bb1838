/** Encodings, on every platform without Buffer. Decoders return undefined for a text that is not of the encoding. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';

/** Bytes of a buffer that WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const encodeUtf8 = (text: string): Bytes => Uint8Array.from(new TextEncoder().encode(text));
export const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Lower case. */
export const encodeHex = (bytes: Uint8Array): string => bytesToHex(bytes);

export function decodeHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  );
}

export const concat = (...parts: readonly Uint8Array[]): Bytes => Uint8Array.from(concatBytes(...parts));

/** Without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Also the standard alphabet, and with padding. */
export function decodeBase64Url(text: string): Bytes | undefined {
  if (!/^[\w+/-]*={0,2}$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', ''));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function decodeBase58(text: string): Bytes | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const digits = value === 0n ? '' : value.toString(16);
  return decodeHex('00'.repeat(zeros) + digits.padStart(digits.length + (digits.length % 2), '0'));
}

/** Bitcoin alphabet, four bytes of double SHA-256, no version byte. Its cost grows with the square of the length. */
export function decodeBase58Check(text: string): Bytes | undefined {
  const bytes = decodeBase58(text);
  if (!bytes || bytes.length < 4) return undefined;
  const payload = bytes.slice(0, -4);
  const checksum = sha256(sha256(payload));
  return bytes.slice(-4).every((byte, index) => byte === checksum[index]) ? payload : undefined;
}
