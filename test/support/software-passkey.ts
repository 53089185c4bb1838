/**
 * A passkey in software: the responses of an authenticator to `navigator.credentials.create()` and `get()`. A test can change
 * each part separately. It shares no code with the server.
 *
 * Source: WebAuthn level 3, sections 6.1 (authenticator data), 6.5 (attestation), 8.2 (packed).
 */
import { createHash, randomBytes } from 'node:crypto';
import { type ClientKeyPair, makeKeyPair, signBytes } from './wallet-client.ts';

// ── CBOR, encoding only (RFC 8949) ───────────────────────────────────────────────────────────────────────────────

export type CborValue =
  | number
  | string
  | Uint8Array
  | boolean
  | null
  | readonly CborValue[]
  | Map<number | string, CborValue>;

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.of((major << 5) | argument);
  if (argument < 256) return Buffer.of((major << 5) | 24, argument);
  if (argument < 65536) return Buffer.of((major << 5) | 25, argument >> 8, argument & 255);
  const bytes = Buffer.alloc(5, (major << 5) | 26);
  bytes.writeUInt32BE(argument, 1);
  return bytes;
}

export function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value === null) return Buffer.of(0xf6);
  if (typeof value === 'boolean') return Buffer.of(value ? 0xf5 : 0xf4);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)]),
    ]);
  }
  return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
}

// ── the authenticator ────────────────────────────────────────────────────────────────────────────────────────────

export interface Flags {
  readonly userPresent?: boolean;
  readonly userVerified?: boolean;
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
}

/** Differences from a valid response. */
export interface Deviations {
  readonly challenge?: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly flags?: Flags;
  /** Further members of the client data, for example `crossOrigin`. */
  readonly clientData?: Readonly<Record<string, unknown>>;
  /** Bytes of CBOR extension output; sets the extension flag. */
  readonly extensions?: Uint8Array;
}

export interface RegistrationDeviations extends Deviations {
  readonly format?: 'none' | 'packed' | string;
  /** Replaces the ES256 key of this passkey. */
  readonly coseKey?: Map<number, CborValue>;
  /** Replaces the statement of the format. */
  readonly statement?: (signed: Buffer) => Map<string, CborValue>;
  /** Changes the encoded attestation object. */
  readonly mangle?: (attestationObject: Buffer) => Buffer;
  /** Bytes after the key in the authenticator data. */
  readonly authenticatorDataTail?: Uint8Array;
}

export interface Attestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports: string[];
}

export interface Assertion {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

function flagByte(flags: Flags, more = 0): number {
  const { userPresent = true, userVerified = true, backupEligible = false, backedUp = false } = flags;
  return (
    (userPresent ? 0x01 : 0) |
    (userVerified ? 0x04 : 0) |
    (backupEligible ? 0x08 : 0) |
    (backedUp ? 0x10 : 0) |
    more
  );
}

/** The COSE form of an ES256 key. */
export function coseKeyOf(keys: ClientKeyPair): Map<number, CborValue> {
  const point = Buffer.from(keys.publicKey, 'hex');
  return new Map<number, CborValue>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, point.subarray(1, 33)],
    [-3, point.subarray(33)],
  ]);
}

export class SoftwarePasskey {
  readonly keys: ClientKeyPair;
  readonly credentialId: Buffer;
  readonly rpId: string;
  readonly origin: string;
  /** The signature counter of the next response. A synced passkey leaves it at 0. */
  counter: number;

  constructor({
    rpId = 'localhost',
    origin = 'http://localhost:3000',
    counter = 0,
    keys = makeKeyPair(),
    credentialId = randomBytes(32),
  }: {
    rpId?: string;
    origin?: string;
    counter?: number;
    keys?: ClientKeyPair;
    credentialId?: Buffer;
  } = {}) {
    this.rpId = rpId;
    this.origin = origin;
    this.counter = counter;
    this.keys = keys;
    this.credentialId = credentialId;
  }

  /** Signs a registration challenge (base64url). */
  register(challenge: string, deviations: RegistrationDeviations = {}): Attestation {
    const { format = 'none', extensions, authenticatorDataTail = Buffer.alloc(0) } = deviations;
    const clientData = this.#clientData('webauthn.create', challenge, deviations);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const authenticatorData = Buffer.concat([
      this.#head(deviations, 0x40 | (extensions ? 0x80 : 0)),
      Buffer.alloc(16),
      length,
      this.credentialId,
      cbor(deviations.coseKey ?? coseKeyOf(this.keys)),
      extensions ?? Buffer.alloc(0),
      authenticatorDataTail,
    ]);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    const statement =
      deviations.statement?.(signed) ??
      new Map<string, CborValue>(
        format === 'packed'
          ? [
              ['alg', -7],
              ['sig', signBytes(signed, this.keys)],
            ]
          : [],
      );
    const object = cbor(
      new Map<string, CborValue>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authenticatorData],
      ]),
    );
    return {
      credentialId: this.credentialId.toString('base64url'),
      clientDataJson: clientData.toString('base64url'),
      attestationObject: (deviations.mangle?.(object) ?? object).toString('base64url'),
      transports: ['internal'],
    };
  }

  /** Signs an authentication challenge (base64url). */
  assert(challenge: string, deviations: Deviations = {}): Assertion {
    const clientData = this.#clientData('webauthn.get', challenge, deviations);
    const { extensions } = deviations;
    const authenticatorData = Buffer.concat([
      this.#head(deviations, extensions ? 0x80 : 0),
      extensions ?? Buffer.alloc(0),
    ]);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      credentialId: this.credentialId.toString('base64url'),
      clientDataJson: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signBytes(signed, this.keys).toString('base64url'),
    };
  }

  #head({ rpId = this.rpId, flags = {}, counter = this.counter }: Deviations, more: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flagByte(flags, more)), count]);
  }

  #clientData(type: string, challenge: string, deviations: Deviations): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: deviations.type ?? type,
        challenge: deviations.challenge ?? challenge,
        origin: deviations.origin ?? this.origin,
        crossOrigin: false,
        ...deviations.clientData,
      }),
    );
  }
}
