/**
 * Published client libraries (`@turnkey/crypto`, `@turnkey/api-key-stamper`) open the values that the service seals and
 * sign its challenges, as the app of an integrator does.
 *
 * Source: docs/behaviour/wallets.md#stamp, docs/behaviour/wallets.md#encrypted-session-key, docs/behaviour/wallets.md#export.
 */
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import {
  decryptCredentialBundle,
  decryptExportBundle,
  generateP256KeyPair,
  getPublicKey,
} from '@turnkey/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rest, type RestResponse, restClient } from '../../support/rest.ts';
import { aRestWallet, bankAccountBody } from '../../support/rest-parties.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
let wallet: Awaited<ReturnType<typeof aRestWallet>>;
let stamper: ApiKeyStamper;
let sessionId: string;

/** The private key of a session, opened with the library. */
const openedKey = ({ body }: RestResponse, privateKey: string): string =>
  decryptCredentialBundle(body.encryptedSessionSigningKey, privateKey);

const stamperOf = (privateKey: string): ApiKeyStamper =>
  new ApiKeyStamper({
    apiPublicKey: Buffer.from(getPublicKey(privateKey, true)).toString('hex'),
    apiPrivateKey: privateKey,
  });

const stamped = async (payload: string): Promise<string> => (await stamper.stamp(payload)).stampHeaderValue;

/** Sends a request, signs the returned payload, and sends the signed retry. */
async function signedRetry(method: 'POST' | 'PATCH', path: string, body: object): Promise<RestResponse> {
  const challenge = await rest(method, path, { body });
  expect(challenge.status).toBe(202);
  return rest(method, path, {
    body,
    headers: {
      'Service-Wallet-Signature': await stamped(challenge.body.payloadToSign),
      'Request-Id': challenge.body.requestId,
    },
  });
}

beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
  wallet = await aRestWallet(rest, 50_000_000);
  const { privateKey, publicKeyUncompressed } = generateP256KeyPair();
  await rest('POST', `/auth/credentials/${wallet.credential.id}/challenge`);
  const session = await rest('POST', `/auth/credentials/${wallet.credential.id}/verify`, {
    body: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: publicKeyUncompressed },
  });
  sessionId = session.body.id;
  stamper = stamperOf(openedKey(session, privateKey));
});
afterAll(() => service.stop());

test('a stamp of a session refreshes the session, and the new key can sign', async () => {
  const { privateKey, publicKeyUncompressed } = generateP256KeyPair();
  const fresh = await signedRetry('POST', `/auth/sessions/${sessionId}/refresh`, {
    clientPublicKey: publicKeyUncompressed,
  });
  expect(fresh.status).toBe(201);
  stamper = stamperOf(openedKey(fresh, privateKey));
  const { status, body } = await signedRetry('PATCH', `/internal-accounts/${wallet.accountId}`, {
    privateEnabled: true,
  });
  expect([status, body.privateEnabled]).toEqual([200, true]);
});

test('an export can be opened after its signature is verified with the published issuer key', async () => {
  const { privateKey, publicKeyUncompressed } = generateP256KeyPair();
  const exported = await signedRetry('POST', `/internal-accounts/${wallet.accountId}/export`, {
    clientPublicKey: publicKeyUncompressed,
  });
  const { body: config } = await rest('GET', '/config');
  const opened = (signer: string) =>
    decryptExportBundle({
      exportBundle: exported.body.encryptedWalletCredentials,
      embeddedKey: privateKey,
      organizationId: config.id,
      dangerouslyOverrideSignerPublicKey: signer,
      returnMnemonic: true,
    });
  expect((await opened(config.exportIssuerPublicKey)).split(' ')).toHaveLength(12);
  await expect(opened(publicKeyUncompressed)).rejects.toThrow('signer');
});

test('a stamp over the payload of a quote executes the quote', async () => {
  const bank = await rest('POST', '/customers/external-accounts', {
    body: bankAccountBody(wallet.customerId),
  });
  const quote = await rest('POST', '/quotes', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId: wallet.accountId },
      destination: { destinationType: 'ACCOUNT', accountId: bank.body.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000_000,
    },
  });
  const { payloadToSign } = quote.body.paymentInstructions[0].accountOrWalletInfo;
  const executed = await rest('POST', `/quotes/${quote.body.id}/execute`, {
    headers: { 'Service-Wallet-Signature': await stamped(payloadToSign) },
  });
  expect(executed.status).toBe(200);
  expect(executed.body.transaction.status).toBe('PROCESSING');
});
