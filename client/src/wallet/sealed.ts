/**
 * Opens what the server seals to a client: session keys and wallet exports.
 *
 * Source: RFC 9180, base mode; docs/behaviour/wallets.md#encrypted-session-key and #export.
 */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { type Bytes, concat, decodeBase58Check, decodeHex, decodeUtf8 } from '../crypto/encodings.ts';
import { convertPoint, isSignedBy, pointOf } from '../crypto/p256.ts';
import { WalletError } from './errors.ts';
import { createSigningKey, type RecipientKey, type SigningKey } from './keys.ts';
import { requireWebCrypto } from './web-crypto.ts';

const info = Uint8Array.of(0x74, 0x75, 0x72, 0x6e, 0x6b, 0x65, 0x79, 0x5f, 0x68, 0x70, 0x6b, 0x65);

/** The cause is left out: an error of the cipher says nothing that helps, and must say nothing about the plaintext. */
const invalidValue = (message: string) => new WalletError('SEALED_VALUE_INVALID', message);

async function open(
  encapsulated: Bytes,
  ciphertext: Bytes,
  { cryptoKeys }: RecipientKey,
): Promise<Uint8Array> {
  const subtle = requireWebCrypto();
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  });
  const aad = concat(encapsulated, await pointOf(subtle, cryptoKeys.publicKey));
  try {
    const context = await suite.createRecipientContext({ recipientKey: cryptoKeys, enc: encapsulated, info });
    return new Uint8Array(await context.open(ciphertext, aad));
  } catch {
    throw invalidValue('The value was changed, or is sealed to another key.');
  }
}

/** 81 bytes have at most 116 digits. */
const maxSealedLength = 128;

/**
 * Opens `encryptedSessionSigningKey` with the key whose public key the request had.
 *
 * @throws WalletError SEALED_VALUE_INVALID, WEBCRYPTO_UNAVAILABLE
 */
export async function openSessionKey(
  encryptedSessionSigningKey: string,
  recipient: RecipientKey,
): Promise<SigningKey> {
  const text = encryptedSessionSigningKey;
  const bytes = text.length <= maxSealedLength ? decodeBase58Check(text) : undefined;
  if (bytes?.length !== 81) throw invalidValue('A sealed session key is 81 bytes in base58check.');
  const encapsulated = convertPoint(bytes.slice(0, 33), 'uncompressed');
  if (!encapsulated) throw invalidValue('The encapsulated key is no point of P-256.');
  const scalar = await open(encapsulated, bytes.slice(33), recipient);
  try {
    return await createSigningKey(scalar);
  } finally {
    scalar.fill(0);
  }
}

export interface OpenedExport {
  /** BIP-39, 12 words. */
  readonly mnemonic: string;
  /** The platform that exported it: `organizationId` of `walletConfig`. */
  readonly organizationId: string;
}

/** An export is shorter than this. */
const maxExportLength = 16_384;

function stringsIn(text: string, names: readonly string[]): Readonly<Record<string, string>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidValue('The export is not JSON.');
  }
  const members = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const missing = names.filter((name) => typeof members[name] !== 'string' || members[name] === '');
  if (missing.length > 0) throw invalidValue(`The export lacks ${missing.join(', ')}.`);
  return members as Record<string, string>;
}

const hexIn = (text: string | undefined): Bytes => {
  const bytes = decodeHex(text ?? '');
  if (!bytes) throw invalidValue('The export is not hex where it has to be.');
  return bytes;
};

/**
 * Opens `encryptedWalletCredentials`. It verifies the signature before it decrypts.
 *
 * All platforms of a deployment have one issuer. So the signature proves that some platform exported the wallet, and
 * `organizationId` which one: another platform would know the seed.
 *
 * @param issuer the pinned `exportIssuerPublicKey` of `walletConfig`.
 * @param organizationId the pinned `organizationId` of `walletConfig`. Without it, compare that of the result.
 * @throws WalletError ISSUER_MISMATCH, ISSUER_SIGNATURE_INVALID, ORGANIZATION_MISMATCH, SEALED_VALUE_INVALID,
 *   WEBCRYPTO_UNAVAILABLE
 */
export async function openWalletExport(
  encryptedWalletCredentials: string,
  recipient: RecipientKey,
  issuer: string,
  organizationId?: string,
): Promise<OpenedExport> {
  if (encryptedWalletCredentials.length > maxExportLength) throw invalidValue('The export is too long.');
  const envelope = stringsIn(encryptedWalletCredentials, [
    'version',
    'data',
    'dataSignature',
    'enclaveQuorumPublic',
  ]);
  if (envelope['version'] !== 'v1.0.0') throw invalidValue('The version of the export is unknown.');
  if (envelope['enclaveQuorumPublic']?.toLowerCase() !== issuer.toLowerCase())
    throw new WalletError('ISSUER_MISMATCH', 'Another issuer signed the export.');
  const data = hexIn(envelope['data']);
  if (!isSignedBy(hexIn(issuer), data, hexIn(envelope['dataSignature'])))
    throw new WalletError('ISSUER_SIGNATURE_INVALID', 'The signature of the export is wrong.');
  const sealed = stringsIn(decodeUtf8(data), ['encappedPublic', 'ciphertext', 'organizationId']);
  if (organizationId !== undefined && sealed['organizationId'] !== organizationId)
    throw new WalletError('ORGANIZATION_MISMATCH', 'Another platform exported the wallet.');
  const plaintext = await open(hexIn(sealed['encappedPublic']), hexIn(sealed['ciphertext']), recipient);
  return { mnemonic: decodeUtf8(plaintext), organizationId: sealed['organizationId'] ?? '' };
}
