/** SQL of virtual IBANs. */
import { and, eq, inArray, isNull, max } from 'drizzle-orm';
import { internalAccounts } from '../../accounts/tables.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { virtualIbans } from '../tables.ts';
import type { BankConnection } from './bank-connection.ts';
import { virtualIban } from './virtual-iban.ts';

/** The number of accounts that one call serves; the next call serves the others. */
const accountsAtOnce = 1_000;

/**
 * Assigns the next numbers of the range to the accounts in the currency that have none. The connection is locked. An account keeps
 * its number: a depositor may have stored it.
 */
export async function assignVirtualIbans(
  tx: Executor,
  { id, platformId, currency, virtualIbanRange }: BankConnection,
): Promise<void> {
  if (!virtualIbanRange) return;
  const waiting = await tx
    .select({ id: internalAccounts.id })
    .from(internalAccounts)
    .leftJoin(
      virtualIbans,
      and(eq(virtualIbans.accountId, internalAccounts.id), eq(virtualIbans.connectionId, uuidOf(id))),
    )
    .where(
      and(
        eq(internalAccounts.platformId, uuidOf(platformId)),
        eq(internalAccounts.currency, currency),
        eq(internalAccounts.type, 'INTERNAL_FIAT'),
        eq(internalAccounts.status, 'ACTIVE'),
        isNull(virtualIbans.accountId),
      ),
    )
    .orderBy(internalAccounts.id)
    .limit(accountsAtOnce);
  if (waiting.length === 0) return;
  const [assigned] = await tx
    .select({ last: max(virtualIbans.nth) })
    .from(virtualIbans)
    .where(eq(virtualIbans.connectionId, uuidOf(id)));
  const next = (assigned?.last ?? -1) + 1;
  const rows = waiting.flatMap(({ id: accountId }, index) => {
    const iban = virtualIban(virtualIbanRange, next + index);
    return iban ? [{ connectionId: uuidOf(id), accountId, nth: next + index, iban }] : [];
  });
  if (rows.length > 0) await tx.insert(virtualIbans).values(rows);
}

/** The virtual IBANs of accounts at active connections. */
export async function virtualIbansOf(
  db: Executor,
  connectionIds: readonly Id<'BankConnection'>[],
  accountIds: readonly Id<'InternalAccount'>[],
): Promise<ReadonlyMap<Id<'InternalAccount'>, string>> {
  if (connectionIds.length === 0 || accountIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(virtualIbans)
    .where(
      and(
        inArray(virtualIbans.connectionId, connectionIds.map(uuidOf)),
        inArray(virtualIbans.accountId, accountIds.map(uuidOf)),
      ),
    );
  return new Map(rows.map(({ accountId, iban }) => [idOf('InternalAccount', accountId), iban]));
}

/** The accounts that virtual IBANs of a connection name. */
export async function accountsByVirtualIban(
  tx: Executor,
  connectionId: Id<'BankConnection'>,
  ibans: readonly string[],
): Promise<ReadonlyMap<string, Id<'InternalAccount'>>> {
  if (ibans.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(virtualIbans)
    .where(and(eq(virtualIbans.connectionId, uuidOf(connectionId)), inArray(virtualIbans.iban, [...ibans])));
  return new Map(rows.map(({ iban, accountId }) => [iban, idOf('InternalAccount', accountId)]));
}
