/** SQL of virtual IBANs. */
import { and, desc, eq, gt, inArray, isNull, max, not, sql } from 'drizzle-orm';
import { internalAccounts } from '../../accounts/tables.ts';
import { lockNameUntilCommit } from '../../infrastructure/database/advisory-locks.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { isAnyOf, isOneOf } from '../../infrastructure/database/row-decoding/rows.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { BankConnection } from './bank-connection.ts';
import { bankConnections, virtualIbans } from './tables.ts';
import { type VirtualIbanRange, virtualIban } from './virtual-iban.ts';

/** The number of accounts that one call serves; the next call serves the others. */
const accountsAtOnce = 1_000;
/** Of so many times accounts without a number one call looks for those that have had a number, when the range has no other. */
const maxPages = 50;

/** The number of an IBAN after the prefix, and whether it is in the range. An earlier range with a longer prefix can have letters there. */
function placeIn({ country, prefix, first, last }: VirtualIbanRange) {
  // The two characters between are check digits.
  const digits = sql`substr(${virtualIbans.iban}, ${5 + prefix.length}::int)`;
  const number = sql<string>`${digits}::bigint`;
  const isInside = sql`case when left(${virtualIbans.iban}, 2) = ${country} and substr(${virtualIbans.iban}, 5, ${prefix.length}::int) = ${prefix}
      and length(${virtualIbans.iban}) = ${4 + prefix.length + last.length}::int and ${digits} ~ '^[0-9]+$'
    then ${number} between ${first}::bigint and ${last}::bigint else false end`;
  return { number, isInside };
}

const nthOf = ({ first }: VirtualIbanRange, number: string): number => Number(BigInt(number) - BigInt(first));

/** The place in the range after its last number that any connection of the platform assigned. */
async function nextOfRange(
  tx: Executor,
  platformId: Id<'Platform'>,
  range: VirtualIbanRange,
): Promise<number> {
  const { number, isInside } = placeIn(range);
  const [assigned] = await tx
    .select({ last: max(number) })
    .from(virtualIbans)
    .innerJoin(bankConnections, eq(bankConnections.id, virtualIbans.connectionId))
    .where(and(eq(bankConnections.platformId, uuidOf(platformId)), isInside));
  return assigned?.last == null ? 0 : nthOf(range, assigned.last) + 1;
}

/** Whether another account of the platform has had the number, as versions before allowed. It names neither of them. */
const hadAnother = sql`exists (select 1 from ${bankConnections} mine join ${bankConnections} theirs on theirs.platform_id = mine.platform_id
  join ${virtualIbans} other on other.connection_id = theirs.id and other.iban = ${virtualIbans.iban}
  where mine.id = ${virtualIbans.connectionId} and other.account_id <> ${virtualIbans.accountId})`;

/** The first accounts by id that wait for a number at the connection. */
async function waitingAccounts(
  tx: Executor,
  { id, platformId, currency }: BankConnection,
  after: string | undefined,
): Promise<string[]> {
  const rows = await tx
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
        after === undefined ? undefined : gt(internalAccounts.id, after),
      ),
    )
    .orderBy(internalAccounts.id)
    .limit(accountsAtOnce);
  return rows.map((row) => row.id);
}

/** Of each account, the place in the range of its number at another connection: the newest that no other account has had. */
async function earlierPlaces(
  tx: Executor,
  range: VirtualIbanRange,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { number, isInside } = placeIn(range);
  const rows = await tx
    .selectDistinctOn([virtualIbans.accountId], { accountId: virtualIbans.accountId, number })
    .from(virtualIbans)
    .where(and(isAnyOf(virtualIbans.accountId, accountIds), isInside, not(hadAnother)))
    .orderBy(virtualIbans.accountId, desc(virtualIbans.connectionId));
  return new Map(rows.map(({ accountId, number: place }) => [accountId, nthOf(range, place)]));
}

/**
 * Assigns numbers of the range to the accounts in the currency that have none. An account keeps its number, also at the next connection:
 * a depositor may have stored it.
 *
 * Decision: a number that an account has had at any connection of the platform is given to no other, because its payers would credit
 * a stranger. Connections of a platform can have one range, so they assign numbers one after the other. The connection is not locked,
 * because its payments would wait.
 */
export async function assignVirtualIbans(tx: Executor, connection: BankConnection): Promise<void> {
  const { id, platformId, virtualIbanRange: range } = connection;
  if (!range) return;
  await lockNameUntilCommit(tx, 'virtualIbans', platformId, 'update');
  let next: number | undefined;
  let after: string | undefined;
  let assigned = 0;
  for (let page = 0; page < maxPages && assigned < accountsAtOnce; page += 1) {
    const waiting = await waitingAccounts(tx, connection, after);
    if (waiting.length === 0) return;
    after = waiting.at(-1);
    const earlier = await earlierPlaces(tx, range, waiting);
    if (earlier.size < waiting.length) next ??= await nextOfRange(tx, platformId, range);
    const rows: (typeof virtualIbans.$inferInsert)[] = [];
    for (const accountId of waiting) {
      const nth = earlier.get(accountId) ?? next ?? 0;
      const iban = virtualIban(range, nth);
      if (!iban) continue;
      rows.push({ connectionId: uuidOf(id), accountId, nth, iban });
      if (nth === next) next += 1;
    }
    if (rows.length > 0) await tx.insert(virtualIbans).values(rows);
    assigned += rows.length;
    if (waiting.length < accountsAtOnce) return;
  }
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
        not(hadAnother),
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
    .where(
      and(
        eq(virtualIbans.connectionId, uuidOf(connectionId)),
        isOneOf(virtualIbans.iban, ibans),
        not(hadAnother),
      ),
    );
  return new Map(rows.map(({ iban, accountId }) => [iban, idOf('InternalAccount', accountId)]));
}
