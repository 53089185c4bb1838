/**
 * Makes the test vectors from fixed keys: `node --import tsx client/generate-vectors.ts`. A test repeats it and compares.
 *
 * It uses none of the sources of the client. HPKE is that of @hpke/core with fixed ephemeral keys; signatures have the nonces
 * of RFC 6979.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { p256 } from '@noble/curves/nist.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const unhex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'hex'));
const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** The scalar of a name. Anyone can compute it: it is for vectors only. */
const scalarOf = (name: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(sha256(`payments platform test vector: ${name}`));
const pointOf = (scalar: Uint8Array, compressed: boolean): string =>
  hex(p256.getPublicKey(scalar, compressed));
const keyPair = (name: string) => {
  const scalar = scalarOf(name);
  return {
    privateKey: hex(scalar),
    publicKey: pointOf(scalar, true),
    publicKeyUncompressed: pointOf(scalar, false),
  };
};
const sign = (data: Uint8Array, scalar: Uint8Array): Uint8Array =>
  p256.sign(data, scalar, { format: 'der', lowS: false });
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function stampVectors() {
  const key = keyPair('session');
  const payloads = [
    '{"requestId":"Request:7c4a8d09-ca37-4e3e-9e0d-8c2b3e9a1f21","type":"EMAIL_OTP","accountId":"InternalAccount:019542f5-b3e7-1d02-0000-000000000002","expiresAt":"2026-04-08T15:35:00Z"}',
    '{"accountId":"InternalAccount:019542f5-b3e7-1d02-0000-000000000002","operation":"EXECUTE_QUOTE","params":{"description":"Café, 12 €, 日本"},"v":1}',
    '',
  ];
  const scheme = 'SIGNATURE_SCHEME_TK_API_P256';
  const stampOf = (member: object) => Buffer.from(JSON.stringify(member)).toString('base64url');
  const valid = payloads.map((payloadToSign) => {
    const signature = hex(sign(utf8(payloadToSign), unhex(key.privateKey)));
    return {
      payloadToSign,
      sha256: hex(sha256(payloadToSign)),
      signature,
      stamp: stampOf({ publicKey: key.publicKey, scheme, signature }),
    };
  });
  const [{ payloadToSign, signature } = { payloadToSign: '', signature: '' }] = valid;
  const { publicKey } = key;
  const invalid = [
    { why: 'another payload', stamp: stampOf({ publicKey, scheme, signature: valid[1]?.signature }) },
    { why: 'another key', stamp: stampOf({ publicKey: keyPair('other').publicKey, scheme, signature }) },
    { why: 'another scheme', stamp: stampOf({ publicKey, scheme: 'SIGNATURE_SCHEME_OTHER', signature }) },
    { why: 'no scheme', stamp: stampOf({ publicKey, signature }) },
    { why: 'upper-case hex', stamp: stampOf({ publicKey, scheme, signature: signature.toUpperCase() }) },
    { why: 'not JSON', stamp: Buffer.from('{').toString('base64url') },
  ].map((row) => ({ ...row, payloadToSign }));
  return { key, valid, invalid };
}

const info = unhex('7475726e6b65795f68706b65');

/** HPKE, base mode, with a fixed ephemeral key. */
async function seal(plaintext: Uint8Array, recipientPoint: string, ephemeralName: string) {
  const kem = new DhkemP256HkdfSha256();
  const suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes256Gcm() });
  const ephemeral = scalarOf(ephemeralName);
  const sender = await suite.createSenderContext({
    recipientPublicKey: await kem.deserializePublicKey(unhex(recipientPoint)),
    info,
    ekm: {
      privateKey: await kem.deserializePrivateKey(ephemeral),
      publicKey: await kem.deserializePublicKey(unhex(pointOf(ephemeral, false))),
    },
  });
  const encapsulatedKey = hex(new Uint8Array(sender.enc));
  const aad = encapsulatedKey + recipientPoint;
  const ciphertext = hex(new Uint8Array(await sender.seal(Uint8Array.from(plaintext), unhex(aad))));
  return { encapsulatedKey, aad, ciphertext };
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58Check(payload: Uint8Array): string {
  const bytes = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]);
  let text = '';
  for (let value = BigInt(`0x${hex(bytes)}`); value > 0n; value /= 58n)
    text = `${alphabet[Number(value % 58n)]}${text}`;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros) + text;
}

const flip = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === '2' ? '3' : '2') + text.slice(index + 1);

async function sessionKeyVectors() {
  const recipient = keyPair('recipient');
  const rows = [];
  for (const name of ['first', 'second']) {
    const sessionKey = keyPair(`sealed ${name}`);
    const ephemeral = `ephemeral ${name}`;
    const sealed = await seal(unhex(sessionKey.privateKey), recipient.publicKeyUncompressed, ephemeral);
    const enc = unhex(pointOf(scalarOf(ephemeral), true));
    const encryptedSessionSigningKey = base58Check(Buffer.concat([enc, unhex(sealed.ciphertext)]));
    rows.push({ ...sealed, encryptedSessionSigningKey, sessionKey });
  }
  const [first] = rows;
  if (!first) throw new Error('There is a row.');
  const changed = Buffer.concat([unhex(pointOf(scalarOf('ephemeral first'), true)), unhex(first.ciphertext)]);
  changed[80] = (changed[80] ?? 0) ^ 1;
  const invalid = [
    { why: 'wrong checksum', encryptedSessionSigningKey: flip(first.encryptedSessionSigningKey, 60) },
    { why: 'changed ciphertext', encryptedSessionSigningKey: base58Check(changed) },
    { why: '80 bytes', encryptedSessionSigningKey: base58Check(changed.subarray(0, 80)) },
    { why: 'not base58', encryptedSessionSigningKey: `0${first.encryptedSessionSigningKey.slice(1)}` },
  ];
  return { recipient, info: hex(info), valid: rows, invalid };
}

async function exportVectors() {
  const recipient = keyPair('export recipient');
  const issuer = keyPair('export issuer');
  const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const organizationId = 'PlatformConfig:019542f5-b3e7-7d02-8000-000000000001';
  const sealed = await seal(utf8(mnemonic), recipient.publicKeyUncompressed, 'export ephemeral');
  const { encapsulatedKey: encappedPublic, ciphertext } = sealed;
  const data = utf8(JSON.stringify({ encappedPublic, ciphertext, organizationId }));
  const envelope = {
    version: 'v1.0.0',
    data: hex(data),
    dataSignature: hex(sign(data, unhex(issuer.privateKey))),
    enclaveQuorumPublic: issuer.publicKeyUncompressed,
  };
  const other = keyPair('other');
  const signedByOther = hex(sign(data, unhex(other.privateKey)));
  const invalid = [
    { why: 'changed data', code: 'ISSUER_SIGNATURE_INVALID', ...envelope, data: flip(envelope.data, 50) },
    { why: 'wrong signature', code: 'ISSUER_SIGNATURE_INVALID', ...envelope, dataSignature: signedByOther },
    {
      why: 'another issuer',
      code: 'ISSUER_MISMATCH',
      ...envelope,
      dataSignature: signedByOther,
      enclaveQuorumPublic: other.publicKeyUncompressed,
    },
    { why: 'another version', code: 'SEALED_VALUE_INVALID', ...envelope, version: 'v2.0.0' },
  ].map(({ why, code, ...members }) => ({
    why,
    code,
    encryptedWalletCredentials: JSON.stringify(members),
  }));
  const valid = [{ encryptedWalletCredentials: JSON.stringify(envelope), mnemonic, organizationId }];
  return { recipient, issuer, info: hex(info), valid, invalid };
}

function webhookVectors() {
  const key = keyPair('webhook');
  const spki = Buffer.concat([
    unhex('3059301306072a8648ce3d020106082a8648ce3d030107034200'),
    unhex(key.publicKeyUncompressed),
  ]);
  const lines = spki.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  const publicKeyPem = `-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----\n`;
  const headerOf = (body: string, name = 'webhook') =>
    JSON.stringify({ v: '1', s: Buffer.from(sign(utf8(body), scalarOf(name))).toString('base64') });
  const bodies = [
    '{"id":"Webhook:019542f5-b3e7-7d02-8000-000000000007","type":"OUTGOING_PAYMENT.COMPLETED","timestamp":"2026-04-08T15:35:00Z","data":{"description":"Café 日本"}}',
    '{"data":{}}\n',
  ];
  const [body = ''] = bodies;
  return {
    header: 'X-Service-Signature',
    key: { ...key, publicKeyPem },
    valid: bodies.map((text) => ({ body: text, signatureHeader: headerOf(text) })),
    invalid: [
      { why: 'changed body', body: `${body} `, signatureHeader: headerOf(body) },
      { why: 'another key', body, signatureHeader: headerOf(body, 'other') },
      { why: 'another version', body, signatureHeader: headerOf(body).replace('"1"', '"2"') },
      { why: 'not JSON', body, signatureHeader: 'v=1' },
    ],
  };
}

function cursorVectors() {
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const positions = [0, 1, 41, 999_999_999_999_999];
  const uuid = '019542f5-b3e7-7d02-8000-000000000007';
  const lists = ['transactions', 'transactions.q2Vb0fQx'];
  return {
    events: {
      valid: positions.map((position) => ({ position, cursor: encode(`e|${position}`) })),
      invalid: [
        { why: 'of a list', cursor: encode(`transactions|${uuid}`) },
        { why: 'no position', cursor: encode('e|') },
        { why: 'negative', cursor: encode('e|-1') },
        { why: '16 digits', cursor: encode('e|1000000000000000') },
        { why: 'text after the position', cursor: encode('e|1\n') },
        { why: 'empty', cursor: '' },
      ],
    },
    lists: {
      valid: lists.map((list) => ({ list, id: uuid, cursor: encode(`${list}|${uuid}`) })),
      invalid: [
        { why: 'another list', list: 'customers', cursor: encode(`transactions|${uuid}`) },
        { why: 'another filter', list: lists[1], cursor: encode(`transactions|${uuid}`) },
        { why: 'no uuid', list: 'transactions', cursor: encode('transactions|7') },
        { why: 'of the events', list: 'transactions', cursor: encode('e|7') },
      ],
    },
  };
}

export const vectorFiles = async (): Promise<Readonly<Record<string, unknown>>> => ({
  'stamps.json': stampVectors(),
  'session-keys.json': await sessionKeyVectors(),
  'wallet-exports.json': await exportVectors(),
  'webhook-signatures.json': webhookVectors(),
  'cursors.json': cursorVectors(),
});

export const textOfVectors = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, value] of Object.entries(await vectorFiles())) {
    writeFileSync(new URL(`vectors/${name}`, import.meta.url), textOfVectors(value));
  }
}
