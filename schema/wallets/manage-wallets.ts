/** Mutations of embedded wallets that a session signs: export and privacy. */
import { Forbidden, InvalidInput, NotFound, Unauthorized } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { ExportWalletInput, exportWallet, type WalletExport } from '../../src/wallets/export-wallet.ts';
import { SignedRetryInput } from '../../src/wallets/signed-requests/run-signed.ts';
import { UpdateWalletPrivacyInput, updateWalletPrivacy } from '../../src/wallets/update-wallet-privacy.ts';
import { InternalAccountRef } from '../accounts/internal-accounts.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';
import { signedRetryArgument } from '../core/signed-retry.ts';
import { challengeOr, SignedRequestChallengeRef } from './signed-requests.ts';

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

builder.mutationFields((t) => ({
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
      signedRetry: t.arg(signedRetryArgument),
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
      signedRetry: t.arg(signedRetryArgument),
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
