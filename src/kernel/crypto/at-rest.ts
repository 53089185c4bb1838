/**
 * Encryption at rest under a key of 32 bytes, and everything else that is derived from it. Each purpose has a key of
 * its own, so that what one use reveals helps with no other. There are two such keys: a database's data key, which
 * seals all that it holds, and the deployment's master key, which seals the data key (`keys/data-key.ts`).
 *
 * Layout of a sealed value: 1 byte version (1), 4 bytes key id (the first of the fingerprint), 12 bytes random nonce,
 * AES-256-GCM ciphertext, 16 bytes tag. The associated data is the first five bytes, then the record's id: a value
 * copied into another record, or under another purpose, does not open.
 *
 * Source: NIST SP 800-38D (GCM); RFC 5869 (HKDF); design 5.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { invariant } from '../errors.ts';
import { concatBytes, decodeAnyBase64, decodeHex, encodeHex, utf8 } from './encodings.ts';

const version = 1;
const keyIdLength = 4;
const nonceLength = 12;
const tagLength = 16;
const headerLength = 1 + keyIdLength;

export interface MasterKey {
  /** 16 hex digits that tell one master key from another and nothing about it. */
  readonly fingerprint: string;
  /** `length` bytes for one purpose, always the same. */
  derive(purpose: string, length: number): Uint8Array;
  /** Seals a value of the record; `purpose` names the kind of value, for example `wallet-seed`. */
  seal(purpose: string, recordId: string, plaintext: Uint8Array): Uint8Array;
  /** Opens what `seal` made for the same purpose and record. Anything else is a defect: it throws. */
  open(purpose: string, recordId: string, sealed: Uint8Array): Uint8Array;
  /** HMAC-SHA256 of a one-time code, bound to the challenge that it answers: a plain digest of six digits is no secret. */
  otpDigest(challengeId: string, code: string): Uint8Array;
}

/** 32 bytes as 64 hex digits or as base64 of any kind (`openssl rand -base64 32`): the forms of `MASTER_KEY`. */
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

/** Tells master keys apart; derived, so that it may be stored and shown. */
export const masterKeyFingerprint = (secret: Uint8Array): string =>
  encodeHex(deriver(secret)('fingerprint', 8));

/**
 * @param secret 32 bytes, of the data key or of `MASTER_KEY`.
 */
export function masterKey(secret: Uint8Array): MasterKey {
  invariant(secret.length === 32, 'a master key has 32 bytes');
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
      // The NUL keeps an id and a code from being split differently: neither holds one.
      return new Uint8Array(hmac.update(`${challengeId}\u0000${code}`).digest());
    },
  };
}

const keyIdOf = (fingerprint: string): string => fingerprint.slice(0, keyIdLength * 2);
