/** The published vectors: made again, and checked with the client, the server and the libraries of another vendor. */
import { createPrivateKey, createVerify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { decryptCredentialBundle, decryptExportBundle } from '@turnkey/crypto';
import { describe, expect, test } from 'vitest';
import { eventCursor, parseEventCursor } from '../../../src/infrastructure/events/log.ts';
import { InvalidStamp, verifyStamp } from '../../../src/kernel/crypto/stamp.ts';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import { encodeCursor, pageRequest } from '../../../src/kernel/page.ts';
import { projectRoot } from '../../../src/kernel/project.ts';
import { loadWebhookKey, publicKeyOf, signatureHeader } from '../../../src/webhooks/signing/signature.ts';
import * as independent from '../../../test/support/wallet-client.ts';
import { textOfVectors, vectorFiles } from '../../generate-vectors.ts';
import {
  createRecipientKey,
  createSigningKey,
  openSessionKey,
  openWalletExport,
  stamp,
} from '../../src/wallet/index.ts';
import cursors from '../../vectors/cursors.json' with { type: 'json' };
import sessionKeys from '../../vectors/session-keys.json' with { type: 'json' };
import stamps from '../../vectors/stamps.json' with { type: 'json' };
import walletExports from '../../vectors/wallet-exports.json' with { type: 'json' };
import webhooks from '../../vectors/webhook-signatures.json' with { type: 'json' };

test('the files are what the fixed keys give', async () => {
  const folder = join(projectRoot, 'client/vectors');
  const files = await vectorFiles();
  expect(Object.keys(files).sort()).toEqual(readdirSync(folder).filter((name) => name.endsWith('.json')));
  for (const [name, value] of Object.entries(files))
    expect(readFileSync(join(folder, name), 'utf8')).toBe(textOfVectors(value));
});

describe('stamps', () => {
  const { key, valid, invalid } = stamps;
  const signers = [{ publicKey: key.publicKey }];

  test.each(valid)('of $sha256', async ({ payloadToSign, stamp: published }) => {
    expect(verifyStamp(published, payloadToSign, signers)).toBe(signers[0]);
    const made = await stamp(payloadToSign, await createSigningKey(key.privateKey));
    expect(verifyStamp(made, payloadToSign, signers)).toBe(signers[0]);
    const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
    const { stampHeaderValue } = await stamper.stamp(payloadToSign);
    const members = (text: string) => Object.keys(JSON.parse(Buffer.from(text, 'base64url').toString()));
    expect(members(made)).toEqual(members(stampHeaderValue));
    expect(members(published)).toEqual(members(stampHeaderValue));
  });

  test.each(invalid)('are rejected: $why', ({ payloadToSign, stamp: rejected }) => {
    expect(verifyStamp(rejected, payloadToSign, signers)).toBeInstanceOf(InvalidStamp);
  });
});

describe('sealed session keys', () => {
  const { recipient, valid, invalid } = sessionKeys;

  test.each(valid)('of $sessionKey.publicKey', async ({ encryptedSessionSigningKey, sessionKey }) => {
    const recipientKey = await createRecipientKey(recipient.privateKey);
    expect(recipientKey.publicKey).toBe(recipient.publicKeyUncompressed);
    const opened = await openSessionKey(encryptedSessionSigningKey, recipientKey);
    expect(opened.publicKey).toBe(sessionKey.publicKey);
    expect(decryptCredentialBundle(encryptedSessionSigningKey, recipient.privateKey)).toBe(
      sessionKey.privateKey,
    );
    const keys = independent.keyPairFrom(recipient.privateKey);
    expect(independent.openSessionKey(encryptedSessionSigningKey, keys).privateKey).toBe(
      sessionKey.privateKey,
    );
  });

  test.each(invalid)('are rejected: $why', async ({ encryptedSessionSigningKey }) => {
    const opened = openSessionKey(encryptedSessionSigningKey, await createRecipientKey(recipient.privateKey));
    await expect(opened).rejects.toMatchObject({ code: 'SEALED_VALUE_INVALID' });
    expect(() => decryptCredentialBundle(encryptedSessionSigningKey, recipient.privateKey)).toThrow();
  });

  test('do not open with another key', async () => {
    const opened = openSessionKey(valid[0]?.encryptedSessionSigningKey ?? '', await createRecipientKey());
    await expect(opened).rejects.toMatchObject({ code: 'SEALED_VALUE_INVALID' });
  });
});

describe('wallet exports', () => {
  const { recipient, issuer, valid, invalid } = walletExports;

  test.each(valid)('of $organizationId', async ({ encryptedWalletCredentials, ...seed }) => {
    const recipientKey = await createRecipientKey(recipient.privateKey);
    const pinned = issuer.publicKeyUncompressed;
    expect(await openWalletExport(encryptedWalletCredentials, recipientKey, pinned)).toEqual(seed);
    const bundle = {
      exportBundle: encryptedWalletCredentials,
      embeddedKey: recipient.privateKey,
      organizationId: seed.organizationId,
      dangerouslyOverrideSignerPublicKey: pinned,
      returnMnemonic: true,
    };
    expect(await decryptExportBundle(bundle)).toBe(seed.mnemonic);
    const keys = independent.keyPairFrom(recipient.privateKey);
    expect(independent.openWalletExport(encryptedWalletCredentials, keys, pinned)).toEqual(seed);
  });

  test.each(invalid)('are rejected: $why', async ({ encryptedWalletCredentials, code }) => {
    const recipientKey = await createRecipientKey(recipient.privateKey);
    const opened = openWalletExport(encryptedWalletCredentials, recipientKey, issuer.publicKeyUncompressed);
    await expect(opened).rejects.toMatchObject({ code });
  });
});

describe('signatures of webhooks', () => {
  const { key, valid, invalid } = webhooks;
  const verifies = ({
    body,
    signatureHeader: header,
  }: {
    body: string;
    signatureHeader: string;
  }): boolean => {
    const members = /^\{"v":"1","s":"([^"]+)"\}$/.exec(header);
    const s = members?.[1];
    return s !== undefined && createVerify('sha256').update(body).end().verify(key.publicKeyPem, s, 'base64');
  };

  test('have the public key in the form of the server', () => {
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      d: Buffer.from(key.privateKey, 'hex').toString('base64url'),
      x: Buffer.from(key.publicKeyUncompressed.slice(2, 66), 'hex').toString('base64url'),
      y: Buffer.from(key.publicKeyUncompressed.slice(66), 'hex').toString('base64url'),
    };
    const pkcs8 = createPrivateKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'pkcs8' });
    const privateKey = loadWebhookKey(new Uint8Array(pkcs8));
    expect(publicKeyOf(privateKey)).toBe(key.publicKeyPem);
    const [{ body } = { body: '' }] = valid;
    expect(verifies({ body, signatureHeader: signatureHeader(Buffer.from(body), privateKey) })).toBe(true);
  });

  test.each(valid)('verify over $body', (row) => {
    expect(verifies(row)).toBe(true);
  });

  test.each(invalid)('are rejected: $why', (row) => {
    expect(verifies(row)).toBe(false);
  });
});

describe('cursors', () => {
  test.each(cursors.events.valid)('of position $position', ({ position, cursor }) => {
    expect(parseEventCursor(cursor)).toBe(position);
    expect(eventCursor(position)).toBe(cursor);
  });

  test.each(cursors.events.invalid)('of events are rejected: $why', ({ cursor }) => {
    expect(parseEventCursor(cursor)).toBeUndefined();
  });

  test.each(cursors.lists.valid)('of the list $list', ({ list, id, cursor }) => {
    expect(pageRequest(list, { after: cursor })).toMatchObject({ after: id });
    expect(encodeCursor(list, `Transaction:${id}` as Id<'Transaction'>)).toBe(cursor);
  });

  test.each(cursors.lists.invalid)('of a list are rejected: $why', ({ list, cursor }) => {
    expect(pageRequest(list ?? '', { after: cursor })).toBeInstanceOf(InvalidInput);
  });
});
