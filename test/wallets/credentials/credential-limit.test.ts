/** How many credentials an account may have. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import { maxCredentials } from '../../../src/wallets/credentials/credential-limit.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import {
  badStamp,
  type ClientSession,
  challenged,
  granted,
  outcomeOf,
  retryOf,
  type WalletWorld,
  walletWorld,
} from '../../support/wallet-world.ts';

const several = { wallets: { severalPasskeys: true, clientHeldKeys: undefined } };

let db: Database;
let world: WalletWorld;
let accountId: Id<'InternalAccount'>;
let session: ClientSession;

beforeAll(async () => {
  db = await embeddedDatabase();
  world = await walletWorld(db, { settings: several });
});
afterAll(() => db.close());
beforeEach(async () => {
  await world.choose(several);
  accountId = await world.aWallet();
  const passkey = new SoftwarePasskey();
  session = await world.byPasskey(granted(await world.addPasskey(accountId, passkey)), passkey);
});

/** Adds a further passkey, signed by the session. */
async function addAnother(passkey = new SoftwarePasskey()) {
  const challenge = `${Math.random()}`.replace('.', '');
  const first = await world.addPasskey(accountId, passkey, undefined, challenge);
  if (!('payloadToSign' in first)) return first;
  return world.addPasskey(accountId, passkey, retryOf(challenged(first), session.key), challenge);
}

describe('a wallet of a platform that allows several passkeys', () => {
  test('adds a second one by signed retry, and each opens sessions', async () => {
    const second = new SoftwarePasskey();
    const credential = granted(await addAnother(second));

    const other = await world.byPasskey(credential, second);

    const issued = challenged(await world.setPrivacy(accountId, true));
    expect(granted(await world.setPrivacy(accountId, true, retryOf(issued, other.key)))).toMatchObject({
      privateEnabled: true,
    });
  });

  test('revokes one with a session of the other, and not with its own', async () => {
    const second = new SoftwarePasskey();
    const credential = granted(await addAnother(second));
    const other = await world.byPasskey(credential, second);
    const issued = challenged(await world.revoke(credential.id));

    expect(outcomeOf(await world.revoke(credential.id, retryOf(issued, other.key)))).toEqual(badStamp);
    expect(granted(await world.revoke(credential.id, retryOf(issued, session.key)))).toEqual({
      credentialId: credential.id,
    });
  });

  test('has at most ten', async () => {
    for (let count = 2; count <= 10; count += 1) granted(await addAnother());

    expect(await addAnother()).toMatchObject({
      code: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
      httpStatus: 400,
      reason: 'Maximum number of credentials reached',
    });
    expect(maxCredentials).toBe(12);
  });

  test('does not register the same passkey twice', async () => {
    const passkey = new SoftwarePasskey();
    granted(await addAnother(passkey));

    expect(await addAnother(passkey)).toMatchObject({
      fields: [{ path: 'attestation.credentialId', message: 'is registered already' }],
    });
  });

  test('has one email credential, as everywhere', async () => {
    const issued = challenged(await world.addEmail(accountId));
    granted(await world.addEmail(accountId, retryOf(issued, session.key)));

    expect(await world.addEmail(accountId)).toMatchObject({ code: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS' });
  });
});

test('without the setting a second passkey is rejected before any challenge', async () => {
  await world.choose({});

  expect(await addAnother()).toMatchObject({
    code: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
    httpStatus: 400,
    reason: undefined,
    message: 'The account already has a credential of type PASSKEY.',
  });
});

test('passkeys stay valid when the setting is turned off', async () => {
  const second = new SoftwarePasskey();
  const credential = granted(await addAnother(second));
  await world.choose({});

  const { session: opened } = await world.byPasskey(credential, second);

  expect(opened.issuedBy).toBe(credential.id);
});
