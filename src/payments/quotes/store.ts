/** SQL of quotes. */
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { quotes } from '../tables.ts';
import type { Quote, QuoteStatus } from './quote.ts';
import { fromRow, toRow } from './row.ts';

const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(quotes.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(quotes.customerId, uuidOf(scope.customerId)) : undefined,
    scope.agentId ? eq(quotes.agentId, uuidOf(scope.agentId)) : undefined,
  );

export async function insertQuote(tx: Executor, quote: Quote): Promise<void> {
  await tx.insert(quotes).values(toRow(quote));
}

export async function findQuotes(db: Executor, scope: Scope, ids: readonly Id<'Quote'>[]): Promise<Quote[]> {
  const rows = await db
    .select()
    .from(quotes)
    .where(and(visible(scope), inArray(quotes.id, ids.map(uuidOf))));
  return rows.map(fromRow);
}

export async function findQuote(db: Executor, scope: Scope, id: Id<'Quote'>): Promise<Quote | undefined> {
  const [found] = await findQuotes(db, scope, [id]);
  return found;
}

export async function lockQuote(tx: Executor, scope: Scope, id: Id<'Quote'>): Promise<Quote | undefined> {
  const [row] = await tx
    .select()
    .from(quotes)
    .where(and(visible(scope), eq(quotes.id, uuidOf(id))))
    .for('update');
  return row && fromRow(row);
}

/** Updates the status, the only field of a quote that changes. */
export async function saveQuoteStatus(
  tx: Executor,
  id: Id<'Quote'>,
  status: QuoteStatus,
  at: Date,
): Promise<void> {
  await tx
    .update(quotes)
    .set({ status, updatedAt: at })
    .where(eq(quotes.id, uuidOf(id)));
}

/** Locks the row and returns only the status. */
export async function lockQuoteStatus(tx: Executor, id: Id<'Quote'>): Promise<QuoteStatus | undefined> {
  const [row] = await tx
    .select({ status: quotes.status })
    .from(quotes)
    .where(eq(quotes.id, uuidOf(id)))
    .for('update');
  return row?.status;
}
