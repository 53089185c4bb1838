/** A wallet of every kind, by the kit, on a real server: the device has an access token of the scope WALLET. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccessToken } from '../../../test/support/access-tokens.ts';
import { type Rest, restClient } from '../../../test/support/rest.ts';
import { aWalletHolder, aWalletQuote } from '../../../test/support/rest-parties.ts';
import { type Service, startService } from '../../../test/support/service.ts';
import { type Client, createClient } from '../../src/index.ts';
import {
  ExecuteQuoteDocument,
  RevokeSessionDocument,
  UpdateWalletPrivacyDocument,
} from '../../src/operations/index.ts';
import {
  addEmailCredential,
  addOidcCredential,
  addPasskey,
  autoRefreshSession,
  createSigningKey,
  exportWallet,
  refreshSession,
  sendEmailCode,
  sessionOf,
  signInWithEmailCode,
  signInWithOidc,
  signInWithPasskey,
  type WalletSession,
  withSigner,
} from '../../src/wallet/index.ts';
import { SoftwarePasskey } from '../../src/wallet/testing.ts';

let service: Service;
let rest: Rest;
const clients: Client[] = [];
const logged: string[] = [];
const code = '000000';

beforeAll(async () => {
  service = await startService({ server: true, logTo: { write: (line) => logged.push(line) } });
  rest = restClient(service);
  const body = { wallets: { severalPasskeys: true, clientHeldKeys: true } };
  expect((await rest('PATCH', '/config', { body })).status).toBe(200);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await service.stop();
});

let nextHolder = 1;

/** A wallet with funds, and the client of its holder's device. */
async function aDevice() {
  nextHolder += 1;
  const holder = await aWalletHolder(rest, `holder-${nextHolder}@example.com`);
  const { authorization } = await anAccessToken(service, ['WALLET'], { customerId: holder.customerId });
  const client = createClient({ url: service.url, token: authorization.slice('Bearer '.length) });
  clients.push(client);
  return { holder, client };
}

type Device = Awaited<ReturnType<typeof aDevice>>;

async function pay({ client, holder }: Device, session: WalletSession): Promise<string> {
  const quoteId = await aWalletQuote(rest, holder);
  const { executeQuote } = await withSigner(client, session).execute(ExecuteQuoteDocument, { quoteId });
  return executeQuote.__typename;
}

const oidcToken = async (subject: string): Promise<string> => {
  const body = { subject, issuer: 'https://accounts.google.com' };
  return (await rest('POST', '/sandbox/oidc-tokens', { body })).body.oidcToken;
};

describe('a wallet signs in and pays', () => {
  test('with a code by e-mail', async () => {
    const device = await aDevice();
    const { id } = await addEmailCredential(device.client, device.holder.accountId);
    await sendEmailCode(device.client, id);
    const session = await signInWithEmailCode(device.client, id, code);
    expect(session).toMatchObject({ accountId: device.holder.accountId });
    expect(await pay(device, session)).toBe('Transaction');
  });

  test('with OpenID Connect', async () => {
    const device = await aDevice();
    const { id } = await addOidcCredential(device.client, device.holder.accountId, await oidcToken('ada'));
    const session = await signInWithOidc(device.client, id, await oidcToken('ada'));
    expect(await pay(device, session)).toBe('Transaction');
  });

  test('with a passkey', async () => {
    const device = await aDevice();
    const authenticator = new SoftwarePasskey();
    const { accountId } = device.holder;
    const { id } = await addPasskey(device.client, { accountId, nickname: 'Phone', authenticator });
    const session = await signInWithPasskey(device.client, id, { authenticator });
    expect(session.credentialId).toBe(authenticator.credentialId);
    expect(await pay(device, session)).toBe('Transaction');
  });

  test('with the second of two passkeys, which a session of the first has added', async () => {
    const device = await aDevice();
    const { client, holder } = device;
    const [phone, laptop] = [new SoftwarePasskey(), new SoftwarePasskey()];
    const { accountId } = holder;
    const first = await addPasskey(client, { accountId, nickname: 'Phone', authenticator: phone });
    const session = await signInWithPasskey(client, first.id, { authenticator: phone });
    const registration = { accountId, nickname: 'Laptop', authenticator: laptop };
    await expect(addPasskey(client, registration)).rejects.toMatchObject({ code: 'SIGNATURE_REQUIRED' });
    const second = await addPasskey(withSigner(client, session), registration);
    const other = await signInWithPasskey(client, second.id, { authenticator: laptop });
    expect(await pay(device, other)).toBe('Transaction');

    const again = addPasskey(withSigner(client, other), registration);
    await expect(again).rejects.toMatchObject({ code: 'PASSKEY_ALREADY_REGISTERED' });
    const foreign = signInWithPasskey(client, second.id, { authenticator: phone });
    await expect(foreign).rejects.toMatchObject({ code: 'PASSKEY_NOT_ALLOWED' });
  });

  test('with a key that stays on the device, which is restored from its storage', async () => {
    const device = await aDevice();
    const { id } = await addEmailCredential(device.client, device.holder.accountId);
    const heldKey = await createSigningKey();
    const session = await signInWithEmailCode(device.client, id, code, { heldKey });
    expect(session.key).toBe(heldKey);
    expect(heldKey.cryptoKeys?.privateKey.extractable).toBe(false);

    const { key, stamp: _, ...record } = session;
    const stored = structuredClone({ record, pair: key.cryptoKeys });
    const restored = sessionOf(stored.record, await createSigningKey(stored.pair));
    expect(restored.key.publicKey).toBe(heldKey.publicKey);
    expect(await pay(device, restored)).toBe('Transaction');

    const reused = signInWithEmailCode(device.client, id, code, { heldKey });
    await expect(reused).rejects.toMatchObject({ name: 'WalletError', httpStatus: 400 });
  });
});

describe('a session', () => {
  let device: Device;
  let session: WalletSession;
  let credentialId: string;
  beforeAll(async () => {
    device = await aDevice();
    credentialId = (await addEmailCredential(device.client, device.holder.accountId)).id;
    session = await signInWithEmailCode(device.client, credentialId, code);
  });

  test('exports the seed of the wallet from the issuer of the deployment', async () => {
    const { accountId } = device.holder;
    const { mnemonic, organizationId } = await exportWallet(device.client, session, accountId);
    expect(mnemonic.split(' ')).toHaveLength(12);
    expect(organizationId).toBe((await rest('GET', '/auth/config')).body.organizationId);
    const issuer = (await createSigningKey()).publicKey;
    const foreign = exportWallet(device.client, session, accountId, { issuer });
    await expect(foreign).rejects.toMatchObject({ code: 'ISSUER_MISMATCH' });
    expect(logged.join('')).not.toContain(mnemonic);
  });

  test('signs whatever operation needs it', async () => {
    const variables = { accountId: device.holder.accountId, privateEnabled: true };
    const { updateWalletPrivacy } = await withSigner(device.client, session).execute(
      UpdateWalletPrivacyDocument,
      variables,
    );
    expect(updateWalletPrivacy.__typename).toBe('InternalAccount');
  });

  test('is refreshed, with a sealed key and with a key of the device', async () => {
    const sealed = await refreshSession(device.client, session);
    expect(sealed.id).not.toBe(session.id);
    const held = await refreshSession(device.client, sealed, { heldKey: await createSigningKey() });
    expect(await pay(device, held)).toBe('Transaction');
  });

  test('is refreshed once before it ends, also when it signs several times at once', async () => {
    const seen: string[] = [];
    const end = Date.parse(session.expiresAt) + session.clockOffsetMs;
    const keeper = autoRefreshSession(device.client, session, {
      now: () => (seen.length === 0 ? end - 60_000 : end - 600_000),
      onSession: ({ id }) => seen.push(id),
    });
    const stamps = await Promise.all([keeper.stamp('one'), keeper.stamp('two'), keeper.stamp('three')]);
    const { publicKey } = (await keeper.session()).key;
    for (const text of stamps) expect(Buffer.from(text, 'base64url').toString()).toContain(publicKey);
    expect(seen).toEqual([(await keeper.session()).id]);
    expect(await pay(device, await keeper.session())).toBe('Transaction');
  });

  test('is measured by the clock of its server, and needs a sign-in after its end', async () => {
    const hour = 3_600_000;
    const end = Date.parse(session.expiresAt) + session.clockOffsetMs;
    const ahead = { ...session, clockOffsetMs: session.clockOffsetMs + hour };
    const keeper = autoRefreshSession(device.client, ahead, { now: () => end + hour - 600_000 });
    expect(await keeper.session()).toBe(ahead);
    const ended = autoRefreshSession(device.client, session, { now: () => end });
    await expect(ended.stamp('payload')).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('signs while it is active where its refresh fails', async () => {
    const end = Date.parse(session.expiresAt) + session.clockOffsetMs;
    const offline = { execute: () => Promise.reject(new Error('no connection')) };
    const keeper = autoRefreshSession(offline, session, { now: () => end - 60_000 });
    expect(await keeper.session()).toBe(session);
  });

  test('says what is wrong with a signature after it was revoked', async () => {
    await sendEmailCode(device.client, credentialId);
    const revoked = await signInWithEmailCode(device.client, credentialId, code);
    const { revokeSession } = await withSigner(device.client, revoked).execute(RevokeSessionDocument, {
      id: revoked.id,
    });
    expect(revokeSession.__typename).toBe('SessionRevoked');
    await expect(refreshSession(device.client, revoked)).rejects.toMatchObject({ name: 'WalletError' });
    await expect(exportWallet(device.client, revoked, device.holder.accountId)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      httpStatus: 401,
      signatureProblem: 'SIGNATURE_UNKNOWN_KEY',
    });
  });

  test('is not opened with a wrong code, and the error does not contain the code', async () => {
    const error = await signInWithEmailCode(device.client, credentialId, '918273').catch((caught) => caught);
    expect(error).toMatchObject({ name: 'WalletError', code: 'UNAUTHORIZED' });
    expect(JSON.stringify(error) + error.stack).not.toContain('918273');
  });
});
