/** Mutations of sessions, and the operations on a wallet that a session signs: export and privacy. */
import { Conflict, Forbidden, InvalidInput, NotFound, Unauthorized } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { ExportWalletInput, exportWallet, type WalletExport } from '../../src/wallets/export-wallet.ts';
import { RefreshSessionInput, refreshSession } from '../../src/wallets/session-operations/refresh-session.ts';
import { revokeSession, type SessionRevoked } from '../../src/wallets/session-operations/revoke-session.ts';
import { SignedRequestChallenge } from '../../src/wallets/signed-requests/challenge.ts';
import { SignedRetryInput } from '../../src/wallets/signed-requests/run-signed.ts';
import { UpdateWalletPrivacyInput, updateWalletPrivacy } from '../../src/wallets/update-wallet-privacy.ts';
import { InternalAccountRef } from '../accounts/internal-accounts.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';
import { SignedRetryInputRef } from '../core/signed-retry.ts';
import { newSessionRefOf, newSessionRefs } from './sessions.ts';
import { challengeOr, SignedRequestChallengeRef } from './signed-requests.ts';

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
        description:
          'Public key of the client, to which the new session key is encrypted. With wallets.clientHeldKeys, a compressed key becomes the session key.',
      }),
      signedRetry: t.arg(retryArg),
    },
    types: [
      ...newSessionRefs,
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
      resolveType: (result) =>
        result instanceof SignedRequestChallenge ? SignedRequestChallengeRef : newSessionRefOf(result),
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
