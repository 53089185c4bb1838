/** Keys of sessions that clients hold: a compressed `clientPublicKey` is the key of the session. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import type { Credential } from '../../../src/wallets/credential.ts';
import { productionWalletChecks } from '../../../src/wallets/credentials/wallet-checks.ts';
import type { OidcVerifier } from '../../../src/wallets/oidc/oidc.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import { type ClientKeyPair, convertPoint, makeKeyPair } from '../../support/wallet-client.ts';
import { challenged, granted, retryOf, type WalletWorld, walletWorld } from '../../support/wallet-world.ts';

const allowed = { wallets: { severalPasskeys: undefined, clientHeldKeys: true } };

let db: Database;
let world: WalletWorld;
let accountId: Id<'InternalAccount'>;
let email: Credential;

beforeAll(async () => {
  db = await embeddedDatabase();
  world = await walletWorld(db, { settings: allowed });
});
afterAll(() => db.close());
beforeEach(async () => {
  await world.choose(allowed);
  accountId = await world.aWallet();
  email = granted(await world.addEmail(accountId));
});

const compressed = ({ publicKey }: ClientKeyPair) => convertPoint(publicKey, 'compressed');

/** A key pair whose public key is sent compressed. */
const heldKeyPair = (keys = makeKeyPair()): ClientKeyPair => ({ ...keys, publicKey: compressed(keys) });

const verify = async (clientPublicKey: string, of = world, credential = email) => {
  await of.challenge(credential);
  return of.verify(credential, { type: 'EMAIL_OTP', otp: '000000', clientPublicKey });
};

const mustBePoint = {
  code: 'INVALID_INPUT',
  fields: [
    {
      path: 'clientPublicKey',
      message:
        'must be an uncompressed P-256 point on the curve: 130 hex characters that start with 04; ' +
        'or, with the setting wallets.clientHeldKeys, a compressed one: 66 that start with 02 or 03',
    },
  ],
};
const usedBefore = {
  fields: [{ path: 'clientPublicKey', message: expect.stringContaining('was used before') }],
};

/** Whether the key signs for the wallet. */
async function signs(keys: ClientKeyPair, of = world, id = accountId) {
  const issued = challenged(await of.setPrivacy(id, true));
  return granted(await of.setPrivacy(id, true, retryOf(issued, keys)));
}

describe('a compressed client key', () => {
  test('is the key of the session, and nothing is sealed', async () => {
    const keys = makeKeyPair();

    const issued = granted(await verify(compressed(keys)));

    expect(issued.encryptedSessionSigningKey).toBeUndefined();
    expect(issued.session.publicKey).toBe(compressed(keys));
    expect(await signs(keys)).toMatchObject({ privateEnabled: true });
  });

  test('may be in upper case', async () => {
    const keys = makeKeyPair();

    expect(granted(await verify(compressed(keys).toUpperCase())).session.publicKey).toBe(compressed(keys));
  });

  test('of the challenge of a passkey is the key of the session that it opens', async () => {
    const passkey = new SoftwarePasskey();
    const wallet = await world.aWallet();
    const credential = granted(await world.addPasskey(wallet, passkey));
    const keys = makeKeyPair();

    const { session } = await world.byPasskey(credential, passkey, heldKeyPair(keys));

    expect(session.publicKey).toBe(compressed(keys));
    expect(await signs(keys, world, wallet)).toMatchObject({ privateEnabled: true });
  });

  test('refreshes a session, with another key', async () => {
    const keys = makeKeyPair();
    const { session } = granted(await verify(compressed(keys)));
    const next = makeKeyPair();
    const issued = challenged(await world.refresh(session.id, compressed(next)));

    const refreshed = granted(await world.refresh(session.id, compressed(next), retryOf(issued, keys)));

    expect(refreshed.session).toMatchObject({ publicKey: compressed(next) });
    expect(await world.refresh(session.id, compressed(keys))).toMatchObject(usedBefore);
  });

  test('can be replaced by a key of the service, and the other way round', async () => {
    const keys = makeKeyPair();
    const { session } = granted(await verify(compressed(keys)));
    const sealed = makeKeyPair();
    const first = challenged(await world.refresh(session.id, sealed.publicKey));
    const issued = granted(await world.refresh(session.id, sealed.publicKey, retryOf(first, keys)));
    const ofService = world.opened(issued, sealed);

    const own = makeKeyPair();
    const second = challenged(await world.refresh(ofService.session.id, compressed(own)));
    const retried = await world.refresh(
      ofService.session.id,
      compressed(own),
      retryOf(second, ofService.key),
    );

    expect(granted(retried).session.publicKey).toBe(compressed(own));
  });

  test.each([
    ['is not on the curve', `02${'ff'.repeat(32)}`],
    ['has another prefix', `05${'11'.repeat(32)}`],
    ['is not hexadecimal', `02${'zz'.repeat(32)}`],
    ['is too short', `02${'11'.repeat(31)}`],
  ])('is rejected when it %s', async (_, key) => {
    const passkey = new SoftwarePasskey();
    const credential = granted(await world.addPasskey(await world.aWallet(), passkey));

    expect(await world.challenge(credential, key)).toMatchObject(mustBePoint);
  });
});

describe('a key that a client holds opens one session of an account, in the sandbox too', () => {
  test('so it is rejected the second time, also after the session was revoked', async () => {
    const keys = makeKeyPair();
    const { session } = granted(await verify(compressed(keys)));
    expect(await verify(compressed(keys))).toMatchObject(usedBefore);
    const issued = challenged(await world.revokeSession(session.id));
    granted(await world.revokeSession(session.id, retryOf(issued, keys)));

    expect(await verify(compressed(keys))).toMatchObject(usedBefore);
  });

  test('and a key that the service made for a session is rejected', async () => {
    const { key } = await world.byCode(email);

    expect(await verify(compressed(key))).toMatchObject(usedBefore);
  });

  test('and of two sessions at once one is opened', async () => {
    const passkey = new SoftwarePasskey();
    const credential = granted(await world.addPasskey(await world.aWallet(), passkey));
    const keys = heldKeyPair();
    const challenges = [
      await world.passkeyChallenge(credential, keys),
      await world.passkeyChallenge(credential, keys),
    ];

    const results = await Promise.all(
      challenges.map(({ requestId, challenge }) =>
        world.verify(credential, { type: 'PASSKEY', requestId, assertion: passkey.assert(challenge) }),
      ),
    );

    expect(results.filter((result) => 'session' in result)).toHaveLength(1);
    expect(results.find((result) => !('session' in result))).toMatchObject(usedBefore);
  });

  test('but another account may use it', async () => {
    const keys = makeKeyPair();
    granted(await verify(compressed(keys)));
    const wallet = await world.aWallet();
    const other = granted(await world.addEmail(wallet));

    granted(await verify(compressed(keys), world, other));

    expect(await signs(keys, world, wallet)).toMatchObject({ privateEnabled: true });
  });

  test('and both forms of a key are one key where keys are used once', async () => {
    const checks = productionWalletChecks({ oidc: {} as OidcVerifier, mailer: undefined });
    const passkeys = { rpId: 'wallet.example', origins: ['https://wallet.example'] };
    const production = await walletWorld(db, {
      mode: 'PRODUCTION',
      settings: { ...allowed, passkeys },
      ports: () => ({ walletChecks: () => checks }),
    });
    const passkey = new SoftwarePasskey({ rpId: 'wallet.example', origin: 'https://wallet.example' });
    const credential = granted(await production.addPasskey(await production.aWallet(), passkey));
    const [sealed, held] = [makeKeyPair(), makeKeyPair()];
    await production.byPasskey(credential, passkey, sealed);
    await production.byPasskey(credential, passkey, heldKeyPair(held));

    expect(await production.challenge(credential, compressed(sealed))).toMatchObject(usedBefore);
    expect(await production.challenge(credential, held.publicKey)).toMatchObject(usedBefore);
  });
});

describe('without the setting a compressed key is rejected as before', () => {
  beforeEach(() => world.choose({}));

  test('by verifyCredential, without an attempt', async () => {
    const key = compressed(makeKeyPair());
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      const input = { type: 'EMAIL_OTP', otp: 'wrong', clientPublicKey: key };
      expect(await world.verify(email, input)).toMatchObject(mustBePoint);
    }
    await world.byCode(email);
  });

  test('by challengeCredential', async () => {
    const credential = granted(await world.addPasskey(await world.aWallet(), new SoftwarePasskey()));

    expect(await world.challenge(credential, compressed(makeKeyPair()))).toMatchObject(mustBePoint);
  });

  test('by refreshSession', async () => {
    const { session } = await world.byCode(email);

    expect(await world.refresh(session.id, compressed(makeKeyPair()))).toMatchObject(mustBePoint);
  });

  test('by a verification whose challenge was issued before', async () => {
    await world.choose(allowed);
    const passkey = new SoftwarePasskey();
    const credential = granted(await world.addPasskey(await world.aWallet(), passkey));
    const { requestId, challenge } = await world.passkeyChallenge(credential, heldKeyPair());
    await world.choose({});

    const result = await world.verify(credential, {
      type: 'PASSKEY',
      requestId,
      assertion: passkey.assert(challenge),
    });

    expect(result).toMatchObject(mustBePoint);
  });
});

test('an export is sealed, so its key is never compressed', async () => {
  await expect(world.exportWallet(accountId, compressed(makeKeyPair()))).rejects.toThrow('uncompressed');
});
