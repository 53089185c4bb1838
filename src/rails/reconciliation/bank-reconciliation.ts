/** The reconciliation of a bank connection over some days. Source: docs/behaviour/bank-connections.md#reconciliation. */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
import { calendarDate, optional } from '../../kernel/parse.ts';
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import { findConnection } from '../bank-connections/store.ts';
import { statementsBetween } from '../bank-records/statement-store.ts';
import { addDays } from '../calendar/business-days.ts';
import { calendarOf } from '../calendar/calendars.ts';
import { dateIn } from '../calendar/zoned-time.ts';
import { BankConnectionNotFound } from '../errors.ts';
import { type ReconciledDay, reconcile } from './reconcile.ts';
import {
  balanceBefore,
  daysOfEntries,
  firstStatementDay,
  ledgerDifference,
  openBreaksOf,
} from './reconciliation-store.ts';

/** The maximum number of days of one reconciliation. */
export const maxReconciledDays = 92;
const defaultDays = 31;
/** More statements than these in the days are not compared. */
const maxStatements = 10_000;

/** The calendars of banks are from 2000 to 2199, and a reconciliation reads some weeks before its days. */
const day = calendarDate.refine((date) => date >= '2001-01-01' && date <= '2198-12-31', {
  error: 'must be a date from 2001 to 2198',
});

export const BankReconciliationInput = z.object({
  connectionId: idSchema('BankConnection'),
  from: optional(day),
  to: optional(day),
});

export interface BankReconciliation {
  readonly connection: BankConnection;
  readonly from: string;
  readonly to: string;
  readonly days: readonly ReconciledDay[];
  /** What was posted to the bank account past the connections; 0 when the ledger is right. */
  readonly ledgerDifference: bigint;
  readonly breaks: number;
}

/** Whether an accountant has nothing to do. */
export const isReconciled = ({ breaks, ledgerDifference: difference }: BankReconciliation): boolean =>
  breaks === 0 && difference === 0n;

export async function bankReconciliation(
  db: Executor,
  platformId: Id<'Platform'>,
  { connectionId, ...given }: z.output<typeof BankReconciliationInput>,
  now: Date,
): Promise<BankReconciliation | BankConnectionNotFound | InvalidInput> {
  const connection = await findConnection(db, platformId, connectionId);
  if (!connection) return new BankConnectionNotFound(connectionId);
  const today = dateIn(connection.cutOffs.timeZone, now);
  const { to = today } = given;
  const { from = addDays(to, 1 - defaultDays) } = given;
  if (from > to) return InvalidInput.at('from', 'must not be after to');
  if (addDays(from, maxReconciledDays) <= to) {
    return InvalidInput.at('from', `must be at most ${maxReconciledDays - 1} days before to`);
  }
  const calendar = await calendarOf(connection.cutOffs.calendar);
  // A balance is compared with the last statement before the days.
  const statements = await statementsBetween(
    db,
    connectionId,
    addDays(from, -defaultDays),
    to,
    maxStatements,
  );
  const days = reconcile({
    from,
    to,
    expectedFrom: (await firstStatementDay(db, connectionId)) ?? addDays(today, 1),
    expectedTo: addDays(today, -1),
    calendar,
    statements,
    entries: await daysOfEntries(db, connectionId, from, to),
    startBalance: await balanceBefore(db, connection, from),
    openBreaks: await openBreaksOf(db, connection, from, to),
  });
  return {
    connection,
    from,
    to,
    days,
    ledgerDifference: await ledgerDifference(db, connection),
    breaks: days.reduce((all, day) => all + day.breaks.length, 0),
  };
}
