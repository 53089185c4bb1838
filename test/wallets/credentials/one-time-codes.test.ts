/** One-time codes in the sandbox, where each issued code is 000000. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import type { Credential } from '../../../src/wallets/credential.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { makeKeyPair } from '../../support/wallet-client.ts';
import {
  granted,
  outcomeOf,
  unauthorized,
  type WalletWorld,
  walletWorld,
} from '../../support/wallet-world.ts';

const rightCode = '000000';
const wrongCode = '111111';
const invalidCode = unauthorized('Invalid OTP code');

let db: Database;
let world: WalletWorld;
let credential: Credential;

beforeAll(async () => {
  db = await embeddedDatabase();
  world = await walletWorld(db);
});
afterAll(() => db.close());
beforeEach(async () => {
  credential = granted(await world.addEmail(await world.aWallet()));
  // The registration issues a code. It is used here so that each test starts without an issued code.
  await world.byCode(credential);
});

/** Requests a new code. */
const issue = async () => outcomeOf(await world.challenge(credential));

const verify = async (otp: string) =>
  outcomeOf(
    await world.verify(credential, { type: 'EMAIL_OTP', otp, clientPublicKey: makeKeyPair().publicKey }),
  );

async function verifyWrongCodes(count: number): Promise<void> {
  for (let attempt = 1; attempt <= count; attempt += 1) expect(await verify(wrongCode)).toEqual(invalidCode);
}

describe('a one-time code', () => {
  test('is invalid when none was issued', async () => {
    expect(await verify(rightCode)).toEqual(invalidCode);
  });

  test('is valid once', async () => {
    await issue();
    expect(await verify(rightCode)).toBe('accepted');

    expect(await verify(rightCode)).toEqual(invalidCode);
  });

  test.each([
    ['is valid a millisecond before the end of its five minutes', 299.999, 'accepted'],
    ['is invalid at the end of its five minutes', 300, invalidCode],
  ])('%s', async (_, seconds, outcome) => {
    await issue();
    world.clock.advance(seconds);

    expect(await verify(rightCode)).toEqual(outcome);
  });

  test.each([
    ['is valid after four wrong attempts', 4, 'accepted'],
    ['is invalid after five wrong attempts', 5, invalidCode],
  ])('%s', async (_, wrongAttempts, outcome) => {
    await issue();
    await verifyWrongCodes(wrongAttempts);

    expect(await verify(rightCode)).toEqual(outcome);
  });

  test('is valid when it was issued after five wrong attempts with the previous code', async () => {
    await issue();
    await verifyWrongCodes(5);
    await issue();

    expect(await verify(rightCode)).toBe('accepted');
  });
});

describe('after ten wrong attempts at a credential in 15 minutes', () => {
  beforeEach(() => verifyWrongCodes(10));

  const verifyNewCodeAfter = async (seconds: number) => {
    world.clock.advance(seconds);
    await issue();
    return verify(rightCode);
  };

  test('no code is verified', async () => {
    expect(await verifyNewCodeAfter(0)).toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('no code is verified one second before the end of the 15 minutes', async () => {
    expect(await verifyNewCodeAfter(899)).toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('codes are verified at the end of the 15 minutes', async () => {
    expect(await verifyNewCodeAfter(900)).toBe('accepted');
  });
});

describe('the codes that are issued for a credential', () => {
  const issueTimes = async (count: number, secondsBetween = 0): Promise<void> => {
    for (let issued = 1; issued <= count; issued += 1) {
      world.clock.advance(secondsBetween);
      expect(await issue()).toBe('accepted');
    }
  };

  test('are at most three a minute', async () => {
    await issueTimes(3);

    expect(await world.challenge(credential)).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 });
    world.clock.advance(59);
    expect(await issue()).toMatchObject({ code: 'RATE_LIMITED' });
    world.clock.advance(1);
    expect(await issue()).toBe('accepted');
  });

  test('are at most ten an hour', async () => {
    await issueTimes(10, 30);

    world.clock.advance(61);
    expect(await issue()).toMatchObject({ code: 'RATE_LIMITED' });
    world.clock.advance(3_600);
    expect(await issue()).toBe('accepted');
  });
});
