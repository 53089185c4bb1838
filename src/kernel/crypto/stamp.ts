/**
 * Stamps: signatures of `payloadToSign` with a session key. A stamp is verified over the stored payload, never over a
 * payload that the client sends.
 *
 * Every failure gives the same code and reason. `signatureProblem` says what a client can correct: see
 * docs/behaviour/wallets.md#problems-of-a-signed-retry.
 *
 * Decision: hex in a stamp is lower-case, as published clients write it, so that no bit of it can be flipped unnoticed.
 *
 * Source: docs/behaviour/wallets.md#stamp.
 */
import { type KeyObject, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type SignatureProblem, SignatureRejected } from '../signature-problem.ts';
import { decodeAnyBase64, decodeHex, decodeUtf8, encodeHex } from './encodings.ts';
import { compressPoint, parseDerSignature, publicKeyObject } from './p256.ts';

const scheme = 'SIGNATURE_SCHEME_TK_API_P256';
// A stamp with an uncompressed key and the longest signature has about 560 characters.
const maxHeaderLength = 2048;

/** The signature header does not prove that an allowed session signed the payload. */
export class InvalidStamp extends SignatureRejected {
  override readonly name = 'InvalidStamp';

  constructor(problem: Extract<SignatureProblem, `SIGNATURE_${string}`>) {
    super(problem, 'Invalid Service-Wallet-Signature', 'The wallet signature is not valid for this request.');
  }
}

/** The header has no stamp. */
const unreadable = (header: string): InvalidStamp =>
  new InvalidStamp(header === '' ? 'SIGNATURE_MISSING' : 'SIGNATURE_MALFORMED');

interface Stamp {
  /** Compressed point in lower-case hex, the form that sessions store. */
  readonly publicKey: string;
  /** DER, checked for its encoding. */
  readonly signature: Uint8Array;
}

/** A session that may sign. `publicKey` is a compressed point in lower-case hex. */
export interface Signer {
  readonly publicKey: string;
}

function jsonObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  const text = decodeUtf8(bytes);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    // A duplicate name, or an escape for a plain letter, makes the text longer than its canonical form.
    if (text.replace(/[ \t\r\n]/g, '').length !== JSON.stringify(value).length) return undefined;
    return value as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Converts a client's public key to the form that sessions store. */
function canonicalKey(hex: string): string | undefined {
  if (/^0[23][0-9a-f]{64}$/.test(hex)) return hex;
  const point = hex.length === 130 && hex.startsWith('04') ? decodeHex(hex, 'lower') : undefined;
  const compressed = point && compressPoint(point);
  return compressed && encodeHex(compressed);
}

function stampOf(bytes: Uint8Array): Stamp | InvalidStamp {
  const object = jsonObject(bytes);
  if (!object || Object.keys(object).length !== 3) return new InvalidStamp('SIGNATURE_MALFORMED');
  const { publicKey: key, scheme: named, signature: hex } = object;
  if (named !== scheme || typeof key !== 'string' || typeof hex !== 'string') {
    return new InvalidStamp('SIGNATURE_MALFORMED');
  }
  const publicKey = canonicalKey(key);
  const signature = decodeHex(hex, 'lower');
  if (!publicKey || !signature || !parseDerSignature(signature)) {
    return new InvalidStamp('SIGNATURE_MALFORMED');
  }
  return { publicKey, signature };
}

const decodeHeader = (header: string): Uint8Array | undefined =>
  header !== '' && header.length <= maxHeaderLength ? decodeAnyBase64(header) : undefined;

/** Parses a stamp: exactly the scheme, a well-formed key and a well-formed signature. */
export function parseStamp(header: string): Stamp | InvalidStamp {
  const bytes = decodeHeader(header);
  return bytes ? stampOf(bytes) : unreadable(header);
}

// Importing a key takes a third of the time of a verification, and a session signs more than once. The cache holds public
// keys only.
const keys = new LRUCache<string, KeyObject>({ max: 4096 });

function keyOf({ publicKey }: Signer): KeyObject {
  const cached = keys.get(publicKey);
  if (cached) return cached;
  const key = publicKeyObject(Buffer.from(publicKey, 'hex'));
  keys.set(publicKey, key);
  return key;
}

const signed = (signer: Signer, payload: Uint8Array, signature: Uint8Array): boolean =>
  verify('sha256', payload, keyOf(signer), signature);

function signerOf<S extends Signer>(stamp: Stamp, payload: string, signers: readonly S[]): S | InvalidStamp {
  const signer = signers.find(({ publicKey }) => publicKey === stamp.publicKey);
  if (!signer) return new InvalidStamp('SIGNATURE_UNKNOWN_KEY');
  return signed(signer, Buffer.from(payload, 'utf8'), stamp.signature)
    ? signer
    : new InvalidStamp('SIGNATURE_BODY_MISMATCH');
}

/**
 * Finds the session that signed the payload among those that are allowed to.
 *
 * @param payload the stored `payloadToSign`. The signature is over its UTF-8 bytes.
 * @param signers the active sessions that the flow allows (docs/behaviour/wallets.md#signed-retry).
 */
export function verifyStamp<S extends Signer>(
  header: string,
  payload: string,
  signers: readonly S[],
): S | InvalidStamp {
  const stamp = parseStamp(header);
  return stamp instanceof InvalidStamp ? stamp : signerOf(stamp, payload, signers);
}

/**
 * Like `verifyStamp`, but the header may also be a DER signature in base64 without a key. Then every active session of the
 * account is tried. Only the execution of a quote accepts this form. A bare signature names no key, so one that does not verify
 * is always of an unknown key.
 */
export function verifyStampOrSignature<S extends Signer>(
  header: string,
  payload: string,
  signers: readonly S[],
): S | InvalidStamp {
  const bytes = decodeHeader(header);
  if (!bytes) return unreadable(header);
  if (bytes[0] !== 0x30) {
    const stamp = stampOf(bytes);
    return stamp instanceof InvalidStamp ? stamp : signerOf(stamp, payload, signers);
  }
  if (!parseDerSignature(bytes)) return new InvalidStamp('SIGNATURE_MALFORMED');
  const message = Buffer.from(payload, 'utf8');
  return (
    signers.find((signer) => signed(signer, message, bytes)) ?? new InvalidStamp('SIGNATURE_UNKNOWN_KEY')
  );
}
