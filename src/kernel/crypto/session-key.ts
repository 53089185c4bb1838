/**
 * Session keys. The service generates the pair, sends the private scalar sealed to the client, and erases it. Only the
 * compressed public key is stored.
 *
 * Source: docs/behaviour/wallets.md#encrypted-session-key and docs/behaviour/wallets.md#sessions.
 */
import { invariant } from '../errors.ts';
import { concatBytes, encodeBase58Check, encodeHex } from './encodings.ts';
import { sealTo } from './hpke.ts';
import { compressPoint, generateKeyPair } from './p256.ts';

interface IssuedSessionKey {
  /** Compressed point in lower-case hex, as it appears in stamps of this session. */
  readonly publicKey: string;
  /** For the one response that issues the session. */
  readonly encryptedSessionSigningKey: string;
}

/**
 * Seals a session signing key so that only the holder of `clientPublicKey` can open it.
 *
 * @param sessionKey 32-byte P-256 scalar, big-endian.
 * @param clientPublicKey 65-byte uncompressed SEC1 point, already checked to be on the curve.
 * @returns base58check of the 33-byte compressed encapsulated key, then the 48 bytes of AES-256-GCM ciphertext.
 */
export async function sealSessionKey(sessionKey: Uint8Array, clientPublicKey: Uint8Array): Promise<string> {
  invariant(sessionKey.length === 32, 'a session key has 32 bytes');
  const { encapsulatedKey, ciphertext } = await sealTo(clientPublicKey, sessionKey);
  const compressed = compressPoint(encapsulatedKey);
  invariant(compressed, 'an encapsulated key is a point on the curve');
  return encodeBase58Check(concatBytes(compressed, ciphertext));
}

/** Generates a session key pair, seals the private key to the client, and erases it. */
export async function issueSessionKey(clientPublicKey: Uint8Array): Promise<IssuedSessionKey> {
  const { privateKey, compressed } = generateKeyPair();
  try {
    const encryptedSessionSigningKey = await sealSessionKey(privateKey, clientPublicKey);
    return { publicKey: encodeHex(compressed), encryptedSessionSigningKey };
  } finally {
    privateKey.fill(0);
  }
}
