import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../../src/kernel/crypto/encodings.ts';
import { hpkeSuite, sealTo } from '../../../src/kernel/crypto/hpke.ts';
import { issueSessionKey, sealSessionKey } from '../../../src/kernel/crypto/session-key.ts';
import { verifyStamp } from '../../../src/kernel/crypto/stamp.ts';
import { publishedVectors } from '../../support/published-vectors.ts';
import {
  convertPoint,
  decodeBase58Check,
  hpkeOpen,
  hpkeSeal,
  keyPairFrom,
  keySchedule,
  makeKeyPair,
  openSessionKey,
  stamp,
} from '../../support/wallet-client.ts';
import vectors from '../../vectors/hpke-p256-sha256-aes256gcm-base.json' with { type: 'json' };

const unhex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
const recipient = keyPairFrom('20fa65df11f24833790ae283fc9a0c215eecbbc589549767977994dc69d05a56');
const scalar = '67ee05fc3bdf4161bc70701c221d8d77180294cefcfcea64ba83c4d4c732fcb9';
const bundle =
  'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf';

describe('the published session key (docs/behaviour/wallets.md#encrypted-session-key)', () => {
  test('is opened by the client kit', () => {
    expect(openSessionKey(bundle, recipient).privateKey).toBe(scalar);
  });

  test('has the same layout as an issued one: 33 bytes of key, 48 bytes of ciphertext', async () => {
    const issued = await sealSessionKey(unhex(scalar), unhex(recipient.publicKey));
    expect(decodeBase58Check(bundle)).toHaveLength(81);
    expect(decodeBase58Check(issued)).toHaveLength(81);
    expect(openSessionKey(issued, recipient).privateKey).toBe(scalar);
  });
});

describe('an issued session key', () => {
  test('is opened by the holder of clientPublicKey, and signs for the session', async () => {
    const keys = makeKeyPair();
    const issued = await issueSessionKey(unhex(keys.publicKey));
    const session = openSessionKey(issued.encryptedSessionSigningKey, keys);
    expect(convertPoint(session.publicKey, 'compressed')).toBe(issued.publicKey);
    expect(verifyStamp(stamp('payload', session), 'payload', [issued])).toBe(issued);
  });

  test('cannot be opened with another client key', async () => {
    const { encryptedSessionSigningKey } = await issueSessionKey(unhex(makeKeyPair().publicKey));
    expect(() => openSessionKey(encryptedSessionSigningKey, makeKeyPair())).toThrow();
  });

  test('is different each time', async () => {
    const client = unhex(makeKeyPair().publicKey);
    const [first, second] = [await issueSessionKey(client), await issueSessionKey(client)];
    expect(first.publicKey).not.toBe(second.publicKey);
    expect(first.encryptedSessionSigningKey).not.toBe(second.encryptedSessionSigningKey);
  });

  test('is not sealed to a point off the curve', async () => {
    const off = unhex(recipient.publicKey);
    await expect(sealTo(off.with(64, (off[64] ?? 0) ^ 1), unhex(scalar))).rejects.toThrow();
  });

  test('does not open when any one bit of it is flipped', async () => {
    const sealed = await sealTo(unhex(recipient.publicKey), unhex(scalar));
    const info = Buffer.from('7475726e6b65795f68706b65', 'hex');
    const opened: number[] = [];
    for (let bit = 0; bit < sealed.ciphertext.length * 8; bit += 1) {
      const ciphertext = Buffer.from(sealed.ciphertext);
      ciphertext[bit >> 3] = (ciphertext[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const enc = sealed.encapsulatedKey;
      try {
        hpkeOpen({ enc, ciphertext }, recipient, info, Buffer.concat([enc, unhex(recipient.publicKey)]));
        opened.push(bit);
      } catch {
        // Expected: the ciphertext is rejected.
      }
    }
    expect(opened).toEqual([]);
  });
});

type HpkeVectors = Omit<typeof vectors, 'source'>;

const owned = (text: string) => Uint8Array.from(unhex(text));

/** The ciphertexts of the service's suite for the keys of the vector, and the plaintexts that it opens. */
async function runSuite({ info, skRm, pkRm, skEm, encryptions }: HpkeVectors) {
  const { kem } = hpkeSuite;
  const ephemeral = {
    privateKey: await kem.deserializePrivateKey(owned(skEm)),
    publicKey: await kem.deserializePublicKey(owned(keyPairFrom(skEm).publicKey)),
  };
  const sender = await hpkeSuite.createSenderContext({
    recipientPublicKey: await kem.deserializePublicKey(owned(pkRm)),
    info: owned(info),
    ekm: ephemeral,
  });
  const receiver = await hpkeSuite.createRecipientContext({
    recipientKey: await kem.deserializePrivateKey(owned(skRm)),
    enc: sender.enc,
    info: owned(info),
  });
  const rows = [];
  for (const { aad, ct, pt } of encryptions) {
    rows.push({
      aad,
      ct: encodeHex(new Uint8Array(await sender.seal(owned(pt), owned(aad)))),
      pt: encodeHex(new Uint8Array(await receiver.open(owned(ct), owned(aad)))),
    });
  }
  return { enc: encodeHex(new Uint8Array(sender.enc)), rows };
}

async function expectToMatch(vector: HpkeVectors) {
  const { enc, rows } = await runSuite(vector);
  expect(enc).toBe(vector.enc);
  expect(rows).toEqual(vector.encryptions.map(({ aad, ct, pt }) => ({ aad, ct, pt })));
}

describe('RFC 9180, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, base mode', () => {
  test('the suite of the service gives the published ciphertexts and opens them', () =>
    expectToMatch(vectors));

  test('the client kit gives the published key, nonce and first ciphertext, and opens it', () => {
    const [first] = vectors.encryptions;
    if (!first) throw new Error('The vector has an encryption');
    const [info, aad, pt] = [unhex(vectors.info), unhex(first.aad), unhex(first.pt)];
    const sealed = hpkeSeal(pt, vectors.pkRm, keyPairFrom(vectors.skEm), info, aad);
    expect(encodeHex(sealed.ciphertext)).toBe(first.ct);
    expect(encodeHex(hpkeOpen(sealed, keyPairFrom(vectors.skRm), info, aad))).toBe(first.pt);
  });

  const all = publishedVectors<HpkeVectors>('hpke-p256-sha256-aes256gcm-base.json');
  test('all 257 encryptions', async () => {
    expect(all.encryptions).toHaveLength(257);
    await expectToMatch(all);
  });

  test('the info of the service has the published hash', () => {
    const info = unhex('7475726e6b65795f68706b65');
    const { infoHash } = keySchedule(new Uint8Array(32), unhex(vectors.enc), unhex(vectors.pkRm), info);
    expect(encodeHex(infoHash)).toBe('2f3f04e9206cd12413503529b47ac6a630b92ec4cf7d234508d0af9771c99e50');
  });
});
