/** SQL that opens and closes ledger accounts and reads their balances. `ledger-batch-store.ts` changes balances. */
import { inArray, sql } from 'drizzle-orm';
import { asBigInt, type Executor, rawRows } from '../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import { type ServiceAccountCode, serviceAccountCodes, serviceAccountUuid } from './chart.ts';
import type { Balance, PostingAccount } from './entry.ts';
import { ledgerAccounts } from './tables.ts';

/** The ledger account of an internal account. */
export const balanceAccount = (id: Id<'InternalAccount'>): PostingAccount => ({
  kind: 'balance',
  uuid: uuidOf(id),
});

/** One of the service's own accounts. */
export const serviceAccount = (
  platformId: Id<'Platform'>,
  code: ServiceAccountCode,
  currency: string,
): PostingAccount => ({ kind: 'service', uuid: serviceAccountUuid(uuidOf(platformId), code, currency) });

/** Opens empty ledger accounts for new internal accounts. */
export async function openBalanceAccounts(
  tx: Executor,
  accounts: readonly {
    id: Id<'InternalAccount'>;
    platformId: Id<'Platform'>;
    owner: 'CUSTOMER' | 'PLATFORM';
    code: string;
    currency: string;
  }[],
): Promise<void> {
  if (accounts.length === 0) return;
  await tx.insert(ledgerAccounts).values(
    accounts.map(({ id, platformId, ...rest }) => ({
      id: uuidOf(id),
      platformId: uuidOf(platformId),
      ...rest,
      posted: 0n,
      held: 0n,
    })),
  );
}

/** Opens all service accounts of a platform in these currencies. Existing accounts are unchanged. */
export async function openServiceAccounts(
  tx: Executor,
  platformId: Id<'Platform'>,
  currencies: readonly string[],
): Promise<void> {
  const rows = currencies.flatMap((currency) =>
    serviceAccountCodes.map((code) => ({
      id: serviceAccountUuid(uuidOf(platformId), code, currency),
      platformId: uuidOf(platformId),
      owner: 'SERVICE' as const,
      code,
      currency,
    })),
  );
  if (rows.length > 0) await tx.insert(ledgerAccounts).values(rows).onConflictDoNothing();
}

/** Locks the accounts in id order and returns their balances. */
async function lockBalances(tx: Executor, uuids: readonly string[]): Promise<Map<string, Balance>> {
  const rows = await rawRows<{ id: string; posted: unknown; held: unknown; closed: boolean }>(
    tx,
    sql`select id, posted, held, closed from ledger_accounts
        where id in ${[...uuids]} and posted is not null order by id for update`,
  );
  return new Map(
    rows.map(({ id, posted, held, closed }) => [
      id,
      { posted: asBigInt(posted), held: asBigInt(held), closed },
    ]),
  );
}

/**
 * Closes the accounts permanently if all are empty, and returns whether it did. A concurrent credit either commits
 * first, so that no account is closed, or is rejected.
 */
export async function closeBalanceAccounts(
  tx: Executor,
  ids: readonly Id<'InternalAccount'>[],
): Promise<boolean> {
  if (ids.length === 0) return true;
  const uuids = ids.map(uuidOf);
  const balances = await lockBalances(tx, uuids);
  if ([...balances.values()].some(({ posted, held }) => posted !== 0n || held !== 0n)) return false;
  await tx.update(ledgerAccounts).set({ closed: true }).where(inArray(ledgerAccounts.id, uuids));
  return true;
}
