/** SQL of bank statements. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
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

/** Between a statement and its correction, by their days. A bank that uses an id again without a date does so in the next year. */
const maxDaysBetweenVersions = { dated: 7, undated: 180 };

/** A statement before its entries are recorded. */
export interface OpenedStatement {
  readonly id: Id<'BankStatement'>;
  readonly isNew: boolean;
  /** Of the version that was recorded before. */
  readonly digest: Uint8Array | undefined;
  /** Of a corrected statement: all its recorded pages, whose entries the page can have. */
  readonly recordedPages: readonly Id<'BankStatement'>[];
  /** Of these, the pages of another day. */
  readonly pagesOfOtherDays: ReadonlySet<Id<'BankStatement'>>;
}

/**
 * Inserts a statement, or finds the page that another file had. No other file of the connection is recorded meanwhile.
 *
 * @param isDated whether the header says the day. Without it, `bookedOn` is the day on which the file is read.
 */
export async function openStatement(
  tx: Executor,
  statement: BankStatement,
  isDated: boolean,
): Promise<OpenedStatement> {
  const { connectionId, kind, statementId, pageNumber, bookedOn } = statement;
  const maxDays = isDated ? maxDaysBetweenVersions.dated : maxDaysBetweenVersions.undated;
  const recorded = await tx
    .select({
      id: bankStatements.id,
      pageNumber: bankStatements.pageNumber,
      bookedOn: bankStatements.bookedOn,
      digest: bankStatements.digest,
      hasConflict: bankStatements.hasConflict,
    })
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.connectionId, uuidOf(connectionId)),
        eq(bankStatements.kind, kind),
        eq(bankStatements.statementId, statementId),
        sql`abs(${bankStatements.bookedOn} - ${bookedOn}::date) <= ${maxDays}::int`,
      ),
    )
    .orderBy(desc(bankStatements.bookedOn), desc(bankStatements.id));
  const isCorrection = recorded.some((one) => one.hasConflict || one.pageNumber === pageNumber);
  const idsOf = (pages: typeof recorded) => pages.map(({ id }) => idOf('BankStatement', id));
  const comparedWith = {
    recordedPages: isCorrection ? idsOf(recorded) : [],
    pagesOfOtherDays: new Set(isDated ? idsOf(recorded.filter((one) => one.bookedOn !== bookedOn)) : []),
  };
  const existing = recorded.find(
    (one) => one.pageNumber === pageNumber && (!isDated || one.bookedOn === bookedOn),
  );
  if (existing) {
    const { id, digest } = existing;
    return { id: idOf('BankStatement', id), isNew: false, digest: digest ?? undefined, ...comparedWith };
  }
  await tx.insert(bankStatements).values({
    ...statement,
    id: uuidOf(statement.id),
    platformId: uuidOf(statement.platformId),
    connectionId: uuidOf(connectionId),
    fileId: uuidOf(statement.fileId),
  });
  return { id: statement.id, isNew: true, digest: undefined, ...comparedWith };
}

/** Saves what is known at the end of a statement. Of a version that corrects another one, this replaces what the other said. */
export async function saveStatement(
  tx: Executor,
  id: Id<'BankStatement'>,
  values: Pick<BankStatement, 'sequenceNumber' | 'opening' | 'closing' | 'sum' | 'count' | 'digest'> &
    Partial<Pick<BankStatement, 'hasConflict'>>,
): Promise<void> {
  const { sequenceNumber = null, opening = null, closing = null, ...others } = values;
  await tx
    .update(bankStatements)
    .set({ sequenceNumber, opening, closing, ...others })
    .where(eq(bankStatements.id, uuidOf(id)));
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
