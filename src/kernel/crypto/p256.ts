/**
 * P-256 points, key pairs and signature encodings. Points of inputs are checked to be on the curve. Signatures are
 * verified by node:crypto, which is ten times faster than JavaScript.
 *
 * Source: SEC 1, sections 2.3.3 and 2.3.4 (points); RFC 3279, section 2.2.3, and X.690 (DER signatures).
 */
import { createECDH, createPrivateKey, createPublicKey, ECDH, type KeyObject } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { invariant } from '../errors.ts';
import { concatBytes, decodeHex, encodeBase64Url } from './encodings.ts';

const order = p256.Point.Fn.ORDER;

export interface KeyPair {
  /** 32-byte scalar, big-endian, in [1, n-1]. */
  readonly privateKey: Uint8Array;
  /** 33-byte compressed SEC1 point. */
  readonly compressed: Uint8Array;
  /** 65-byte uncompressed SEC1 point. */
  readonly uncompressed: Uint8Array;
}

function pointOf(bytes: Uint8Array) {
  try {
    return p256.Point.fromBytes(bytes);
  } catch {
    return undefined;
  }
}

/** The 65 bytes when they are an uncompressed point on the curve, otherwise `undefined`. */
export function parseUncompressedPoint(bytes: Uint8Array): Uint8Array | undefined {
  return bytes.length === 65 && bytes[0] === 4 && pointOf(bytes) ? bytes : undefined;
}

/**
 * A `clientPublicKey`: 130 hex digits of either case, an uncompressed point on the curve.
 *
 * Source: docs/behaviour/conventions.md.
 */
export function parseClientPublicKey(text: string): Uint8Array | undefined {
  if (text.length !== 130) return undefined;
  const bytes = decodeHex(text, 'any');
  return bytes && parseUncompressedPoint(bytes);
}

/** A client's own session key: 66 hex digits of either case, a compressed point on the curve. Returns it in lower case. */
export function parseCompressedPublicKey(text: string): string | undefined {
  if (text.length !== 66) return undefined;
  const bytes = decodeHex(text, 'any');
  return bytes && pointOf(bytes) ? text.toLowerCase() : undefined;
}

/** The uncompressed form, in lower-case hex, of a point on the curve in lower-case hex. */
export const uncompressedHex = (point: string): string =>
  ECDH.convertKey(point, 'prime256v1', 'hex', 'hex', 'uncompressed') as string;

/** 33 bytes from an uncompressed (or already compressed) point, or `undefined` when it is not on the curve. */
export function compressPoint(bytes: Uint8Array): Uint8Array | undefined {
  return bytes.length === 33 || bytes.length === 65 ? pointOf(bytes)?.toBytes(true) : undefined;
}

/** The key pair of a scalar; a scalar outside [1, n-1] is a defect. */
export function keyPairOf(privateKey: Uint8Array): KeyPair {
  invariant(p256.utils.isValidSecretKey(privateKey), 'a private key is a scalar from 1 to n-1');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return {
    privateKey,
    compressed: new Uint8Array(ecdh.getPublicKey(null, 'compressed')),
    uncompressed: new Uint8Array(ecdh.getPublicKey()),
  };
}

export function generateKeyPair(): KeyPair {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const scalar = ecdh.getPrivateKey();
  const privateKey = new Uint8Array(32);
  // The platform drops leading zero bytes of the scalar on some versions.
  privateKey.set(scalar, 32 - scalar.length);
  return keyPairOf(privateKey);
}

const coordinates = (uncompressed: Uint8Array) => ({
  kty: 'EC',
  crv: 'P-256',
  x: encodeBase64Url(uncompressed.subarray(1, 33)),
  y: encodeBase64Url(uncompressed.subarray(33)),
});

/**
 * The node:crypto key for a 33-byte compressed point that was checked to be on the curve. Importing coordinates (JWK) is a
 * quarter faster than importing DER.
 */
export function publicKeyObject(compressed: Uint8Array): KeyObject {
  invariant(compressed.length === 33, 'a compressed point has 33 bytes');
  const uncompressed = ECDH.convertKey(
    compressed,
    'prime256v1',
    undefined,
    undefined,
    'uncompressed',
  ) as Buffer;
  return createPublicKey({ format: 'jwk', key: coordinates(uncompressed) });
}

/** The node:crypto key for signing. */
export function privateKeyObject({ privateKey, uncompressed }: KeyPair): KeyObject {
  const key = { ...coordinates(uncompressed), d: encodeBase64Url(privateKey) };
  return createPrivateKey({ format: 'jwk', key });
}

/** Reads one DER INTEGER at `offset`: minimal, positive, in [1, n-1]. */
function readScalar(der: Uint8Array, offset: number): { value: bigint; end: number } | undefined {
  const length = der[offset + 1];
  const first = der[offset + 2];
  const second = der[offset + 3];
  if (der[offset] !== 0x02 || length === undefined || length < 1 || length > 33) return undefined;
  const end = offset + 2 + length;
  if (end > der.length || first === undefined) return undefined;
  if ((first & 0x80) !== 0) return undefined;
  if (first === 0 && length > 1 && ((second ?? 0) & 0x80) === 0) return undefined;
  const value = BigInt(`0x${Buffer.from(der.subarray(offset + 2, end)).toString('hex')}`);
  return value >= 1n && value < order ? { value, end } : undefined;
}

/**
 * Whether the bytes are the one DER encoding of a signature: a sequence of two integers with lengths in short form,
 * both minimal and in [1, n-1], nothing after them. A high s is allowed: half of all clients' signatures have one.
 */
export function parseDerSignature(der: Uint8Array): { r: bigint; s: bigint } | undefined {
  if (der.length < 8 || der.length > 72 || der[0] !== 0x30 || der[1] !== der.length - 2) return undefined;
  const r = readScalar(der, 2);
  const s = r && readScalar(der, r.end);
  return r && s && s.end === der.length ? { r: r.value, s: s.value } : undefined;
}

/** A scalar in [1, n-1] from 48 uniform bytes, its bias below 2^-128 (FIPS 186-5, A.2.1). */
export function scalarFrom(seed: Uint8Array): Uint8Array {
  invariant(seed.length === 48, 'a scalar is made from 48 bytes');
  return p256.utils.randomSecretKey(seed);
}

/** x and y of a COSE or JWK key as an uncompressed point; not yet checked to be on the curve. */
export const uncompressedOf = (x: Uint8Array, y: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(4), x, y);
