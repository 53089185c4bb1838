import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { aRestPayer, aRestWallet, bankAccountBody } from '../../support/rest-parties.ts';
import { type Service, startService } from '../../support/service.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import {
  makeKeyPair,
  openSessionKey,
  openWalletExport,
  randomChallenge,
  stamp,
} from '../../support/wallet-client.ts';

let service: Service;
let rest: Rest;

beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
});
afterAll(() => service.stop());

/** The two headers of a signed retry. */
const signed = (
  challenge: { payloadToSign: string; requestId: string },
  key: Parameters<typeof stamp>[1],
) => ({
  'Service-Wallet-Signature': stamp(challenge.payloadToSign, key),
  'Request-Id': challenge.requestId,
});

const passkeyBody = (accountId: string, passkey: SoftwarePasskey) => {
  const challenge = randomChallenge();
  return {
    type: 'PASSKEY',
    accountId,
    nickname: 'My phone',
    challenge,
    attestation: passkey.register(challenge),
  };
};

describe('one-time codes', () => {
  test('a credential is created with 201 and without a session, and verified with 000000', async () => {
    const { accountId, credential, session } = await aRestWallet(rest);
    expect(Object.keys(credential).sort()).toEqual([
      'accountId',
      'createdAt',
      'id',
      'nickname',
      'type',
      'updatedAt',
    ]);
    expect(session).toMatchObject({ accountId, type: 'EMAIL_OTP' });

    const listed = await rest('GET', `/auth/sessions?accountId=${accountId}`);
    expect(listed.body.data).toHaveLength(1);
    expect(listed.body.data[0]).not.toHaveProperty('encryptedSessionSigningKey');
    const credentials = await rest('GET', `/auth/credentials?accountId=${encodeURIComponent(accountId)}`);
    expect(credentials.body).toEqual({ data: [credential] });
  });

  test('a wrong code is 401, with its reason in the body and in the details', async () => {
    const { credential } = await aRestWallet(rest);
    expect((await rest('POST', `/auth/credentials/${credential.id}/challenge`)).body.id).toBe(credential.id);
    const rejected = await rest('POST', `/auth/credentials/${credential.id}/verify`, {
      body: { type: 'EMAIL_OTP', otp: '123456', clientPublicKey: makeKeyPair().publicKey },
    });
    expect(rejected).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', reason: 'Invalid OTP code', details: { reason: 'Invalid OTP code' } },
    });
  });

  test('a second credential is rejected before a challenge; too many challenges are 429 with Retry-After', async () => {
    const { accountId, credential } = await aRestWallet(rest);
    expect(await rest('POST', '/auth/credentials', { body: { type: 'EMAIL_OTP', accountId } })).toMatchObject(
      {
        status: 400,
        body: { code: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS' },
      },
    );
    const path = `/auth/credentials/${credential.id}/challenge`;
    const statuses = [];
    for (let tries = 0; tries < 4; tries += 1) statuses.push((await rest('POST', path)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('lists require a valid account id, and are empty for an unknown account', async () => {
    for (const path of ['/auth/credentials', '/auth/sessions']) {
      expect((await rest('GET', path)).body.details.field).toBe('accountId');
      expect((await rest('GET', `${path}?accountId=Customer:1`)).status).toBe(400);
      const unknown = 'InternalAccount:019542f5-b3e7-1d02-0000-000000000002';
      expect((await rest('GET', `${path}?accountId=${unknown}`)).body).toEqual({ data: [] });
    }
  });
});

describe('a signed retry', () => {
  test('adds a passkey: 202 with the type, then 201; the passkey opens a session', async () => {
    const { accountId, key } = await aRestWallet(rest);
    const passkey = new SoftwarePasskey();
    const body = passkeyBody(accountId, passkey);
    const issued = await rest('POST', '/auth/credentials', { body });
    expect(issued).toMatchObject({ status: 202, body: { type: 'PASSKEY' } });

    const added = await rest('POST', '/auth/credentials', { body, headers: signed(issued.body, key) });
    expect(added).toMatchObject({ status: 201, body: { type: 'PASSKEY', nickname: 'My phone' } });

    const again = await rest('POST', '/auth/credentials', { body, headers: signed(issued.body, key) });
    expect(again).toMatchObject({ status: 401, body: { reason: 'Request-Id already used' } });

    const keys = makeKeyPair();
    const challenge = await rest('POST', `/auth/credentials/${added.body.id}/challenge`, {
      body: { clientPublicKey: keys.publicKey },
    });
    expect(challenge).toMatchObject({ status: 200, body: { credentialId: added.body.credentialId } });
    const assertion = passkey.assert(challenge.body.challenge);
    const verify = (headers: Record<string, string>) =>
      rest('POST', `/auth/credentials/${added.body.id}/verify`, {
        body: { type: 'PASSKEY', assertion },
        headers,
      });
    expect((await verify({})).status).toBe(401);
    const session = await verify({ 'Request-Id': challenge.body.requestId });
    expect(session).toMatchObject({
      status: 200,
      body: { type: 'PASSKEY', credentialId: added.body.credentialId },
    });
  });

  test('a signature header alone is ignored; a request id alone is 401', async () => {
    const { session } = await aRestWallet(rest);
    const path = `/auth/sessions/${session.id}`;
    const alone = await rest('DELETE', path, { headers: { 'Service-Wallet-Signature': 'anything' } });
    expect(alone).toMatchObject({ status: 202, body: { type: 'EMAIL_OTP' } });
    const unsigned = await rest('DELETE', path, { headers: { 'Request-Id': alone.body.requestId } });
    expect(unsigned).toMatchObject({ status: 401, body: { reason: 'Invalid Service-Wallet-Signature' } });
    const unknown = await rest('DELETE', path, {
      headers: { 'Request-Id': 'Request:none', 'Service-Wallet-Signature': 'sandbox-valid-signature' },
    });
    expect(unknown).toMatchObject({ status: 401, body: { reason: 'Invalid Request-Id' } });
  });

  test('refreshes a session: 202 without type, then 201 with a new one, the same key on both calls', async () => {
    const { session, key } = await aRestWallet(rest);
    const keys = makeKeyPair();
    const path = `/auth/sessions/${session.id}/refresh`;
    const body = { clientPublicKey: keys.publicKey };
    const challenge = await rest('POST', path, { body });
    expect(challenge.status).toBe(202);
    expect(challenge.body).not.toHaveProperty('type');
    const other = { clientPublicKey: makeKeyPair().publicKey };
    expect(await rest('POST', path, { body: other, headers: signed(challenge.body, key) })).toMatchObject({
      status: 401,
      body: { reason: 'Request does not match the challenge' },
    });
    const fresh = await rest('POST', path, { body, headers: signed(challenge.body, key) });
    expect(fresh.status).toBe(201);
    expect(fresh.body.id).not.toBe(session.id);
    expect(openSessionKey(fresh.body.encryptedSessionSigningKey, keys).privateKey).toMatch(/^[0-9a-f]{64}$/);
  });

  test('revokes a session with 204 and no body; afterwards it is not found', async () => {
    const { session, key } = await aRestWallet(rest);
    const challenge = await rest('DELETE', `/auth/sessions/${session.id}`);
    const revoked = await rest('DELETE', `/auth/sessions/${session.id}`, {
      headers: signed(challenge.body, key),
    });
    expect(revoked).toMatchObject({ status: 204, body: undefined });
    expect(await rest('DELETE', `/auth/sessions/${session.id}`)).toMatchObject({
      status: 404,
      body: { code: 'SESSION_NOT_FOUND' },
    });
  });

  test('revokes a credential by a session of another one; the last one stays', async () => {
    const { accountId, credential, key } = await aRestWallet(rest);
    expect(await rest('DELETE', `/auth/credentials/${credential.id}`)).toMatchObject({
      status: 400,
      body: { code: 'LAST_CREDENTIAL' },
    });
    const body = passkeyBody(accountId, new SoftwarePasskey());
    const challenge = await rest('POST', '/auth/credentials', { body });
    const passkey = await rest('POST', '/auth/credentials', { body, headers: signed(challenge.body, key) });
    const revoking = await rest('DELETE', `/auth/credentials/${passkey.body.id}`);
    expect(revoking).toMatchObject({ status: 202, body: { type: 'PASSKEY' } });
    const revoked = await rest('DELETE', `/auth/credentials/${passkey.body.id}`, {
      headers: signed(revoking.body, key),
    });
    expect(revoked.status).toBe(204);
  });

  test('exports the wallet: the client opens the export and gets the mnemonic', async () => {
    const { accountId, key } = await aRestWallet(rest);
    const keys = makeKeyPair();
    const path = `/internal-accounts/${accountId}/export`;
    const body = { clientPublicKey: keys.publicKey };
    const challenge = await rest('POST', path, { body });
    expect(challenge.status).toBe(202);
    const exported = await rest('POST', path, { body, headers: signed(challenge.body, key) });
    expect(exported).toMatchObject({ status: 200, body: { id: accountId } });
    expect(openWalletExport(exported.body.encryptedWalletCredentials, keys).mnemonic.split(' ')).toHaveLength(
      12,
    );
  });

  test('sets privacy, with the sandbox signature too', async () => {
    const { accountId } = await aRestWallet(rest);
    const path = `/internal-accounts/${accountId}`;
    const challenge = await rest('PATCH', path, { body: { privateEnabled: true } });
    expect(challenge.status).toBe(202);
    const set = await rest('PATCH', path, {
      body: { privateEnabled: true },
      headers: {
        'Request-Id': challenge.body.requestId,
        'Service-Wallet-Signature': 'sandbox-valid-signature',
      },
    });
    expect(set).toMatchObject({ status: 200, body: { id: accountId, privateEnabled: true } });
    expect((await rest('GET', path)).body.privateEnabled).toBe(true);
  });

  test('executes a quote with its own request id once, and with no other', async () => {
    const { customerId, accountId, key } = await aRestWallet(rest, 50_000_000);
    const bank = await rest('POST', '/customers/external-accounts', { body: bankAccountBody(customerId) });
    const quoteOf = async () => {
      const quote = await rest('POST', '/quotes', {
        body: {
          source: { sourceType: 'ACCOUNT', accountId },
          destination: { destinationType: 'ACCOUNT', accountId: bank.body.id },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 10_000_000,
        },
      });
      return `/quotes/${quote.body.id}/execute`;
    };
    const [path, otherPath] = [await quoteOf(), await quoteOf()];
    const challenge = await rest('POST', path);
    const other = await rest('POST', otherPath);
    expect([challenge.status, other.status]).toEqual([202, 202]);
    const signature = signed(challenge.body, key);
    const balance = async () => (await rest('GET', `/internal-accounts/${accountId}`)).body.balance.amount;

    for (const requestId of [other.body.requestId, newId('Request'), 'Request:1', '']) {
      const rejected = await rest('POST', path, { headers: { ...signature, 'Request-Id': requestId } });
      expect([requestId, rejected.status, rejected.body.details?.reason]).toEqual([
        requestId,
        401,
        'Invalid Request-Id',
      ]);
    }
    expect(await balance()).toBe(50_000_000);

    expect((await rest('POST', path, { headers: signature })).status).toBe(200);
    expect(await rest('POST', path, { headers: signature })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', details: { reason: 'Request-Id already used' } },
    });
    expect(await balance()).toBe(40_000_000);
    // The request id is not needed.
    const { 'Request-Id': _, ...signatureAlone } = signed(other.body, key);
    expect((await rest('POST', otherPath, { headers: signatureAlone })).status).toBe(200);
  });

  test("changes a holder's email", async () => {
    const { customerId, key } = await aRestWallet(rest);
    const body = { customerType: 'INDIVIDUAL', email: `new-${customerId.slice(-12)}@example.com` };
    const challenge = await rest('PATCH', `/customers/${customerId}`, { body });
    expect(challenge.status).toBe(202);
    const changed = await rest('PATCH', `/customers/${customerId}`, {
      body,
      headers: signed(challenge.body, key),
    });
    expect(changed).toMatchObject({ status: 200, body: { email: body.email } });
    expect(
      await rest('PATCH', `/customers/${customerId}`, { body: { customerType: 'BUSINESS' } }),
    ).toMatchObject({ status: 400, body: { details: { field: 'customerType' } } });
  });
});

describe('a quote from a wallet', () => {
  test('is executed with a signature over its payload; without one the payload is returned again', async () => {
    const { accountId, customerId, key } = await aRestWallet(rest, 50_000_000);
    const { externalId } = await aRestPayer(rest, 0);
    const own = await rest('POST', '/customers/external-accounts', {
      body: { ...(await externalOf(externalId)), customerId },
    });
    const quote = await rest('POST', '/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: own.body.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000_000,
      },
    });
    expect(quote.status).toBe(201);
    const { payloadToSign } = quote.body.paymentInstructions[0].accountOrWalletInfo;
    const path = `/quotes/${quote.body.id}/execute`;
    expect(await rest('POST', path)).toMatchObject({ status: 202, body: { payloadToSign } });
    expect((await rest('POST', path, { headers: { 'Request-Id': 'Request:1' } })).status).toBe(401);
    expect(
      await rest('POST', path, {
        headers: { 'Service-Wallet-Signature': stamp(payloadToSign, makeKeyPair()) },
      }),
    ).toMatchObject({ status: 401, body: { reason: 'Invalid Service-Wallet-Signature' } });
    const executed = await rest('POST', path, {
      headers: { 'Service-Wallet-Signature': stamp(payloadToSign, key) },
    });
    expect(executed).toMatchObject({ status: 200, body: { transaction: { id: quote.body.transactionId } } });
  });
});

/** A body that creates an account with the same values. */
async function externalOf(id: string) {
  const { body } = await rest('GET', `/customers/external-accounts/${id}`);
  return { currency: body.currency, accountInfo: body.accountInfo };
}
