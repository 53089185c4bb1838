/** Sign-in with a passkey: which assertions open a session. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import type { Credential } from '../../../src/wallets/credential.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { type Deviations, SoftwarePasskey } from '../../support/software-passkey.ts';
import { makeKeyPair } from '../../support/wallet-client.ts';
import {
  granted,
  outcomeOf,
  unauthorized,
  type WalletWorld,
  walletWorld,
} from '../../support/wallet-world.ts';

const invalidSignature = unauthorized('Invalid passkey signature');

let db: Database;
let world: WalletWorld;
let passkey: SoftwarePasskey;
let credential: Credential;

beforeAll(async () => {
  db = await embeddedDatabase();
  world = await walletWorld(db);
});
afterAll(() => db.close());

/** Registers the passkey of the test for a new wallet. */
async function register(device: SoftwarePasskey): Promise<void> {
  passkey = device;
  credential = granted(await world.addPasskey(await world.aWallet(), device));
}
beforeEach(() => register(new SoftwarePasskey()));

const newChallenge = (of = credential) => world.passkeyChallenge(of, makeKeyPair());

const verify = async (requestId: string, assertion: object) =>
  outcomeOf(await world.verify(credential, { type: 'PASSKEY', requestId, assertion }));

describe('an assertion', () => {
  test('opens one session', async () => {
    const { requestId, challenge } = await newChallenge();
    const assertion = passkey.assert(challenge);
    expect(await verify(requestId, assertion)).toBe('accepted');

    expect(await verify(requestId, assertion)).toEqual(unauthorized('Request-Id already used'));
  });

  test.each<[string, Deviations]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: 'AAAA' }],
    ['without user verification', { flags: { userVerified: false } }],
    ['of the type of a registration', { type: 'webauthn.create' }],
  ])('%s is rejected, and the request id stays valid', async (_, deviations) => {
    const { requestId, challenge } = await newChallenge();

    expect(await verify(requestId, passkey.assert(challenge, deviations))).toEqual(invalidSignature);
    expect(await verify(requestId, passkey.assert(challenge))).toBe('accepted');
  });

  test('for the request id of another credential is rejected', async () => {
    const otherPasskey = new SoftwarePasskey();
    const other = granted(await world.addPasskey(await world.aWallet(), otherPasskey));
    const { requestId, challenge } = await newChallenge(other);

    expect(await verify(requestId, passkey.assert(challenge))).toEqual(
      unauthorized('Request does not match the challenge'),
    );
  });

  test.each([
    ['a millisecond before the end of its five minutes', 299.999, 'accepted'],
    ['at the end of its five minutes', 300, unauthorized('Request-Id expired')],
  ])('for a request id %s', async (_, seconds, outcome) => {
    const { requestId, challenge } = await newChallenge();
    world.clock.advance(seconds);

    expect(await verify(requestId, passkey.assert(challenge))).toEqual(outcome);
  });
});

describe('the sign counter, registered with 5', () => {
  beforeEach(() => register(new SoftwarePasskey({ counter: 5 })));

  const verifyWithCounter = async (counter: number) => {
    const { requestId, challenge } = await newChallenge();
    return verify(requestId, passkey.assert(challenge, { counter }));
  };

  test('is rejected when it does not increase', async () => {
    expect(await verifyWithCounter(5)).toEqual(invalidSignature);
  });

  test('is accepted and stored when it increases', async () => {
    expect(await verifyWithCounter(6)).toBe('accepted');
    expect(await verifyWithCounter(6)).toEqual(invalidSignature);
  });
});

describe('the client key of a challenge', () => {
  test.each([
    ['is required', undefined],
    ['is a P-256 key in hexadecimal', 'x'],
    ['is on the curve', `04${'00'.repeat(64)}`],
  ])('%s', async (_, clientPublicKey) => {
    expect(await world.challenge(credential, clientPublicKey)).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'clientPublicKey' }],
    });
  });
});
