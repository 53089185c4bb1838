/** SQL of deposits, matched and unmatched. */
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { findInternalAccounts } from '../../accounts/internal/internal-account-store.ts';
import { internalAccounts } from '../../accounts/tables.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { isOneOf, readValues } from '../../infrastructure/database/row-decoding/rows.ts';
import { sendRows } from '../../infrastructure/database/send-rows.ts';
import { bulkInserter } from '../../infrastructure/database/statements.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import { quotes, transactions } from '../../payments/tables.ts';
import { bankEntries } from '../bank-records/tables.ts';
import { unmatchedDeposits } from './tables.ts';
import type { DepositStatus, UnmatchedDeposit } from './unmatched-deposit.ts';

type Row = typeof unmatchedDeposits.$inferSelect;

const toDeposit = (row: Row): UnmatchedDeposit => ({
  ...row,
  id: idOf('UnmatchedDeposit', row.id),
  platformId: idOf('Platform', row.platformId),
  connectionId: idOf('BankConnection', row.connectionId),
  entryId: idOf('BankEntry', row.entryId),
  depositor: row.depositor ?? undefined,
  remittance: row.remittance ?? undefined,
  decision: row.decision ?? undefined,
  decidedAccountId: row.decidedAccountId ? idOf('InternalAccount', row.decidedAccountId) : undefined,
  transactionId: row.transactionId ? idOf('Transaction', row.transactionId) : undefined,
  bankPaymentId: row.bankPaymentId ? idOf('BankPayment', row.bankPaymentId) : undefined,
});

const toRow = (deposit: UnmatchedDeposit): Row => ({
  ...deposit,
  id: uuidOf(deposit.id),
  platformId: uuidOf(deposit.platformId),
  connectionId: uuidOf(deposit.connectionId),
  entryId: uuidOf(deposit.entryId),
  depositor: deposit.depositor ?? null,
  remittance: deposit.remittance ?? null,
  decision: deposit.decision ?? null,
  decidedAccountId: deposit.decidedAccountId ? uuidOf(deposit.decidedAccountId) : null,
  transactionId: deposit.transactionId ? uuidOf(deposit.transactionId) : null,
  bankPaymentId: deposit.bankPaymentId ? uuidOf(deposit.bankPaymentId) : null,
});

const ofPlatform = (platformId: Id<'Platform'>) => eq(unmatchedDeposits.platformId, uuidOf(platformId));

const insertRows = bulkInserter(unmatchedDeposits);

export const insertUnmatched = (tx: Executor, deposits: readonly UnmatchedDeposit[]): Promise<void> =>
  sendRows(tx, insertRows, deposits.map(toRow));

/** A number that no movement and no unmatched deposit of the entry has, for a deposit that is a collected direct debit. */
export async function nextDetailIndex(tx: Executor, entryId: Id<'BankEntry'>): Promise<number> {
  const { detailIndex } = unmatchedDeposits;
  const [row] = await readValues(
    tx,
    sql`select greatest(1, jsonb_array_length(record -> 'details'),
          (select max(${detailIndex}) + 1 from ${unmatchedDeposits} where ${unmatchedDeposits.entryId} = ${bankEntries.id}))
        from ${bankEntries} where ${bankEntries.id} = ${uuidOf(entryId)}`,
  );
  return Number(row?.[0] ?? 1);
}

export async function saveUnmatched(tx: Executor, deposit: UnmatchedDeposit): Promise<void> {
  await tx
    .update(unmatchedDeposits)
    .set(toRow(deposit))
    .where(eq(unmatchedDeposits.id, uuidOf(deposit.id)));
}

export async function findUnmatched(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'UnmatchedDeposit'>[],
): Promise<UnmatchedDeposit[]> {
  const rows = await db
    .select()
    .from(unmatchedDeposits)
    .where(and(ofPlatform(platformId), inArray(unmatchedDeposits.id, ids.map(uuidOf))));
  return rows.map(toDeposit);
}

/** Unmatched deposits of any platform: of a file whose payments return them. */
export async function findReturned(
  db: Executor,
  ids: readonly Id<'UnmatchedDeposit'>[],
): Promise<UnmatchedDeposit[]> {
  const rows = await db
    .select()
    .from(unmatchedDeposits)
    .where(inArray(unmatchedDeposits.id, ids.map(uuidOf)));
  return rows.map(toDeposit);
}

export async function lockUnmatched(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'UnmatchedDeposit'>,
): Promise<UnmatchedDeposit | undefined> {
  const [row] = await tx
    .select()
    .from(unmatchedDeposits)
    .where(and(ofPlatform(platformId), eq(unmatchedDeposits.id, uuidOf(id))))
    .for('update');
  return row && toDeposit(row);
}

export interface UnmatchedDepositFilter {
  readonly connectionId?: Id<'BankConnection'> | undefined;
  readonly status?: DepositStatus | undefined;
}

const matching = (platformId: Id<'Platform'>, { connectionId, status }: UnmatchedDepositFilter) =>
  and(
    ofPlatform(platformId),
    connectionId ? eq(unmatchedDeposits.connectionId, uuidOf(connectionId)) : undefined,
    status ? eq(unmatchedDeposits.status, status) : undefined,
  );

/** Whether no index has the deposits of the filter in the order of the list. */
export const isWideDepositFilter = ({ connectionId, status }: UnmatchedDepositFilter): boolean =>
  connectionId !== undefined || status !== undefined;

/** Newest first. */
export async function listUnmatched(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: UnmatchedDepositFilter,
  page: PageRequest,
): Promise<Page<UnmatchedDeposit>> {
  const { within, order, limit } = pageSql(unmatchedDeposits.id, page);
  const rows = await db
    .select()
    .from(unmatchedDeposits)
    .where(and(matching(platformId, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toDeposit));
}

export async function countUnmatched(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: UnmatchedDepositFilter,
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(unmatchedDeposits)
    .where(matching(platformId, filter));
  return row?.total ?? 0;
}

/** Active fiat accounts of a platform by the references that depositors state. */
export async function accountsByReference(
  tx: Executor,
  platformId: Id<'Platform'>,
  currency: string,
  references: readonly string[],
): Promise<InternalAccount[]> {
  if (references.length === 0) return [];
  const rows = await tx
    .select({ id: internalAccounts.id })
    .from(internalAccounts)
    .where(
      and(
        eq(internalAccounts.platformId, uuidOf(platformId)),
        eq(internalAccounts.currency, currency),
        eq(internalAccounts.type, 'INTERNAL_FIAT'),
        eq(internalAccounts.status, 'ACTIVE'),
        isOneOf(internalAccounts.reference, references),
      ),
    );
  return findInternalAccounts(
    tx,
    { platformId },
    rows.map(({ id }) => idOf('InternalAccount', id)),
  );
}

/** Quotes that wait for a deposit, by the references of their transactions. */
export async function quotesByReference(
  tx: Executor,
  platformId: Id<'Platform'>,
  currency: string,
  references: readonly string[],
): Promise<{ readonly quoteId: Id<'Quote'>; readonly quoteReference: string }[]> {
  if (references.length === 0) return [];
  const rows = await tx
    .select({ id: quotes.id, reference: transactions.reference })
    .from(transactions)
    .innerJoin(quotes, eq(quotes.transactionId, transactions.id))
    .where(
      and(
        eq(transactions.platformId, uuidOf(platformId)),
        isOneOf(transactions.reference, references),
        eq(quotes.sourceType, 'REALTIME_FUNDING'),
        eq(quotes.sendingCurrency, currency),
      ),
    );
  return rows.map(({ id, reference }) => ({ quoteId: idOf('Quote', id), quoteReference: reference }));
}
