/**
 * Secrets that the service issues, and their verification. Only digests are stored. Tokens have 144 bits or more, so their
 * plain SHA-256 cannot be reversed by guessing.
 *
 * Source: docs/behaviour/conventions.md#ids and docs/behaviour/platforms.md#api-tokens (token forms), docs/behaviour/agents.md#device-codes (device codes, agent tokens).
 */
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { invariant } from '../errors.ts';
import { encodeBase64Url, encodeHex, sha256 } from './encodings.ts';

const randomHex = (digits: number): string => encodeHex(randomBytes(digits / 2));

/** 32 hex digits. Identifies an API token; not a secret. */
export const newClientId = (): string => randomHex(32);

/** 36 hex digits. */
export const newClientSecret = (): string => randomHex(36);

/** An agent's access token: `gat_` and 40 hex digits. */
export const newAgentToken = (): string => `gat_${randomHex(40)}`;

/** 32 random bytes in base64url: the token of a session or a link, or a challenge. */
export const newSecretToken = (): string => encodeBase64Url(randomBytes(32));

export const digits = '0123456789';
/** Letters and digits that cannot be confused: no 0, O, 1 or I. */
export const unambiguousAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** `length` characters, drawn uniformly from the alphabet. */
export function randomText(length: number, alphabet: string): string {
  invariant(alphabet.length > 1, 'an alphabet has two characters or more');
  let drawn = '';
  for (let index = 0; index < length; index += 1) drawn += alphabet[randomInt(alphabet.length)];
  return drawn;
}

/** A one-time code of 4 to 12 characters. Alphanumeric codes use the unambiguous alphabet. */
export const newOtp = ({ length, alphanumeric }: { length: number; alphanumeric: boolean }): string =>
  randomText(length, alphanumeric ? unambiguousAlphabet : digits);

/** The digest that is stored for a secret. */
export const digestOf = (secret: string): Uint8Array => sha256(secret);

/** Compares in a time that depends only on the lengths. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether the secret has the stored digest. */
export const matchesDigest = (secret: string, digest: Uint8Array): boolean =>
  equalBytes(digestOf(secret), digest);
