/**
 * Authenticator data: flags and counter, and at registration the new key.
 *
 * Source: WebAuthn level 3, sections 6.1, 6.5.1 and 5.8.5 (the form of an ES256 key).
 */
import { compressPoint, uncompressedOf } from '../../kernel/crypto/p256.ts';
import { type Cbor, decodeCborAt, isCborMap } from './cbor.ts';

interface AttestedCredential {
  /** 1 to 1023 bytes. */
  readonly credentialId: Uint8Array;
  /** The COSE key, in the bytes of the authenticator. */
  readonly coseKey: Uint8Array;
  readonly key: Cbor;
}

export interface AuthenticatorData {
  readonly rpIdHash: Uint8Array;
  readonly userPresent: boolean;
  readonly userVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly counter: number;
  readonly attested: AttestedCredential | undefined;
}

const fixedLength = 37;
const aaguidLength = 16;

/** Parses authenticator data. `undefined` when the bytes are malformed or longer than the data. */
export function parseAuthenticatorData(bytes: Uint8Array): AuthenticatorData | undefined {
  if (bytes.length < fixedLength) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(32);
  let end = fixedLength;
  let attested: AttestedCredential | undefined;
  if (flags & 0x40) {
    const idStart = end + aaguidLength + 2;
    if (bytes.length < idStart) return undefined;
    const keyStart = idStart + view.getUint16(idStart - 2);
    if (keyStart === idStart || keyStart - idStart > 1023 || keyStart >= bytes.length) return undefined;
    const key = decodeCborAt(bytes, keyStart);
    if (!key) return undefined;
    end = key.end;
    attested = {
      credentialId: bytes.slice(idStart, keyStart),
      coseKey: bytes.slice(keyStart, end),
      key: key.value,
    };
  }
  if (flags & 0x80) {
    const extensions = decodeCborAt(bytes, end);
    if (!extensions || !isCborMap(extensions.value)) return undefined;
    end = extensions.end;
  }
  if (end !== bytes.length) return undefined;
  return {
    rpIdHash: bytes.slice(0, 32),
    userPresent: (flags & 0x01) !== 0,
    userVerified: (flags & 0x04) !== 0,
    backupEligible: (flags & 0x08) !== 0,
    backedUp: (flags & 0x10) !== 0,
    counter: view.getUint32(33),
    attested,
  };
}

/** Whether the key is an ES256 key: exactly these five members, with a point on P-256. */
export function isEs256Key(key: Cbor): boolean {
  if (!isCborMap(key) || key.size !== 5) return false;
  const [x, y] = [key.get(-2), key.get(-3)];
  return (
    key.get(1) === 2 &&
    key.get(3) === -7 &&
    key.get(-1) === 1 &&
    x instanceof Uint8Array &&
    y instanceof Uint8Array &&
    x.length === 32 &&
    y.length === 32 &&
    compressPoint(uncompressedOf(x, y)) !== undefined
  );
}
