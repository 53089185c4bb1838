/**
 * Verifies a proof of a credential and issues a session. The attempt is counted before the proof is verified.
 *
 * Decision: an attempt counts only if the proof is wrong. A success, or a failure with another cause, is removed from the counter.
 *
 * Source: docs/behaviour/wallets.md; docs/behaviour/conventions.md#rate-limits, docs/behaviour/wallets.md#sessions, docs/behaviour/wallets.md#passkeys, docs/behaviour/wallets.md#openid-connect-and-one-time-codes.
 */

import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError, InvalidInput, type RateLimited, Unauthorized } from '../../kernel/errors.ts';
import { type Id, parseId } from '../../kernel/ids.ts';
import { type Principal, scopeOf } from '../../platforms/access/principal.ts';
import { removeAttempt, takeAttempt } from '../../platforms/access/rate-limit.ts';
import type { Platform } from '../../platforms/platform.ts';
import {
  type Credential,
  type OAuthCredential,
  type PasskeyCredential,
  sameIdentity,
} from '../credential.ts';
import { InvalidOidcToken } from '../oidc/oidc.ts';
import type { IssuerUnavailable } from '../oidc/oidc-keys.ts';
import type { Ports } from '../ports.ts';
import { rejectHeldKey, rejectUsedClientKey } from '../sessions/client-key.ts';
import { issueSession } from '../sessions/issue-session.ts';
import type { IssuedSession } from '../sessions/session.ts';
import { findSettings } from '../settings-store.ts';
import { paramsOf, SignedRequestRejected, signable } from '../signed-requests/signed-request.ts';
import { countFailure, lockSignedRequest, markSignedRequestUsed } from '../signed-requests/store.ts';
import type { VerifyCredential } from './credential-input.ts';
import { CredentialNotFound, InvalidOtp } from './errors.ts';
import { lockCredential } from './lock-credential.ts';
import { consumeCode } from './one-time-code-store.ts';
import { checkCode } from './one-time-codes.ts';
import { InvalidPasskeyAssertion } from './passkey.ts';
import { challengeOf, sessionBinding } from './passkey-challenge.ts';
import { consumeOnce } from './replay-guard-store.ts';
import { advancePasskey, findCredential } from './store.ts';

export const verifyWindows = [{ attempts: 10, seconds: 15 * 60 }] as const;

type VerifyPorts = Pick<Ports, 'db' | 'clock' | 'walletChecks' | 'dataKey'>;

type ProofError =
  | CredentialNotFound
  | InvalidInput
  | InvalidOtp
  | InvalidOidcToken
  | IssuerUnavailable
  | InvalidPasskeyAssertion
  | SignedRequestRejected;

async function verifyCode(
  ports: VerifyPorts,
  platform: Platform,
  found: Credential,
  { otp, clientPublicKey }: Extract<VerifyCredential, { type: 'EMAIL_OTP' }>,
): Promise<IssuedSession | ProofError> {
  const checked = await checkCode(ports, platform, found.id, otp);
  if (checked instanceof InvalidOtp) return checked;
  return transact<IssuedSession | ProofError>(ports.db, async (tx) => {
    const credential = await lockCredential(tx, platform, found);
    if (credential instanceof DomainError) return credential;
    if (!(await consumeCode(tx, found.id, checked.challengeId))) return new InvalidOtp();
    return issueSession(tx, ports, platform, credential, clientPublicKey);
  });
}

async function verifyToken(
  ports: VerifyPorts,
  platform: Platform,
  found: OAuthCredential,
  { oidcToken, clientPublicKey }: Extract<VerifyCredential, { type: 'OAUTH' }>,
): Promise<IssuedSession | ProofError> {
  const { oidcIssuers } = await findSettings(ports.db.orm, platform);
  const proof = await ports.walletChecks(platform).verifyTokenAtVerification(oidcToken, oidcIssuers);
  if (proof instanceof DomainError) return proof;
  const { identity, consumes } = proof;
  if (identity !== 'AS_REGISTERED' && !sameIdentity(identity, found.identity)) return new InvalidOidcToken();
  return transact<IssuedSession | ProofError>(ports.db, async (tx) => {
    const credential = await lockCredential(tx, platform, found);
    if (credential instanceof DomainError) return credential;
    const fresh =
      !consumes || (await consumeOnce(tx, platform.id, 'OIDC_TOKEN', consumes, ports.clock.real()));
    if (!fresh) return new InvalidOidcToken();
    return issueSession(tx, ports, platform, credential, clientPublicKey);
  });
}

async function verifyPasskey(
  ports: VerifyPorts,
  platform: Platform,
  found: PasskeyCredential,
  { requestId: text, assertion }: Extract<VerifyCredential, { type: 'PASSKEY' }>,
): Promise<IssuedSession | ProofError> {
  const { db, clock, walletChecks } = ports;
  const { passkeys } = await findSettings(db.orm, platform);
  const requestId = parseId('Request', text);
  const outcome = await transact<IssuedSession | ProofError>(db, async (tx) => {
    const stored = requestId && (await lockSignedRequest(tx, platform.id, requestId));
    const now = clock.now(platform);
    const request = signable(text, stored, sessionBinding(found.id), now);
    if (request instanceof SignedRequestRejected) return request;
    const credential = await lockCredential(tx, platform, found);
    if (credential instanceof DomainError) return credential;

    const { passkey } = credential;
    const challenge = challengeOf(request);
    const origins = passkeys?.origins ?? [];
    const asserted = await walletChecks(platform).verifyAssertion(challenge, assertion, passkey, origins);
    if (asserted instanceof DomainError) return asserted;
    const counted = !asserted.advance || (await advancePasskey(tx, credential.id, asserted.advance));
    if (!counted) return new InvalidPasskeyAssertion();
    await markSignedRequestUsed(tx, platform.id, request.id, now);
    const { clientPublicKey } = paramsOf(request) as { clientPublicKey: string };
    return issueSession(tx, ports, platform, credential, clientPublicKey);
  });
  if (outcome instanceof InvalidPasskeyAssertion && requestId) {
    await countFailure(db.orm, platform.id, requestId);
  }
  return outcome;
}

function verifyProof(
  ports: VerifyPorts,
  platform: Platform,
  credential: Credential,
  input: VerifyCredential,
): Promise<IssuedSession | ProofError> {
  if (input.type === 'EMAIL_OTP') return verifyCode(ports, platform, credential, input);
  if (input.type === 'OAUTH') return verifyToken(ports, platform, credential as OAuthCredential, input);
  return verifyPasskey(ports, platform, credential as PasskeyCredential, input);
}

export async function verifyCredential(
  ports: VerifyPorts,
  principal: Principal,
  id: Id<'AuthMethod'>,
  input: VerifyCredential,
): Promise<IssuedSession | ProofError | RateLimited> {
  const { db, clock } = ports;
  const { platform } = principal;
  if (input.type !== 'PASSKEY') {
    const notAllowed = await rejectHeldKey(db.orm, platform, input.clientPublicKey);
    if (notAllowed) return notAllowed;
  }
  const credential = await findCredential(db.orm, scopeOf(principal), id);
  if (!credential) return new CredentialNotFound(id);
  if (credential.type !== input.type) {
    return InvalidInput.at('type', `must be ${credential.type}, the type of the credential`);
  }
  if (input.type !== 'PASSKEY') {
    const { accountId } = credential;
    const used = await rejectUsedClientKey(db.orm, ports, platform, accountId, input.clientPublicKey);
    if (used) return used;
  }
  const counter = { limit: 'verify', subject: id };
  const at = clock.now(platform);
  const taken = await takeAttempt(db, counter, verifyWindows, at, clock.real());
  if (taken instanceof DomainError) return taken;
  const outcome = await verifyProof(ports, platform, credential, input);
  if (!(outcome instanceof Unauthorized)) await removeAttempt(db, counter, at);
  return outcome;
}
