/**
 * A passkey wallet from the options of its registration to a payment: with two passkeys, and with a session key that the client
 * holds. A browser does it over GraphQL with an access token, a back end over REST.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendQuery } from '../support/graphql-client.ts';
import { type Rest, restClient } from '../support/rest.ts';
import { aWalletHolder, aWalletQuote } from '../support/rest-parties.ts';
import { basic, type Service, startService } from '../support/service.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import {
  convertPoint,
  makeKeyPair,
  openSessionKey,
  openWalletExport,
  stamp,
} from '../support/wallet-client.ts';

let service: Service;
let rest: Rest;

beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
  const { status, body } = await rest('PATCH', '/config', {
    body: { wallets: { severalPasskeys: true, clientHeldKeys: true } },
  });
  expect(status).toBe(200);
  expect(body.wallets).toEqual({ severalPasskeys: true, clientHeldKeys: true });
});
afterAll(() => service.stop());

/** What an authenticator does with the options, as a browser passes them on. */
function passkeyFor(options: {
  rp: { id: string };
  challenge: string;
  excludeCredentials: { id: string }[];
}) {
  const passkey = new SoftwarePasskey({ rpId: options.rp.id });
  return { passkey, challenge: options.challenge, attestation: passkey.register(options.challenge) };
}

describe('a browser over GraphQL', () => {
  let holder: Awaited<ReturnType<typeof aWalletHolder>>;
  let walletToken: string;

  beforeAll(async () => {
    holder = await aWalletHolder(rest, 'ada@example.com');
    const { body } = await sendQuery(
      service,
      `mutation ($id: ID!) { createAccessToken(input: { scopes: [WALLET], customerId: $id }) {
        ... on AccessTokenCreated { accessToken } } }`,
      { id: holder.customerId },
    );
    walletToken = body.data.createAccessToken.accessToken;
  });

  async function call(document: string, variables: object) {
    const { body } = await sendQuery(service, document, variables, {
      authorization: `Bearer ${walletToken}`,
    });
    expect(body.errors).toBeUndefined();
    // biome-ignore lint/suspicious/noExplicitAny: the tests compare what it has.
    return Object.values(body.data)[0] as any;
  }

  const serviceError = '... on ServiceError { errorCode reason message }';
  const rejection = `${serviceError} ... on UnauthorizedError { signatureProblem }`;
  const toSign = '... on SignedRequestChallenge { payloadToSign requestId }';
  const createOptions = `mutation ($accountId: ID!) { createPasskeyOptions(accountId: $accountId) { __typename
    ... on PublicKeyCredentialCreationOptions {
      rp { id name } user { id name displayName } challenge pubKeyCredParams { type alg } timeout
      excludeCredentials { id type } attestation
      authenticatorSelection { residentKey requireResidentKey userVerification } } ${serviceError} } }`;
  const add = `mutation ($input: AddCredentialInput!, $signedRetry: SignedRetryInput) {
    addCredential(input: $input, signedRetry: $signedRetry) {
      __typename ... on AuthMethod { id credentialId } ${toSign} ${rejection} } }`;
  const challenge = `mutation ($id: ID!, $clientPublicKey: P256PublicKey!) {
    challengeCredential(id: $id, clientPublicKey: $clientPublicKey) {
      __typename ... on PasskeyAuthChallenge { challenge requestId } ${serviceError} } }`;
  const verify = `mutation ($id: ID!, $input: VerifyCredentialInput!) { verifyCredential(id: $id, input: $input) {
    __typename ... on IssuedSession { encryptedSessionSigningKey session { id } }
    ... on ClientKeySession { session { id type } } ${rejection} } }`;
  const execute = `mutation ($id: ID!, $signature: String) { executeQuote(quoteId: $id, signature: $signature) {
    __typename ${toSign} ${rejection} } }`;

  test('registers two passkeys, opens a session with the second by its own key, and pays', async () => {
    const { accountId } = holder;
    const first = passkeyFor(await call(createOptions, { accountId }));
    const { passkey: _first, ...firstInput } = first;
    const one = await call(add, { input: { passkey: { accountId, nickname: 'Phone', ...firstInput } } });
    expect(one.__typename).toBe('AuthMethod');
    const sealed = makeKeyPair();
    const asked = await call(challenge, { id: one.id, clientPublicKey: sealed.publicKey });
    const opened = await call(verify, {
      id: one.id,
      input: { passkey: { requestId: asked.requestId, assertion: first.passkey.assert(asked.challenge) } },
    });
    expect(opened.__typename).toBe('IssuedSession');
    const session = openSessionKey(opened.encryptedSessionSigningKey, sealed);

    const options = await call(createOptions, { accountId });
    expect(options.excludeCredentials).toEqual([{ type: 'public-key', id: one.credentialId }]);
    const { passkey: second, ...secondInput } = passkeyFor(options);
    const input = { passkey: { accountId, nickname: 'Laptop', ...secondInput } };
    const { payloadToSign, requestId } = await call(add, { input });
    const unsigned = await call(add, { input, signedRetry: { requestId, signature: '' } });
    expect(unsigned).toMatchObject({
      errorCode: 'UNAUTHORIZED',
      reason: 'Invalid Service-Wallet-Signature',
      signatureProblem: 'SIGNATURE_MISSING',
    });
    const signedRetry = { requestId, signature: stamp(payloadToSign, session) };
    const two = await call(add, { input, signedRetry });
    expect(two.__typename).toBe('AuthMethod');

    const own = makeKeyPair();
    const clientPublicKey = convertPoint(own.publicKey, 'compressed');
    const bound = await call(challenge, { id: two.id, clientPublicKey });
    const held = await call(verify, {
      id: two.id,
      input: { passkey: { requestId: bound.requestId, assertion: second.assert(bound.challenge) } },
    });
    expect(held).toMatchObject({ __typename: 'ClientKeySession', session: { type: 'PASSKEY' } });

    const quoteId = await aWalletQuote(rest, holder);
    const toPay = await call(execute, { id: quoteId });
    const paid = await call(execute, { id: quoteId, signature: stamp(toPay.payloadToSign, own) });
    expect(paid.__typename).toBe('Transaction');
  });

  test('lists its credentials: without an argument at most one of each type, with `first` all', async () => {
    const list = 'query ($id: ID!) { internalAccount(id: $id) { credentials(first: 12) { id type } } }';
    const { credentials } = await call(list, { id: holder.accountId });
    expect(credentials).toHaveLength(2);
    const tooMany = await sendQuery(service, list.replace('12', '13'), { id: holder.accountId });
    expect(tooMany.body.errors?.[0]?.message).toContain('1 to 12');
  });

  test('reads the key that verifies an export, and the id that it contains', async () => {
    const { accountId } = holder;
    const config = await call(
      `{ walletConfig { platformId organizationId exportIssuerPublicKey sessionTtlSeconds severalPasskeys
          clientHeldKeys passkeys { rpId origins } } }`,
      {},
    );
    expect(config).toMatchObject({
      sessionTtlSeconds: 900,
      severalPasskeys: true,
      clientHeldKeys: true,
      passkeys: { rpId: 'localhost', origins: ['http://localhost'] },
    });
    const overRest = await rest('GET', '/auth/config');
    expect(overRest.body).toEqual(config);
    const settings = await rest('GET', '/config');
    expect(config.organizationId).toBe(settings.body.id);

    const keys = makeKeyPair();
    const path = `/internal-accounts/${accountId}/export`;
    const body = { clientPublicKey: keys.publicKey };
    const { requestId } = (await rest('POST', path, { body })).body;
    const headers = { 'Request-Id': requestId, 'Service-Wallet-Signature': 'sandbox-valid-signature' };
    const exported = await rest('POST', path, { body, headers });
    const { encryptedWalletCredentials } = exported.body;
    const { organizationId } = openWalletExport(
      encryptedWalletCredentials,
      keys,
      config.exportIssuerPublicKey,
    );
    expect(organizationId).toBe(config.organizationId);
  });

  test('cannot change the settings that allow this', async () => {
    const { body } = await sendQuery(
      service,
      `mutation { updatePlatformConfig(input: { wallets: { severalPasskeys: false } }) {
        __typename ${serviceError} } }`,
      {},
      { authorization: `Bearer ${walletToken}` },
    );
    expect(body.data.updatePlatformConfig).toMatchObject({ errorCode: 'FORBIDDEN' });
  });
});

test('a back end does the same over REST', async () => {
  const holder = await aWalletHolder(rest, 'grace@example.com');
  const { accountId } = holder;
  const options = await rest('POST', '/auth/credentials/passkey-options', { body: { accountId } });
  expect(options.status).toBe(201);
  const { passkey, ...input } = passkeyFor(options.body);
  const credential = await rest('POST', '/auth/credentials', {
    body: { type: 'PASSKEY', accountId, nickname: 'Phone', ...input },
  });
  expect(credential.status).toBe(201);
  const path = `/auth/credentials/${credential.body.id}`;

  const own = makeKeyPair();
  const clientPublicKey = convertPoint(own.publicKey, 'compressed');
  const challenge = await rest('POST', `${path}/challenge`, { body: { clientPublicKey } });
  const proof = { type: 'PASSKEY', assertion: passkey.assert(challenge.body.challenge) };
  const missing = await rest('POST', `${path}/verify`, { body: proof });
  expect(missing).toMatchObject({
    status: 401,
    body: {
      code: 'UNAUTHORIZED',
      reason: 'Invalid Request-Id',
      details: { signatureProblem: 'REQUEST_ID_MISSING' },
    },
  });
  const headers = { 'Request-Id': challenge.body.requestId };
  const session = await rest('POST', `${path}/verify`, { body: proof, headers });
  expect(session.status).toBe(200);
  expect(session.body).not.toHaveProperty('encryptedSessionSigningKey');
  expect(session.body).toMatchObject({ accountId, type: 'PASSKEY' });

  const quoteId = await aWalletQuote(rest, holder);
  const toPay = await rest('POST', `/quotes/${quoteId}/execute`);
  expect(toPay.status).toBe(202);
  const unknown = await rest('POST', `/quotes/${quoteId}/execute`, {
    headers: { 'Service-Wallet-Signature': stamp(toPay.body.payloadToSign, makeKeyPair()) },
  });
  expect(unknown).toMatchObject({
    status: 401,
    body: { details: { signatureProblem: 'SIGNATURE_UNKNOWN_KEY' } },
  });
  const paid = await rest('POST', `/quotes/${quoteId}/execute`, {
    headers: { 'Service-Wallet-Signature': stamp(toPay.body.payloadToSign, own) },
  });
  expect(paid.status).toBe(200);

  // A refresh with a key to seal to returns a sealed key again.
  const refresh = `/auth/sessions/${session.body.id}/refresh`;
  const sealed = { clientPublicKey: makeKeyPair().publicKey };
  const toRefresh = await rest('POST', refresh, { body: sealed });
  const refreshed = await rest('POST', refresh, {
    body: sealed,
    headers: {
      'Request-Id': toRefresh.body.requestId,
      'Service-Wallet-Signature': stamp(toRefresh.body.payloadToSign, own),
    },
  });
  expect(refreshed).toMatchObject({ status: 201, body: { encryptedSessionSigningKey: expect.any(String) } });
});

test('an OAUTH wallet of the sandbox is opened with a token of the sandbox', async () => {
  const { accountId } = await aWalletHolder(rest, 'mary@example.com');
  const token = async () => {
    const body = { subject: 'mary', issuer: 'https://accounts.google.com', email: 'mary@example.com' };
    return (await rest('POST', '/sandbox/oidc-tokens', { body })).body.oidcToken;
  };
  const credential = await rest('POST', '/auth/credentials', {
    body: { type: 'OAUTH', accountId, oidcToken: await token() },
  });
  expect(credential).toMatchObject({ status: 201, body: { nickname: 'mary@example.com' } });
  const session = await rest('POST', `/auth/credentials/${credential.body.id}/verify`, {
    body: { type: 'OAUTH', oidcToken: await token(), clientPublicKey: makeKeyPair().publicKey },
  });
  expect(session.status).toBe(200);

  const forbidden = await rest('POST', '/sandbox/oidc-tokens', {
    body: { subject: 'mary' },
    authorization: basic((await service.addPlatform('PRODUCTION')).token),
  });
  expect(forbidden).toMatchObject({ status: 403, body: { reason: 'Sandbox only' } });
});
