/** Opens internal accounts, each with its ledger account. Existing accounts do not change. */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Id } from '../../kernel/ids.ts';
import { openBalanceAccounts } from '../../ledger/account-store.ts';
import { type AccountKind, typeForCurrency } from './internal-account.ts';
import { insertInternalAccounts, kindsOfOwner } from './internal-account-store.ts';

/**
 * Opens one account for each currency. Embedded wallets are opened by `openWallet`, which generates their seed.
 *
 * @param customerId absent for accounts of the platform.
 */
export async function openInternalAccounts(
  tx: Executor,
  platformId: Id<'Platform'>,
  customerId: Id<'Customer'> | undefined,
  currencies: readonly string[],
  at: Date,
): Promise<void> {
  const accounts = currencies.map((currency) => ({ currency, type: typeForCurrency(currency) }));
  await openMissing(tx, platformId, customerId, accounts, at);
}

/**
 * Opens the accounts that do not exist.
 *
 * @returns the ids of the opened accounts.
 */
export async function openMissing(
  tx: Executor,
  platformId: Id<'Platform'>,
  customerId: Id<'Customer'> | undefined,
  accounts: readonly AccountKind[],
  at: Date,
): Promise<readonly Id<'InternalAccount'>[]> {
  const existing = await kindsOfOwner(tx, platformId, customerId);
  const missing = accounts.filter(
    ({ currency, type }) => !existing.some((one) => one.currency === currency && one.type === type),
  );
  if (missing.length === 0) return [];

  const opened = await insertInternalAccounts(tx, platformId, customerId, missing, at);
  await openBalanceAccounts(
    tx,
    opened.map(({ id, type, currency }) => ({
      id,
      platformId,
      owner: customerId ? 'CUSTOMER' : 'PLATFORM',
      code: type,
      currency,
    })),
  );
  return opened.map(({ id }) => id);
}
