/** Opens internal accounts, each with its ledger account. Existing accounts do not change. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import { newReference } from '../../kernel/references.ts';
import { openBalanceAccounts } from '../../ledger/ledger.ts';
import { internalAccounts } from '../tables.ts';
import { type InternalAccount, typeForCurrency } from './internal-account.ts';

type AccountToOpen = Pick<InternalAccount, 'currency' | 'type'>;

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
  accounts: readonly AccountToOpen[],
  at: Date,
): Promise<readonly Id<'InternalAccount'>[]> {
  const platformUuid = uuidOf(platformId);
  const customerUuid = customerId ? uuidOf(customerId) : null;
  const existing = await tx
    .select({ currency: internalAccounts.currency, type: internalAccounts.type })
    .from(internalAccounts)
    .where(
      and(
        eq(internalAccounts.platformId, platformUuid),
        customerUuid ? eq(internalAccounts.customerId, customerUuid) : isNull(internalAccounts.customerId),
      ),
    );
  const missing = accounts.filter(
    ({ currency, type }) => !existing.some((one) => one.currency === currency && one.type === type),
  );
  if (missing.length === 0) return [];

  const rows = missing.map((account) => ({
    ...account,
    id: newUuid(),
    platformId: platformUuid,
    customerId: customerUuid,
    status: 'ACTIVE' as const,
    reference: newReference('IA'),
    createdAt: at,
    updatedAt: at,
  }));
  await tx.insert(internalAccounts).values(rows);
  await openBalanceAccounts(
    tx,
    rows.map(({ id, type, currency }) => ({
      id: idOf('InternalAccount', id),
      platformId,
      owner: customerId ? 'CUSTOMER' : 'PLATFORM',
      code: type,
      currency,
    })),
  );
  return rows.map(({ id }) => idOf('InternalAccount', id));
}
