/**
 * A passkey in software, for tests of an integrator: it makes the responses of an authenticator. Its private key is in
 * memory, so it protects nothing.
 *
 * Source: WebAuthn level 3, sections 6.1 (authenticator data) and 6.5 (attestation); RFC 8949 (CBOR); RFC 9053 (ES256).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { randomBytes } from '@noble/hashes/utils.js';
import { concat, decodeHex, encodeBase64Url, encodeUtf8 } from '../crypto/encodings.ts';
import { convertPoint, publicKeyOf, randomScalar, signWithScalar } from '../crypto/p256.ts';
import { WalletError } from './errors.ts';
import type { Authenticator, CreationOptions, RequestOptions } from './passkeys.ts';

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

/** The head of a CBOR byte string of less than 65536 bytes. */
const byteString = (bytes: Uint8Array): Uint8Array => {
  const { length } = bytes;
  const head =
    length < 24 ? [0x40 | length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
  return concat(Uint8Array.from(head), bytes);
};
const textString = (text: string): Uint8Array => concat(Uint8Array.of(0x60 | text.length), encodeUtf8(text));

/** The ES256 key of a passkey as a COSE key. */
function coseKey(scalar: Uint8Array): Uint8Array {
  const point = convertPoint(decodeHex(publicKeyOf(scalar)) ?? new Uint8Array(), 'uncompressed');
  if (!point) throw new TypeError('The key is not a P-256 key.');
  const head = Uint8Array.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21);
  return concat(head, byteString(point.slice(1, 33)), Uint8Array.of(0x22), byteString(point.slice(33)));
}

export interface SoftwarePasskeyOptions {
  /** The origin of the page. Default: `http://localhost:3000`. */
  readonly origin?: string;
  /** 32-byte scalar. Default: random. */
  readonly privateKey?: Uint8Array;
  readonly credentialId?: Uint8Array;
}

/** One passkey on one device. */
export class SoftwarePasskey implements Authenticator {
  readonly #origin: string;
  readonly #scalar: Uint8Array;
  readonly #credentialId: Uint8Array;
  /** The signature counter. Each response increases it. */
  #counter = 0;

  constructor({
    origin = 'http://localhost:3000',
    privateKey = randomScalar(),
    credentialId = randomBytes(32),
  }: SoftwarePasskeyOptions = {}) {
    this.#origin = origin;
    this.#scalar = privateKey;
    this.#credentialId = credentialId;
  }

  /** rawId, base64url. */
  get credentialId(): string {
    return encodeBase64Url(this.#credentialId);
  }

  async create({ challenge, rp, excludeCredentials }: CreationOptions) {
    if (excludeCredentials.some(({ id }) => id === this.credentialId)) {
      throw new WalletError('PASSKEY_ALREADY_REGISTERED', 'The device has a passkey of this account.');
    }
    const { length } = this.#credentialId;
    const authData = concat(
      this.#authenticatorData(rp.id, hasCredential),
      new Uint8Array(16),
      Uint8Array.of(length >> 8, length & 255),
      this.#credentialId,
      coseKey(this.#scalar),
    );
    const attestationObject = concat(
      Uint8Array.of(0xa3),
      textString('fmt'),
      textString('none'),
      textString('attStmt'),
      Uint8Array.of(0xa0),
      textString('authData'),
      byteString(authData),
    );
    return {
      credentialId: this.credentialId,
      clientDataJson: encodeBase64Url(this.#clientData('webauthn.create', challenge)),
      attestationObject: encodeBase64Url(attestationObject),
      transports: ['internal'],
    };
  }

  async get({ challenge, rpId, allowCredentials }: RequestOptions) {
    if (allowCredentials.length > 0 && !allowCredentials.some(({ id }) => id === this.credentialId))
      throw new WalletError('PASSKEY_NOT_ALLOWED', 'The device has none of the passkeys.');
    const authenticatorData = this.#authenticatorData(rpId, 0);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signature = signWithScalar(concat(authenticatorData, sha256(clientData)), this.#scalar);
    return {
      credentialId: this.credentialId,
      clientDataJson: encodeBase64Url(clientData),
      authenticatorData: encodeBase64Url(authenticatorData),
      signature: encodeBase64Url(signature),
    };
  }

  #authenticatorData(rpId: string, flags: number): Uint8Array {
    this.#counter += 1;
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, this.#counter);
    const flagByte = Uint8Array.of(userPresent | userVerified | flags);
    return concat(sha256(encodeUtf8(rpId)), flagByte, counter);
  }

  #clientData(type: string, challenge: string): Uint8Array {
    return encodeUtf8(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }
}
