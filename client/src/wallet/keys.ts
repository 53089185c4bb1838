/**
 * The keys of a wallet's device. Where the platform has WebCrypto, a private key is a `CryptoKey` that no script can read, and
 * `cryptoKeys` can be stored in IndexedDB. Otherwise it is in a closure: no property, log or error shows it.
 */
import { decodeHex, encodeHex, encodeUtf8 } from '../crypto/encodings.ts';
import {
  convertPoint,
  generatePair,
  importPair,
  isScalar,
  type Purpose,
  pointOf,
  publicKeyOf,
  randomScalar,
  signWithKey,
  signWithScalar,
  webCrypto,
} from '../crypto/p256.ts';
import { WalletError } from './errors.ts';
import { requireWebCrypto } from './web-crypto.ts';

type KeyUse =
  | 'encrypt'
  | 'decrypt'
  | 'sign'
  | 'verify'
  | 'deriveKey'
  | 'deriveBits'
  | 'wrapKey'
  | 'unwrapKey';

/** A `CryptoKey`. Declared here, because the types of Node.js and React Native have none of this name. */
export interface WebCryptoKey {
  readonly type: 'private' | 'public' | 'secret';
  readonly extractable: boolean;
  readonly algorithm: { name: string };
  readonly usages: KeyUse[];
}

/** A `CryptoKeyPair`. */
export interface WebCryptoKeyPair {
  readonly privateKey: WebCryptoKey;
  readonly publicKey: WebCryptoKey;
}

/** A key that signs. With the setting `wallets.clientHeldKeys` it can be the key of a session. */
export interface SigningKey {
  /** Compressed point, 66 digits of lower-case hex. */
  readonly publicKey: string;
  /** Structured-cloneable, not extractable. Absent without WebCrypto. */
  readonly cryptoKeys: WebCryptoKeyPair | undefined;
  /** ECDSA over the SHA-256 of the text in UTF-8: DER in lower-case hex. */
  sign(text: string): Promise<string>;
}

/** A key that the server seals session keys and exports to. */
export interface RecipientKey {
  /** Uncompressed point, 130 digits of lower-case hex: a `clientPublicKey`. */
  readonly publicKey: string;
  readonly cryptoKeys: WebCryptoKeyPair;
}

/** A pair that `cryptoKeys` returned, or a 32-byte scalar, of which a copy is imported. */
export type KeySource = WebCryptoKeyPair | Uint8Array | string;

const invalidKey = () => new WalletError('KEY_INVALID', 'The key is not a P-256 key of this kind.');

/** A scalar as bytes, or in hex. */
function scalarIn(source: Uint8Array | string): Uint8Array {
  const scalar = typeof source === 'string' ? decodeHex(source) : source;
  if (scalar?.length !== 32 || !isScalar(scalar)) throw invalidKey();
  return scalar;
}

const isPair = (source: KeySource): source is WebCryptoKeyPair =>
  typeof source === 'object' && 'privateKey' in source;

async function pairOf(
  subtle: SubtleCrypto,
  source: KeySource | undefined,
  purpose: Purpose,
): Promise<CryptoKeyPair> {
  if (source === undefined) return generatePair(subtle, purpose);
  if (!isPair(source)) return importPair(subtle, scalarIn(source), purpose);
  const usage = purpose === 'sign' ? 'sign' : 'deriveBits';
  const { namedCurve } = source.privateKey.algorithm as EcKeyAlgorithm;
  if (namedCurve !== 'P-256' || !source.privateKey.usages.includes(usage)) throw invalidKey();
  return source;
}

/**
 * Makes a key that signs, or restores one.
 *
 * @throws WalletError KEY_INVALID
 */
export async function createSigningKey(source?: KeySource): Promise<SigningKey> {
  const subtle = webCrypto();
  if (!subtle) return closureKey(source);
  const pair = await pairOf(subtle, source, 'sign');
  const point = convertPoint(await pointOf(subtle, pair.publicKey), 'compressed');
  if (!point) throw invalidKey();
  return {
    publicKey: encodeHex(point),
    cryptoKeys: pair,
    sign: async (text) => encodeHex(await signWithKey(subtle, encodeUtf8(text), pair.privateKey)),
  };
}

function closureKey(source: KeySource | undefined): SigningKey {
  if (source !== undefined && isPair(source)) throw invalidKey();
  const scalar = source === undefined ? randomScalar() : Uint8Array.from(scalarIn(source));
  return {
    publicKey: publicKeyOf(scalar),
    cryptoKeys: undefined,
    sign: async (text) => encodeHex(signWithScalar(encodeUtf8(text), scalar)),
  };
}

/**
 * Makes a key to seal to, or restores one. Each is good for one session or export.
 *
 * @throws WalletError WEBCRYPTO_UNAVAILABLE, KEY_INVALID
 */
export async function createRecipientKey(source?: KeySource): Promise<RecipientKey> {
  const subtle = requireWebCrypto();
  const pair = await pairOf(subtle, source, 'derive');
  return { publicKey: encodeHex(await pointOf(subtle, pair.publicKey)), cryptoKeys: pair };
}
