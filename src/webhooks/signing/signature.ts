/**
 * The signature over a webhook: ECDSA on P-256 with SHA-256 over the body's bytes as they are sent.
 *
 * The body contains the time and the id of the event, so a retry sends the same bytes; the signature contains no time.
 * Two valid signatures of one body differ, because each uses a new nonce.
 *
 * Source: docs/behaviour/webhooks.md#signature; FIPS 186-5 (ECDSA); RFC 5480 (SubjectPublicKeyInfo).
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { invariant } from '../../kernel/errors.ts';

export const signatureHeaderName = 'X-Service-Signature';

/** A new key pair. The caller encrypts the private key before it stores it. */
interface WebhookKeyPair {
  /** PKCS#8, DER. */
  readonly privateKey: Uint8Array;
  /** SubjectPublicKeyInfo, PEM: what receivers verify with. */
  readonly publicKey: string;
}

export function generateWebhookKey(): WebhookKeyPair {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return {
    privateKey: new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })),
    publicKey: publicKeyOf(privateKey),
  };
}

/**
 * Parses a stored private key.
 *
 * @param privateKey PKCS#8, DER, of a P-256 key. Another key is a bug.
 */
export function loadWebhookKey(privateKey: Uint8Array): KeyObject {
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  invariant(key.asymmetricKeyDetails?.namedCurve === 'prime256v1', 'a webhook key is a P-256 key');
  return key;
}

/** The public key, SubjectPublicKeyInfo in PEM. */
export const publicKeyOf = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }).toString();

/**
 * The value of the signature header for a body: `{"v":"1","s":"<base64 of the DER signature>"}`.
 *
 * @param body The exact bytes that are sent.
 */
export function signatureHeader(body: Uint8Array, privateKey: KeyObject): string {
  const signature = sign('sha256', body, { key: privateKey, dsaEncoding: 'der' });
  return JSON.stringify({ v: '1', s: signature.toString('base64') });
}
