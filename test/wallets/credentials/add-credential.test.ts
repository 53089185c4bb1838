/** Which credentials can be registered for an account. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { internalAccountsOfCustomers } from '../../../src/accounts/internal/internal-account-store.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { type Id, newId } from '../../../src/kernel/ids.ts';
import { AddCredentialInput } from '../../../src/wallets/credentials/credential-input.ts';
import { RefreshSessionInput } from '../../../src/wallets/session-operations/refresh-session.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import { randomChallenge } from '../../support/wallet-client.ts';
import { granted, outcomeOf, type WalletWorld, walletWorld } from '../../support/wallet-world.ts';

let db: Database;
let world: WalletWorld;
let accountId: Id<'InternalAccount'>;

beforeAll(async () => {
  db = await embeddedDatabase();
  world = await walletWorld(db);
});
afterAll(() => db.close());
beforeEach(async () => {
  accountId = await world.aWallet();
});

describe('the account of a credential', () => {
  test('has at most one credential for one-time codes; a second one is rejected without a challenge', async () => {
    granted(await world.addEmail(accountId));

    expect(await world.addEmail(accountId)).toMatchObject({
      code: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
      httpStatus: 400,
    });
  });

  test('must be an embedded wallet', async () => {
    const customer = await world.aCustomer();
    const scope = { platformId: world.platformId };
    const accounts = await internalAccountsOfCustomers(db.orm, scope, [customer.id]);
    const fiat = accounts.find(({ type }) => type === 'INTERNAL_FIAT');
    if (!fiat) throw new Error('the customer has a fiat account');

    expect(await world.addEmail(fiat.id)).toMatchObject({ fields: [{ path: 'accountId' }] });
  });

  test('must exist', async () => {
    expect(outcomeOf(await world.addEmail(newId('InternalAccount')))).toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    });
  });
});

describe('the email address of one-time codes', () => {
  test('is the email address of the customer, who must have one', async () => {
    const { id } = await world.walletOf(await world.aCustomer(null));

    expect(outcomeOf(await world.addEmail(id))).toMatchObject({ code: 'MISSING_MANDATORY_USER_INFO' });
  });

  test('is not taken from the request', () => {
    const input = { type: 'EMAIL_OTP', accountId, email: 'x@example.com' };

    expect(AddCredentialInput.parse(input)).toEqual({ type: 'EMAIL_OTP', accountId });
  });
});

describe('a passkey', () => {
  test('cannot be registered with a challenge that was used before', async () => {
    const challenge = randomChallenge();
    granted(await world.addPasskey(accountId, new SoftwarePasskey(), undefined, challenge));

    const otherAccount = await world.aWallet();
    const second = await world.addPasskey(otherAccount, new SoftwarePasskey(), undefined, challenge);

    expect(second).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: 'challenge' }] });
  });

  test('can be registered for only one account', async () => {
    const passkey = new SoftwarePasskey();
    granted(await world.addPasskey(accountId, passkey));

    const second = await world.addPasskey(await world.aWallet(), passkey);

    expect(second).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'attestation.credentialId' }],
    });
  });
});

describe('the input of a passkey registration', () => {
  const parse = (changes: object, attestationChanges: object = {}) => {
    const challenge = randomChallenge();
    const attestation = { ...new SoftwarePasskey().register(challenge), ...attestationChanges };
    const input = { type: 'PASSKEY', accountId, nickname: 'Phone', challenge, attestation, ...changes };
    return AddCredentialInput.safeParse(input);
  };

  test('is accepted with a trimmed nickname', () => {
    expect(parse({ nickname: " Zoë's ключ_1 (2) " })).toMatchObject({
      success: true,
      data: { nickname: "Zoë's ключ_1 (2)" },
    });
  });

  test.each([
    ['an unknown transport', {}, { transports: ['carrier-pigeon'] }],
    ['a nickname with markup', { nickname: 'Phone <b>' }, {}],
    ['a blank nickname', { nickname: '   ' }, {}],
    ['a nickname of 101 characters', { nickname: 'x'.repeat(101) }, {}],
    ['a challenge that is not base64url', { challenge: 'a+b/' }, {}],
  ])('is rejected with %s', (_, changes, attestationChanges) => {
    expect(parse(changes, attestationChanges).success).toBe(false);
  });
});

test('a client key that is not on the curve is rejected', () => {
  expect(RefreshSessionInput.safeParse({ clientPublicKey: `04${'ff'.repeat(64)}` }).success).toBe(false);
});
