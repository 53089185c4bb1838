/**
 * Reconciles a bank connection: the statements of each day against each other and against the ledger. Every difference is named.
 * Pure; `reconciliation-store.ts` reads what it needs.
 *
 * Source: docs/behaviour/bank-connections.md#reconciliation.
 */
import type { Id } from '../../kernel/ids.ts';
import { type BreakKind, type EntryKind, entryKinds } from '../bank-records/bank-entry.ts';
import type { BankStatement } from '../bank-records/bank-statement.ts';
import { addDays, type BusinessCalendar, isBusinessDay } from '../calendar/business-days.ts';

/**
 * `STATEMENT_MISSING`: a business day without a statement. `NUMBER_GAP`: the bank skipped a number. `BALANCE_GAP`: a statement
 * does not start with the balance of the one before. `SUM_DIFFERS`: the entries do not explain the closing balance.
 * `LEDGER_DIFFERS`: the ledger has another balance than the statement. `CONFLICTING_STATEMENT`: the bank sent a statement again with
 * other contents. `QUARANTINED_FILE`: a file could not be used. `NOT_BOOKED`: entries wait for a job. `OPEN_ENTRY`: an entry that
 * no record explains. `OPEN_DEPOSIT`: a deposit that was not credited.
 */
export const reconciliationBreakKinds = [
  'STATEMENT_MISSING',
  'NUMBER_GAP',
  'BALANCE_GAP',
  'SUM_DIFFERS',
  'LEDGER_DIFFERS',
  'CONFLICTING_STATEMENT',
  'QUARANTINED_FILE',
  'NOT_BOOKED',
  'OPEN_ENTRY',
  'OPEN_DEPOSIT',
] as const;
export type ReconciliationBreakKind = (typeof reconciliationBreakKinds)[number];

export interface ReconciliationBreak {
  readonly kind: ReconciliationBreakKind;
  /** A sentence for an accountant. */
  readonly description: string;
  /** In the smallest unit; absent where there is no amount. */
  readonly amount: bigint | undefined;
  /** The statement, entry, file or deposit. */
  readonly recordId:
    | Id<'BankStatement'>
    | Id<'BankEntry'>
    | Id<'BankFile'>
    | Id<'UnmatchedDeposit'>
    | undefined;
  readonly entryBreak: BreakKind | undefined;
}

/** The entries of a day by what they were booked as. */
export interface DayOfEntries {
  readonly date: string;
  readonly sum: bigint;
  readonly counts: Readonly<Partial<Record<EntryKind, number>>>;
  readonly notBooked: number;
}

export interface ReconciledDay {
  readonly date: string;
  readonly statements: number;
  /** Balances of the statements; absent without a statement. */
  readonly opening: bigint | undefined;
  readonly closing: bigint | undefined;
  /** The sum of the day's entries. */
  readonly sum: bigint;
  /** The balance of the bank account in the ledger after the day's entries. */
  readonly ledgerBalance: bigint;
  readonly counts: Readonly<Record<EntryKind, number>>;
  readonly breaks: readonly ReconciliationBreak[];
}

/** A break of a record, with its day. */
export type DatedBreak = ReconciliationBreak & { readonly date: string };

export interface ReconciliationInput {
  readonly from: string;
  readonly to: string;
  /** The first day on which a statement is expected. */
  readonly expectedFrom: string;
  /** The last day whose statement must have arrived. */
  readonly expectedTo: string;
  readonly calendar: BusinessCalendar;
  /** The statements of the days with all their pages, and before them those of earlier days, in the order of the bank. */
  readonly statements: readonly BankStatement[];
  readonly entries: readonly DayOfEntries[];
  /** The balance in the ledger before `from`. */
  readonly startBalance: bigint;
  /** Of entries, deposits and files. */
  readonly openBreaks: readonly DatedBreak[];
}

const aBreak = (
  kind: ReconciliationBreakKind,
  description: string,
  { amount, recordId }: Partial<Pick<ReconciliationBreak, 'amount' | 'recordId'>> = {},
): ReconciliationBreak => ({ kind, description, amount, recordId, entryBreak: undefined });

/**
 * Statements with the pages of each as one: from the first opening balance to the last closing balance. Banks state on each page
 * the balances of the page, or those of the whole statement.
 */
function withoutPages(pages: readonly BankStatement[]): BankStatement[] {
  const statements: BankStatement[] = [];
  for (const page of pages) {
    const last = statements.at(-1);
    const isContinued =
      last?.statementId === page.statementId &&
      last.sequenceNumber === page.sequenceNumber &&
      last.bookedOn === page.bookedOn &&
      last.pageNumber < page.pageNumber;
    if (!isContinued) statements.push(page);
    else {
      const { pageNumber, closing, sum, hasConflict } = page;
      statements[statements.length - 1] = {
        ...last,
        pageNumber,
        closing,
        sum: last.sum + sum,
        hasConflict: last.hasConflict || hasConflict,
      };
    }
  }
  return statements;
}

/** The breaks between a statement and the one before it. */
function chainBreaks(before: BankStatement | undefined, statement: BankStatement): ReconciliationBreak[] {
  const { id: recordId, sequenceNumber, opening } = statement;
  const breaks: ReconciliationBreak[] = [];
  const expected = before?.sequenceNumber === undefined ? undefined : before.sequenceNumber + 1;
  const isNext = sequenceNumber === expected || sequenceNumber === before?.sequenceNumber;
  if (expected !== undefined && sequenceNumber !== undefined && !isNext) {
    const missing = sequenceNumber > expected ? `Statement ${expected} is missing` : 'The numbers go back';
    breaks.push(aBreak('NUMBER_GAP', `${missing}: ${sequenceNumber} follows ${expected - 1}.`, { recordId }));
  }
  if (before?.closing !== undefined && opening !== undefined && before.closing !== opening) {
    const amount = opening - before.closing;
    breaks.push(
      aBreak('BALANCE_GAP', 'The statement does not start with the last balance.', { amount, recordId }),
    );
  }
  return breaks;
}

function statementBreaks({
  id: recordId,
  opening,
  closing,
  sum,
  hasConflict,
}: BankStatement): ReconciliationBreak[] {
  const breaks: ReconciliationBreak[] = [];
  if (opening !== undefined && closing !== undefined && opening + sum !== closing) {
    const amount = closing - opening - sum;
    breaks.push(
      aBreak('SUM_DIFFERS', 'The entries do not explain the closing balance.', { amount, recordId }),
    );
  }
  if (hasConflict) {
    const description = 'The bank sent the statement again with other contents.';
    breaks.push(aBreak('CONFLICTING_STATEMENT', description, { recordId }));
  }
  return breaks;
}

const noCounts = (): Record<EntryKind, number> =>
  Object.fromEntries(entryKinds.map((kind) => [kind, 0])) as Record<EntryKind, number>;

/** The days from `from` to `to` that have a statement, an entry or a break, oldest first. */
export function reconcile(input: ReconciliationInput): ReconciledDay[] {
  const { from, to, entries, openBreaks } = input;
  const statements = withoutPages(input.statements);
  const days: ReconciledDay[] = [];
  let balance = input.startBalance;
  let before: BankStatement | undefined;
  let next = 0;
  for (; next < statements.length && (statements[next]?.bookedOn ?? '') < from; next += 1)
    before = statements[next];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const ofDay: BankStatement[] = [];
    const breaks: ReconciliationBreak[] = [];
    for (; next < statements.length && statements[next]?.bookedOn === date; next += 1) {
      const statement = statements[next] as BankStatement;
      breaks.push(...chainBreaks(before, statement), ...statementBreaks(statement));
      ofDay.push(statement);
      before = statement;
    }
    const booked = entries.find((one) => one.date === date);
    balance += booked?.sum ?? 0n;
    const closing = ofDay.at(-1)?.closing;
    if (closing !== undefined && closing !== balance) {
      const amount = balance - closing;
      breaks.push(aBreak('LEDGER_DIFFERS', 'The ledger has another balance than the statement.', { amount }));
    }
    if (booked && booked.notBooked > 0) {
      breaks.push(aBreak('NOT_BOOKED', `${booked.notBooked} entries are not booked yet.`));
    }
    if (ofDay.length === 0 && isMissing(input, date)) {
      breaks.push(aBreak('STATEMENT_MISSING', 'The bank has not sent a statement for the day.'));
    }
    breaks.push(...openBreaks.filter((one) => one.date === date).map(({ date: _, ...rest }) => rest));
    if (ofDay.length === 0 && !booked && breaks.length === 0) continue;
    days.push({
      date,
      statements: ofDay.length,
      opening: ofDay[0]?.opening,
      closing,
      sum: booked?.sum ?? 0n,
      ledgerBalance: balance,
      counts: { ...noCounts(), ...booked?.counts },
      breaks,
    });
  }
  return days;
}

const isMissing = ({ expectedFrom, expectedTo, calendar }: ReconciliationInput, date: string): boolean =>
  date >= expectedFrom && date <= expectedTo && isBusinessDay(calendar, date);
