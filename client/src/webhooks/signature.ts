/**
 * The signature of a delivery: ECDSA on P-256 with SHA-256 over the bytes of the body.
 *
 * Source: docs/behaviour/webhooks.md#signature; RFC 5480 (SubjectPublicKeyInfo).
 */
import { p256 } from '@noble/curves/nist.js';
import { type Bytes, encodeHex } from '../crypto/encodings.ts';
import { webCrypto } from '../crypto/p256.ts';

/** The name of the header that has the signature. */
export const signatureHeaderName = 'x-service-signature';

/** A public key of `webhookPublicKeys`: SubjectPublicKeyInfo in PEM. */
export type WebhookKeys = string | readonly string[];

/** What comes before the point in the SubjectPublicKeyInfo of a P-256 key. */
const prefix = '3059301306072a8648ce3d020106082a8648ce3d030107034200';
const spkiBytes = 91;
const pointBytes = 65;

/** A signature in DER has at most 72 bytes, which are 96 characters. The rest is for spaces in the JSON. */
const maxHeaderLength = 512;

/** @returns undefined unless the text is base64 with its padding. */
function decodeBase64(text: string): Bytes | undefined {
  const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
  return isBase64 ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : undefined;
}

/**
 * The uncompressed points of the keys.
 *
 * @throws TypeError if there is no key, or one that is not a P-256 key in PEM: a mistake of the receiver's settings.
 */
export function pointsOf(keys: WebhookKeys): readonly Bytes[] {
  const texts = typeof keys === 'string' ? [keys] : keys;
  if (texts.length === 0) throw new TypeError('keys is empty: give it webhookPublicKeys of the platform.');
  return texts.map((pem) => {
    const [, text] = /^\s*-----BEGIN PUBLIC KEY-----([\s\S]*)-----END PUBLIC KEY-----\s*$/.exec(pem) ?? [];
    const spki = decodeBase64(text?.replace(/\s/g, '') ?? '');
    const point = spki?.slice(-pointBytes);
    const isKey = spki?.length === spkiBytes && encodeHex(spki).startsWith(prefix);
    if (!isKey || !point || !p256.utils.isValidPublicKey(point, false)) {
      throw new TypeError(
        'A key is not a P-256 public key in PEM: give keys webhookPublicKeys of the platform.',
      );
    }
    return point;
  });
}

export type SignatureProblem = 'SIGNATURE_MISSING' | 'SIGNATURE_MALFORMED' | 'SIGNATURE_VERSION_UNKNOWN';

/**
 * Parses the header `{"v":"1","s":"<base64 of the DER signature>"}`.
 *
 * @returns the signature, 32 bytes each of r and s.
 */
export function parseSignature(header: unknown): Bytes | SignatureProblem {
  if (header === undefined || header === null || header === '') return 'SIGNATURE_MISSING';
  if (typeof header !== 'string' || header.length > maxHeaderLength) return 'SIGNATURE_MALFORMED';
  try {
    const { v, s } = JSON.parse(header) as { v?: unknown; s?: unknown };
    if (typeof v !== 'string' || typeof s !== 'string') return 'SIGNATURE_MALFORMED';
    if (v !== '1') return 'SIGNATURE_VERSION_UNKNOWN';
    const der = decodeBase64(s);
    if (!der) return 'SIGNATURE_MALFORMED';
    return new Uint8Array(p256.Signature.fromBytes(der, 'der').toBytes('compact'));
  } catch {
    // JSON.parse and the parser of DER throw errors of several classes.
    return 'SIGNATURE_MALFORMED';
  }
}

/** @param point 65 bytes. */
export async function isSignedBy(point: Bytes, signature: Bytes, body: Bytes): Promise<boolean> {
  const subtle = webCrypto();
  if (!subtle) return p256.verify(signature, body, point, { lowS: false });
  const key = await subtle.importKey('raw', point, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
  return subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, body);
}
