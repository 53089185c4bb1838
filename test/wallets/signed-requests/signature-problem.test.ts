/** What `signatureProblem` says about a rejected retry. The code and the reason are those of `signed-retry.test.ts`. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import { SignatureRejected } from '../../../src/kernel/signature-problem.ts';
import type { Credential } from '../../../src/wallets/credential.ts';
import type { SignedRequestChallenge } from '../../../src/wallets/signed-requests/challenge.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import { bareSignature, makeKeyPair, stamp } from '../../support/wallet-client.ts';
import {
  type ClientSession,
  challenged,
  granted,
  retryOf,
  type WalletWorld,
  walletWorld,
} from '../../support/wallet-world.ts';

let db: Database;
let world: WalletWorld;
let accountId: Id<'InternalAccount'>;
let email: Credential;
let session: ClientSession;
let issued: SignedRequestChallenge;

beforeAll(async () => {
  db = await embeddedDatabase();
  world = await walletWorld(db);
});
afterAll(() => db.close());
beforeEach(async () => {
  accountId = await world.aWallet();
  email = granted(await world.addEmail(accountId));
  session = await world.byCode(email);
  issued = challenged(await world.setPrivacy(accountId, true));
});

const unknownId = 'Request:00000000-0000-7000-8000-000000000000';

const problemOf = (result: unknown): unknown =>
  result instanceof SignatureRejected ? result.signatureProblem : result;

const retry = async (signature: string, requestId: string = issued.requestId, privateEnabled = true) =>
  problemOf(await world.setPrivacy(accountId, privateEnabled, { requestId, signature }));

const envelope = (changes: object): string => {
  const text = Buffer.from(stamp(issued.payloadToSign, session.key), 'base64url').toString();
  return Buffer.from(JSON.stringify({ ...JSON.parse(text), ...changes })).toString('base64url');
};

test('a missing signature is SIGNATURE_MISSING', async () => {
  expect(await retry('')).toBe('SIGNATURE_MISSING');
});

describe('a signature is SIGNATURE_MALFORMED', () => {
  test.each<[string, () => string]>([
    ['when it is not base64', () => '!'],
    ['when it is longer than 2048 characters', () => 'A'.repeat(2049)],
    ['when it is not JSON', () => Buffer.from('x').toString('base64url')],
    ['when it is JSON of another kind', () => Buffer.from('[]').toString('base64url')],
    ['when it has another scheme', () => envelope({ scheme: 'ANOTHER' })],
    ['when it has a further member', () => envelope({ more: '' })],
    ['when its key is not a point', () => envelope({ publicKey: 'ff' })],
    ['when its signature is not DER', () => envelope({ signature: '00' })],
    ['when it is a bare signature', () => bareSignature(issued.payloadToSign, session.key)],
  ])('%s', async (_, signature) => {
    expect(await retry(signature())).toBe('SIGNATURE_MALFORMED');
  });
});

describe('a signature is SIGNATURE_UNKNOWN_KEY', () => {
  test('when no session has its key', async () => {
    expect(await retry(stamp(issued.payloadToSign, makeKeyPair()))).toBe('SIGNATURE_UNKNOWN_KEY');
  });

  test('when its key is of a session of another wallet', async () => {
    const other = await world.byCode(granted(await world.addEmail(await world.aWallet())));

    expect(await retry(stamp(issued.payloadToSign, other.key))).toBe('SIGNATURE_UNKNOWN_KEY');
  });

  test('when its session has expired, for the magic value of the sandbox too', async () => {
    world.clock.advance(899);
    issued = challenged(await world.setPrivacy(accountId, true));
    world.clock.advance(1);

    expect(await retry(stamp(issued.payloadToSign, session.key))).toBe('SIGNATURE_UNKNOWN_KEY');
    expect(await retry('sandbox-valid-signature')).toBe('SIGNATURE_UNKNOWN_KEY');
  });

  test('when its session may not sign this operation', async () => {
    granted(await world.challenge(email));
    const other = await world.byCode(email);
    const { publicKey } = makeKeyPair();
    const refreshing = challenged(await world.refresh(session.session.id, publicKey));
    const result = await world.refresh(session.session.id, publicKey, retryOf(refreshing, other.key));

    expect(problemOf(result)).toBe('SIGNATURE_UNKNOWN_KEY');
  });
});

describe('a retry is SIGNATURE_BODY_MISMATCH', () => {
  test('when another text was signed', async () => {
    expect(await retry(stamp(`${issued.payloadToSign} `, session.key))).toBe('SIGNATURE_BODY_MISMATCH');
  });

  test('when its input differs from that of the first call', async () => {
    const signature = stamp(issued.payloadToSign, session.key);

    expect(await retry(signature, issued.requestId, false)).toBe('SIGNATURE_BODY_MISMATCH');
  });
});

describe('the request id of a retry is', () => {
  const signed = () => stamp(issued.payloadToSign, session.key);

  test('REQUEST_ID_MISSING when it is empty', async () => {
    expect(await retry(signed(), '')).toBe('REQUEST_ID_MISSING');
  });

  test.each([
    ['it is no id', 'x'],
    ['no client was given it', unknownId],
  ])('REQUEST_ID_UNKNOWN when %s', async (_, requestId) => {
    expect(await retry(signed(), requestId)).toBe('REQUEST_ID_UNKNOWN');
  });

  test('REQUEST_ID_UNKNOWN after five wrong signatures', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) await retry('x');

    expect(await retry(signed())).toBe('REQUEST_ID_UNKNOWN');
  });

  test('REQUEST_ID_UNKNOWN when another platform was given it', async () => {
    const other = await walletWorld(db);
    const wallet = await other.aWallet();
    await other.byCode(granted(await other.addEmail(wallet)));
    const { requestId } = challenged(await other.setPrivacy(wallet, true));

    expect(await retry(signed(), requestId)).toBe('REQUEST_ID_UNKNOWN');
  });

  test('REQUEST_ID_EXPIRED after five minutes', async () => {
    world.clock.advance(300);

    expect(await retry(signed())).toBe('REQUEST_ID_EXPIRED');
  });

  test('REQUEST_ID_USED after a success', async () => {
    granted(await world.setPrivacy(accountId, true, retryOf(issued, session.key)));

    expect(await retry(signed())).toBe('REQUEST_ID_USED');
  });
});

describe('the verification of a passkey', () => {
  let passkey: SoftwarePasskey;
  let credential: Credential;
  beforeEach(async () => {
    passkey = new SoftwarePasskey();
    credential = granted(await world.addPasskey(await world.aWallet(), passkey));
  });

  const verify = async (requestId: string, challenge: string) =>
    world.verify(credential, { type: 'PASSKEY', requestId, assertion: passkey.assert(challenge) });

  test.each([
    ['REQUEST_ID_MISSING', ''],
    ['REQUEST_ID_UNKNOWN', unknownId],
  ])('says %s', async (problem, requestId) => {
    expect(problemOf(await verify(requestId, 'AAAA'))).toBe(problem);
  });

  test('says nothing about a wrong assertion', async () => {
    const { requestId } = await world.passkeyChallenge(credential, makeKeyPair());
    const result = await verify(requestId, 'AAAA');

    expect(result).toBeInstanceOf(DomainError);
    expect(result).not.toBeInstanceOf(SignatureRejected);
  });
});

test('the details of the error have the reason and the problem, and nothing that the client sent', async () => {
  const result = await world.setPrivacy(accountId, true, { requestId: issued.requestId, signature: 'x' });

  expect((result as DomainError).details).toEqual({
    reason: 'Invalid Service-Wallet-Signature',
    signatureProblem: 'SIGNATURE_MALFORMED',
  });
});
