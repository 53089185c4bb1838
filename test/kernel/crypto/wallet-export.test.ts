import { describe, expect, test } from 'vitest';
import { sealingKey } from '../../../src/kernel/crypto/at-rest.ts';
import { encodeHex } from '../../../src/kernel/crypto/encodings.ts';
import { exportIssuerKey, sealWalletExport } from '../../../src/kernel/crypto/wallet-export.ts';
import { makeKeyPair, openWalletExport } from '../../support/wallet-client.ts';

const issuer = exportIssuerKey(sealingKey(new Uint8Array(32).fill(1)));
const keys = makeKeyPair();
const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const organizationId = 'Platform:019542f5-b3e7-7d02-8000-000000000001';
const clientPublicKey = new Uint8Array(Buffer.from(keys.publicKey, 'hex'));
const seal = () => sealWalletExport({ mnemonic, clientPublicKey, organizationId, issuer });
const issuerPoint = encodeHex(issuer.uncompressed);

describe('a wallet export', () => {
  test('is verified against the pinned issuer and opened by the client', async () => {
    expect(openWalletExport(await seal(), keys, issuerPoint)).toEqual({ mnemonic, organizationId });
  });

  test('has the members of the published envelope, in lower-case hex', async () => {
    const envelope = JSON.parse(await seal());
    expect(Object.keys(envelope)).toEqual(['version', 'data', 'dataSignature', 'enclaveQuorumPublic']);
    expect(envelope.version).toBe('v1.0.0');
    expect(envelope.enclaveQuorumPublic).toBe(issuerPoint);
    const data = JSON.parse(Buffer.from(envelope.data, 'hex').toString('utf8'));
    expect(Object.keys(data)).toEqual(['encappedPublic', 'ciphertext', 'organizationId']);
    expect(data.encappedPublic).toMatch(/^04[0-9a-f]{128}$/);
    // The length of the mnemonic plus the tag.
    expect(data.ciphertext).toHaveLength((mnemonic.length + 16) * 2);
  });

  test('cannot be opened with another key', async () => {
    const sealed = await seal();
    expect(() => openWalletExport(sealed, makeKeyPair(), issuerPoint)).toThrow();
  });

  test('is rejected by the client when the signed data was changed, or another issuer signed', async () => {
    const envelope = JSON.parse(await seal());
    const text: string = envelope.data;
    const changed = `${text.slice(0, 20)}${text[20] === '0' ? '1' : '0'}${text.slice(21)}`;
    expect(() => openWalletExport(JSON.stringify({ ...envelope, data: changed }), keys)).toThrow(
      'Wrong signature',
    );
    const other = encodeHex(exportIssuerKey(sealingKey(new Uint8Array(32).fill(2))).uncompressed);
    expect(() => openWalletExport(JSON.stringify(envelope), keys, other)).toThrow('another issuer');
  });
});

test('all processes of a deployment have the same issuer key', () => {
  const again = exportIssuerKey(sealingKey(new Uint8Array(32).fill(1)));
  expect(again).toEqual(issuer);
});
