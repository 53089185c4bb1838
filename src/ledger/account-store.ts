/** SQL that opens and closes ledger accounts. `ledger-batch-store.ts` changes their balances. */
import { inArray, sql } from 'drizzle-orm';
import type { Executor } from '../infrastructure/database/client.ts';
import { bulkInserter } from '../infrastructure/database/statements.ts';
import { send } from '../infrastructure/database/transact.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import { type ServiceAccountCode, serviceAccountCodes, serviceAccountUuid } from './chart.ts';
import type { PostingAccount } from './entry.ts';
import { openLedger } from './ledger-batch-store.ts';
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

const insertAccounts = bulkInserter(ledgerAccounts);
const insertMissingAccounts = bulkInserter(ledgerAccounts, undefined, sql`on conflict do nothing`);

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
  const rows = accounts.map(({ id, platformId, ...rest }) => ({
    id: uuidOf(id),
    platformId: uuidOf(platformId),
    ...rest,
    posted: 0n,
    held: 0n,
    closed: false,
  }));
  await send(tx, insertAccounts(rows));
}

/**
 * Opens service accounts of a platform in these currencies. Existing accounts are unchanged.
 *
 * @param codes by default those that every currency has.
 */
export async function openServiceAccounts(
  tx: Executor,
  platformId: Id<'Platform'>,
  currencies: readonly string[],
  codes: readonly ServiceAccountCode[] = serviceAccountCodes,
): Promise<void> {
  const rows = currencies.flatMap((currency) =>
    codes.map((code) => ({
      id: serviceAccountUuid(uuidOf(platformId), code, currency),
      platformId: uuidOf(platformId),
      owner: 'SERVICE' as const,
      code,
      currency,
      posted: null,
      held: null,
      closed: false,
    })),
  );
  if (rows.length > 0) await send(tx, insertMissingAccounts(rows));
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
  const ledger = await openLedger(tx, ids);
  const isEmpty = ids
    .map((id) => ledger.balanceOf(id))
    .every(({ posted, held }) => posted === 0n && held === 0n);
  if (!isEmpty) return false;
  await tx
    .update(ledgerAccounts)
    .set({ closed: true })
    .where(inArray(ledgerAccounts.id, ids.map(uuidOf)));
  return true;
}
