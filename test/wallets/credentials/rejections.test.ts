import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  findInternalAccount,
  internalAccountsOfCustomers,
} from '../../../src/accounts/internal/internal-account-store.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import type { Credential } from '../../../src/wallets/credential.ts';
import { AddCredentialInput } from '../../../src/wallets/credentials/credential-input.ts';
import { credentialsOfAccounts } from '../../../src/wallets/credentials/store.ts';
import { RefreshSessionInput } from '../../../src/wallets/session-operations/refresh-session.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { startIssuer, type TestIssuer } from '../../support/oidc-issuer.ts';
import { type Deviations, SoftwarePasskey } from '../../support/software-passkey.ts';
import { type ClientKeyPair, makeKeyPair, randomChallenge, stamp } from '../../support/wallet-client.ts';
import {
  badStamp,
  challenged,
  granted,
  outcomeOf,
  retryOf,
  unauthorized,
  type WalletWorld,
  walletWorld,
} from '../../support/wallet-world.ts';

let db: Database;
let world: WalletWorld;
let issuer: TestIssuer;
let accountId: Id<'InternalAccount'>;
let email: Credential;
let key: ClientKeyPair;

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
  email = granted(await world.addEmail(accountId));
  key = (await world.byCode(email)).key;
});

const isPrivate = async () => {
  return (await findInternalAccount(db.orm, { platformId: world.platformId }, accountId))?.privateEnabled;
};

const newChallenge = async () => challenged(await world.setPrivacy(accountId, true));

describe('a retry is rejected and changes nothing', () => {
  test('with a request id that is malformed, unknown, or another platform’s', async () => {
    const elsewhere = await walletWorld(db);
    const foreignAccount = await elsewhere.aWallet();
    const foreignCredential = granted(await elsewhere.addEmail(foreignAccount));
    await elsewhere.byCode(foreignCredential);
    const foreign = challenged(await elsewhere.setPrivacy(foreignAccount, true));
    const { payloadToSign } = await newChallenge();
    for (const requestId of [
      'x',
      '',
      'Session:00000000-0000-7000-8000-000000000000',
      'Request:00000000-0000-7000-8000-000000000000',
      foreign.requestId,
    ]) {
      const retry = { requestId, signature: stamp(payloadToSign, key) };
      expect(outcomeOf(await world.setPrivacy(accountId, true, retry))).toEqual(
        unauthorized('Invalid Request-Id'),
      );
    }
    expect(await isPrivate()).toBe(false);
  });

  test.each([
    ['a millisecond before the end it is accepted', 299.999, 'accepted'],
    ['at the end it is refused', 300, unauthorized('Request-Id expired')],
  ])('%s of its five minutes', async (_, seconds, outcome) => {
    const issued = await newChallenge();
    world.clock.advance(seconds);
    expect(outcomeOf(await world.setPrivacy(accountId, true, retryOf(issued, key)))).toEqual(outcome);
    expect(await isPrivate()).toBe(outcome === 'accepted');
  });

  test('when its request id was used', async () => {
    const issued = await newChallenge();
    granted(await world.setPrivacy(accountId, true, retryOf(issued, key)));
    expect(outcomeOf(await world.setPrivacy(accountId, true, retryOf(issued, key)))).toEqual(
      unauthorized('Request-Id already used'),
    );
  });

  test('when any field differs, which does not count as a failure', async () => {
    const differs = unauthorized('Request does not match the challenge');
    const issued = await newChallenge();
    const other = await world.aWallet();
    for (let tries = 0; tries < 6; tries += 1) {
      expect(outcomeOf(await world.setPrivacy(accountId, false, retryOf(issued, key)))).toEqual(differs);
    }
    expect(outcomeOf(await world.setPrivacy(other, true, retryOf(issued, key)))).toEqual(differs);
    const { publicKey } = makeKeyPair();
    expect(outcomeOf(await world.exportWallet(accountId, publicKey, retryOf(issued, key)))).toEqual(differs);
    granted(await world.setPrivacy(accountId, true, retryOf(issued, key)));
  });

  test('of a passkey registration, when a single field of it differs', async () => {
    const challenge = randomChallenge();
    const attestation = new SoftwarePasskey().register(challenge);
    const input = { type: 'PASSKEY', accountId, nickname: 'Phone', challenge, attestation };
    const issued = challenged(await world.add(input));
    const variants = [
      { ...input, nickname: 'Phones' },
      { ...input, attestation: { ...attestation, transports: ['usb'] } },
      { ...input, attestation: { ...attestation, credentialId: `${attestation.credentialId}A` } },
    ];
    for (const variant of variants) {
      expect(outcomeOf(await world.add(variant, retryOf(issued, key)))).toEqual(
        unauthorized('Request does not match the challenge'),
      );
    }
    granted(await world.add(input, retryOf(issued, key)));
  });

  test('with a stamp by another account’s session, or by no session', async () => {
    const issued = await newChallenge();
    const stranger = await world.byCode(granted(await world.addEmail(await world.aWallet())));
    for (const signer of [stranger.key, makeKeyPair()]) {
      expect(outcomeOf(await world.setPrivacy(accountId, true, retryOf(issued, signer)))).toEqual(badStamp);
    }
    expect(await isPrivate()).toBe(false);
  });

  test('with a stamp by a revoked or an expired session', async () => {
    granted(await world.challenge(email));
    const second = await world.byCode(email);
    const issued = challenged(await world.revokeSession(second.session.id));
    granted(await world.revokeSession(second.session.id, retryOf(issued, key)));
    const privacy = await newChallenge();
    expect(outcomeOf(await world.setPrivacy(accountId, true, retryOf(privacy, second.key)))).toEqual(
      badStamp,
    );
    world.clock.advance(900);
    const later = await newChallenge();
    expect(outcomeOf(await world.setPrivacy(accountId, true, retryOf(later, key)))).toEqual(badStamp);
    // The magic value of the sandbox replaces the cryptography only. An active session must exist.
    const magic = { requestId: later.requestId, signature: 'sandbox-valid-signature' };
    expect(outcomeOf(await world.setPrivacy(accountId, true, magic))).toEqual(badStamp);
  });

  test('after five wrong signatures, even with a valid one, and not after four', async () => {
    const wrong = async (times: number) => {
      const issued = await newChallenge();
      for (let count = 0; count < times; count += 1) {
        const retry = { requestId: issued.requestId, signature: count === 0 ? '' : 'x'.repeat(count) };
        expect(outcomeOf(await world.setPrivacy(accountId, true, retry))).toEqual(badStamp);
      }
      return outcomeOf(await world.setPrivacy(accountId, true, retryOf(issued, key)));
    };
    expect(await wrong(5)).toEqual(unauthorized('Invalid Request-Id'));
    expect(await wrong(4)).toBe('accepted');
  });

  test('with any bit of the payload or of the signature flipped', async () => {
    const issued = await newChallenge();
    const flipped = issued.payloadToSign.replace('"privateEnabled":true', '"privateEnabled":false');
    const retry = { requestId: issued.requestId, signature: stamp(flipped, key) };
    expect(outcomeOf(await world.setPrivacy(accountId, true, retry))).toEqual(badStamp);
    const right = Buffer.from(stamp(issued.payloadToSign, key), 'base64url').toString();
    const bad = right.replace(/(.)"}$/, (_, digit: string) => `${digit === '0' ? '1' : '0'}"}`);
    const signature = Buffer.from(bad).toString('base64url');
    expect(
      outcomeOf(await world.setPrivacy(accountId, true, { requestId: issued.requestId, signature })),
    ).toEqual(badStamp);
    expect(await isPrivate()).toBe(false);
  });

  test('to refresh a session, by another session of the account or with another key', async () => {
    granted(await world.challenge(email));
    const other = await world.byCode(email);
    const [mine] = (await world.sessions(accountId)).filter(({ id }) => id !== other.session.id);
    if (!mine) throw new Error('no session');
    const { publicKey } = makeKeyPair();
    const issued = challenged(await world.refresh(mine.id, publicKey));
    expect(outcomeOf(await world.refresh(mine.id, publicKey, retryOf(issued, other.key)))).toEqual(badStamp);
    expect(outcomeOf(await world.refresh(mine.id, makeKeyPair().publicKey, retryOf(issued, key)))).toEqual(
      unauthorized('Request does not match the challenge'),
    );
    world.clock.advance(900);
    expect(outcomeOf(await world.refresh(mine.id, publicKey))).toEqual(unauthorized('Session not active'));
  });
});

describe('one-time codes', () => {
  const verify = async (otp: string, credential = email) =>
    outcomeOf(
      await world.verify(credential, { type: 'EMAIL_OTP', otp, clientPublicKey: makeKeyPair().publicKey }),
    );
  const wrong = unauthorized('Invalid OTP code');

  test('work once, and never without an issued code', async () => {
    granted(await world.challenge(email));
    expect(await verify('000000')).toBe('accepted');
    expect(await verify('000000')).toEqual(wrong);
  });

  test.each([
    ['a millisecond before it expires', 299.999, 'accepted'],
    ['not when it expires', 300, wrong],
  ])('are good %s', async (_, seconds, outcome) => {
    granted(await world.challenge(email));
    world.clock.advance(seconds);
    expect(await verify('000000')).toEqual(outcome);
  });

  test('are invalid after five wrong attempts: the right code is rejected then', async () => {
    granted(await world.challenge(email));
    for (let guess = 1; guess <= 5; guess += 1) expect(await verify(`11111${guess}`)).toEqual(wrong);
    expect(await verify('000000')).toEqual(wrong);
    granted(await world.challenge(email));
    expect(await verify('000000')).toBe('accepted');
  });

  test('are not verified after ten wrong attempts in 15 minutes', async () => {
    for (let guess = 0; guess < 10; guess += 1) expect(await verify('111111')).toEqual(wrong);
    granted(await world.challenge(email));
    expect(await verify('000000')).toMatchObject({ code: 'RATE_LIMITED' });
    world.clock.advance(899);
    granted(await world.challenge(email));
    expect(await verify('000000')).toMatchObject({ code: 'RATE_LIMITED' });
    world.clock.advance(1);
    expect(await verify('000000')).toBe('accepted');
  });

  test('are issued at most three times a minute and ten times an hour', async () => {
    const times = async (seconds: number) => {
      world.clock.advance(seconds);
      return outcomeOf(await world.challenge(email));
    };
    for (const _ of [1, 2, 3]) expect(await times(0)).toBe('accepted');
    expect(await world.challenge(email)).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 });
    expect(await times(59)).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await times(1)).toBe('accepted');
    for (let count = 5; count <= 10; count += 1) expect(await times(30)).toBe('accepted');
    expect(await times(61)).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await times(3600)).toBe('accepted');
  });
});

describe('passkeys', () => {
  const passkey = new SoftwarePasskey();

  async function aCredential(device = new SoftwarePasskey()) {
    const wallet = await world.aWallet();
    return { device, credential: granted(await world.addPasskey(wallet, device)) };
  }

  test.each<[string, Deviations]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['no user verification', { flags: { userVerified: false } }],
    ['a registration’s type', { type: 'webauthn.create' }],
  ])('are refused with %s, and the request id stays good', async (_, deviations) => {
    const { device, credential } = await aCredential();
    const { requestId, challenge } = await world.passkeyChallenge(credential, makeKeyPair());
    const bad = { type: 'PASSKEY', requestId, assertion: device.assert(challenge, deviations) };
    expect(outcomeOf(await world.verify(credential, bad))).toEqual(unauthorized('Invalid passkey signature'));
    const good = { type: 'PASSKEY', requestId, assertion: device.assert(challenge) };
    expect(outcomeOf(await world.verify(credential, good))).toBe('accepted');
    expect(outcomeOf(await world.verify(credential, good))).toEqual(unauthorized('Request-Id already used'));
  });

  test('are rejected when their counter does not grow', async () => {
    const { device, credential } = await aCredential(new SoftwarePasskey({ counter: 5 }));
    for (const [counter, outcome] of [
      [5, unauthorized('Invalid passkey signature')],
      [6, 'accepted'],
      [6, unauthorized('Invalid passkey signature')],
    ] as const) {
      world.clock.advance(60);
      const { requestId, challenge } = await world.passkeyChallenge(credential, makeKeyPair());
      const assertion = device.assert(challenge, { counter });
      expect(outcomeOf(await world.verify(credential, { type: 'PASSKEY', requestId, assertion }))).toEqual(
        outcome,
      );
    }
  });

  test('are rejected with another credential’s request id, and after it expired', async () => {
    const first = await aCredential();
    const second = await aCredential();
    const { requestId, challenge } = await world.passkeyChallenge(first.credential, makeKeyPair());
    const assertion = second.device.assert(challenge);
    expect(
      outcomeOf(await world.verify(second.credential, { type: 'PASSKEY', requestId, assertion })),
    ).toEqual(unauthorized('Request does not match the challenge'));
    world.clock.advance(300);
    const late = { type: 'PASSKEY', requestId, assertion: first.device.assert(challenge) };
    expect(outcomeOf(await world.verify(first.credential, late))).toEqual(unauthorized('Request-Id expired'));
  });

  test('register once: neither their challenge nor their id works again', async () => {
    const challenge = randomChallenge();
    granted(await world.addPasskey(await world.aWallet(), passkey, undefined, challenge));
    const again = await world.addPasskey(await world.aWallet(), new SoftwarePasskey(), undefined, challenge);
    expect(again).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: 'challenge' }] });
    expect(await world.addPasskey(await world.aWallet(), passkey)).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'attestation.credentialId' }],
    });
  });

  test('need a client key on the curve for a challenge', async () => {
    const { credential } = await aCredential();
    for (const bad of [undefined, 'x', `04${'00'.repeat(64)}`]) {
      expect(await world.challenge(credential, bad)).toMatchObject({
        code: 'INVALID_INPUT',
        fields: [{ path: 'clientPublicKey' }],
      });
    }
    expect(RefreshSessionInput.safeParse({ clientPublicKey: `04${'ff'.repeat(64)}` }).success).toBe(false);
  });
});

describe('tokens', () => {
  const wrong = unauthorized('Invalid OIDC token');

  test('verify once, while fresh, for the registered audience and person', async () => {
    const wallet = await world.aWallet();
    const credential = granted(
      await world.add({ type: 'OAUTH', accountId: wallet, oidcToken: issuer.token() }),
    );
    const verify = async (oidcToken: string) =>
      outcomeOf(
        await world.verify(credential, {
          type: 'OAUTH',
          oidcToken,
          clientPublicKey: makeKeyPair().publicKey,
        }),
      );
    const now = Math.floor(world.clock.real().getTime() / 1000);
    const token = issuer.token();
    expect(await verify(token)).toBe('accepted');
    expect(await verify(token)).toEqual(wrong);
    expect(await verify(issuer.token({ iat: now - 60, jti: 'a' }))).toBe('accepted');
    expect(await verify(issuer.token({ iat: now - 61, jti: 'b' }))).toEqual(wrong);
    expect(await verify(issuer.token({ sub: 'another' }))).toEqual(wrong);
    expect(await verify(issuer.token({ aud: 'another' }))).toEqual(wrong);
    expect(await verify(issuer.token({ jti: 'c' }, { kid: 'unknown' }))).toEqual(wrong);
    expect(await verify(issuer.token({ jti: 'd' }, { alg: 'none' }))).toEqual(wrong);
  });

  test('of an unregistered issuer, and malformed ones, register nothing', async () => {
    const wallet = await world.aWallet();
    for (const oidcToken of [
      issuer.token({ iss: 'https://unknown.example' }),
      'a.b.c',
      'sandbox-valid-oidc-token',
    ]) {
      expect(outcomeOf(await world.add({ type: 'OAUTH', accountId: wallet, oidcToken }))).toEqual(wrong);
    }
    expect(await credentialsOfAccounts(db.orm, { platformId: world.platformId }, [wallet])).toEqual([]);
  });

  test('whose issuer does not respond are rejected with 424', async () => {
    const gone = await startIssuer(() => world.clock.real());
    const both = [issuer, gone].map((one) => ({ issuer: one.issuer, audiences: ['wallet'] }));
    await world.choose({ oidcIssuers: both });
    const oidcToken = gone.token();
    const credential = granted(
      await world.add({ type: 'OAUTH', accountId: await world.aWallet(), oidcToken }),
    );
    await gone.close();
    const clientPublicKey = makeKeyPair().publicKey;
    expect(
      await world.verify(credential, { type: 'OAUTH', oidcToken: gone.token(), clientPublicKey }),
    ).toMatchObject({ kind: 'upstream', httpStatus: 424 });
  });
});

describe('registration is rejected', () => {
  test('for a second credential of a type, before any challenge', async () => {
    expect(await world.addEmail(accountId)).toMatchObject({
      code: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
      httpStatus: 400,
    });
  });

  test('for an account that is not a wallet or does not exist', async () => {
    const customer = await world.aCustomer();
    const accounts = await internalAccountsOfCustomers(db.orm, { platformId: world.platformId }, [
      customer.id,
    ]);
    const dollars = accounts.find(({ type }) => type === 'INTERNAL_FIAT');
    if (!dollars) throw new Error('no account');
    expect(await world.addEmail(dollars.id)).toMatchObject({ fields: [{ path: 'accountId' }] });
    const nowhere = 'InternalAccount:00000000-0000-7000-8000-000000000000' as Id<'InternalAccount'>;
    expect(outcomeOf(await world.addEmail(nowhere))).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  });

  test('without an email address on file, and never with one from the request', async () => {
    const input = { type: 'EMAIL_OTP', accountId, email: 'x@example.com' };
    expect(AddCredentialInput.parse(input)).toEqual({ type: 'EMAIL_OTP', accountId });
    const { id } = await world.walletOf(await world.aCustomer(null));
    expect(outcomeOf(await world.addEmail(id))).toMatchObject({ code: 'MISSING_MANDATORY_USER_INFO' });
  });

  test.each([
    ['of a foreign transport', { attestation: { transports: ['carrier-pigeon'] } }],
    ['of a nickname with other characters', { nickname: 'Phone <b>' }],
    ['of an empty nickname', { nickname: '   ' }],
    ['of a nickname of 101 characters', { nickname: 'x'.repeat(101) }],
    ['of a challenge that is not base64url', { challenge: 'a+b/' }],
  ])('because %s', (_, wrong: { nickname?: string; challenge?: string; attestation?: object }) => {
    const challenge = randomChallenge();
    const attestation = { ...passkeyAttestation(challenge), ...wrong.attestation };
    const input = { type: 'PASSKEY', accountId, nickname: 'Phone', challenge, ...wrong, attestation };
    expect(AddCredentialInput.safeParse(input).success).toBe(false);
    const right = { type: 'PASSKEY', accountId, nickname: " Zoë's ключ_1 (2) ", challenge };
    expect(AddCredentialInput.parse({ ...right, attestation: passkeyAttestation(challenge) })).toMatchObject({
      nickname: "Zoë's ключ_1 (2)",
    });
  });
});

const passkeyAttestation = (challenge: string) => new SoftwarePasskey().register(challenge);
