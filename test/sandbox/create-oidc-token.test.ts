/** Tokens that the sandbox issues in place of an OIDC issuer. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/infrastructure/database/client.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { SandboxOidcTokenInput, sandboxOidcToken } from '../../src/sandbox/create-oidc-token.ts';
import { productionWalletChecks } from '../../src/wallets/credentials/wallet-checks.ts';
import { createOidcVerifier } from '../../src/wallets/oidc/oidc.ts';
import { embeddedDatabase } from '../support/database.ts';
import { makeKeyPair } from '../support/wallet-client.ts';
import { granted, outcomeOf, unauthorized, type WalletWorld, walletWorld } from '../support/wallet-world.ts';

const invalidToken = unauthorized('Invalid OIDC token');
const issuer = 'https://issuer.example';

let db: Database;
let world: WalletWorld;
let accountId: Id<'InternalAccount'>;

beforeAll(async () => {
  db = await embeddedDatabase();
  world = await walletWorld(db, { settings: { oidcIssuers: [{ issuer, audiences: ['wallet', 'app'] }] } });
});
afterAll(() => db.close());
beforeEach(async () => {
  accountId = await world.aWallet();
});

const request = async (input: object, of = world) =>
  sandboxOidcToken(of.ports, await of.caller(), SandboxOidcTokenInput.parse(input));
const tokenFor = async (input: object, of = world) => granted(await request(input, of)).oidcToken;

const register = (oidcToken: string) => world.add({ type: 'OAUTH', accountId, oidcToken });
const verify = async (credential: { id: Id<'AuthMethod'> }, oidcToken: string, of = world) =>
  outcomeOf(
    await of.verify(credential, { type: 'OAUTH', oidcToken, clientPublicKey: makeKeyPair().publicKey }),
  );

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

test('one token registers a credential and opens a session', async () => {
  const token = await tokenFor({ subject: 'ada', issuer, email: 'ada@issuer.example' });

  const credential = granted(await register(token));

  expect(credential).toMatchObject({ type: 'OAUTH', nickname: 'ada@issuer.example' });
  expect(await verify(credential, token)).toBe('accepted');
});

test('a later token of the same person opens another session', async () => {
  const credential = granted(await register(await tokenFor({ subject: 'ada', issuer })));
  world.clock.advance(3600);

  expect(await verify(credential, await tokenFor({ subject: 'ada', issuer }))).toBe('accepted');
});

describe('the claims', () => {
  test('are those of the request, issued now', async () => {
    const made = granted(await request({ subject: 'ada', issuer, audience: 'app', email: 'ada@a.example' }));

    const iat = Math.floor(world.clock.real().getTime() / 1000);
    expect(claimsOf(made.oidcToken)).toEqual({
      iss: issuer,
      sub: 'ada',
      aud: 'app',
      email: 'ada@a.example',
      iat,
      exp: iat + 60,
      jti: expect.any(String),
    });
    expect(made).toMatchObject({ issuer, audience: 'app', expiresAt: new Date((iat + 60) * 1000) });
  });

  test.each([
    [{}, 'https://accounts.google.com', 'sandbox'],
    [{ issuer: 'https://appleid.apple.com', audience: 'x' }, 'https://appleid.apple.com', 'x'],
    [{ issuer }, issuer, 'wallet'],
  ])('of %j are of %s for %s', async (input, iss, aud) => {
    expect(claimsOf(await tokenFor({ subject: 'ada', ...input }))).toMatchObject({ iss, aud });
  });
});

describe('a token is not issued', () => {
  test.each([
    ['for an unknown issuer', { issuer: 'https://unknown.example' }, 'issuer'],
    ['for an audience that the platform did not register', { issuer, audience: 'other' }, 'audience'],
  ])('%s', async (_, input, path) => {
    expect(await request({ subject: 'ada', ...input })).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path }],
    });
  });

  test('in production', async () => {
    const production = await walletWorld(db, { mode: 'PRODUCTION' });

    expect(await request({ subject: 'ada' }, production)).toMatchObject({
      kind: 'forbidden',
      reason: 'Sandbox only',
    });
  });

  test.each([{}, { subject: '' }, { subject: 'x'.repeat(256) }, { subject: 'ada', email: 'x' }])(
    'for the input %j',
    (input) => {
      expect(SandboxOidcTokenInput.safeParse(input).success).toBe(false);
    },
  );
});

describe('a token is rejected', () => {
  test('the second time', async () => {
    const token = await tokenFor({ subject: 'ada', issuer });
    const credential = granted(await register(token));
    await verify(credential, token);

    expect(await verify(credential, token)).toEqual(invalidToken);
  });

  test('after 60 seconds', async () => {
    const credential = granted(await register(await tokenFor({ subject: 'ada', issuer })));
    const token = await tokenFor({ subject: 'ada', issuer });
    world.clock.advance(60);

    expect(await verify(credential, token)).toEqual(invalidToken);
  });

  test.each([
    ['of another person', { subject: 'grace', issuer }],
    ['for another audience', { subject: 'ada', issuer, audience: 'app' }],
    ['of another issuer', { subject: 'ada' }],
  ])('%s', async (_, input) => {
    const credential = granted(await register(await tokenFor({ subject: 'ada', issuer })));

    expect(await verify(credential, await tokenFor(input))).toEqual(invalidToken);
  });

  test('whose claims were changed', async () => {
    const credential = granted(await register(await tokenFor({ subject: 'ada' })));
    const [header, , mac] = (await tokenFor({ subject: 'grace' })).split('.');
    const [, claims] = (await tokenFor({ subject: 'ada' })).split('.');

    expect(
      outcomeOf(
        await world.verify(credential, {
          type: 'OAUTH',
          oidcToken: `${header}.${claims}.${mac}`,
          clientPublicKey: makeKeyPair().publicKey,
        }),
      ),
    ).not.toBe('accepted');
  });

  test('of another sandbox platform', async () => {
    const other = await walletWorld(db);
    const credential = granted(await register(await tokenFor({ subject: 'ada', issuer })));
    await other.choose({ oidcIssuers: [{ issuer, audiences: ['wallet'] }] });

    expect(await verify(credential, await tokenFor({ subject: 'ada', issuer }, other))).not.toBe('accepted');
  });

  test('in production', async () => {
    const get = async () => ({ ok: false as const, reason: 'TIMEOUT' as const }) as never;
    const oidc = createOidcVerifier({ get, realTime: { now: () => world.clock.real() } });
    const checks = productionWalletChecks({ oidc, mailer: undefined });
    const token = await tokenFor({ subject: 'ada', issuer });
    const issuers = [{ issuer, audiences: ['wallet'] }];

    expect(outcomeOf(await checks.verifyTokenAtRegistration(token, issuers))).toEqual(invalidToken);
    expect(outcomeOf(await checks.verifyTokenAtVerification(token, issuers))).toEqual(invalidToken);
  });
});
