/**
 * The HPKE suite of the service: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, base mode, one message for each
 * context.
 *
 * Source: RFC 9180; docs/behaviour/wallets.md#encrypted-session-key (info and associated data).
 */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { invariant } from '../errors.ts';
import { concatBytes } from './encodings.ts';
import { parseUncompressedPoint } from './p256.ts';

export const hpkeSuite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

// Published clients use these 12 bytes. A published guide says that info and associated data are empty, but the published
// sample shows that they are not.
const info = Buffer.from('7475726e6b65795f68706b65', 'hex');

interface Sealed {
  /** The encapsulated key: a 65-byte uncompressed point. */
  readonly encapsulatedKey: Uint8Array;
  /** The ciphertext with its 16-byte tag at the end. */
  readonly ciphertext: Uint8Array;
}

/** A copy with its own `ArrayBuffer`, as WebCrypto's types require. */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/**
 * Seals bytes to a client's key; the associated data is the encapsulated key, then the recipient's, both uncompressed.
 *
 * @param recipient 65-byte uncompressed point. Throws if it is not on the curve: inputs are checked earlier.
 */
export async function sealTo(recipient: Uint8Array, plaintext: Uint8Array): Promise<Sealed> {
  invariant(parseUncompressedPoint(recipient), 'the recipient is an uncompressed point on the curve');
  const recipientPublicKey = await hpkeSuite.kem.deserializePublicKey(owned(recipient));
  const sender = await hpkeSuite.createSenderContext({ recipientPublicKey, info });
  const encapsulatedKey = new Uint8Array(sender.enc);
  const associatedData = concatBytes(encapsulatedKey, recipient);
  const ciphertext = await sender.seal(owned(plaintext), owned(associatedData));
  return { encapsulatedKey, ciphertext: new Uint8Array(ciphertext) };
}
