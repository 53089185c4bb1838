/**
 * Encryption at rest under a 32-byte key, and the derivation of further keys from it. Each purpose has its own derived key,
 * so that a leak of one does not affect the others. There are two such keys: the data key of a database, which seals its
 * contents, and the master key of the deployment, which seals the data key (`keys/data-key.ts`).
 *
 * Layout of a sealed value: 1 byte version (1), 4 bytes key id (the first of the fingerprint), 12 bytes random nonce,
 * AES-256-GCM ciphertext, 16 bytes tag. The associated data is the first five bytes, then the record's id, so that a value
 * copied to another record or purpose does not open.
 *
 * Source: NIST SP 800-38D (GCM); RFC 5869 (HKDF); docs/architecture.md#secrets-at-rest.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { invariant } from '../errors.ts';
import { concatBytes, decodeAnyBase64, decodeHex, encodeHex, utf8 } from './encodings.ts';

const version = 1;
const keyIdLength = 4;
const nonceLength = 12;
const tagLength = 16;
const headerLength = 1 + keyIdLength;

export interface SealingKey {
  /** 16 hex digits that identify the key and reveal nothing about it. */
  readonly fingerprint: string;
  /** Derives `length` bytes for a purpose, always the same. */
  derive(purpose: string, length: number): Uint8Array;
  /** Seals a value of a record. `purpose` names the kind of value, for example `wallet-seed`. */
  seal(purpose: string, recordId: string, plaintext: Uint8Array): Uint8Array;
  /** Opens a value that was sealed for the same purpose and record. Throws otherwise. */
  open(purpose: string, recordId: string, sealed: Uint8Array): Uint8Array;
  /** HMAC-SHA256 of a one-time code, bound to its challenge. A plain digest of six digits could be reversed. */
  otpDigest(challengeId: string, code: string): Uint8Array;
}

/** Parses `MASTER_KEY`: 32 bytes as 64 hex digits or in any base64 form (`openssl rand -base64 32`). */
export function parseMasterKey(text: string): Uint8Array | undefined {
  const bytes = text.length === 64 ? decodeHex(text, 'any') : decodeAnyBase64(text);
  return bytes?.length === 32 ? bytes : undefined;
}

function deriver(secret: Uint8Array) {
  const derived = new Map<string, Uint8Array>();
  return (purpose: string, length: number): Uint8Array => {
    const name = `${purpose}/${length}`;
    const known = derived.get(name);
    if (known) return known;
    const key = new Uint8Array(hkdfSync('sha256', secret, '', `payments-platform/v1/${name}`, length));
    derived.set(name, key);
    return key;
  };
}

/** Identifies a master key. It is derived, so it may be stored and logged. */
export const masterKeyFingerprint = (secret: Uint8Array): string =>
  encodeHex(deriver(secret)('fingerprint', 8));

/**
 * @param secret 32 bytes, of the data key or of `MASTER_KEY`.
 */
export function sealingKey(secret: Uint8Array): SealingKey {
  invariant(secret.length === 32, 'a sealing key has 32 bytes');
  const fingerprint = masterKeyFingerprint(secret);
  const derive = deriver(secret);

  return {
    fingerprint,
    derive: (purpose, length) => new Uint8Array(derive(purpose, length)),

    seal(purpose, recordId, plaintext) {
      const header = concatBytes(Uint8Array.of(version), Buffer.from(keyIdOf(fingerprint), 'hex'));
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', derive(purpose, 32), nonce, { authTagLength: tagLength });
      cipher.setAAD(concatBytes(header, utf8(recordId)));
      return concatBytes(header, nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag());
    },

    open(purpose, recordId, sealed) {
      invariant(
        sealed.length >= headerLength + nonceLength + tagLength && sealed[0] === version,
        'a sealed value has the layout of version 1',
      );
      const header = sealed.subarray(0, headerLength);
      invariant(
        encodeHex(header.subarray(1)) === keyIdOf(fingerprint),
        'a value is opened by the key that sealed it',
      );
      const nonce = sealed.subarray(headerLength, headerLength + nonceLength);
      const tag = sealed.subarray(sealed.length - tagLength);
      const decipher = createDecipheriv('aes-256-gcm', derive(purpose, 32), nonce, {
        authTagLength: tagLength,
      });
      decipher.setAAD(concatBytes(header, utf8(recordId)));
      decipher.setAuthTag(tag);
      const ciphertext = sealed.subarray(headerLength + nonceLength, sealed.length - tagLength);
      return concatBytes(decipher.update(ciphertext), decipher.final());
    },

    otpDigest(challengeId, code) {
      const hmac = createHmac('sha256', derive('otp', 32));
      // NUL separates the id from the code without ambiguity: neither contains it.
      return new Uint8Array(hmac.update(`${challengeId}\u0000${code}`).digest());
    },
  };
}

const keyIdOf = (fingerprint: string): string => fingerprint.slice(0, keyIdLength * 2);
