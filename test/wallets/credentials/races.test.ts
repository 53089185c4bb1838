/** Concurrent callers, which need a PostgreSQL server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import { credentialsOfAccounts } from '../../../src/wallets/credentials/store.ts';
import { SignedRequestChallenge } from '../../../src/wallets/signed-requests/challenge.ts';
import { postgresDatabase } from '../../support/database.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import { makeKeyPair, randomChallenge } from '../../support/wallet-client.ts';
import { challenged, granted, retryOf, type WalletWorld, walletWorld } from '../../support/wallet-world.ts';

const db: Database | undefined = await postgresDatabase(20);
afterAll(() => db?.close());

const sixteen = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 16 }, (_, index) => work(index)));

const successes = (results: readonly unknown[]): number =>
  results.filter((result) => !(result instanceof DomainError) && !(result instanceof SignedRequestChallenge))
    .length;

describe.runIf(db)('on PostgreSQL', () => {
  let world: WalletWorld;
  beforeAll(async () => {
    world = await walletWorld(db as Database);
  });

  test('of sixteen concurrent retries with one request id one succeeds, 200 times', async () => {
    const accountId = await world.aWallet();
    const { key } = await world.byCode(granted(await world.addEmail(accountId)));
    const counts: number[] = [];
    for (let round = 0; round < 200; round += 1) {
      const issued = challenged(await world.setPrivacy(accountId, round % 2 === 0));
      const results = await sixteen(() => world.setPrivacy(accountId, round % 2 === 0, retryOf(issued, key)));
      counts.push(successes(results));
      const others = results.flatMap((result) => (result instanceof DomainError ? [result.reason] : []));
      expect(new Set(others)).toEqual(new Set(['Request-Id already used']));
    }
    expect(counts).toEqual(Array(200).fill(1));
  });

  test('of sixteen concurrent attempts with one code one opens a session, 200 times', async () => {
    const accountId = await world.aWallet();
    const credential = granted(await world.addEmail(accountId));
    const counts: number[] = [];
    for (let round = 0; round < 200; round += 1) {
      const results = await sixteen(() =>
        world.verify(credential, {
          type: 'EMAIL_OTP',
          otp: '000000',
          clientPublicKey: makeKeyPair().publicKey,
        }),
      );
      counts.push(successes(results));
      world.clock.advance(3600);
      granted(await world.challenge(credential));
    }
    expect(counts).toEqual(Array(200).fill(1));
  });

  test('of sixteen concurrent assertions of one challenge one opens a session, 200 times', async () => {
    const passkey = new SoftwarePasskey();
    const credential = granted(await world.addPasskey(await world.aWallet(), passkey));
    const counts: number[] = [];
    for (let round = 0; round < 200; round += 1) {
      const { requestId, challenge } = await world.passkeyChallenge(credential, makeKeyPair());
      const assertion = passkey.assert(challenge);
      const results = await sixteen(() =>
        world.verify(credential, { type: 'PASSKEY', requestId, assertion }),
      );
      counts.push(successes(results));
      world.clock.advance(3600);
    }
    expect(counts).toEqual(Array(200).fill(1));
  });

  test('at most five concurrent wrong codes are verified', async () => {
    const credential = granted(await world.addEmail(await world.aWallet()));
    const guess = (otp: string) =>
      world.verify(credential, { type: 'EMAIL_OTP', otp, clientPublicKey: makeKeyPair().publicKey });
    await sixteen((index) => guess(String(100_000 + index)));
    world.clock.advance(200);
    expect(successes([await guess('000000')])).toBe(0);
  });

  test('concurrent revocations of the last two credentials leave one', async () => {
    for (let round = 0; round < 20; round += 1) {
      const accountId = await world.aWallet();
      const email = granted(await world.addEmail(accountId));
      const byEmail = await world.byCode(email);
      const passkey = new SoftwarePasskey();
      const challenge = randomChallenge();
      const adding = challenged(await world.addPasskey(accountId, passkey, undefined, challenge));
      const attestation = await world.addPasskey(accountId, passkey, retryOf(adding, byEmail.key), challenge);
      const second = granted(attestation);
      const byPasskey = await world.byPasskey(second, passkey);
      const revokeEmail = challenged(await world.revoke(email.id));
      const revokePasskey = challenged(await world.revoke(second.id));
      const results = await Promise.all([
        world.revoke(email.id, retryOf(revokeEmail, byPasskey.key)),
        world.revoke(second.id, retryOf(revokePasskey, byEmail.key)),
      ]);
      expect(successes(results)).toBe(1);
      const left = await credentialsOfAccounts(world.db.orm, { platformId: world.platformId }, [accountId]);
      expect(left).toHaveLength(1);
    }
  });

  test('eight concurrent registrations of one type leave one', async () => {
    for (let round = 0; round < 20; round += 1) {
      const accountId = await world.aWallet();
      const results = await Promise.all(Array.from({ length: 8 }, () => world.addEmail(accountId)));
      expect(successes(results)).toBe(1);
    }
  });

  test('of eight concurrent registrations of one passkey one succeeds', async () => {
    const passkey = new SoftwarePasskey();
    const wallets = await Promise.all(Array.from({ length: 8 }, () => world.aWallet()));
    expect(successes(await Promise.all(wallets.map((id) => world.addPasskey(id, passkey))))).toBe(1);
  });

  test('sixteen concurrent requests return three challenges a minute', async () => {
    const credential = granted(await world.addEmail(await world.aWallet()));
    expect(successes(await sixteen(() => world.challenge(credential)))).toBe(3);
  });
});
