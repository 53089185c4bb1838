/** Sessions of embedded wallets, and the operations on a wallet that a session signs: export and privacy. */
import { Conflict, Forbidden, InvalidInput, NotFound, Unauthorized } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { ExportWalletInput, exportWallet, type WalletExport } from '../../src/wallets/export-wallet.ts';
import { RefreshSessionInput, refreshSession } from '../../src/wallets/session-operations/refresh-session.ts';
import { revokeSession, type SessionRevoked } from '../../src/wallets/session-operations/revoke-session.ts';
import {
  type IssuedSession,
  isActive,
  maxActiveSessions,
  type Session,
} from '../../src/wallets/sessions/session.ts';
import { activeSessions, findSessions } from '../../src/wallets/sessions/store.ts';
import { SignedRetryInput } from '../../src/wallets/signed-requests/run-signed.ts';
import { UpdateWalletPrivacyInput, updateWalletPrivacy } from '../../src/wallets/update-wallet-privacy.ts';
import { InternalAccountRef } from '../accounts/internal-accounts.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { batched, byId, type Context, principalOf, visibleIf } from '../core/context.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { SignedRetryInputRef } from '../core/signed-retry.ts';
import { CredentialTypeEnum, challengeOr, SignedRequestChallengeRef } from './signed-requests.ts';

/** Only active sessions, because the type has no field for the end of a session. */
const sessionById = batched<Id<'Session'>, Session>('sessionById', async (context, ids) => {
  const found = await findSessions(context.ports.db.orm, visibleIf(context, 'VIEW'), ids);
  const now = context.ports.clock.now(principalOf(context).platform);
  return byId(found.filter((session) => isActive(session, now)));
});

const activeOf = (context: Context, ids: readonly Id<'InternalAccount'>[]): Promise<Session[]> => {
  const now = context.ports.clock.now(principalOf(context).platform);
  return activeSessions(context.ports.db.orm, visibleIf(context, 'VIEW'), ids, now);
};

const sessionsOfAccount = batched<Id<'InternalAccount'>, readonly Session[]>(
  'sessionsOfAccount',
  async (context, ids) => {
    const found = await activeOf(context, ids);
    return new Map(ids.map((id) => [id, found.filter(({ accountId }) => accountId === id)]));
  },
);

const AuthSessionRef = builder.objectRef<Session>('AuthSession').implement({
  description:
    'A session of an embedded wallet. Its signing key authorizes operations until the session expires or is revoked.',
  interfaces: [NodeRef],
  fields: (t) => ({
    accountId: t.exposeID('accountId', { description: 'The embedded wallet, InternalAccount:<uuid>.' }),
    type: t.expose('type', {
      type: CredentialTypeEnum,
      description: 'Type of the credential that created the session.',
    }),
    nickname: t.exposeString('nickname', {
      description: 'Label of the credential that created the session.',
    }),
    credentialId: t.field({
      type: 'Base64URL',
      nullable: true,
      description: 'WebAuthn credential id of the credential. Only for PASSKEY.',
      resolve: ({ passkeyId }) => passkeyId ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last update.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time from which signatures of the session are rejected.',
    }),
  }),
});

registerNode('Session', 'AuthSession', sessionById, 'VIEW');

export const IssuedSessionRef = builder.objectRef<IssuedSession>('IssuedSession').implement({
  description: 'A new session with its signing key. The key is returned only once.',
  fields: (t) => ({
    session: t.expose('session', { type: AuthSessionRef, description: 'The new session.' }),
    encryptedSessionSigningKey: t.exposeString('encryptedSessionSigningKey', {
      description:
        'Session signing key, encrypted with HPKE to clientPublicKey: base58check of the 33-byte compressed encapsulated key followed by the AES-256-GCM ciphertext.',
    }),
  }),
});

const SessionRevokedRef = builder.objectRef<SessionRevoked>('SessionRevoked').implement({
  description: 'Result of revokeSession: the session is revoked.',
  fields: (t) => ({ sessionId: t.exposeID('sessionId', { description: 'Session:<uuid>' }) }),
});

const WalletExportRef = builder.objectRef<WalletExport>('WalletExport').implement({
  description: 'Seed of an embedded wallet, encrypted to the client.',
  fields: (t) => ({
    accountId: t.exposeID('accountId', { description: 'The embedded wallet, InternalAccount:<uuid>.' }),
    encryptedWalletCredentials: t.exposeString('encryptedWalletCredentials', {
      description:
        'JSON text with version, data, dataSignature and enclaveQuorumPublic. Verify the signature with exportIssuerPublicKey before decrypting the data.',
    }),
  }),
});

builder.objectField(InternalAccountRef, 'sessions', (t) =>
  t.field({
    type: [AuthSessionRef],
    bound: maxActiveSessions,
    description: 'Active sessions of an embedded wallet, newest first; empty for other accounts.',
    resolve: async ({ id }, _args, context) => [...((await sessionsOfAccount(context, id)) ?? [])],
  }),
);

builder.queryField('sessions', (t) =>
  t.field({
    type: [AuthSessionRef],
    bound: maxActiveSessions,
    authScopes: { permission: 'VIEW' },
    description: 'Active sessions of an account, newest first; empty if the account does not exist.',
    args: { accountId: t.arg.id({ required: true, description: 'InternalAccount:<uuid>' }) },
    ...accepting({ accountId: idSchema('InternalAccount') }, ({ accountId }, context) =>
      activeOf(context, [accountId]),
    ),
  }),
);

const retryArg = {
  type: SignedRetryInputRef,
  description: 'Signature for the retry. Omit it in the first call.',
} as const;

builder.mutationFields((t) => ({
  refreshSession: t.errorUnionField({
    description:
      'Creates a new session, authorized by a signature of this session. This session stays active until it expires. clientPublicKey must be the same in both calls.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      id: t.arg.id({
        required: true,
        description: 'The session, Session:<uuid>. It must be active in both calls.',
      }),
      clientPublicKey: t.arg({
        type: 'P256PublicKey',
        required: true,
        description: 'Public key of the client, to which the new session key is encrypted.',
      }),
      signedRetry: t.arg(retryArg),
    },
    types: [
      IssuedSessionRef,
      SignedRequestChallengeRef,
      InvalidInput,
      Forbidden,
      NotFound,
      Unauthorized,
      Conflict,
    ],
    union: {
      name: 'RefreshSessionResult',
      description: 'Result of refreshSession.',
      resolveType: challengeOr(IssuedSessionRef),
    },
    ...accepting(
      { id: idSchema('Session'), ...RefreshSessionInput.shape, signedRetry: SignedRetryInput },
      ({ id, signedRetry, ...input }, context) =>
        refreshSession(context.ports, principalOf(context), id, input, signedRetry),
    ),
  }),

  revokeSession: t.errorUnionField({
    description:
      'Revokes a session. Requires a signed retry with any active session of the account, including the session itself.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      id: t.arg.id({ required: true, description: 'Session:<uuid>' }),
      signedRetry: t.arg(retryArg),
    },
    types: [
      SessionRevokedRef,
      SignedRequestChallengeRef,
      InvalidInput,
      Forbidden,
      NotFound,
      Unauthorized,
      Conflict,
    ],
    union: {
      name: 'RevokeSessionResult',
      description: 'Result of revokeSession.',
      resolveType: challengeOr(SessionRevokedRef),
    },
    ...accepting({ id: idSchema('Session'), signedRetry: SignedRetryInput }, ({ id, signedRetry }, context) =>
      revokeSession(context.ports, principalOf(context), id, signedRetry),
    ),
  }),

  exportWallet: t.errorUnionField({
    description: 'Exports the seed of an embedded wallet, encrypted to the client. Requires a signed retry.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      accountId: t.arg.id({ required: true, description: 'The embedded wallet, InternalAccount:<uuid>.' }),
      clientPublicKey: t.arg({
        type: 'P256PublicKey',
        required: true,
        description:
          'Public key of the client, to which the seed is encrypted. It must be the same in both calls.',
      }),
      signedRetry: t.arg(retryArg),
    },
    types: [WalletExportRef, SignedRequestChallengeRef, InvalidInput, Forbidden, NotFound, Unauthorized],
    union: {
      name: 'ExportWalletResult',
      description: 'Result of exportWallet.',
      resolveType: challengeOr(WalletExportRef),
    },
    ...accepting(
      {
        accountId: idSchema('InternalAccount'),
        ...ExportWalletInput.shape,
        signedRetry: SignedRetryInput,
      },
      ({ accountId, signedRetry, ...input }, context) =>
        exportWallet(context.ports, principalOf(context), accountId, input, signedRetry),
    ),
  }),

  updateWalletPrivacy: t.errorUnionField({
    description:
      'Sets privateEnabled of an embedded wallet. Requires a signed retry, even if the value does not change.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      accountId: t.arg.id({ required: true, description: 'The embedded wallet, InternalAccount:<uuid>.' }),
      privateEnabled: t.arg.boolean({ required: true, description: 'Whether the wallet is private.' }),
      signedRetry: t.arg(retryArg),
    },
    types: [InternalAccountRef, SignedRequestChallengeRef, InvalidInput, Forbidden, NotFound, Unauthorized],
    union: {
      name: 'UpdateWalletPrivacyResult',
      description: 'Result of updateWalletPrivacy.',
      resolveType: challengeOr(InternalAccountRef),
    },
    ...accepting(
      {
        accountId: idSchema('InternalAccount'),
        ...UpdateWalletPrivacyInput.shape,
        signedRetry: SignedRetryInput,
      },
      ({ accountId, signedRetry, ...input }, context) =>
        updateWalletPrivacy(context.ports, principalOf(context), accountId, input, signedRetry),
    ),
  }),
}));
