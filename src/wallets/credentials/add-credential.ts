/**
 * Registers a credential of an embedded wallet: the first one immediately, every other one by signed retry.
 *
 * Decision: a mail that cannot be sent does not undo the registration, which is committed by then. challengeCredential
 * sends another code. Without a mail server no EMAIL_OTP credential is registered.
 *
 * Source: docs/behaviour/wallets.md; docs/behaviour/endpoints.md#credentials-sessions-and-wallets, docs/behaviour/wallets.md#signed-retry, docs/behaviour/wallets.md#passkeys, docs/behaviour/wallets.md#openid-connect-and-one-time-codes.
 */

import { AccountNotFound } from '../../accounts/errors.ts';
import { findInternalAccount } from '../../accounts/internal/internal-account-store.ts';
import { CustomerDeleted } from '../../customers/customer.ts';
import { lockCustomerForShare } from '../../customers/store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { violatedConstraint } from '../../infrastructure/database/transact.ts';
import type { CodeMail } from '../../infrastructure/mail/mailer.ts';
import { encodeHex, sha256 } from '../../kernel/crypto/encodings.ts';
import type { InvalidStamp } from '../../kernel/crypto/stamp.ts';
import { DomainError, InvalidInput, invariant } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type Principal, scopeOf } from '../../platforms/access/principal.ts';
import type { Platform } from '../../platforms/platform.ts';
import { type Credential, oauthNickname, type ProposedCredential } from '../credential.ts';
import { InvalidOidcToken, unverifiedClaims } from '../oidc/oidc.ts';
import type { IssuerUnavailable } from '../oidc/oidc-keys.ts';
import { passkeysNotConfigured } from '../passkey-settings.ts';
import type { Ports } from '../ports.ts';
import type { PlatformSettings } from '../settings.ts';
import { findSettings } from '../settings-store.ts';
import { SignedRequestChallenge } from '../signed-requests/challenge.ts';
import { runSigned, type SignedRetry } from '../signed-requests/run-signed.ts';
import type { SignedRequestRejected } from '../signed-requests/signed-request.ts';
import { lockWallet } from '../store.ts';
import type { AddCredential } from './credential-input.ts';
import { rejectAnother } from './credential-limit.ts';
import { type CredentialAlreadyExists, type MailUnavailable, NoEmailOnFile, notAWallet } from './errors.ts';
import { issueCode } from './one-time-codes.ts';
import { verifyAttestation } from './passkey.ts';
import { rejectRegistrationChallenge } from './registration-challenge.ts';
import { consumeOnce, wasConsumed } from './replay-guard-store.ts';
import { credentialsOfAccounts, insertCredential, passkeyConstraint } from './store.ts';

type AddPorts = Pick<Ports, 'db' | 'clock' | 'walletChecks' | 'walletSignatures' | 'dataKey'>;

type AddCredentialError =
  | AccountNotFound
  | CustomerDeleted
  | CredentialAlreadyExists
  | NoEmailOnFile
  | InvalidInput
  | InvalidOidcToken
  | IssuerUnavailable
  | MailUnavailable
  | SignedRequestRejected
  | InvalidStamp;

/**
 * Verifies the token or the attestation. Runs outside of transactions, because it may call the issuer. On the retry the age
 * of a token or of a challenge is not checked: the first call verified it, and the binding ensures that it is the same one.
 */
async function propose(
  ports: AddPorts,
  platform: Platform,
  settings: PlatformSettings,
  input: AddCredential,
  retried: boolean,
): Promise<ProposedCredential | InvalidInput | InvalidOidcToken | IssuerUnavailable> {
  switch (input.type) {
    case 'EMAIL_OTP':
      return { type: 'EMAIL_OTP' };
    case 'OAUTH': {
      const checks = ports.walletChecks(platform);
      const claims = retried
        ? (unverifiedClaims(input.oidcToken) ?? new InvalidOidcToken())
        : await checks.verifyTokenAtRegistration(input.oidcToken, settings.oidcIssuers);
      if (claims instanceof DomainError) return claims;
      const { iss, aud, sub } = claims;
      return { type: 'OAUTH', nickname: oauthNickname(claims), identity: { iss, aud, sub } };
    }
    case 'PASSKEY': {
      if (!settings.passkeys) return passkeysNotConfigured();
      const now = ports.clock.now(platform);
      const { accountId, challenge } = input;
      const rejected = retried
        ? undefined
        : rejectRegistrationChallenge(ports.dataKey, accountId, challenge, now);
      if (rejected) return rejected;
      const passkey = await verifyAttestation(input.challenge, input.attestation, settings.passkeys);
      return passkey instanceof InvalidInput
        ? passkey
        : { type: 'PASSKEY', nickname: input.nickname, passkey };
    }
  }
}

/** A digest of the token or the attestation. A device can compare it with what it sent. */
function evidenceOf(input: AddCredential): { readonly evidenceSha256?: string } {
  switch (input.type) {
    case 'EMAIL_OTP':
      return {};
    case 'OAUTH':
      return { evidenceSha256: encodeHex(sha256(input.oidcToken)) };
    case 'PASSKEY':
      return { evidenceSha256: encodeHex(sha256(input.attestation.attestationObject)) };
  }
}

const challengeUsed = (): InvalidInput => InvalidInput.at('challenge', 'was used before');

/** Writes the credential and, for EMAIL_OTP, its first code. */
async function register(
  tx: Executor,
  ports: AddPorts,
  platform: Platform,
  settings: PlatformSettings,
  input: AddCredential,
  proposed: ProposedCredential & { readonly nickname: string },
): Promise<{ credential: Credential; mail: CodeMail | undefined } | InvalidInput> {
  const now = ports.clock.now(platform);
  const base = { id: newId('AuthMethod'), accountId: input.accountId, createdAt: now, updatedAt: now };
  const credential: Credential = { ...base, ...proposed };
  if (input.type === 'PASSKEY') {
    const digest = sha256(input.challenge);
    const first = await consumeOnce(tx, platform.id, 'REGISTRATION_CHALLENGE', digest, ports.clock.real());
    if (!first) return challengeUsed();
  }
  await insertCredential(tx, platform.id, credential);
  const mail =
    credential.type === 'EMAIL_OTP' ? await issueCode(tx, ports, platform, settings, credential) : undefined;
  return { credential, mail };
}

export async function addCredential(
  ports: AddPorts,
  principal: Principal,
  input: AddCredential,
  signedRetry: SignedRetry,
): Promise<Credential | SignedRequestChallenge | AddCredentialError> {
  const { platform } = principal;
  const scope = scopeOf(principal);
  const { accountId, type } = input;
  const settings = await findSettings(ports.db.orm, platform);
  const proposed = await propose(ports, platform, settings, input, signedRetry !== undefined);

  const subject = async (tx: Executor) => {
    const account = await findInternalAccount(tx, scope, accountId);
    if (!account) return new AccountNotFound(accountId);
    if (account.type !== 'EMBEDDED_WALLET') return notAWallet('accountId');
    invariant(account.customerId, 'a wallet is a customer’s');
    // Locks are taken in one order: the customer before the account. The lock also waits for a change of their email address.
    const customer = await lockCustomerForShare(tx, scope, account.customerId);
    invariant(customer, 'the owner of an account exists');
    if (customer.isDeleted) return new CustomerDeleted();
    await lockWallet(tx, scope, accountId);

    const existing = await credentialsOfAccounts(tx, scope, [accountId]);
    const another = rejectAnother(type, existing, settings.wallets);
    if (another) return another;
    if (proposed instanceof DomainError) return proposed;
    const nickname = proposed.type === 'EMAIL_OTP' ? customer.email : proposed.nickname;
    if (nickname === undefined) return new NoEmailOnFile();
    const unavailable = type === 'EMAIL_OTP' && ports.walletChecks(platform).checkCodesAvailable();
    if (unavailable) return unavailable;
    if (input.type === 'PASSKEY') {
      const digest = sha256(input.challenge);
      const used = await wasConsumed(tx, platform.id, 'REGISTRATION_CHALLENGE', digest, ports.clock.real());
      if (used) return challengeUsed();
    }
    return {
      accountId,
      signers: [accountId],
      params: { type, ...evidenceOf(input) },
      credentialType: type,
      unsigned: existing.length === 0,
      credential: { ...proposed, nickname },
    };
  };

  try {
    const outcome = await runSigned(
      ports,
      platform,
      {
        operation: 'ADD_CREDENTIAL',
        input,
        subject,
        effect: (tx, { credential }) => register(tx, ports, platform, settings, input, credential),
      },
      signedRetry,
    );
    if (outcome instanceof DomainError || outcome instanceof SignedRequestChallenge) return outcome;
    if (outcome.mail) await ports.walletChecks(platform).sendCode(outcome.mail);
    return outcome.credential;
  } catch (error) {
    if (violatedConstraint(error) !== passkeyConstraint) throw error;
    return InvalidInput.at('attestation.credentialId', 'is registered already');
  }
}
