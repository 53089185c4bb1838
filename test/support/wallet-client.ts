/**
 * The client side of embedded-wallet authentication, for tests of the server: it makes key pairs, opens sealed session keys
 * and wallet exports, and builds stamps. It is a second implementation beside the wallet kit of the client package. It uses
 * only node:crypto, and no code of the server or the kit, so that one mistake cannot be in both sides of a test; the kit uses
 * the same HPKE library as the server. Integrators use the kit. The passkey is in `software-passkey.ts`.
 *
 * A wallet session in four lines:
 *
 *     const keys = makeKeyPair();                                         // send keys.publicKey as clientPublicKey
 *     const session = openSessionKey(encryptedSessionSigningKey, keys);   // the result of verifyCredential
 *     const signature = stamp(payloadToSign, session);                    // for the signed retry
 *     const { mnemonic } = openWalletExport(encryptedWalletCredentials, keys);
 */
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  ECDH,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';

export interface ClientKeyPair {
  /** Uncompressed point, 130 hex digits: the `clientPublicKey` of a request. */
  readonly publicKey: string;
  /** 32-byte scalar in hex. It stays on the client. */
  readonly privateKey: string;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const unhex = (text: string): Buffer => Buffer.from(text, 'hex');
const hash = (...parts: readonly (Uint8Array | string)[]): Buffer =>
  parts.reduce((h, part) => h.update(part), createHash('sha256')).digest();

/** The key pair of a scalar in hex. */
export function keyPairFrom(privateKey: string): ClientKeyPair {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey, 'hex');
  return { publicKey: ecdh.getPublicKey('hex'), privateKey };
}

export function makeKeyPair(): ClientKeyPair {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return keyPairFrom(ecdh.getPrivateKey('hex').padStart(64, '0'));
}

/** Uncompressed to compressed and back, in hex. */
export const convertPoint = (point: string, form: 'compressed' | 'uncompressed'): string =>
  ECDH.convertKey(point, 'prime256v1', 'hex', 'hex', form) as string;

function signingKey({ publicKey, privateKey }: ClientKeyPair): KeyObject {
  const point = unhex(publicKey);
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: unhex(privateKey).toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
}

/** DER ECDSA signature with SHA-256. */
export const signBytes = (data: Uint8Array | string, keys: ClientKeyPair): Buffer =>
  sign('sha256', Buffer.from(data as Uint8Array), signingKey(keys));

// ── base58check ──────────────────────────────────────────────────────────────────────────────────────────────────

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function decodeBase58Check(text: string): Buffer {
  let value = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit === -1) throw new Error('Not base58');
    value = value * 58n + BigInt(digit);
  }
  const digits = value === 0n ? '' : value.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const bytes = Buffer.concat([
    Buffer.alloc(zeros),
    unhex(digits.padStart(digits.length + (digits.length % 2), '0')),
  ]);
  const payload = bytes.subarray(0, -4);
  if (!hash(hash(payload)).subarray(0, 4).equals(bytes.subarray(-4))) throw new Error('Wrong checksum');
  return payload;
}

// ── HPKE (RFC 9180), DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, base mode ─────────────────────────────────

const hmac = (key: Uint8Array, data: Uint8Array): Buffer => createHmac('sha256', key).update(data).digest();

function expand(key: Uint8Array, info: Uint8Array, length: number): Buffer {
  let block: Buffer = Buffer.alloc(0);
  let out: Buffer = Buffer.alloc(0);
  for (let counter = 1; out.length < length; counter += 1) {
    block = hmac(key, Buffer.concat([block, info, Buffer.of(counter)]));
    out = Buffer.concat([out, block]);
  }
  return out.subarray(0, length);
}

function labelled(suite: Uint8Array) {
  const version = Buffer.from('HPKE-v1');
  return {
    extract: (salt: Uint8Array, label: string, material: Uint8Array) =>
      hmac(
        salt.length === 0 ? Buffer.alloc(32) : salt,
        Buffer.concat([version, suite, Buffer.from(label), material]),
      ),
    expand: (key: Uint8Array, label: string, info: Uint8Array, length: number) =>
      expand(
        key,
        Buffer.concat([Buffer.of(length >> 8, length & 255), version, suite, Buffer.from(label), info]),
        length,
      ),
  };
}

const none = Buffer.alloc(0);

/** The AES key and base nonce of a context, from the shared point's x coordinate. */
export function keySchedule(dh: Uint8Array, enc: Uint8Array, recipient: Uint8Array, info: Uint8Array) {
  const kem = labelled(Buffer.from('KEM\x00\x10', 'latin1'));
  const context = Buffer.concat([enc, recipient]);
  const shared = kem.expand(kem.extract(none, 'eae_prk', dh), 'shared_secret', context, 32);
  const suite = labelled(Buffer.from('HPKE\x00\x10\x00\x01\x00\x02', 'latin1'));
  const infoHash = suite.extract(none, 'info_hash', info);
  const scheduleContext = Buffer.concat([Buffer.of(0), suite.extract(none, 'psk_id_hash', none), infoHash]);
  const secret = suite.extract(shared, 'secret', none);
  return {
    infoHash,
    key: suite.expand(secret, 'key', scheduleContext, 32),
    baseNonce: suite.expand(secret, 'base_nonce', scheduleContext, 12),
  };
}

/** Opens the first message of a context. */
export function hpkeOpen(
  { enc, ciphertext }: { enc: Uint8Array; ciphertext: Uint8Array },
  keys: ClientKeyPair,
  info: Uint8Array,
  aad: Uint8Array,
): Buffer {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(keys.privateKey, 'hex');
  const { key, baseNonce } = keySchedule(ecdh.computeSecret(enc), enc, unhex(keys.publicKey), info);
  const decipher = createDecipheriv('aes-256-gcm', key, baseNonce, { authTagLength: 16 });
  decipher.setAAD(aad);
  decipher.setAuthTag(ciphertext.subarray(-16));
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
}

/** Seals with a given ephemeral key: only for comparing with published vectors. */
export function hpkeSeal(
  plaintext: Uint8Array,
  recipient: string,
  ephemeral: ClientKeyPair,
  info: Uint8Array,
  aad: Uint8Array,
) {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(ephemeral.privateKey, 'hex');
  const enc = unhex(ephemeral.publicKey);
  const { key, baseNonce } = keySchedule(ecdh.computeSecret(recipient, 'hex'), enc, unhex(recipient), info);
  const cipher = createCipheriv('aes-256-gcm', key, baseNonce, { authTagLength: 16 });
  cipher.setAAD(aad);
  return { enc, ciphertext: Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]) };
}

const serviceInfo = unhex('7475726e6b65795f68706b65');

function openSealed(enc: Buffer, ciphertext: Buffer, keys: ClientKeyPair): Buffer {
  return hpkeOpen({ enc, ciphertext }, keys, serviceInfo, Buffer.concat([enc, unhex(keys.publicKey)]));
}

/** Opens `encryptedSessionSigningKey` with the key pair that `clientPublicKey` came from. */
export function openSessionKey(encryptedSessionSigningKey: string, keys: ClientKeyPair): ClientKeyPair {
  const bytes = decodeBase58Check(encryptedSessionSigningKey);
  if (bytes.length !== 81) throw new Error('A sealed session key has 81 bytes');
  const enc = unhex(convertPoint(hex(bytes.subarray(0, 33)), 'uncompressed'));
  return keyPairFrom(hex(openSealed(enc, bytes.subarray(33), keys)));
}

// ── the stamp ────────────────────────────────────────────────────────────────────────────────────────────────────

/** The value of `Service-Wallet-Signature` (or `signedRetry.signature`) over `payloadToSign`. */
export function stamp(payloadToSign: string, session: ClientKeyPair): string {
  const publicKey = convertPoint(session.publicKey, 'compressed');
  const signature = hex(signBytes(payloadToSign, session));
  const text = JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature });
  return Buffer.from(text).toString('base64url');
}

/** The bare signature, which executeQuote also accepts. */
export const bareSignature = (payload: string, session: ClientKeyPair): string =>
  signBytes(payload, session).toString('base64');

// ── wallet export ────────────────────────────────────────────────────────────────────────────────────────────────

const spki = (point: Buffer): KeyObject =>
  createPublicKey({
    key: Buffer.concat([unhex('3059301306072a8648ce3d020106082a8648ce3d030107034200'), point]),
    format: 'der',
    type: 'spki',
  });

/**
 * Opens `encryptedWalletCredentials`, the signature first.
 *
 * @param issuer the pinned `exportIssuerPublicKey`; without it the key of the envelope is used.
 */
export function openWalletExport(
  encryptedWalletCredentials: string,
  keys: ClientKeyPair,
  issuer?: string,
): { mnemonic: string; organizationId: string } {
  const envelope = JSON.parse(encryptedWalletCredentials) as Record<string, string>;
  const { version, data = '', dataSignature = '', enclaveQuorumPublic = '' } = envelope;
  if (version !== 'v1.0.0') throw new Error('Unknown version');
  if (issuer !== undefined && issuer !== enclaveQuorumPublic) throw new Error('Signed by another issuer');
  if (!verify('sha256', unhex(data), spki(unhex(enclaveQuorumPublic)), unhex(dataSignature))) {
    throw new Error('Wrong signature');
  }
  const sealed = JSON.parse(unhex(data).toString('utf8')) as Record<string, string>;
  const { encappedPublic = '', ciphertext = '', organizationId = '' } = sealed;
  if (organizationId === '') throw new Error('No organizationId');
  return {
    mnemonic: openSealed(unhex(encappedPublic), unhex(ciphertext), keys).toString('ascii'),
    organizationId,
  };
}

/** A random challenge. */
export const randomChallenge = (): string => randomBytes(32).toString('base64url');
