/**
 * Exports the seed of a wallet by signed retry, sealed to a key of the client. The session that signed stays active. The
 * export is recorded in the event log for auditors.
 *
 * Source: docs/behaviour/wallets.md#export.
 */
import { z } from 'zod';
import { AccountNotFound } from '../accounts/errors.ts';
import { findInternalAccount } from '../accounts/internal/internal-account-store.ts';
import { recordChange } from '../infrastructure/audit-log/change-store.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { appendEvents } from '../infrastructure/events/log.ts';
import { decodeUtf8 } from '../kernel/crypto/encodings.ts';
import type { InvalidStamp } from '../kernel/crypto/stamp.ts';
import { exportIssuerKey, sealWalletExport } from '../kernel/crypto/wallet-export.ts';
import { type InvalidInput, invariant } from '../kernel/errors.ts';
import { type Id, platformConfigId } from '../kernel/ids.ts';
import { type Principal, scopeOf } from '../platforms/access/principal.ts';
import { notAWallet } from './credentials/errors.ts';
import type { Ports } from './ports.ts';
import {
  clientKeyBytes,
  clientPublicKey,
  consumeClientKey,
  rejectUsedClientKey,
} from './sessions/client-key.ts';
import type { SignedRequestChallenge } from './signed-requests/challenge.ts';
import { runSigned, type SignedRetry } from './signed-requests/run-signed.ts';
import type { SignedRequestRejected } from './signed-requests/signed-request.ts';
import { findSealedSeed, seedPurpose } from './store.ts';

export const ExportWalletInput = z.object({ clientPublicKey });

export interface WalletExport {
  readonly accountId: Id<'InternalAccount'>;
  /** JSON text: version, data, dataSignature, enclaveQuorumPublic. */
  readonly encryptedWalletCredentials: string;
}

type ExportWalletError = AccountNotFound | InvalidInput | SignedRequestRejected | InvalidStamp;

export async function exportWallet(
  ports: Pick<Ports, 'db' | 'clock' | 'walletChecks' | 'walletSignatures' | 'dataKey'>,
  principal: Principal,
  accountId: Id<'InternalAccount'>,
  { clientPublicKey }: z.output<typeof ExportWalletInput>,
  signedRetry: SignedRetry,
): Promise<WalletExport | SignedRequestChallenge | ExportWalletError> {
  const { platform } = principal;
  return runSigned(
    ports,
    platform,
    {
      operation: 'EXPORT_WALLET',
      input: { accountId, clientPublicKey },
      subject: async (tx) => {
        const account = await findInternalAccount(tx, scopeOf(principal), accountId);
        if (!account) return new AccountNotFound(accountId);
        if (account.type !== 'EMBEDDED_WALLET') return notAWallet('accountId');
        const used = await rejectUsedClientKey(tx, ports, platform, accountId, clientPublicKey);
        return used ?? { accountId, signers: [accountId], params: { clientPublicKey } };
      },
      effect: async (tx): Promise<WalletExport | InvalidInput> => {
        const used = await consumeClientKey(tx, ports, platform, accountId, clientPublicKey);
        if (used) return used;
        await appendEvents(tx, [
          {
            platformId: platform.id,
            topic: 'internal-account',
            // Without a published kind: stored for auditors, sent to no endpoint or subscription.
            type: undefined,
            resourceId: accountId,
            data: { walletExported: true },
            occurredAt: ports.clock.now(platform),
          },
        ]);
        await recordChange(tx, platform.id, accountId);
        const encryptedWalletCredentials = await sealWalletExport({
          mnemonic: await mnemonicOf(tx, ports, accountId),
          clientPublicKey: clientKeyBytes(clientPublicKey),
          // Published clients compare it with the id of `GET /config`.
          organizationId: platformConfigId(platform.id),
          issuer: exportIssuerKey(ports.dataKey),
        });
        return { accountId, encryptedWalletCredentials };
      },
    },
    signedRetry,
  );
}

async function mnemonicOf(
  tx: Executor,
  { dataKey }: Pick<Ports, 'dataKey'>,
  accountId: Id<'InternalAccount'>,
): Promise<string> {
  const sealed = await findSealedSeed(tx, accountId);
  invariant(sealed, 'a wallet has a seed');
  const mnemonic = decodeUtf8(dataKey.open(seedPurpose, accountId, sealed));
  invariant(mnemonic, 'a seed is text');
  return mnemonic;
}
