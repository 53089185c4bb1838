/**
 * Secrets that we hand out, and how what is kept of them is compared. Only digests are stored; tokens have 144 bits
 * or more, so a plain SHA-256 of them is no help to a guesser.
 *
 * Source: gaps 1.9 and 2.20 (token forms), 9.1 (device codes, agent tokens).
 */
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { invariant } from '../errors.ts';
import { encodeHex, sha256 } from './encodings.ts';

const randomHex = (digits: number): string => encodeHex(randomBytes(digits / 2));

/** 32 hex digits; names an API token and is no secret. */
export const newClientId = (): string => randomHex(32);

/** 36 hex digits. */
export const newClientSecret = (): string => randomHex(36);

/** An agent's access token: `gat_` and 40 hex digits. */
export const newAgentToken = (): string => `gat_${randomHex(40)}`;

export const digits = '0123456789';
/** Letters and digits that are not taken for one another: no 0, O, 1 or I. */
export const unambiguousAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** `length` characters, each drawn evenly from the alphabet. */
export function randomText(length: number, alphabet: string): string {
  invariant(alphabet.length > 1, 'an alphabet has two characters or more');
  let drawn = '';
  for (let index = 0; index < length; index += 1) drawn += alphabet[randomInt(alphabet.length)];
  return drawn;
}

/** A one-time code of 4 to 12 characters. Alphanumeric codes have no character that is taken for another. */
export const newOtp = ({ length, alphanumeric }: { length: number; alphanumeric: boolean }): string =>
  randomText(length, alphanumeric ? unambiguousAlphabet : digits);

/** What is stored of a secret. */
export const digestOf = (secret: string): Uint8Array => sha256(secret);

/** Compares in a time that depends on the lengths alone. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether the secret is the one of which the digest was stored. */
export const matchesDigest = (secret: string, digest: Uint8Array): boolean =>
  equalBytes(digestOf(secret), digest);
