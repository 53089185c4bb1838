/** SQL of what a reconciliation reads. */
import { and, asc, eq, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { asBigInt, type Executor } from '../../infrastructure/database/client.ts';
import { readValues } from '../../infrastructure/database/row-decoding/rows.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { serviceAccountUuid } from '../../ledger/chart.ts';
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import { bankConnections } from '../bank-connections/tables.ts';
import { bankFiles } from '../bank-payments/tables.ts';
import type { EntryKind } from '../bank-records/bank-entry.ts';
import { bankDayTotals, bankEntries, bankStatements } from '../bank-records/tables.ts';
import { unmatchedDeposits } from '../deposits/tables.ts';
import type { DatedBreak, DayOfEntries } from './reconcile.ts';

/** The sums and the kinds of entries of each day. */
export async function daysOfEntries(
  db: Executor,
  connectionId: Id<'BankConnection'>,
  from: string,
  to: string,
): Promise<DayOfEntries[]> {
  const ofDays = sql`connection_id = ${uuidOf(connectionId)} and booked_on >= ${from} and booked_on <= ${to}`;
  const rows = await readValues(
    db,
    sql`select to_char(booked_on, 'YYYY-MM-DD'), kind, count, sum::text from ${bankDayTotals} where ${ofDays}
        union all
        select to_char(booked_on, 'YYYY-MM-DD'), null, count(*)::int, '0' from ${bankEntries}
        where ${ofDays} and kind is null group by booked_on
        order by 1`,
  );
  const days = new Map<
    string,
    { date: string; sum: bigint; counts: Partial<Record<EntryKind, number>>; notBooked: number }
  >();
  for (const [date, kind, count, sum] of rows as [string, EntryKind | null, number, string][]) {
    const day = days.get(date) ?? { date, sum: 0n, counts: {}, notBooked: 0 };
    if (kind) {
      day.sum += BigInt(sum);
      day.counts[kind] = Number(count);
    } else day.notBooked += Number(count);
    days.set(date, day);
  }
  return [...days.values()];
}

/** The balance of the connection before a day: its opening balance and all booked entries of earlier days. */
export async function balanceBefore(db: Executor, connection: BankConnection, date: string): Promise<bigint> {
  const [row] = await readValues(
    db,
    sql`select coalesce(sum(sum), 0)::text from ${bankDayTotals}
        where connection_id = ${uuidOf(connection.id)} and booked_on < ${date}`,
  );
  return connection.openingBalance + asBigInt(row?.[0] ?? 0);
}

/** The day of the first statement. */
export async function firstStatementDay(
  db: Executor,
  connectionId: Id<'BankConnection'>,
): Promise<string | undefined> {
  const [row] = await db
    .select({ bookedOn: bankStatements.bookedOn })
    .from(bankStatements)
    .where(and(eq(bankStatements.connectionId, uuidOf(connectionId)), eq(bankStatements.kind, 'CAMT_053')))
    .orderBy(asc(bankStatements.bookedOn))
    .limit(1);
  return row?.bookedOn;
}

/** The maximum number of open records that a reconciliation names, of each kind. */
const maxOpen = 1_000;

/** Breaks that people have not closed: entries, deposits and files of the days. */
export async function openBreaksOf(
  db: Executor,
  { id: connectionId, platformId }: Pick<BankConnection, 'id' | 'platformId'>,
  from: string,
  to: string,
): Promise<DatedBreak[]> {
  const ofConnection = eq(bankEntries.connectionId, uuidOf(connectionId));
  // The index of breaks is by platform.
  const ofPlatform = eq(bankEntries.platformId, uuidOf(platformId));
  const inDays = and(gte(bankEntries.bookedOn, from), lte(bankEntries.bookedOn, to));
  const entries = await db
    .select({
      id: bankEntries.id,
      bookedOn: bankEntries.bookedOn,
      amount: bankEntries.amount,
      note: bankEntries.note,
      breakKind: bankEntries.breakKind,
    })
    .from(bankEntries)
    .where(
      and(ofPlatform, ofConnection, inDays, eq(bankEntries.kind, 'BREAK'), isNull(bankEntries.resolvedAt)),
    )
    .orderBy(bankEntries.id)
    .limit(maxOpen);
  const deposits = await db
    .select({ deposit: unmatchedDeposits, bookedOn: bankEntries.bookedOn })
    .from(unmatchedDeposits)
    .innerJoin(bankEntries, eq(bankEntries.id, unmatchedDeposits.entryId))
    .where(and(ofConnection, inDays, inArray(unmatchedDeposits.status, ['OPEN', 'IN_REVIEW'])))
    .orderBy(unmatchedDeposits.id)
    .limit(maxOpen);
  const files = await db
    .select()
    .from(bankFiles)
    .where(
      and(
        eq(bankFiles.connectionId, uuidOf(connectionId)),
        eq(bankFiles.status, 'QUARANTINED'),
        gte(bankFiles.createdAt, new Date(`${from}T00:00:00Z`)),
        lt(bankFiles.createdAt, new Date(Date.parse(`${to}T00:00:00Z`) + 24 * 60 * 60_000)),
      ),
    )
    .orderBy(bankFiles.id)
    .limit(maxOpen);
  return [
    ...entries.map(
      ({ id, bookedOn, amount, note, breakKind }): DatedBreak => ({
        date: bookedOn,
        kind: 'OPEN_ENTRY',
        description: note ?? 'No record explains the entry.',
        amount,
        recordId: idOf('BankEntry', id),
        entryBreak: breakKind ?? undefined,
      }),
    ),
    ...deposits.map(
      ({ deposit, bookedOn }): DatedBreak => ({
        date: bookedOn,
        kind: 'OPEN_DEPOSIT',
        description: deposit.reason,
        amount: deposit.amount,
        recordId: idOf('UnmatchedDeposit', deposit.id),
        entryBreak: undefined,
      }),
    ),
    ...files.map(
      ({ id, createdAt, name, reason, line }): DatedBreak => ({
        date: createdAt.toISOString().slice(0, 10),
        kind: 'QUARANTINED_FILE',
        description: `${name}: ${reason ?? 'It could not be read.'}${line ? ` (line ${line})` : ''}`,
        amount: undefined,
        recordId: idOf('BankFile', id),
        entryBreak: undefined,
      }),
    ),
  ];
}

/**
 * The difference between the bank account in the ledger and what all connections of the currency booked. It is 0 unless an entry was
 * posted past the connections.
 */
export async function ledgerDifference(
  db: Executor,
  { platformId, currency }: Pick<BankConnection, 'platformId' | 'currency'>,
): Promise<bigint> {
  const account = serviceAccountUuid(uuidOf(platformId), 'BANK', currency);
  const [row] = await readValues(
    db,
    sql`select (select coalesce(-sum(amount), 0) from postings where account_id = ${account})
          - (select coalesce(sum(${bankConnections.openingBalance}), 0) from ${bankConnections}
             where platform_id = ${uuidOf(platformId)} and currency = ${currency})
          - (select coalesce(sum(t.sum), 0) from ${bankDayTotals} t
             join ${bankConnections} c on c.id = t.connection_id
             where c.platform_id = ${uuidOf(platformId)} and c.currency = ${currency})`,
  );
  return asBigInt(row?.[0] ?? 0);
}
