/** Embedded wallets on a real database: a platform, a customer with a wallet, a manual clock and recorded mails. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { InternalAccount } from '../../src/accounts/internal/internal-account.ts';
import { internalAccountsOfCustomers } from '../../src/accounts/internal/internal-account-store.ts';
import { createPorts } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { CreateCustomerInput, createCustomer } from '../../src/customers/create-customer.ts';
import type { Customer } from '../../src/customers/customer.ts';
import { recordIdentity } from '../../src/customers/record-identity.ts';
import type { Database } from '../../src/infrastructure/database/client.ts';
import { transact } from '../../src/infrastructure/database/transact.ts';
import type { ResultOf } from '../../src/infrastructure/idempotency/once.ts';
import type { CodeMail } from '../../src/infrastructure/mail/mailer.ts';
import { sealingKey } from '../../src/kernel/crypto/at-rest.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { createPlatform } from '../../src/operations/platforms/create-platform.ts';
import type { PlatformPrincipal } from '../../src/platforms/access/principal.ts';
import { findPlatform, saveSettings } from '../../src/platforms/store.ts';
import type { Ports } from '../../src/sandbox/ports.ts';
import type { Credential } from '../../src/wallets/credential.ts';
import { addCredential } from '../../src/wallets/credentials/add-credential.ts';
import { challengeCredential } from '../../src/wallets/credentials/challenge-credential.ts';
import { AddCredentialInput, VerifyCredentialInput } from '../../src/wallets/credentials/credential-input.ts';
import type { PasskeyAuthChallenge } from '../../src/wallets/credentials/passkey-challenge.ts';
import { revokeCredential } from '../../src/wallets/credentials/revoke-credential.ts';
import { verifyCredential } from '../../src/wallets/credentials/verify-credential.ts';
import { ExportWalletInput, exportWallet } from '../../src/wallets/export-wallet.ts';
import { RefreshSessionInput, refreshSession } from '../../src/wallets/session-operations/refresh-session.ts';
import { revokeSession } from '../../src/wallets/session-operations/revoke-session.ts';
import type { IssuedSession, Session } from '../../src/wallets/sessions/session.ts';
import { activeSessions } from '../../src/wallets/sessions/store.ts';
import type { StoredSettings } from '../../src/wallets/settings.ts';
import { SignedRequestChallenge } from '../../src/wallets/signed-requests/challenge.ts';
import type { SignedRetry } from '../../src/wallets/signed-requests/run-signed.ts';
import { updateWalletPrivacy } from '../../src/wallets/update-wallet-privacy.ts';
import { resultOf } from './operation-result.ts';
import { ManualClock } from './service.ts';
import type { SoftwarePasskey } from './software-passkey.ts';
import { type ClientKeyPair, makeKeyPair, openSessionKey, randomChallenge, stamp } from './wallet-client.ts';

/** The result of a successful operation. Throws a domain error. */
export function granted<T>(returned: T): Exclude<ResultOf<T>, DomainError | SignedRequestChallenge> {
  const result = resultOf(returned);
  if (result instanceof DomainError) throw result;
  if (result instanceof SignedRequestChallenge) throw new Error('the operation returned a challenge');
  return result as Exclude<ResultOf<T>, DomainError | SignedRequestChallenge>;
}

export function challenged(returned: unknown): SignedRequestChallenge {
  const result = resultOf(returned);
  if (result instanceof SignedRequestChallenge) return result;
  throw result instanceof Error ? result : new Error('the operation returned no challenge');
}

/** The code and reason of a domain error. */
export const outcomeOf = (result: unknown): { code: string; reason: string | undefined } | 'accepted' =>
  result instanceof DomainError ? { code: result.code, reason: result.reason } : 'accepted';

export const unauthorized = (reason: string) => ({ code: 'UNAUTHORIZED', reason });
export const badStamp = unauthorized('Invalid Service-Wallet-Signature');

export interface ClientSession {
  readonly session: Session;
  readonly key: ClientKeyPair;
}

export const retryOf = (issued: SignedRequestChallenge, key: ClientKeyPair): NonNullable<SignedRetry> => ({
  requestId: issued.requestId,
  signature: stamp(issued.payloadToSign, key),
});

export interface WorldOptions {
  readonly mode?: 'SANDBOX' | 'PRODUCTION';
  readonly settings?: Partial<StoredSettings>;
  readonly ports?: (clock: ManualClock) => Partial<Ports>;
  readonly logTo?: { write(line: string): void };
}

export type WalletWorld = Awaited<ReturnType<typeof walletWorld>>;

export async function walletWorld(db: Database, options: WorldOptions = {}) {
  const clock = new ManualClock();
  const config = readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'wallets-')) });
  const log = options.logTo ? pino({ level: 'trace' }, options.logTo) : pino({ level: 'silent' });
  const ports = createPorts(db, config, log, {
    dataKey: sealingKey(new Uint8Array(32).fill(7)),
    clock,
    ...options.ports?.(clock),
  });
  const { mode = 'SANDBOX', settings = {} } = options;
  const made = await createPlatform(ports, {
    name: 'Wallets',
    mode,
    sandboxUmaDomain: 'sandbox.uma.example',
  });
  const platformId = made.platform.id;

  /** Settings that are not given have their defaults. */
  const choose = (chosen: Partial<StoredSettings>) =>
    saveSettings(db.orm, platformId, {
      settings: {
        passkeys: undefined,
        oidcIssuers: undefined,
        otp: undefined,
        wallets: undefined,
        ...chosen,
      },
      umaDomain: made.platform.umaDomain,
      at: clock.real(),
    });
  await choose(settings);

  /** Reads the platform again, because its clock may have moved. */
  const caller = async (): Promise<PlatformPrincipal> => ({
    kind: 'platform',
    platform: (await findPlatform(db.orm, platformId)) ?? made.platform,
    token: made.token,
  });

  const aCustomer = async (email: string | null = 'ada@example.com'): Promise<Customer> => {
    const input = CreateCustomerInput.parse({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email });
    const customer = granted(await createCustomer(ports, await caller(), input));
    return transact(db, (tx) => recordIdentity(tx, ports, platformId, customer, 'APPROVED', clock.real()));
  };

  const walletOf = async ({ id }: Customer): Promise<InternalAccount> => {
    const accounts = await internalAccountsOfCustomers(db.orm, { platformId }, [id]);
    const wallet = accounts.find(({ type }) => type === 'EMBEDDED_WALLET');
    if (!wallet) throw new Error('no wallet');
    return wallet;
  };

  const add = async (input: object, retry?: SignedRetry) =>
    addCredential(ports, await caller(), AddCredentialInput.parse(input), retry);
  const challenge = async ({ id }: Pick<Credential, 'id'>, clientPublicKey?: string) =>
    challengeCredential(ports, await caller(), id, { clientPublicKey });
  const verify = async ({ id }: Pick<Credential, 'id'>, input: object) =>
    verifyCredential(ports, await caller(), id, VerifyCredentialInput.parse(input));

  const opened = ({ session, encryptedSessionSigningKey }: IssuedSession, keys: ClientKeyPair) => ({
    session,
    // Without a sealed key the key is the client's own.
    key: encryptedSessionSigningKey === undefined ? keys : openSessionKey(encryptedSessionSigningKey, keys),
  });

  const addPasskey = async (
    accountId: Id<'InternalAccount'>,
    passkey: SoftwarePasskey,
    retry?: SignedRetry,
    registrationChallenge = randomChallenge(),
  ) =>
    add(
      {
        type: 'PASSKEY',
        accountId,
        nickname: 'Phone',
        challenge: registrationChallenge,
        attestation: passkey.register(registrationChallenge),
      },
      retry,
    );

  const passkeyChallenge = async (
    credential: Credential,
    keys: ClientKeyPair,
  ): Promise<PasskeyAuthChallenge> => {
    const issued = granted(await challenge(credential, keys.publicKey));
    if (!('challenge' in issued)) throw new Error('no passkey challenge');
    return issued;
  };

  return {
    db,
    ports,
    clock,
    platformId,
    caller,
    choose,
    aCustomer,
    walletOf,
    /** A new customer's wallet. */
    aWallet: async (): Promise<Id<'InternalAccount'>> => (await walletOf(await aCustomer())).id,
    add,
    addPasskey,
    addEmail: async (accountId: Id<'InternalAccount'>, retry?: SignedRetry) =>
      add({ type: 'EMAIL_OTP', accountId }, retry),
    challenge,
    passkeyChallenge,
    verify,
    /** Opens a session with a one-time code. The code of the sandbox is 000000. */
    byCode: async (credential: Credential, otp = '000000', keys = makeKeyPair()): Promise<ClientSession> =>
      opened(
        granted(await verify(credential, { type: 'EMAIL_OTP', otp, clientPublicKey: keys.publicKey })),
        keys,
      ),
    byToken: async (
      credential: Credential,
      oidcToken: string,
      keys = makeKeyPair(),
    ): Promise<ClientSession> =>
      opened(
        granted(await verify(credential, { type: 'OAUTH', oidcToken, clientPublicKey: keys.publicKey })),
        keys,
      ),
    byPasskey: async (
      credential: Credential,
      passkey: SoftwarePasskey,
      keys = makeKeyPair(),
    ): Promise<ClientSession> => {
      const { requestId, challenge: issued } = await passkeyChallenge(credential, keys);
      const assertion = passkey.assert(issued);
      return opened(granted(await verify(credential, { type: 'PASSKEY', requestId, assertion })), keys);
    },
    revoke: async (id: Id<'AuthMethod'>, retry?: SignedRetry) =>
      revokeCredential(ports, await caller(), id, retry),
    revokeSession: async (id: Id<'Session'>, retry?: SignedRetry) =>
      revokeSession(ports, await caller(), id, retry),
    refresh: async (id: Id<'Session'>, clientPublicKey: string, retry?: SignedRetry) =>
      refreshSession(ports, await caller(), id, RefreshSessionInput.parse({ clientPublicKey }), retry),
    exportWallet: async (id: Id<'InternalAccount'>, clientPublicKey: string, retry?: SignedRetry) =>
      exportWallet(ports, await caller(), id, ExportWalletInput.parse({ clientPublicKey }), retry),
    setPrivacy: async (id: Id<'InternalAccount'>, privateEnabled: boolean, retry?: SignedRetry) =>
      updateWalletPrivacy(ports, await caller(), id, { privateEnabled }, retry),
    sessions: async (id: Id<'InternalAccount'>) =>
      activeSessions(db.orm, { platformId }, [id], clock.now((await caller()).platform)),
    opened,
  };
}

/** A mailer that records its mails. */
export function recordingMailer() {
  const mails: CodeMail[] = [];
  return { mails, mailer: { send: async (mail: CodeMail) => mails.push(mail) > 0 } };
}
