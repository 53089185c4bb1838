/** Errors of wallets are the same over both APIs: the same code, the same status and the same reason. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendQuery } from '../../support/graphql-client.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { aRestPayer, aRestWallet } from '../../support/rest-parties.ts';
import { type Service, startService } from '../../support/service.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import { convertPoint, makeKeyPair, randomChallenge } from '../../support/wallet-client.ts';

let service: Service;
let rest: Rest;
let wallet: Awaited<ReturnType<typeof aRestWallet>>;
let payer: Awaited<ReturnType<typeof aRestPayer>>;
let nameless: string;

beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
  wallet = await aRestWallet(rest);
  payer = await aRestPayer(rest);
  const found = await rest(
    'GET',
    `/customers/internal-accounts?customerId=${payer.customerId}&type=EMBEDDED_WALLET`,
  );
  nameless = found.body.data[0].id;
}, 60_000);
afterAll(() => service.stop());

const uuid = '019542f5-b3e7-7d02-8000-000000000002';
const publicKey = makeKeyPair().publicKey;
const offCurve = `04${'ab'.repeat(64)}`;

const inputs: Record<string, string> = {
  addCredential: '$input: AddCredentialInput!, $signedRetry: SignedRetryInput',
  challengeCredential: '$id: ID!, $clientPublicKey: P256PublicKey',
  createPasskeyOptions: '$accountId: ID!',
  verifyCredential: '$id: ID!, $input: VerifyCredentialInput!',
  revokeCredential: '$id: ID!, $signedRetry: SignedRetryInput',
  revokeSession: '$id: ID!, $signedRetry: SignedRetryInput',
  refreshSession: '$id: ID!, $clientPublicKey: P256PublicKey!, $signedRetry: SignedRetryInput',
  exportWallet: '$accountId: ID!, $clientPublicKey: P256PublicKey!, $signedRetry: SignedRetryInput',
  updateWalletPrivacy: '$accountId: ID!, $privateEnabled: Boolean!, $signedRetry: SignedRetryInput',
};

/** Code, status, reason and the last part of the path of the invalid field. The rest of the path differs between the APIs. */
async function overGraphql(field: string, variables: object) {
  const declared = inputs[field] ?? '';
  const given = [...declared.matchAll(/\$(\w+)/g)].map(([, name]) => `${name}: $${name}`).join(', ');
  const { body } = await sendQuery(
    service,
    `mutation (${declared}) { ${field}(${given}) { __typename
      ... on ServiceError { errorCode httpStatus reason } ... on InvalidInputError { fields { path } } } }`,
    variables,
  );
  const { errorCode, httpStatus, reason, fields } = body.data?.[field] ?? {};
  return {
    code: errorCode,
    status: httpStatus,
    reason: reason ?? undefined,
    field: lastOf(fields?.[0]?.path),
  };
}

const lastOf = (path: string | undefined) => path?.split('.').at(-1);

interface RequestPair {
  readonly graphql: readonly [field: string, variables: object];
  readonly rest: readonly [method: string, path: string, sent?: Parameters<Rest>[2]];
}

async function overRest([method, path, sent]: RequestPair['rest']) {
  const { status, body } = await rest(method, path, sent);
  return { code: body.code, status, reason: body.reason, field: lastOf(body.details?.field) };
}

const passkey = (accountId: string, change: object = {}) => {
  const challenge = randomChallenge();
  const attestation = new SoftwarePasskey().register(challenge);
  return { accountId, nickname: 'Phone', challenge, attestation, ...change };
};
const retry = (requestId: string) => ({ requestId, signature: 'sandbox-valid-signature' });
const headers = (requestId: string) => ({
  'Request-Id': requestId,
  'Service-Wallet-Signature': 'sandbox-valid-signature',
});

const adding = (branch: string, type: string, input: () => object): (() => RequestPair) => {
  return () => {
    const given = input();
    return {
      graphql: ['addCredential', { input: { [branch]: given } }],
      rest: ['POST', '/auth/credentials', { body: { type, ...given } }],
    };
  };
};
const verifying = (branch: string, type: string, input: object, id?: string): (() => RequestPair) => {
  return () => ({
    graphql: ['verifyCredential', { id: id ?? wallet.credential.id, input: { [branch]: input } }],
    rest: ['POST', `/auth/credentials/${id ?? wallet.credential.id}/verify`, { body: { type, ...input } }],
  });
};
const token = (claims: object) =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;

const cases: [string, () => RequestPair][] = [
  [
    'a credential of an unknown account',
    adding('emailOtp', 'EMAIL_OTP', () => ({ accountId: `InternalAccount:${uuid}` })),
  ],
  [
    'a credential of another kind of account',
    adding('emailOtp', 'EMAIL_OTP', () => ({ accountId: payer.accountId })),
  ],
  [
    'a credential of an id that is not an account',
    adding('emailOtp', 'EMAIL_OTP', () => ({ accountId: payer.customerId })),
  ],
  ['a second credential of a type', adding('emailOtp', 'EMAIL_OTP', () => ({ accountId: wallet.accountId }))],
  [
    'an email credential of a customer without an address',
    adding('emailOtp', 'EMAIL_OTP', () => ({ accountId: nameless })),
  ],
  ['a token that is none', adding('oauth', 'OAUTH', () => ({ accountId: nameless, oidcToken: 'x.y.z' }))],
  [
    'a token of another issuer',
    adding('oauth', 'OAUTH', () => ({ accountId: nameless, oidcToken: token({ iss: 'https://a.example' }) })),
  ],
  ['a passkey without a name', adding('passkey', 'PASSKEY', () => passkey(nameless, { nickname: ' ' }))],
  [
    'a passkey for another challenge',
    adding('passkey', 'PASSKEY', () => passkey(nameless, { challenge: randomChallenge() })),
  ],
  [
    'a challenge of an unknown credential',
    () => ({
      graphql: ['challengeCredential', { id: `AuthMethod:${uuid}` }],
      rest: ['POST', `/auth/credentials/AuthMethod:${uuid}/challenge`],
    }),
  ],
  ['a wrong code', verifying('emailOtp', 'EMAIL_OTP', { otp: '123456', clientPublicKey: publicKey })],
  ['a key off the curve', verifying('emailOtp', 'EMAIL_OTP', { otp: '000000', clientPublicKey: offCurve })],
  [
    'a compressed key, which the platform does not allow',
    verifying('emailOtp', 'EMAIL_OTP', {
      otp: '000000',
      clientPublicKey: convertPoint(publicKey, 'compressed'),
    }),
  ],
  ['no code', verifying('emailOtp', 'EMAIL_OTP', { otp: '', clientPublicKey: publicKey })],
  [
    'a code for an unknown credential',
    verifying('emailOtp', 'EMAIL_OTP', { otp: '000000', clientPublicKey: publicKey }, `AuthMethod:${uuid}`),
  ],
  [
    'revocation of the last credential',
    () => ({
      graphql: ['revokeCredential', { id: wallet.credential.id }],
      rest: ['DELETE', `/auth/credentials/${wallet.credential.id}`],
    }),
  ],
  [
    'revocation of an unknown credential',
    () => ({
      graphql: ['revokeCredential', { id: `AuthMethod:${uuid}` }],
      rest: ['DELETE', `/auth/credentials/AuthMethod:${uuid}`],
    }),
  ],
  [
    'revocation of an unknown session',
    () => ({
      graphql: ['revokeSession', { id: `Session:${uuid}` }],
      rest: ['DELETE', `/auth/sessions/Session:${uuid}`],
    }),
  ],
  [
    'revocation of a session with an invalid request id',
    () => ({
      graphql: ['revokeSession', { id: wallet.session.id, signedRetry: retry('none') }],
      rest: ['DELETE', `/auth/sessions/${wallet.session.id}`, { headers: headers('none') }],
    }),
  ],
  [
    'revocation of a session with an unknown request id',
    () => ({
      graphql: ['revokeSession', { id: wallet.session.id, signedRetry: retry(`Request:${uuid}`) }],
      rest: ['DELETE', `/auth/sessions/${wallet.session.id}`, { headers: headers(`Request:${uuid}`) }],
    }),
  ],
  [
    'refresh of an unknown session',
    () => ({
      graphql: ['refreshSession', { id: `Session:${uuid}`, clientPublicKey: publicKey }],
      rest: ['POST', `/auth/sessions/Session:${uuid}/refresh`, { body: { clientPublicKey: publicKey } }],
    }),
  ],
  [
    'refresh of a session with a key that is not on the curve',
    () => ({
      graphql: ['refreshSession', { id: wallet.session.id, clientPublicKey: offCurve }],
      rest: ['POST', `/auth/sessions/${wallet.session.id}/refresh`, { body: { clientPublicKey: offCurve } }],
    }),
  ],
  [
    'export of an account that is not a wallet',
    () => ({
      graphql: ['exportWallet', { accountId: payer.accountId, clientPublicKey: publicKey }],
      rest: [
        'POST',
        `/internal-accounts/${payer.accountId}/export`,
        { body: { clientPublicKey: publicKey } },
      ],
    }),
  ],
  [
    'export of an unknown account',
    () => ({
      graphql: ['exportWallet', { accountId: `InternalAccount:${uuid}`, clientPublicKey: publicKey }],
      rest: [
        'POST',
        `/internal-accounts/InternalAccount:${uuid}/export`,
        { body: { clientPublicKey: publicKey } },
      ],
    }),
  ],
  [
    'the privacy of an account that is not a wallet',
    () => ({
      graphql: ['updateWalletPrivacy', { accountId: payer.accountId, privateEnabled: true }],
      rest: ['PATCH', `/internal-accounts/${payer.accountId}`, { body: { privateEnabled: true } }],
    }),
  ],
];

describe('both APIs return the same error', () => {
  test.each(cases)('for %s', async (_, requestsOf) => {
    const { graphql, rest: request } = requestsOf();
    const rejected = await overGraphql(...graphql);
    expect(rejected.status).toBeGreaterThanOrEqual(400);
    expect(await overRest(request)).toEqual(rejected);
  });

  test('for options of a second passkey', async () => {
    const accountId = nameless;
    const body = { type: 'PASSKEY', ...passkey(accountId) };
    expect(await rest('POST', '/auth/credentials', { body })).toMatchObject({ status: 201 });

    const rejected = await overGraphql('createPasskeyOptions', { accountId });

    expect(rejected).toMatchObject({ code: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS', status: 400 });
    const path = '/auth/credentials/passkey-options';
    expect(await overRest(['POST', path, { body: { accountId } }])).toEqual(rejected);
  });
});
