/** SQL of the payments of a file as a list, of those of a connection that are under way, and of the one of a transaction. */
import { and, count, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { BankPayment, BankPaymentStatus } from './bank-payment.ts';
import { toPayment } from './store.ts';
import { bankPayments } from './tables.ts';

interface BankPaymentFilter {
  readonly fileId: Id<'BankFile'>;
  readonly status?: BankPaymentStatus | undefined;
}

const matching = (platformId: Id<'Platform'>, { fileId, status }: BankPaymentFilter) =>
  and(
    eq(bankPayments.platformId, uuidOf(platformId)),
    eq(bankPayments.fileId, uuidOf(fileId)),
    status ? eq(bankPayments.status, status) : undefined,
  );

/** Newest first. */
export async function listPayments(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: BankPaymentFilter,
  page: PageRequest,
): Promise<Page<BankPayment>> {
  const { within, order, limit } = pageSql(bankPayments.id, page);
  const rows = await db
    .select()
    .from(bankPayments)
    .where(and(matching(platformId, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toPayment));
}

export async function countPayments(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: BankPaymentFilter,
): Promise<number> {
  const [row] = await db.select({ total: count() }).from(bankPayments).where(matching(platformId, filter));
  return row?.total ?? 0;
}

export async function findPayments(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'BankPayment'>[],
): Promise<BankPayment[]> {
  const rows = await db
    .select()
    .from(bankPayments)
    .where(and(eq(bankPayments.platformId, uuidOf(platformId)), inArray(bankPayments.id, ids.map(uuidOf))));
  return rows.map(toPayment);
}

/** Locks the bank payment of a transaction. */
export async function lockPaymentOfTransaction(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Transaction'>,
): Promise<BankPayment | undefined> {
  const [row] = await tx
    .select()
    .from(bankPayments)
    .where(and(eq(bankPayments.platformId, uuidOf(platformId)), eq(bankPayments.transactionId, uuidOf(id))))
    .for('update');
  return row && toPayment(row);
}

/** Whether payments of the connection wait for a file or for the bank. */
export async function hasUnsettledPayments(tx: Executor, id: Id<'BankConnection'>): Promise<boolean> {
  const rows = await tx
    .select({ id: bankPayments.id })
    .from(bankPayments)
    .where(
      and(eq(bankPayments.connectionId, uuidOf(id)), inArray(bankPayments.status, ['WAITING', 'IN_FILE'])),
    )
    .limit(1);
  return rows.length > 0;
}
