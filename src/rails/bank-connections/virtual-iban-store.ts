/** SQL of virtual IBANs. */
import { and, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import { internalAccounts } from '../../accounts/tables.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { isOneOf } from '../../infrastructure/database/row-decoding/rows.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { BankConnection } from './bank-connection.ts';
import { virtualIbans } from './tables.ts';
import { type VirtualIbanRange, virtualIban } from './virtual-iban.ts';

/** The number of accounts that one call serves; the next call serves the others. */
const accountsAtOnce = 1_000;

/**
 * The place in the range after its last assigned number. Numbers of an earlier range of the connection count if they are in it. An
 * earlier range with a longer prefix can have letters where this one has digits.
 */
async function nextOfRange(
  tx: Executor,
  id: Id<'BankConnection'>,
  { country, prefix, first, last }: VirtualIbanRange,
): Promise<number> {
  // The two characters between are check digits.
  const digits = sql`substr(${virtualIbans.iban}, ${5 + prefix.length}::int)`;
  const number = sql<string>`${digits}::bigint`;
  const [assigned] = await tx
    .select({ last: max(number) })
    .from(virtualIbans)
    .where(
      and(
        eq(virtualIbans.connectionId, uuidOf(id)),
        sql`case when left(${virtualIbans.iban}, 2) = ${country} and substr(${virtualIbans.iban}, 5, ${prefix.length}::int) = ${prefix}
              and length(${virtualIbans.iban}) = ${4 + prefix.length + last.length}::int and ${digits} ~ '^[0-9]+$'
            then ${number} between ${first}::bigint and ${last}::bigint else false end`,
      ),
    );
  return assigned?.last == null ? 0 : Number(BigInt(assigned.last) - BigInt(first)) + 1;
}

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
  const next = await nextOfRange(tx, id, virtualIbanRange);
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
    .where(and(eq(virtualIbans.connectionId, uuidOf(connectionId)), isOneOf(virtualIbans.iban, ibans)));
  return new Map(rows.map(({ iban, accountId }) => [iban, idOf('InternalAccount', accountId)]));
}
