/** A mobile wallet over GraphQL: registers a passkey, opens a session, adds an email credential, pays, exports the seed, revokes its session. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, type Service, startService } from '../support/service.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import {
  type ClientKeyPair,
  makeKeyPair,
  openSessionKey,
  openWalletExport,
  randomChallenge,
  stamp,
} from '../support/wallet-client.ts';

type Result = Readonly<Record<string, unknown>> & { readonly __typename: string };

let service: Service;
/** An access token with the scope WALLET. The phone does not have the platform's secret. */
let walletToken: string;
let wallet: string;
let dollars: string;
const logged: string[] = [];

/** Sends a document and returns its first field. */
async function call(
  document: string,
  variables: object,
  authorization = `Bearer ${walletToken}`,
): Promise<Result> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', authorization },
    body: JSON.stringify({ query: document, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: Record<string, Result>; errors?: unknown };
  const result = data && Object.values(data)[0];
  if (!result) throw new Error(JSON.stringify(errors));
  return result;
}

const rejection =
  '... on ServiceError { errorCode httpStatus reason message } ... on InvalidInputError { fields { path message } }';
const toSign = '... on SignedRequestChallenge { payloadToSign requestId expiresAt credentialType }';
const issued = '... on IssuedSession { encryptedSessionSigningKey session { id type nickname expiresAt } }';

const add = `mutation ($input: AddCredentialInput!, $signedRetry: SignedRetryInput) {
  addCredential(input: $input, signedRetry: $signedRetry) {
    __typename ... on AuthMethod { id type nickname credentialId } ${toSign} ${rejection} } }`;
const challenge = `mutation ($id: ID!, $clientPublicKey: P256PublicKey) {
  challengeCredential(id: $id, clientPublicKey: $clientPublicKey) {
    __typename ... on PasskeyAuthChallenge { rpId challenge requestId credentialId credential { id } }
    ... on AuthMethod { id } ${rejection} } }`;
const verify = `mutation ($id: ID!, $input: VerifyCredentialInput!) {
  verifyCredential(id: $id, input: $input) { __typename ${issued} ${rejection} } }`;

beforeAll(async () => {
  service = await startService({ server: true, logTo: { write: (line) => logged.push(line) } });
  const platform = basic(service.platform.token);
  const customer = await call(
    `mutation { createCustomer(input: { customerType: INDIVIDUAL, fullName: "Ada Lovelace", email: "ada@example.com" }) {
      __typename ... on Customer { id internalAccounts { id type balance { currency { code } } } } } }`,
    {},
    platform,
  );
  const { id, internalAccounts } = customer as unknown as {
    id: string;
    internalAccounts: { id: string; type: string; balance: { currency: { code: string } } }[];
  };
  wallet = internalAccounts.find(({ type }) => type === 'EMBEDDED_WALLET')?.id ?? '';
  dollars = internalAccounts.find(({ balance }) => balance.currency.code === 'USD')?.id ?? '';
  const fund = 'mutation ($id: ID!) { sandboxFundAccount(accountId: $id, amount: 50000000) { __typename } }';
  await call(fund, { id: wallet }, platform);
  const minted = await call(
    `mutation ($id: ID!) { createAccessToken(input: { scopes: [WALLET], customerId: $id }) {
      __typename ... on AccessTokenCreated { accessToken } ${rejection} } }`,
    { id },
    platform,
  );
  walletToken = String(minted['accessToken']);
});
afterAll(() => service.stop());

const passkey = new SoftwarePasskey();
let passkeyId: string;
let sessionId: string;
let key: ClientKeyPair;

/** The second request of a signed operation. */
const retry = (challenged: Result) => ({
  signedRetry: {
    requestId: challenged['requestId'],
    signature: stamp(String(challenged['payloadToSign']), key),
  },
});

test('registers a passkey and opens a session with it', async () => {
  const registration = randomChallenge();
  const input = {
    passkey: {
      accountId: wallet,
      nickname: 'Phone',
      challenge: registration,
      attestation: passkey.register(registration),
    },
  };
  const credential = await call(add, { input });
  expect(credential).toMatchObject({ __typename: 'AuthMethod', type: 'PASSKEY', nickname: 'Phone' });
  passkeyId = String(credential['id']);

  const keys = makeKeyPair();
  const challenged = await call(challenge, { id: passkeyId, clientPublicKey: keys.publicKey });
  expect(challenged).toMatchObject({ __typename: 'PasskeyAuthChallenge', rpId: 'localhost' });
  const assertion = passkey.assert(String(challenged['challenge']));
  const proof = { passkey: { requestId: challenged['requestId'], assertion } };
  const session = await call(verify, { id: passkeyId, input: proof });
  expect(session.__typename).toBe('IssuedSession');
  sessionId = (session['session'] as { id: string }).id;
  key = openSessionKey(String(session['encryptedSessionSigningKey']), keys);
});

test('adds an email credential by signed retry, and reads both credentials and the session', async () => {
  const input = { emailOtp: { accountId: wallet } };
  const challenged = await call(add, { input });
  expect(challenged).toMatchObject({ __typename: 'SignedRequestChallenge', credentialType: 'EMAIL_OTP' });
  expect(await call(add, { input, ...retry(challenged) })).toMatchObject({ nickname: 'ada@example.com' });
  const account = await call(
    `query ($id: ID!) { internalAccount(id: $id) { __typename credentials { type } sessions { id } } }`,
    { id: wallet },
  );
  expect(account).toMatchObject({
    credentials: [{ type: 'PASSKEY' }, { type: 'EMAIL_OTP' }],
    sessions: [{ id: sessionId }],
  });
});

test('pays out of the wallet by signing the quote', async () => {
  const quote = await call(
    `mutation ($input: CreateQuoteInput!) { createQuote(input: $input) { __typename
      ... on Quote { id } ${rejection} } }`,
    {
      input: {
        source: { account: { accountId: wallet } },
        destination: { account: { accountId: dollars } },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000_000,
      },
    },
    basic(service.platform.token),
  );
  const execute = `mutation ($id: ID!, $signature: String) { executeQuote(quoteId: $id, signature: $signature) {
    __typename ${toSign} ... on Transaction { status } ${rejection} } }`;
  const challenged = await call(execute, { id: quote['id'] });
  expect(challenged.__typename).toBe('SignedRequestChallenge');
  const signature = stamp(String(challenged['payloadToSign']), key);
  expect((await call(execute, { id: quote['id'], signature })).__typename).toBe('Transaction');
});

test('exports the seed, which is verified with the published issuer key', async () => {
  const keys = makeKeyPair();
  const exporting = `mutation ($accountId: ID!, $clientPublicKey: P256PublicKey!, $signedRetry: SignedRetryInput) {
    exportWallet(accountId: $accountId, clientPublicKey: $clientPublicKey, signedRetry: $signedRetry) {
      __typename ${toSign} ... on WalletExport { encryptedWalletCredentials } ${rejection} } }`;
  const input = { accountId: wallet, clientPublicKey: keys.publicKey };
  const challenged = await call(exporting, input);
  const result = await call(exporting, { ...input, ...retry(challenged) });
  const config = await call(
    '{ platformConfig { exportIssuerPublicKey } }',
    {},
    basic(service.platform.token),
  );
  const sealed = String(result['encryptedWalletCredentials']);
  const { mnemonic } = openWalletExport(sealed, keys, String(config['exportIssuerPublicKey']));
  expect(mnemonic.split(' ')).toHaveLength(12);
});

test('reports errors with the path of the field and without its value', async () => {
  const badKey = `04${'ab'.repeat(64)}`;
  const wrong = { emailOtp: { otp: '424242', clientPublicKey: badKey } };
  const result = await call(verify, { id: passkeyId, input: wrong });
  expect(result).toMatchObject({ fields: [{ path: 'input.emailOtp.clientPublicKey' }] });
  expect(JSON.stringify(result)).not.toContain('abab');

  const good = { emailOtp: { otp: '424242', clientPublicKey: makeKeyPair().publicKey } };
  expect(await call(verify, { id: passkeyId, input: good })).toMatchObject({
    fields: [{ path: 'input.emailOtp' }],
  });
  expect(await call(add, { input: { oauth: { accountId: wallet, oidcToken: 'x.y.z' } } })).toMatchObject({
    __typename: 'UnauthorizedError',
    errorCode: 'UNAUTHORIZED',
    reason: 'Invalid OIDC token',
  });
});

test('revokes its own session, and no secret was logged', async () => {
  const revoke = `mutation ($id: ID!, $signedRetry: SignedRetryInput) { revokeSession(id: $id, signedRetry: $signedRetry) {
    __typename ${toSign} ... on SessionRevoked { sessionId } ${rejection} } }`;
  const byId = 'query ($id: ID!) { nodes(ids: [$id]) { id } }';
  expect(await call(byId, { id: sessionId })).toEqual([{ id: sessionId }]);
  const challenged = await call(revoke, { id: sessionId });
  const signed = retry(challenged);
  expect(await call(revoke, { id: sessionId, ...signed })).toMatchObject({ sessionId });
  expect(await call(byId, { id: sessionId })).toEqual([null]);
  const log = logged.join('\n');
  for (const secret of [
    key.privateKey,
    signed.signedRetry.signature,
    service.platform.token,
    walletToken,
    '424242',
  ]) {
    expect(log.includes(secret)).toBe(false);
  }
});
