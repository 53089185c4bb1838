/** Registration and sign-in with a token of an OIDC issuer. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import { credentialsOfAccounts } from '../../../src/wallets/credentials/store.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { startIssuer, type TestIssuer } from '../../support/oidc-issuer.ts';
import { makeKeyPair } from '../../support/wallet-client.ts';
import {
  granted,
  outcomeOf,
  unauthorized,
  type WalletWorld,
  walletWorld,
} from '../../support/wallet-world.ts';

const invalidToken = unauthorized('Invalid OIDC token');

let db: Database;
let world: WalletWorld;
let issuer: TestIssuer;
let accountId: Id<'InternalAccount'>;

beforeAll(async () => {
  db = await embeddedDatabase();
  world = await walletWorld(db);
  issuer = await startIssuer(() => world.clock.real());
  await world.choose({ oidcIssuers: [{ issuer: issuer.issuer, audiences: ['wallet'] }] });
});
afterAll(async () => {
  await issuer.close();
  await db.close();
});
beforeEach(async () => {
  accountId = await world.aWallet();
  // Tokens that are issued within one second are equal, and a token is valid once.
  world.clock.advance(1);
});

const register = (oidcToken: string) => world.add({ type: 'OAUTH', accountId, oidcToken });

/** Registers a credential, and verifies it with the token. */
async function verify(oidcToken: string) {
  const { id } = granted(await register(issuer.token({ jti: 'registration' })));
  return world.verify({ id }, { type: 'OAUTH', oidcToken, clientPublicKey: makeKeyPair().publicKey });
}

const issuedBefore = (seconds: number) => ({
  iat: Math.floor(world.clock.real().getTime() / 1000) - seconds,
});

describe('a token opens a session', () => {
  test.each([
    ['when it was just issued', 0],
    ['when it was issued 60 seconds ago', 60],
  ])('%s', async (_, ageSeconds) => {
    expect(outcomeOf(await verify(issuer.token(issuedBefore(ageSeconds))))).toBe('accepted');
  });
});

describe('a token is rejected', () => {
  test.each<[string, () => string]>([
    ['that was issued 61 seconds ago', () => issuer.token(issuedBefore(61))],
    ['of another person', () => issuer.token({ sub: 'another' })],
    ['for another audience', () => issuer.token({ aud: 'another' })],
    ['that names an unknown key', () => issuer.token({}, { kid: 'unknown' })],
    ['without a signature algorithm', () => issuer.token({}, { alg: 'none' })],
  ])('%s', async (_, token) => {
    expect(outcomeOf(await verify(token()))).toEqual(invalidToken);
  });

  test('that was used before', async () => {
    const credential = granted(await register(issuer.token({ jti: 'registration' })));
    const oidcToken = issuer.token();
    const use = async () =>
      outcomeOf(
        await world.verify(credential, {
          type: 'OAUTH',
          oidcToken,
          clientPublicKey: makeKeyPair().publicKey,
        }),
      );
    expect(await use()).toBe('accepted');

    expect(await use()).toEqual(invalidToken);
  });

  test('with 424 when its issuer does not respond', async () => {
    const stopped = await startIssuer(() => world.clock.real());
    const oidcIssuers = [issuer, stopped].map((one) => ({ issuer: one.issuer, audiences: ['wallet'] }));
    await world.choose({ oidcIssuers });
    const credential = granted(await register(stopped.token({ jti: 'registration' })));
    await stopped.close();

    const result = await world.verify(credential, {
      type: 'OAUTH',
      oidcToken: stopped.token(),
      clientPublicKey: makeKeyPair().publicKey,
    });

    expect(result).toMatchObject({ kind: 'upstream', httpStatus: 424 });
  });
});

describe('no credential is registered', () => {
  test.each<[string, () => string]>([
    [
      'by a token of an issuer that is not in the settings',
      () => issuer.token({ iss: 'https://unknown.example' }),
    ],
    ['by a text that is not a token', () => 'a.b.c'],
    ['by the magic value if issuers are registered', () => 'sandbox-valid-oidc-token'],
  ])('%s', async (_, token) => {
    expect(outcomeOf(await register(token()))).toEqual(invalidToken);
    expect(await credentialsOfAccounts(db.orm, { platformId: world.platformId }, [accountId])).toEqual([]);
  });
});
