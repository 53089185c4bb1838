/** Opens internal accounts, each with its ledger account. Those that exist stay as they are. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import { newReference } from '../../kernel/references.ts';
import { openBalanceAccounts } from '../../ledger/ledger.ts';
import { internalAccounts } from '../tables.ts';
import { type InternalAccount, typeForCurrency } from './internal-account.ts';

type Wanted = Pick<InternalAccount, 'currency' | 'type'>;

/**
 * One account for each currency. An embedded wallet is opened by `openWallet`, which gives it a seed.
 *
 * @param customerId absent for the platform's own accounts.
 */
export async function openInternalAccounts(
  tx: Executor,
  platformId: Id<'Platform'>,
  customerId: Id<'Customer'> | undefined,
  currencies: readonly string[],
  at: Date,
): Promise<void> {
  const wanted = currencies.map((currency) => ({ currency, type: typeForCurrency(currency) }));
  await openMissing(tx, platformId, customerId, wanted, at);
}

/** Opens those of the wanted accounts that do not exist, and answers their ids. */
export async function openMissing(
  tx: Executor,
  platformId: Id<'Platform'>,
  customerId: Id<'Customer'> | undefined,
  accounts: readonly Wanted[],
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
  const wanted = accounts.filter(
    ({ currency, type }) => !existing.some((one) => one.currency === currency && one.type === type),
  );
  if (wanted.length === 0) return [];

  const rows = wanted.map((account) => ({
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
