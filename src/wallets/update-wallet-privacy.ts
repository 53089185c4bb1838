/** Sets the privacy of a wallet by signed retry, even if the value does not change. Source: docs/behaviour/wallets.md#privacy. */
import { z } from 'zod';
import { AccountNotFound } from '../accounts/errors.ts';
import type { InternalAccount } from '../accounts/internal/internal-account.ts';
import { findInternalAccount } from '../accounts/internal/internal-account-store.ts';
import type { InvalidStamp } from '../kernel/crypto/stamp.ts';
import { type InvalidInput, invariant } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import { boolean } from '../kernel/parse.ts';
import { type Principal, scopeOf } from '../platforms/access/principal.ts';
import { notAWallet } from './credentials/errors.ts';
import type { Ports } from './ports.ts';
import type { SignedRequestChallenge } from './signed-requests/challenge.ts';
import { runSigned, type SignedRetry } from './signed-requests/run-signed.ts';
import type { SignedRequestRejected } from './signed-requests/signed-request.ts';
import { setPrivacy } from './store.ts';

export const UpdateWalletPrivacyInput = z.object({
  privateEnabled: boolean,
});

type UpdatePrivacyError = AccountNotFound | InvalidInput | SignedRequestRejected | InvalidStamp;

export async function updateWalletPrivacy(
  ports: Pick<Ports, 'db' | 'clock' | 'walletSignatures'>,
  principal: Principal,
  accountId: Id<'InternalAccount'>,
  { privateEnabled }: z.output<typeof UpdateWalletPrivacyInput>,
  signedRetry: SignedRetry,
): Promise<InternalAccount | SignedRequestChallenge | UpdatePrivacyError> {
  const { platform } = principal;
  const scope = scopeOf(principal);
  return runSigned(
    ports,
    platform,
    {
      operation: 'UPDATE_INTERNAL_ACCOUNT',
      input: { accountId, privateEnabled },
      subject: async (tx) => {
        const account = await findInternalAccount(tx, scope, accountId);
        if (!account) return new AccountNotFound(accountId);
        if (account.type !== 'EMBEDDED_WALLET') return notAWallet('accountId');
        return { accountId, signers: [accountId], params: { privateEnabled } };
      },
      effect: async (tx) => {
        await setPrivacy(tx, accountId, privateEnabled, ports.clock.now(platform));
        const account = await findInternalAccount(tx, scope, accountId);
        invariant(account, 'an account that was changed exists');
        return account;
      },
    },
    signedRetry,
  );
}
