/** SQL of bank statements. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { BankStatement } from './bank-statement.ts';
import { bankStatements } from './tables.ts';

type StatementRow = typeof bankStatements.$inferSelect;

const toStatement = (row: StatementRow): BankStatement => ({
  ...row,
  id: idOf('BankStatement', row.id),
  platformId: idOf('Platform', row.platformId),
  connectionId: idOf('BankConnection', row.connectionId),
  fileId: idOf('BankFile', row.fileId),
  sequenceNumber: row.sequenceNumber ?? undefined,
  opening: row.opening ?? undefined,
  closing: row.closing ?? undefined,
  digest: row.digest ?? undefined,
});

/** Inserts a statement. A page that another file had is recorded once: then this returns that statement. */
export async function insertStatement(
  tx: Executor,
  statement: BankStatement,
): Promise<{ readonly id: Id<'BankStatement'>; readonly isNew: boolean }> {
  const [inserted] = await tx
    .insert(bankStatements)
    .values({
      ...statement,
      id: uuidOf(statement.id),
      platformId: uuidOf(statement.platformId),
      connectionId: uuidOf(statement.connectionId),
      fileId: uuidOf(statement.fileId),
    })
    .onConflictDoNothing()
    .returning({ id: bankStatements.id });
  if (inserted) return { id: statement.id, isNew: true };
  const [existing] = await tx
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.connectionId, uuidOf(statement.connectionId)),
        eq(bankStatements.kind, statement.kind),
        eq(bankStatements.statementId, statement.statementId),
        eq(bankStatements.pageNumber, statement.pageNumber),
      ),
    );
  invariant(existing, 'a statement that is not new exists');
  return { id: idOf('BankStatement', existing.id), isNew: false };
}

export async function saveStatement(
  tx: Executor,
  id: Id<'BankStatement'>,
  { sum, count, digest }: Pick<BankStatement, 'sum' | 'count' | 'digest'>,
): Promise<void> {
  await tx
    .update(bankStatements)
    .set({ sum, count, digest })
    .where(eq(bankStatements.id, uuidOf(id)));
}

/** Marks a statement that the bank sent again, if its contents differ. */
export async function markConflict(tx: Executor, id: Id<'BankStatement'>, digest: Uint8Array): Promise<void> {
  await tx
    .update(bankStatements)
    .set({ hasConflict: true })
    .where(and(eq(bankStatements.id, uuidOf(id)), sql`${bankStatements.digest} is distinct from ${digest}`));
}

/**
 * Statements (camt.053) of a connection in a range of days, in the order of the bank. The pages of a statement follow each other;
 * statements without a number are in the order in which they arrived.
 */
export async function statementsBetween(
  db: Executor,
  connectionId: Id<'BankConnection'>,
  from: string | undefined,
  to: string,
  limit: number,
): Promise<BankStatement[]> {
  const rows = await db
    .select()
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.connectionId, uuidOf(connectionId)),
        eq(bankStatements.kind, 'CAMT_053'),
        from ? sql`${bankStatements.bookedOn} >= ${from}` : undefined,
        sql`${bankStatements.bookedOn} <= ${to}`,
      ),
    )
    .orderBy(
      asc(bankStatements.bookedOn),
      asc(bankStatements.sequenceNumber),
      sql`first_value(${bankStatements.id}) over (
        partition by ${bankStatements.bookedOn}, ${bankStatements.statementId} order by ${bankStatements.id})`,
      asc(bankStatements.pageNumber),
      asc(bankStatements.id),
    )
    .limit(limit);
  return rows.map(toStatement);
}

export async function findStatements(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'BankStatement'>[],
): Promise<BankStatement[]> {
  const rows = await db
    .select()
    .from(bankStatements)
    .where(
      and(eq(bankStatements.platformId, uuidOf(platformId)), inArray(bankStatements.id, ids.map(uuidOf))),
    );
  return rows.map(toStatement);
}
