/** Credentials, sessions and embedded wallets. Source: docs/behaviour/conventions.md; docs/behaviour/endpoints.md#credentials-sessions-and-wallets. */
import { z } from 'zod';
import { AccountNotFound } from '../../../accounts/errors.ts';
import { idSchema } from '../../../kernel/ids.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import {
  credentialView,
  issuedSessionView,
  passkeyChallengeView,
  passkeyOptionsView,
  sessionView,
  walletExportView,
} from '../../../wallets/credential-view.ts';
import { addCredential } from '../../../wallets/credentials/add-credential.ts';
import {
  ChallengeCredentialInput,
  challengeCredential,
} from '../../../wallets/credentials/challenge-credential.ts';
import {
  CreatePasskeyOptionsInput,
  createPasskeyOptions,
} from '../../../wallets/credentials/create-passkey-options.ts';
import {
  AddCredentialInput,
  verifyEmailOtp,
  verifyOAuth,
  verifyPasskey,
} from '../../../wallets/credentials/credential-input.ts';
import { maxCredentials } from '../../../wallets/credentials/credential-limit.ts';
import { CredentialNotFound } from '../../../wallets/credentials/errors.ts';
import { revokeCredential } from '../../../wallets/credentials/revoke-credential.ts';
import { credentialsOfAccounts } from '../../../wallets/credentials/store.ts';
import { verifyCredential } from '../../../wallets/credentials/verify-credential.ts';
import { ExportWalletInput, exportWallet } from '../../../wallets/export-wallet.ts';
import { RefreshSessionInput, refreshSession } from '../../../wallets/session-operations/refresh-session.ts';
import { revokeSession } from '../../../wallets/session-operations/revoke-session.ts';
import { sessionPublicKey } from '../../../wallets/sessions/client-key.ts';
import { maxActiveSessions, SessionNotFound } from '../../../wallets/sessions/session.ts';
import { activeSessions } from '../../../wallets/sessions/store.ts';
import { UpdateWalletPrivacyInput, updateWalletPrivacy } from '../../../wallets/update-wallet-privacy.ts';
import { readWalletConfig, walletConfigView } from '../../../wallets/wallet-config.ts';
import { InternalAccount } from '../bodies/accounts.ts';
import { listOf } from '../bodies/common.ts';
import {
  AuthMethod,
  AuthSession,
  IssuedSession,
  PasskeyAuthChallenge,
  PasskeyOptions,
  WalletConfig,
  WalletExport,
} from '../bodies/wallets.ts';
import { internalAccountBody } from '../response-bodies.ts';
import { idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Credentials and sessions');

const credential = { id: idIn('AuthMethod', CredentialNotFound) };
const session = { id: idIn('Session', SessionNotFound) };
const wallet = { id: idIn('InternalAccount', AccountNotFound) };
const accountId = z.object({ accountId: idSchema('InternalAccount') });

/** A session whose key the client holds has no `encryptedSessionSigningKey`. */
const issuedSession = z.union([IssuedSession, AuthSession]);

/** A union by `type`. The request id of a passkey challenge is in a header, not in the body. */
const verifyBody = z.discriminatedUnion(
  'type',
  [
    verifyEmailOtp.extend({ type: z.literal('EMAIL_OTP') }),
    verifyOAuth.extend({ type: z.literal('OAUTH') }),
    verifyPasskey.omit({ requestId: true }).extend({ type: z.literal('PASSKEY') }),
  ],
  { error: 'must be one of OAUTH, EMAIL_OTP, PASSKEY' },
);

export const credentialRoutes = [
  route({
    method: 'POST',
    path: '/auth/credentials',
    name: 'addCredential',
    graphql: 'addCredential',
    summary:
      'Adds a credential to an embedded wallet. All credentials after the first one require a signed retry.',
    permission: 'MANAGE_WALLET',
    body: AddCredentialInput,
    signing: 'retry',
    challengedIf: 'the account has a credential already',
    largeBody: true,
    status: 201,
    response: AuthMethod,
    errorStatuses: [404, 409, 424],
    run: ({ ports, principal, retry }, { body }) => addCredential(ports, principal, body, retry),
    view: credentialView,
  }),
  route({
    method: 'POST',
    path: '/auth/credentials/passkey-options',
    name: 'createPasskeyOptions',
    graphql: 'createPasskeyOptions',
    summary:
      'Creates the options for navigator.credentials.create(), with a challenge that addCredential accepts once.',
    permission: 'MANAGE_WALLET',
    body: CreatePasskeyOptionsInput,
    status: 201,
    response: PasskeyOptions,
    errorStatuses: [404, 410],
    run: ({ ports, principal }, { body }) => createPasskeyOptions(ports, principal, body),
    view: passkeyOptionsView,
  }),
  route({
    method: 'GET',
    path: '/auth/config',
    name: 'getWalletConfig',
    graphql: 'walletConfig',
    summary: 'What the client of a wallet has to know about its platform.',
    permission: 'VIEW',
    status: 200,
    response: WalletConfig,
    run: ({ ports, principal }) => readWalletConfig(ports.db.orm, ports, principal.platform),
    view: walletConfigView,
  }),
  route({
    method: 'GET',
    path: '/auth/credentials',
    name: 'listCredentials',
    graphql: 'credentials',
    summary: 'Credentials of an account, oldest first; empty if the account does not exist.',
    permission: 'VIEW',
    query: accountId,
    status: 200,
    response: listOf(AuthMethod, maxCredentials),
    run: ({ ports, principal }, { query }) =>
      credentialsOfAccounts(ports.db.orm, scopeOf(principal), [query.accountId]),
    view: (credentials) => ({ data: credentials.map(credentialView) }),
  }),
  route({
    method: 'POST',
    path: '/auth/credentials/{id}/challenge',
    name: 'challengeCredential',
    graphql: 'challengeCredential',
    summary: 'Sends a new one-time code by email, or returns the challenge that a passkey signs.',
    permission: 'MANAGE_WALLET',
    params: credential,
    body: ChallengeCredentialInput,
    describedBody: z.object({ clientPublicKey: sessionPublicKey.optional() }),
    status: 200,
    response: z.union([PasskeyAuthChallenge, AuthMethod]),
    errorStatuses: [409, 424],
    run: ({ ports, principal }, { params, body }) => challengeCredential(ports, principal, params.id, body),
    view: (result) => ('challenge' in result ? passkeyChallengeView(result) : credentialView(result)),
  }),
  route({
    method: 'POST',
    path: '/auth/credentials/{id}/verify',
    name: 'verifyCredential',
    graphql: 'verifyCredential',
    summary:
      'Verifies a proof of a credential and creates a session. The session signing key is returned only once.',
    permission: 'MANAGE_WALLET',
    params: credential,
    body: verifyBody,
    signing: 'request-id',
    status: 200,
    response: issuedSession,
    errorStatuses: [409, 424],
    run: ({ ports, principal, retry }, { params, body }) =>
      verifyCredential(
        ports,
        principal,
        params.id,
        // An empty request id gets the same error as an unknown one.
        body.type === 'PASSKEY' ? { ...body, requestId: retry?.requestId ?? '' } : body,
      ),
    view: issuedSessionView,
  }),
  route({
    method: 'DELETE',
    path: '/auth/credentials/{id}',
    name: 'revokeCredential',
    graphql: 'revokeCredential',
    summary:
      'Revokes a credential and its sessions. Requires a signed retry with a session of a different credential.',
    permission: 'MANAGE_WALLET',
    params: credential,
    signing: 'retry',
    status: 204,
    errorStatuses: [409],
    run: ({ ports, principal, retry }, { params }) => revokeCredential(ports, principal, params.id, retry),
  }),
  route({
    method: 'GET',
    path: '/auth/sessions',
    name: 'listSessions',
    graphql: 'sessions',
    summary: 'Active sessions of an account, newest first; empty if the account does not exist.',
    permission: 'VIEW',
    query: accountId,
    status: 200,
    response: listOf(AuthSession, maxActiveSessions),
    run: ({ ports, principal }, { query }) => {
      const now = ports.clock.now(principal.platform);
      return activeSessions(ports.db.orm, scopeOf(principal), [query.accountId], now);
    },
    view: (sessions) => ({ data: sessions.map(sessionView) }),
  }),
  route({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    name: 'revokeSession',
    graphql: 'revokeSession',
    summary:
      'Revokes a session. Requires a signed retry with any active session of the account, including the session itself.',
    permission: 'MANAGE_WALLET',
    params: session,
    signing: 'retry',
    status: 204,
    errorStatuses: [409],
    run: ({ ports, principal, retry }, { params }) => revokeSession(ports, principal, params.id, retry),
  }),
  route({
    method: 'POST',
    path: '/auth/sessions/{id}/refresh',
    name: 'refreshSession',
    graphql: 'refreshSession',
    summary:
      'Creates a new session, authorized by a signature of this session. This session stays active until it expires.',
    permission: 'MANAGE_WALLET',
    params: session,
    body: RefreshSessionInput,
    signing: 'retry',
    status: 201,
    response: issuedSession,
    errorStatuses: [409],
    run: ({ ports, principal, retry }, { params, body }) =>
      refreshSession(ports, principal, params.id, body, retry),
    view: issuedSessionView,
  }),
  route({
    method: 'POST',
    path: '/internal-accounts/{id}/export',
    name: 'exportWallet',
    graphql: 'exportWallet',
    summary: 'Exports the seed of an embedded wallet, encrypted to the client. Requires a signed retry.',
    permission: 'MANAGE_WALLET',
    params: wallet,
    body: ExportWalletInput,
    signing: 'retry',
    status: 200,
    response: WalletExport,
    run: ({ ports, principal, retry }, { params, body }) =>
      exportWallet(ports, principal, params.id, body, retry),
    view: walletExportView,
  }),
  route({
    method: 'PATCH',
    path: '/internal-accounts/{id}',
    name: 'updateWalletPrivacy',
    graphql: 'updateWalletPrivacy',
    summary:
      'Sets privateEnabled of an embedded wallet. Requires a signed retry, even if the value does not change.',
    permission: 'MANAGE_WALLET',
    params: wallet,
    body: UpdateWalletPrivacyInput,
    signing: 'retry',
    status: 200,
    response: InternalAccount,
    run: ({ ports, principal, retry }, { params, body }) =>
      updateWalletPrivacy(ports, principal, params.id, body, retry),
    view: internalAccountBody,
  }),
];
