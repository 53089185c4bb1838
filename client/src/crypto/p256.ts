/** P-256 keys as WebCrypto keys, and signatures in DER. A private key leaves this module only as a function that uses it. */
import { p256 } from '@noble/curves/nist.js';
import { type Bytes, encodeBase64Url, encodeHex } from './encodings.ts';

/** WebCrypto is missing in React Native, and on pages without TLS other than those of localhost. */
export const webCrypto = (): SubtleCrypto | undefined =>
  (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;

export type Purpose = 'sign' | 'derive';

const algorithms = {
  sign: { name: 'ECDSA', namedCurve: 'P-256' },
  derive: { name: 'ECDH', namedCurve: 'P-256' },
} as const;
const usages = { sign: ['sign'], derive: ['deriveBits'] } as const;

/** A pair whose private key no script can read. */
export const generatePair = (subtle: SubtleCrypto, purpose: Purpose): Promise<CryptoKeyPair> =>
  subtle.generateKey(algorithms[purpose], false, [...usages[purpose]]);

/** Imports a 32-byte scalar as a pair whose private key no script can read. */
export async function importPair(
  subtle: SubtleCrypto,
  scalar: Uint8Array,
  purpose: Purpose,
): Promise<CryptoKeyPair> {
  const point = p256.getPublicKey(scalar, false);
  const algorithm = algorithms[purpose];
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: encodeBase64Url(point.slice(1, 33)),
    y: encodeBase64Url(point.slice(33)),
  };
  const privateJwk = { ...jwk, d: encodeBase64Url(scalar) };
  const [privateKey, publicKey] = await Promise.all([
    subtle.importKey('jwk', privateJwk, algorithm, false, [...usages[purpose]]),
    subtle.importKey('jwk', jwk, algorithm, true, purpose === 'sign' ? ['verify'] : []),
  ]);
  return { privateKey, publicKey };
}

export const isScalar = (bytes: Uint8Array): boolean => p256.utils.isValidSecretKey(bytes);

/** The uncompressed point of a WebCrypto key. */
export async function pointOf(subtle: SubtleCrypto, publicKey: CryptoKey): Promise<Uint8Array> {
  return new Uint8Array(await subtle.exportKey('raw', publicKey));
}

/** @returns undefined for bytes that are no point of the curve. */
export function convertPoint(point: Uint8Array, form: 'compressed' | 'uncompressed'): Bytes | undefined {
  try {
    return Uint8Array.from(p256.Point.fromBytes(point).toBytes(form === 'compressed'));
  } catch {
    return undefined;
  }
}

/** Compressed point in lower-case hex. */
export const publicKeyOf = (scalar: Uint8Array): string => encodeHex(p256.getPublicKey(scalar, true));

export const randomScalar = (): Uint8Array => p256.utils.randomSecretKey();

const der = { format: 'der', lowS: false } as const;

/** ECDSA over the SHA-256 of the data, DER. The nonce is that of RFC 6979. */
export const signWithScalar = (data: Uint8Array, scalar: Uint8Array): Uint8Array =>
  p256.sign(data, scalar, der);

export async function signWithKey(
  subtle: SubtleCrypto,
  data: Bytes,
  privateKey: CryptoKey,
): Promise<Uint8Array> {
  const signature = await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, data);
  return p256.Signature.fromBytes(new Uint8Array(signature), 'compact').toBytes('der');
}

export function isSignedBy(point: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  try {
    return p256.verify(signature, data, point, der);
  } catch {
    return false;
  }
}
