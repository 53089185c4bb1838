import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { internalAccountsOfCustomers } from '../../../src/accounts/internal/internal-account-store.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { exportIssuerKey } from '../../../src/kernel/crypto/wallet-export.ts';
import { platformConfigId } from '../../../src/kernel/ids.ts';
import { CreateQuoteInput, createQuote } from '../../../src/payments/quotes/create-quote.ts';
import { executeQuote } from '../../../src/payments/quotes/execute-quote.ts';
import { findQuote } from '../../../src/payments/quotes/store.ts';
import { payloadOf } from '../../../src/payments/quotes/wallet-payload.ts';
import { fundAccount } from '../../../src/sandbox/fund-account.ts';
import type { Credential } from '../../../src/wallets/credential.ts';
import { credentialsOfAccounts } from '../../../src/wallets/credentials/store.ts';
import { UpdateCustomerInput, updateCustomer } from '../../../src/wallets/update-customer.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { startIssuer, type TestIssuer } from '../../support/oidc-issuer.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import {
  bareSignature,
  type ClientKeyPair,
  makeKeyPair,
  openWalletExport,
  stamp,
} from '../../support/wallet-client.ts';
import {
  challenged,
  granted,
  outcomeOf,
  retryOf,
  type WalletWorld,
  walletWorld,
} from '../../support/wallet-world.ts';

let db: Database;
let world: WalletWorld;
let issuer: TestIssuer;

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

/** Quotes a payment to the customer's dollar account and executes it with a signature over its payload. */
async function payFrom(
  customer: Awaited<ReturnType<WalletWorld['aCustomer']>>,
  sign: (payload: string) => string,
): Promise<string> {
  const wallet = await world.walletOf(customer);
  const caller = { platform: (await world.caller()).platform, scope: { platformId: world.platformId } };
  const own = await internalAccountsOfCustomers(db.orm, caller.scope, [customer.id]);
  const dollars = own.find(({ currency }) => currency === 'USD');
  granted(await fundAccount(world.ports, caller, { accountId: wallet.id, amount: 50_000_000n }));
  const quote = granted(
    await createQuote(
      world.ports,
      caller,
      CreateQuoteInput.parse({
        source: { account: { accountId: wallet.id } },
        destination: { account: { accountId: dollars?.id } },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000_000,
      }),
    ),
  );
  const stored = await findQuote(db.orm, caller.scope, quote.id);
  const payload = stored && payloadOf(stored);
  if (payload === undefined) throw new Error('nothing to sign');
  const { result } = await executeQuote(world.ports, caller, { quoteId: quote.id, signature: sign(payload) });
  const executed = outcomeOf(result);
  return executed === 'accepted' ? granted(result).status : String(executed.reason);
}

describe('a session opens with real cryptography and pays', () => {
  test('by passkey, whose sign counter increases', async () => {
    const customer = await world.aCustomer();
    const { id } = await world.walletOf(customer);
    const passkey = new SoftwarePasskey();
    const credential = granted(await world.addPasskey(id, passkey));
    expect(credential).toMatchObject({ type: 'PASSKEY', nickname: 'Phone', accountId: id });
    const first = await world.byPasskey(credential, passkey);
    passkey.counter = 7;
    const { key } = await world.byPasskey(credential, passkey);
    expect(await payFrom(customer, (payload) => stamp(payload, first.key))).toBe('PROCESSING');
    expect(await payFrom(customer, (payload) => bareSignature(payload, key))).toBe('PROCESSING');
  });

  test('by the token of a registered issuer', async () => {
    const customer = await world.aCustomer();
    const { id } = await world.walletOf(customer);
    const credential = granted(
      await world.add({
        type: 'OAUTH',
        accountId: id,
        oidcToken: issuer.token({ email: 'ada@issuer.example' }),
      }),
    );
    expect(credential.nickname).toBe('ada@issuer.example');
    const { key, session } = await world.byToken(credential, issuer.token());
    expect(session.type).toBe('OAUTH');
    expect(await payFrom(customer, (payload) => stamp(payload, key))).toBe('PROCESSING');
  });

  test('by one-time code, with the first code from registration', async () => {
    const customer = await world.aCustomer('grace@example.com');
    const { id } = await world.walletOf(customer);
    const credential = granted(await world.addEmail(id));
    expect(credential.nickname).toBe('grace@example.com');
    const { key } = await world.byCode(credential);
    expect(await payFrom(customer, (payload) => stamp(payload, key))).toBe('PROCESSING');
  });

  test('only for its own wallet', async () => {
    const { key } = await world.byCode(granted(await world.addEmail(await world.aWallet())));
    expect(await payFrom(await world.aCustomer(), (payload) => stamp(payload, key))).toBe(
      'Invalid Service-Wallet-Signature',
    );
  });
});

test('the sandbox accepts magic values', async () => {
  const id = await world.aWallet();
  const passkey = new SoftwarePasskey();
  const credential = granted(await world.addPasskey(id, passkey));
  const keys = makeKeyPair();
  const { requestId } = await world.passkeyChallenge(credential, keys);
  const assertion = { ...passkey.assert('AA'), signature: 'sandbox-valid-passkey-signature' };
  const issued = granted(await world.verify(credential, { type: 'PASSKEY', requestId, assertion }));
  expect(issued.session.passkeyId).toBe(credential.type === 'PASSKEY' && credential.passkey.credentialId);

  const signRequest = challenged(await world.addEmail(id));
  const email = granted(
    await world.addEmail(id, { requestId: signRequest.requestId, signature: 'sandbox-valid-signature' }),
  );
  await world.byCode(email);

  const header = Buffer.from('{"alg":"none"}').toString('base64url');
  const claims = Buffer.from('{"iss":"https://accounts.google.com"}').toString('base64url');
  const oauth = { type: 'OAUTH', accountId: id, oidcToken: `${header}.${claims}.` };
  const second = challenged(await world.add(oauth));
  const added = granted(
    await world.add(oauth, { requestId: second.requestId, signature: 'sandbox-valid-signature' }),
  );
  expect(added.nickname).toBe('https://accounts.google.com|');
  await world.byToken(added, 'sandbox-valid-oidc-token');
  await world.byToken(added, 'sandbox-valid-oidc-token');
  expect(await world.sessions(id)).toHaveLength(4);
});

describe('the lifecycle of a wallet', () => {
  let accountId: Awaited<ReturnType<WalletWorld['aWallet']>>;
  let email: Credential;
  let passkeyCredential: Credential;
  let key: ClientKeyPair;
  const passkey = new SoftwarePasskey();

  test('a session of the first credential adds a second credential, which is in the payload', async () => {
    accountId = await world.aWallet();
    email = granted(await world.addEmail(accountId));
    key = (await world.byCode(email)).key;
    const registration = 'cmVnaXN0cmF0aW9uLW9uZQ';
    const signRequest = challenged(await world.addPasskey(accountId, passkey, undefined, registration));
    expect(signRequest.credentialType).toBe('PASSKEY');
    const payload = JSON.parse(signRequest.payloadToSign);
    expect(payload).toMatchObject({
      accountId,
      operation: 'ADD_CREDENTIAL',
      params: { type: 'PASSKEY' },
      requestId: signRequest.requestId,
      expiresAt: signRequest.expiresAt.toISOString(),
      v: 1,
    });
    expect(signRequest.payloadToSign).toBe(JSON.stringify(payload));
    expect(Object.keys(payload)).toEqual([...Object.keys(payload)].sort());
    passkeyCredential = granted(
      await world.addPasskey(accountId, passkey, retryOf(signRequest, key), registration),
    );
  });

  test('a session refreshes itself and stays active; the new session has a full lifetime', async () => {
    const { session, key: own } = await world.byPasskey(passkeyCredential, passkey);
    world.clock.advance(600);
    const keys = makeKeyPair();
    const signRequest = challenged(await world.refresh(session.id, keys.publicKey));
    const issued = granted(await world.refresh(session.id, keys.publicKey, retryOf(signRequest, own)));
    expect(issued.session.id).not.toBe(session.id);
    expect(issued.session.expiresAt.getTime() - world.clock.real().getTime()).toBe(900_000);
    expect((await world.sessions(accountId)).map(({ id }) => id)).toContain(session.id);
    ({ key } = world.opened(issued, keys));
  });

  test('a session ends at its expiry, and a new verification issues another', async () => {
    world.clock.advance(899);
    const signRequest = challenged(await world.setPrivacy(accountId, true));
    world.clock.advance(1);
    expect(outcomeOf(await world.setPrivacy(accountId, true, retryOf(signRequest, key)))).toEqual({
      code: 'UNAUTHORIZED',
      reason: 'Invalid Service-Wallet-Signature',
    });
    expect(await world.sessions(accountId)).toEqual([]);
    granted(await world.challenge(email));
    key = (await world.byCode(email)).key;
    expect(granted(await world.setPrivacy(accountId, true, retryOf(signRequest, key))).privateEnabled).toBe(
      true,
    );
  });

  test('the seed is exported to the client, signed by the deployment', async () => {
    const keys = makeKeyPair();
    const signRequest = challenged(await world.exportWallet(accountId, keys.publicKey));
    const exported = granted(await world.exportWallet(accountId, keys.publicKey, retryOf(signRequest, key)));
    const issuerKey = Buffer.from(exportIssuerKey(world.ports.dataKey).uncompressed).toString('hex');
    const { mnemonic, organizationId } = openWalletExport(
      exported.encryptedWalletCredentials,
      keys,
      issuerKey,
    );
    expect(validateMnemonic(mnemonic, wordlist)).toBe(true);
    expect(organizationId).toBe(platformConfigId(world.platformId));
  });

  test('a session of another credential revokes a credential and ends its sessions', async () => {
    const other = await world.byPasskey(passkeyCredential, passkey);
    const signRequest = challenged(await world.revoke(email.id));
    expect(signRequest.credentialType).toBe('EMAIL_OTP');
    expect(outcomeOf(await world.revoke(email.id, retryOf(signRequest, key)))).toMatchObject({
      reason: 'Invalid Service-Wallet-Signature',
    });
    granted(await world.revoke(email.id, retryOf(signRequest, other.key)));
    expect((await world.sessions(accountId)).map(({ type }) => type)).toEqual(['PASSKEY']);
    expect(outcomeOf(await world.revoke(passkeyCredential.id))).toEqual({
      code: 'LAST_CREDENTIAL',
      reason: 'Last remaining credential cannot be revoked',
    });
    key = other.key;
  });

  test('a session revokes itself, and is not found afterwards', async () => {
    const [session] = await world.sessions(accountId);
    if (!session) throw new Error('no session');
    const signRequest = challenged(await world.revokeSession(session.id));
    granted(await world.revokeSession(session.id, retryOf(signRequest, key)));
    expect(await world.sessions(accountId)).toEqual([]);
    expect(outcomeOf(await world.revokeSession(session.id))).toMatchObject({ code: 'SESSION_NOT_FOUND' });
    // The request id is checked before the session, so the used request id is reported.
    expect(outcomeOf(await world.revokeSession(session.id, retryOf(signRequest, key)))).toMatchObject({
      reason: 'Request-Id already used',
    });
  });
});

describe('the email address of a wallet’s holder', () => {
  const change = async (id: `Customer:${string}`, input: object, retry?: ReturnType<typeof retryOf>) =>
    updateCustomer(world.ports, await world.caller(), id as never, UpdateCustomerInput.parse(input), retry);

  test('changes by signed retry together with the credential, and codes for the old address become invalid', async () => {
    const customer = await world.aCustomer('old@example.com');
    const { id } = await world.walletOf(customer);
    const credential = granted(await world.addEmail(id));
    const { key } = await world.byCode(credential);
    granted(await world.challenge(credential));

    const signRequest = challenged(await change(customer.id, { email: 'new@example.com' }));
    expect(JSON.parse(signRequest.payloadToSign).params).toEqual({
      credentialIds: [credential.id],
      email: 'new@example.com',
    });
    expect(
      outcomeOf(await change(customer.id, { email: 'x@example.com' }, retryOf(signRequest, key))),
    ).toMatchObject({
      reason: 'Request does not match the challenge',
    });
    const changed = granted(
      await change(customer.id, { email: 'new@example.com' }, retryOf(signRequest, key)),
    );
    expect(changed.email).toBe('new@example.com');
    const [after] = await credentialsOfAccounts(db.orm, { platformId: world.platformId }, [id]);
    expect(after?.nickname).toBe('new@example.com');
    const keys = makeKeyPair();
    const afterChange = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: keys.publicKey };
    expect(outcomeOf(await world.verify(credential, afterChange))).toMatchObject({
      reason: 'Invalid OTP code',
    });
  });

  test('changes without a signature if there is no EMAIL_OTP credential, as do other fields', async () => {
    const customer = await world.aCustomer('free@example.com');
    expect(granted(await change(customer.id, { email: 'other@example.com' })).email).toBe(
      'other@example.com',
    );
    granted(await world.addEmail((await world.walletOf(customer)).id));
    expect(granted(await change(customer.id, { fullName: 'Ada King' })).fullName).toBe('Ada King');
  });

  test('cannot change to the address of another customer’s credential, or if the credentials change before the retry', async () => {
    const taken = await world.aCustomer('taken@example.com');
    granted(await world.addEmail((await world.walletOf(taken)).id));
    const customer = await world.aCustomer('mine@example.com');
    const { id } = await world.walletOf(customer);
    const credential = granted(await world.addEmail(id));
    const { key } = await world.byCode(credential);
    expect(outcomeOf(await change(customer.id, { email: 'taken@example.com' }))).toMatchObject({
      code: 'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    });
    const signRequest = challenged(await change(customer.id, { email: 'next@example.com' }));
    const passkey = new SoftwarePasskey();
    const registration = 'cmVnaXN0cmF0aW9uLXR3bw';
    const adding = challenged(await world.addPasskey(id, passkey, undefined, registration));
    const added = granted(await world.addPasskey(id, passkey, retryOf(adding, key), registration));
    const other = await world.byPasskey(added, passkey);
    const revoking = challenged(await world.revoke(credential.id));
    granted(await world.revoke(credential.id, retryOf(revoking, other.key)));
    expect(
      outcomeOf(await change(customer.id, { email: 'next@example.com' }, retryOf(signRequest, other.key))),
    ).toMatchObject({ code: 'EMAIL_OTP_CREDENTIAL_SET_CHANGED' });
  });
});
