/** The options of a registration, and which registrations their challenge allows. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteCustomer } from '../../../src/customers/delete-customer.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { type Id, idOf } from '../../../src/kernel/ids.ts';
import {
  createPasskeyOptions,
  type PasskeyOptions,
} from '../../../src/wallets/credentials/create-passkey-options.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import { randomChallenge } from '../../support/wallet-client.ts';
import { challenged, granted, retryOf, type WalletWorld, walletWorld } from '../../support/wallet-world.ts';

let db: Database;
let world: WalletWorld;
let accountId: Id<'InternalAccount'>;

beforeAll(async () => {
  db = await embeddedDatabase();
  world = await walletWorld(db, {
    settings: { wallets: { severalPasskeys: true, clientHeldKeys: undefined } },
  });
});
afterAll(() => db.close());
beforeEach(async () => {
  accountId = await world.aWallet();
});

const optionsOf = async (id: Id<'InternalAccount'> = accountId, of = world) =>
  createPasskeyOptions(of.ports, await of.caller(), { accountId: id });

const newOptions = async (id?: Id<'InternalAccount'>): Promise<PasskeyOptions> =>
  granted(await optionsOf(id));

/** Registers a new passkey for the account with a challenge. */
const register = async (challenge: string, id = accountId, passkey = new SoftwarePasskey()) =>
  world.addPasskey(id, passkey, undefined, challenge);

const wrongChallenge = (message: string) => ({
  code: 'INVALID_INPUT',
  fields: [{ path: 'challenge', message }],
});

describe('the options', () => {
  test('are those of WebAuthn for an ES256 passkey that verifies its user', async () => {
    const { challenge, expiresAt, ...options } = await newOptions();

    expect(options).toEqual({
      rp: { id: 'localhost', name: 'Wallets' },
      user: {
        id: Buffer.from(accountId).toString('base64url'),
        name: 'ada@example.com',
        displayName: 'Ada Lovelace',
      },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    });
    expect(Buffer.from(challenge, 'base64url').toString('base64url')).toBe(challenge);
    expect(expiresAt.getTime() - world.clock.real().getTime()).toBe(300_000);
  });

  test('exclude the passkeys of the account', async () => {
    const passkey = new SoftwarePasskey();
    granted(await world.addPasskey(accountId, passkey));

    expect((await newOptions()).excludeCredentials).toEqual([
      { type: 'public-key', id: passkey.credentialId.toString('base64url') },
    ]);
  });

  test('have the name that the platform gives its mails', async () => {
    const named = await walletWorld(db, {
      settings: { walletMail: { appName: 'Analytical Wallet' } as never },
    });

    expect(granted(await optionsOf(await named.aWallet(), named)).rp.name).toBe('Analytical Wallet');
  });

  test('have a challenge of their own each', async () => {
    const challenges = await Promise.all([newOptions(), newOptions(), newOptions()]);

    expect(new Set(challenges.map(({ challenge }) => challenge)).size).toBe(3);
  });
});

describe('there are no options', () => {
  test('for an unknown account, or one of another platform', async () => {
    const other = await (await walletWorld(db)).aWallet();

    for (const id of [other, idOf('InternalAccount', '00000000-0000-7000-8000-000000000000')]) {
      expect(await optionsOf(id)).toMatchObject({ kind: 'not-found', missingId: id });
    }
  });

  test('for the wallet of another customer than that of the access token', async () => {
    const { platform } = await world.caller();
    const customer = await world.aCustomer('grace@example.com');
    const accessToken = { scopes: ['WALLET'], customerId: customer.id };
    const holder = { kind: 'access-token', platform, accessToken } as never;

    expect(await createPasskeyOptions(world.ports, holder, { accountId })).toMatchObject({
      kind: 'not-found',
    });
    const own = (await world.walletOf(customer)).id;
    expect(await createPasskeyOptions(world.ports, holder, { accountId: own })).toHaveProperty('challenge');
  });

  test('for the wallet of a deleted customer', async () => {
    const customer = await world.aCustomer('gone@example.com');
    const { id } = await world.walletOf(customer);
    granted(await deleteCustomer(world.ports, await world.caller(), customer.id));

    expect(await optionsOf(id)).toMatchObject({ code: 'CUSTOMER_DELETED' });
  });

  test('for a second passkey, unless the platform allows several', async () => {
    const single = await walletWorld(db);
    const wallet = await single.aWallet();
    granted(await single.addPasskey(wallet, new SoftwarePasskey()));

    expect(await optionsOf(wallet, single)).toMatchObject({
      code: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
      httpStatus: 400,
      reason: undefined,
    });
  });

  test('in production before passkeys are configured', async () => {
    const production = await walletWorld(db, { mode: 'PRODUCTION' });

    expect(await optionsOf(await production.aWallet(), production)).toMatchObject({
      reason: 'Passkeys are not configured',
    });
  });
});

describe('the challenge of options', () => {
  test('registers one passkey', async () => {
    const { challenge } = await newOptions();
    expect(granted(await register(challenge))).toMatchObject({ type: 'PASSKEY' });

    expect(await register(challenge, await world.aWallet())).toMatchObject(
      wrongChallenge('was made for another account'),
    );
    expect(await register(challenge)).toMatchObject(wrongChallenge('was used before'));
  });

  test.each([
    ['registers a millisecond before its five minutes end', 299.999, undefined],
    ['does not register when its five minutes end', 300, 'has expired: create new options'],
    ['does not register days later', 3 * 86_400, 'has expired: create new options'],
  ])('%s', async (_, seconds, message) => {
    const { challenge } = await newOptions();
    world.clock.advance(seconds);

    const result = await register(challenge);

    if (message) expect(result).toMatchObject(wrongChallenge(message));
    else expect(granted(result)).toMatchObject({ type: 'PASSKEY' });
  });

  test('does not register a passkey of another account', async () => {
    const { challenge } = await newOptions(await world.aWallet());

    expect(await register(challenge)).toMatchObject(wrongChallenge('was made for another account'));
  });

  test('is not used up by a failed registration', async () => {
    const { challenge } = await newOptions();
    const wrong = new SoftwarePasskey({ rpId: 'evil.example' });
    expect(await register(challenge, accountId, wrong)).toMatchObject({ code: 'INVALID_INPUT' });

    expect(granted(await register(challenge))).toMatchObject({ type: 'PASSKEY' });
  });

  test('is valid for the lifetime of the signed request that it started', async () => {
    const first = new SoftwarePasskey();
    const session = await world.byPasskey(granted(await world.addPasskey(accountId, first)), first);
    const { challenge } = await newOptions();
    const second = new SoftwarePasskey();
    world.clock.advance(299);
    const issued = challenged(await world.addPasskey(accountId, second, undefined, challenge));
    world.clock.advance(2);

    const added = await world.addPasskey(accountId, second, retryOf(issued, session.key), challenge);

    expect(granted(added)).toMatchObject({ type: 'PASSKEY' });
  });
});

test('a challenge of the integrator is accepted, also one as long as those of the service', async () => {
  granted(await register(randomChallenge()));
  granted(await register(Buffer.alloc(108, 9).toString('base64url'), await world.aWallet()));
});
