/** API token secrets: random, shown once, kept as digests. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 hex characters. Source: gaps 1.9. */
export const newClientId = (): string => randomBytes(16).toString('hex');

/** 36 hex characters: 144 bits, so a plain digest cannot be guessed back. */
export const newClientSecret = (): string => randomBytes(18).toString('hex');

export const digestOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest();

const nobody = digestOf(randomBytes(18).toString('hex'));

/** Compares in constant time; with no stored digest too, so that an unknown id takes as long as a known one. */
export function secretMatches(secret: string, stored: Uint8Array | undefined): boolean {
  const same = timingSafeEqual(digestOf(secret), stored ?? nobody);
  return same && stored !== undefined;
}
