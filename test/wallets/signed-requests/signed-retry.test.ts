/** Which signed retries are accepted. The signed operation is the change of a wallet's privacy, unless a test names another one. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findInternalAccount } from '../../../src/accounts/internal/internal-account-store.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import type { Credential } from '../../../src/wallets/credential.ts';
import type { SignedRequestChallenge } from '../../../src/wallets/signed-requests/challenge.ts';
import type { SignedRetry } from '../../../src/wallets/signed-requests/run-signed.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import { type ClientKeyPair, makeKeyPair, randomChallenge, stamp } from '../../support/wallet-client.ts';
import {
  badStamp,
  type ClientSession,
  challenged,
  granted,
  outcomeOf,
  retryOf,
  unauthorized,
  type WalletWorld,
  walletWorld,
} from '../../support/wallet-world.ts';

const invalidRequestId = unauthorized('Invalid Request-Id');
const expired = unauthorized('Request-Id expired');
const alreadyUsed = unauthorized('Request-Id already used');
const differs = unauthorized('Request does not match the challenge');

let db: Database;
let world: WalletWorld;
let accountId: Id<'InternalAccount'>;
let email: Credential;
let session: ClientSession;

beforeAll(async () => {
  db = await embeddedDatabase();
  world = await walletWorld(db);
});
afterAll(() => db.close());
beforeEach(async () => {
  accountId = await world.aWallet();
  email = granted(await world.addEmail(accountId));
  session = await world.byCode(email);
});

const newChallenge = async (): Promise<SignedRequestChallenge> =>
  challenged(await world.setPrivacy(accountId, true));

/** The outcome of the retry of `setPrivacy(accountId, true)`. */
const retry = async (signed: SignedRetry) => outcomeOf(await world.setPrivacy(accountId, true, signed));

const isPrivate = async (): Promise<boolean | undefined> => {
  const account = await findInternalAccount(db.orm, { platformId: world.platformId }, accountId);
  return account?.privateEnabled;
};

const aSessionOfAnotherWallet = async (): Promise<ClientSession> =>
  world.byCode(granted(await world.addEmail(await world.aWallet())));

const aSecondSession = async (): Promise<ClientSession> => {
  granted(await world.challenge(email));
  return world.byCode(email);
};

test('a signed retry runs the operation', async () => {
  const issued = await newChallenge();

  expect(await retry(retryOf(issued, session.key))).toBe('accepted');
  expect(await isPrivate()).toBe(true);
});

describe('the request id of a retry', () => {
  test.each([
    ['no id', 'x'],
    ['empty', ''],
    ['an id of another type', 'Session:00000000-0000-7000-8000-000000000000'],
    ['unknown', 'Request:00000000-0000-7000-8000-000000000000'],
  ])('is invalid when it is %s', async (_, requestId) => {
    const { payloadToSign } = await newChallenge();

    expect(await retry({ requestId, signature: stamp(payloadToSign, session.key) })).toEqual(
      invalidRequestId,
    );
    expect(await isPrivate()).toBe(false);
  });

  test('is invalid when it is of another platform', async () => {
    const other = await walletWorld(db);
    const otherAccount = await other.aWallet();
    await other.byCode(granted(await other.addEmail(otherAccount)));
    const { requestId } = challenged(await other.setPrivacy(otherAccount, true));
    const { payloadToSign } = await newChallenge();

    expect(await retry({ requestId, signature: stamp(payloadToSign, session.key) })).toEqual(
      invalidRequestId,
    );
    expect(await isPrivate()).toBe(false);
  });

  test.each([
    ['is valid a millisecond before the end of its five minutes', 299.999, 'accepted'],
    ['is expired at the end of its five minutes', 300, expired],
  ])('%s', async (_, seconds, outcome) => {
    const issued = await newChallenge();
    world.clock.advance(seconds);

    expect(await retry(retryOf(issued, session.key))).toEqual(outcome);
    expect(await isPrivate()).toBe(outcome === 'accepted');
  });

  test('is used once', async () => {
    const issued = await newChallenge();
    const signed = retryOf(issued, session.key);
    expect(await retry(signed)).toBe('accepted');

    expect(await retry(signed)).toEqual(alreadyUsed);
  });
});

describe('the input of a retry is the input of its challenge', () => {
  test('and another value of a field is rejected', async () => {
    const issued = await newChallenge();

    const result = await world.setPrivacy(accountId, false, retryOf(issued, session.key));

    expect(outcomeOf(result)).toEqual(differs);
  });

  test('and another account is rejected', async () => {
    const issued = await newChallenge();
    const otherAccount = await world.aWallet();

    const result = await world.setPrivacy(otherAccount, true, retryOf(issued, session.key));

    expect(outcomeOf(result)).toEqual(differs);
  });

  test('and another operation is rejected', async () => {
    const issued = await newChallenge();
    const { publicKey } = makeKeyPair();

    const result = await world.exportWallet(accountId, publicKey, retryOf(issued, session.key));

    expect(outcomeOf(result)).toEqual(differs);
  });

  test('and the request id stays valid after six different inputs', async () => {
    const issued = await newChallenge();
    const signed = retryOf(issued, session.key);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect(outcomeOf(await world.setPrivacy(accountId, false, signed))).toEqual(differs);
    }

    expect(await retry(signed)).toBe('accepted');
  });

  test.each([
    ['the nickname', { nickname: 'Phones' }, {}],
    ['the transports', {}, { transports: ['usb'] }],
    ['the credential id', {}, { credentialId: 'AAAA' }],
  ])('so a passkey registration is rejected when %s differs', async (_, changes, attestationChanges) => {
    const challenge = randomChallenge();
    const attestation = new SoftwarePasskey().register(challenge);
    const input = { type: 'PASSKEY', accountId, nickname: 'Phone', challenge, attestation };
    const issued = challenged(await world.add(input));
    const changed = { ...input, ...changes, attestation: { ...attestation, ...attestationChanges } };

    const rejected = await world.add(changed, retryOf(issued, session.key));
    const accepted = await world.add(input, retryOf(issued, session.key));

    expect(outcomeOf(rejected)).toEqual(differs);
    expect(granted(accepted)).toMatchObject({ nickname: 'Phone' });
  });
});

describe('the signature of a retry is rejected', () => {
  const expectRejected = async (signed: SignedRetry) => {
    expect(await retry(signed)).toEqual(badStamp);
    expect(await isPrivate()).toBe(false);
  };

  test('by a session of another wallet', async () => {
    const issued = await newChallenge();
    const other = await aSessionOfAnotherWallet();

    await expectRejected(retryOf(issued, other.key));
  });

  test('by a key without a session', async () => {
    const issued = await newChallenge();

    await expectRejected(retryOf(issued, makeKeyPair()));
  });

  test('by a revoked session', async () => {
    const revoked = await aSecondSession();
    const revocation = challenged(await world.revokeSession(revoked.session.id));
    granted(await world.revokeSession(revoked.session.id, retryOf(revocation, session.key)));
    const issued = await newChallenge();

    await expectRejected(retryOf(issued, revoked.key));
  });

  test('by an expired session', async () => {
    world.clock.advance(900);
    const issued = await newChallenge();

    await expectRejected(retryOf(issued, session.key));
  });

  test('without an active session, even when it is the magic value of the sandbox', async () => {
    world.clock.advance(900);
    const { requestId } = await newChallenge();

    await expectRejected({ requestId, signature: 'sandbox-valid-signature' });
  });

  test('over another payload', async () => {
    const { requestId, payloadToSign } = await newChallenge();
    const changed = payloadToSign.replace('"privateEnabled":true', '"privateEnabled":false');
    expect(changed).not.toBe(payloadToSign);

    await expectRejected({ requestId, signature: stamp(changed, session.key) });
  });

  test('when a digit of it is changed', async () => {
    const { requestId, payloadToSign } = await newChallenge();
    const envelope = Buffer.from(stamp(payloadToSign, session.key), 'base64url').toString();
    const changed = envelope.replace(/(.)"}$/, (_, digit: string) => `${digit === '0' ? '1' : '0'}"}`);
    expect(changed).not.toBe(envelope);

    await expectRejected({ requestId, signature: Buffer.from(changed).toString('base64url') });
  });
});

describe('rejected signatures are counted for each request id', () => {
  /** Sends this number of different wrong signatures, then the valid one. */
  const retryAfter = async (wrongSignatures: number) => {
    const issued = await newChallenge();
    for (let count = 0; count < wrongSignatures; count += 1) {
      const wrong = { requestId: issued.requestId, signature: 'x'.repeat(count) };
      expect(await retry(wrong)).toEqual(badStamp);
    }
    return retry(retryOf(issued, session.key));
  };

  test('after four, a valid signature is accepted', async () => {
    expect(await retryAfter(4)).toBe('accepted');
  });

  test('after five, the request id is invalid for a valid signature too', async () => {
    expect(await retryAfter(5)).toEqual(invalidRequestId);
  });
});

describe('the refresh of a session', () => {
  let clientKey: ClientKeyPair;
  let issued: SignedRequestChallenge;
  beforeEach(async () => {
    clientKey = makeKeyPair();
    issued = challenged(await world.refresh(session.session.id, clientKey.publicKey));
  });

  test('is signed by the session itself, and by no other session of the account', async () => {
    const other = await aSecondSession();
    const refresh = async (key: ClientKeyPair) =>
      outcomeOf(await world.refresh(session.session.id, clientKey.publicKey, retryOf(issued, key)));

    expect(await refresh(other.key)).toEqual(badStamp);
    expect(await refresh(session.key)).toBe('accepted');
  });

  test('uses the client key of its challenge', async () => {
    const { publicKey } = makeKeyPair();

    const result = await world.refresh(session.session.id, publicKey, retryOf(issued, session.key));

    expect(outcomeOf(result)).toEqual(differs);
  });

  test('returns no challenge after the session expired', async () => {
    world.clock.advance(900);

    const result = await world.refresh(session.session.id, clientKey.publicKey);

    expect(outcomeOf(result)).toEqual(unauthorized('Session not active'));
  });
});
