import { afterEach, describe, expect, test, vi } from 'vitest';
import { InvalidStamp, verifyStamp } from '../../../src/kernel/crypto/stamp.ts';
import {
  createRecipientKey,
  createSigningKey,
  type Executor,
  exportWallet,
  openSessionKey,
  openWalletExport,
  stamp,
} from '../../src/wallet/index.ts';
import sessionKeys from '../../vectors/session-keys.json' with { type: 'json' };
import walletExports from '../../vectors/wallet-exports.json' with { type: 'json' };

afterEach(() => vi.unstubAllGlobals());

const withoutWebCrypto = () =>
  vi.stubGlobal('crypto', {
    getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto),
  });

describe('a key', () => {
  test('signs the same stamps with and without WebCrypto', async () => {
    const sealed = await createSigningKey(sessionKeys.recipient.privateKey);
    withoutWebCrypto();
    const own = await createSigningKey(sessionKeys.recipient.privateKey);
    expect(own.publicKey).toBe(sealed.publicKey);
    expect([sealed.cryptoKeys?.privateKey.extractable, own.cryptoKeys]).toEqual([false, undefined]);
    for (const key of [sealed, own, await createSigningKey()]) {
      const signer = { publicKey: key.publicKey };
      const made = await stamp('payload', key);
      expect(verifyStamp(made, 'payload', [signer])).toBe(signer);
      expect(verifyStamp(made, 'payload ', [signer])).toBeInstanceOf(InvalidStamp);
    }
  });

  test('does not show its private key', async () => {
    const { privateKey } = sessionKeys.recipient;
    withoutWebCrypto();
    const key = await createSigningKey(privateKey);
    expect(JSON.stringify(key) + Object.values(key).map(String).join()).not.toContain(privateKey);
  });

  test.each([
    ['zero', '00'.repeat(32)],
    ['the order of the curve', 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'],
    ['31 bytes', '01'.repeat(31)],
    ['not hex', 'xy'.repeat(32)],
  ])('is not %s', async (_, scalar) => {
    const invalid = { name: 'WalletError', code: 'KEY_INVALID' };
    await expect(createSigningKey(scalar)).rejects.toMatchObject(invalid);
    await expect(createRecipientKey(scalar)).rejects.toMatchObject(invalid);
  });

  test('is not a pair of the other kind', async () => {
    const { cryptoKeys } = await createRecipientKey();
    await expect(createSigningKey(cryptoKeys)).rejects.toMatchObject({ code: 'KEY_INVALID' });
  });
});

describe('a sealed value', () => {
  const { recipient, valid } = sessionKeys;
  const sealed = valid[0]?.encryptedSessionSigningKey ?? '';

  test('needs WebCrypto', async () => {
    const key = await createRecipientKey(recipient.privateKey);
    withoutWebCrypto();
    const unavailable = { code: 'WEBCRYPTO_UNAVAILABLE' };
    await expect(openSessionKey(sealed, key)).rejects.toMatchObject(unavailable);
    await expect(createRecipientKey()).rejects.toMatchObject(unavailable);
  });

  test('of any length is rejected in time', async () => {
    const key = await createRecipientKey();
    const started = performance.now();
    const invalid = { code: 'SEALED_VALUE_INVALID' };
    for (const text of ['', '1', '1'.repeat(200), 'z'.repeat(1_000_000)])
      await expect(openSessionKey(text, key)).rejects.toMatchObject(invalid);
    for (const text of ['', 'null', '[]', '{}', '{"version":1}', '{'.repeat(1_000_000)])
      await expect(openWalletExport(text, key, '')).rejects.toMatchObject(invalid);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('of an export is not opened when another platform of the deployment made it', async () => {
    const { recipient: holder, issuer, valid: exports } = walletExports;
    const key = await createRecipientKey(holder.privateKey);
    const [made] = exports;
    const open = (organizationId: string) =>
      openWalletExport(
        made?.encryptedWalletCredentials ?? '',
        key,
        issuer.publicKeyUncompressed,
        organizationId,
      );
    expect(await open(made?.organizationId ?? '')).toMatchObject({ mnemonic: made?.mnemonic });
    const other = 'PlatformConfig:019542f5-b3e7-7d02-8000-000000000002';
    await expect(open(other)).rejects.toMatchObject({ code: 'ORGANIZATION_MISMATCH' });
  });

  test('exportWallet compares the platform with that of the settings', async () => {
    const [made] = walletExports.valid;
    const config = (organizationId: string) => ({
      exportIssuerPublicKey: walletExports.issuer.publicKeyUncompressed,
      organizationId,
    });
    const executor = (organizationId: string) => ({
      execute: async (document: string) =>
        document.includes('exportWallet')
          ? { exportWallet: { __typename: 'WalletExport', ...made } }
          : { walletConfig: config(organizationId) },
    });
    const exporting = (organizationId: string) =>
      exportWallet(executor(organizationId) as Executor, { stamp: () => '' }, 'InternalAccount:1');
    // The platform is right, and the export is sealed to the key of another test.
    await expect(exporting(made?.organizationId ?? '')).rejects.toMatchObject({
      code: 'SEALED_VALUE_INVALID',
    });
    await expect(exporting('PlatformConfig:2')).rejects.toMatchObject({ code: 'ORGANIZATION_MISMATCH' });
  });

  test('of an export is not opened when any digit of its data was changed', async () => {
    const { recipient: holder, issuer, valid: exports } = walletExports;
    const key = await createRecipientKey(holder.privateKey);
    const envelope = JSON.parse(exports[0]?.encryptedWalletCredentials ?? '') as { data: string };
    for (let index = 0; index < envelope.data.length; index += 7) {
      const digit = envelope.data[index] === '0' ? '1' : '0';
      const data = envelope.data.slice(0, index) + digit + envelope.data.slice(index + 1);
      const changed = openWalletExport(
        JSON.stringify({ ...envelope, data }),
        key,
        issuer.publicKeyUncompressed,
      );
      await expect(changed).rejects.toMatchObject({ code: 'ISSUER_SIGNATURE_INVALID' });
    }
  });
});
