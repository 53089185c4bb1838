/**
 * Opens a customer's embedded wallet: the account, its seed and, if the platform's settings say so, a first credential.
 *
 * Source: docs/behaviour/endpoints.md#credentials-sessions-and-wallets (automatic credential), docs/behaviour/wallets.md#export (seed).
 */

import { openMissing } from '../accounts/internal/open-internal-accounts.ts';
import type { Customer } from '../customers/customer.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { utf8 } from '../kernel/crypto/encodings.ts';
import { type Id, newId } from '../kernel/ids.ts';
import { walletCurrency } from '../kernel/money/currencies.ts';
import { insertCredential } from './credentials/store.ts';
import type { Ports } from './ports.ts';
import { newMnemonic } from './seed.ts';
import { findStoredSettings } from './settings-store.ts';
import { insertSeed, seedPurpose } from './store.ts';

/** Changes nothing when the wallet exists. */
export async function openWallet(
  tx: Executor,
  { dataKey }: Pick<Ports, 'dataKey'>,
  platformId: Id<'Platform'>,
  customer: Pick<Customer, 'id' | 'email'>,
  at: Date,
): Promise<void> {
  const missing = [{ currency: walletCurrency, type: 'EMBEDDED_WALLET' }] as const;
  const [accountId] = await openMissing(tx, platformId, customer.id, missing, at);
  if (!accountId) return;
  await insertSeed(tx, platformId, accountId, dataKey.seal(seedPurpose, accountId, utf8(newMnemonic())), at);

  const { autoCreateEmailOtp = false } = await findStoredSettings(tx, platformId);
  if (autoCreateEmailOtp && customer.email !== undefined) {
    await insertCredential(tx, platformId, {
      id: newId('AuthMethod'),
      accountId,
      type: 'EMAIL_OTP',
      nickname: customer.email,
      createdAt: at,
      updatedAt: at,
    });
  }
}
