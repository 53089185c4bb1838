/** Compares the breaks that the bank made with those that the reconciliation names: each is named, and nothing else is. */
import { inArray } from 'drizzle-orm';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { uuidOf } from '../../../src/kernel/ids.ts';
import { bankStatements } from '../../../src/rails/bank-records/tables.ts';
import { addDays } from '../../../src/rails/calendar/business-days.ts';
import { BankConnectionNotFound } from '../../../src/rails/errors.ts';
import {
  bankReconciliation,
  maxReconciledDays,
} from '../../../src/rails/reconciliation/bank-reconciliation.ts';
import type { ReconciliationBreak } from '../../../src/rails/reconciliation/reconcile.ts';
import type { BankBreak } from '../../support/simulated-bank/records.ts';
import { creditedReturns, paymentRows } from './compare-payments.ts';
import { accountOf, type Books, compareTexts, compareValues } from './differences.ts';

type NamedBreak = ReconciliationBreak & { readonly date: string };

/** From the first day of the bank, or of the service, to the last one. */
function rangeOf({ bank, now }: Books): readonly [string, string] {
  const today = now.toISOString().slice(0, 10);
  const dates = [today, bank.today(), bank.statements()[0]?.date ?? today].sort();
  return [addDays(dates[0] ?? today, -1), dates.at(-1) ?? today];
}

async function namedBreaks(books: Books): Promise<{ breaks: NamedBreak[]; ledgerDifference: bigint }> {
  const { db, connection, now } = books;
  const [first, last] = rangeOf(books);
  const breaks: NamedBreak[] = [];
  let ledgerDifference = 0n;
  for (let from = first; from <= last; from = addDays(from, maxReconciledDays)) {
    const [to = last] = [addDays(from, maxReconciledDays - 1), last].sort();
    const range = { connectionId: connection.id, from, to };
    const result = await bankReconciliation(db.orm, connection.platformId, range, now);
    if (result instanceof InvalidInput || result instanceof BankConnectionNotFound) throw result;
    ({ ledgerDifference } = result);
    for (const { date, breaks: ofDay } of result.days) breaks.push(...ofDay.map((one) => ({ ...one, date })));
  }
  return { breaks, ledgerDifference };
}

/** The bank's ids of statements by our ids. */
async function statementIds(
  { db }: Books,
  breaks: readonly NamedBreak[],
): Promise<ReadonlyMap<string, string>> {
  const ids = breaks.flatMap(({ kind, recordId }) =>
    kind === 'CONFLICTING_STATEMENT' && recordId ? [uuidOf(recordId)] : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await db.orm
    .select({ id: bankStatements.id, statementId: bankStatements.statementId })
    .from(bankStatements)
    .where(inArray(bankStatements.id, ids));
  return new Map(rows.map(({ id, statementId }) => [id, statementId]));
}

/** Files in quarantine that the bank did not truncate. */
const foreign = 'of another account';

/** A break of the reconciliation as text. */
function describe(one: NamedBreak, ids: ReadonlyMap<string, string>, truncated: ReadonlySet<string>): string {
  const { kind, date, amount, recordId, entryBreak, description } = one;
  switch (kind) {
    case 'OPEN_ENTRY':
      return `${kind} ${entryBreak} ${date} ${amount}`;
    case 'OPEN_DEPOSIT':
      return `${kind} ${date} ${amount}`;
    case 'NUMBER_GAP':
      return `${kind} ${date} ${/^Statement (\d+) is missing/.exec(description)?.[1] ?? description}`;
    case 'CONFLICTING_STATEMENT':
      return `${kind} ${recordId && ids.get(uuidOf(recordId))}`;
    case 'QUARANTINED_FILE': {
      const [name = ''] = description.split(':');
      return `${kind} ${truncated.has(name) ? name : foreign}`;
    }
    default:
      return `${kind} ${date} ${amount ?? ''}`;
  }
}

/** A break of the bank as the reconciliation must name it. */
function nameOf({ kind, date, amount = 0n, id }: BankBreak): string {
  switch (kind) {
    case 'UNEXPLAINED_ENTRY':
      return amount > 0n ? `OPEN_DEPOSIT ${date} ${amount}` : `OPEN_ENTRY UNKNOWN_DEBIT ${date} ${amount}`;
    case 'WRONG_AMOUNT':
      return `OPEN_ENTRY AMOUNT_DIFFERS ${date} ${amount}`;
    case 'DOUBLE_BOOKING':
      return `OPEN_ENTRY BOOKED_TWICE ${date} ${amount}`;
    case 'UNMATCHED_DEPOSIT':
      return `OPEN_DEPOSIT ${date} ${amount}`;
    case 'STATEMENT_GAP':
      return `NUMBER_GAP ${date} ${id}`;
    case 'CONFLICTING_STATEMENT':
      return `CONFLICTING_STATEMENT ${id}`;
    case 'FOREIGN_ACCOUNT':
      return `QUARANTINED_FILE ${foreign}`;
    case 'UNREADABLE_FILE':
      return `QUARANTINED_FILE ${id}`;
  }
}

/** What the reconciliation must name. */
async function expectedBreaks(books: Books): Promise<string[]> {
  const { bank } = books;
  // Numbers before the first statement are no gap for the service, because it does not know where the bank starts.
  const first = bank.statements()[0]?.number ?? 0;
  const isKnown = ({ kind, id }: BankBreak) => kind !== 'STATEMENT_GAP' || Number(id) > first;
  const made = bank.breaks().filter(isKnown).map(nameOf);
  // Deposits with a reference that no account has.
  const unknown = bank
    .deposits()
    .filter((one) => one.form !== 'NONE' && !accountOf(books, one))
    .map(({ date, amount }) => `OPEN_DEPOSIT ${date} ${amount}`);
  // Direct debits that came back after their money was credited.
  const outcomes = bank.expected();
  const returned = [...creditedReturns(bank, await paymentRows(books))].map((id) => {
    const one = outcomes.get(id);
    return `OPEN_ENTRY RETURNED_DEBIT ${one?.returnedOn} ${-(one?.amount ?? 0n)}`;
  });
  return [...made, ...unknown, ...returned];
}

export async function compareBreaks(books: Books): Promise<string[]> {
  const { breaks, ledgerDifference } = await namedBreaks(books);
  const ids = await statementIds(books, breaks);
  const truncated = new Set(
    books.bank.breaks().flatMap(({ kind, id }) => (kind === 'UNREADABLE_FILE' ? [id] : [])),
  );
  return [
    ...compareValues('postings to the bank account past the connections', ledgerDifference, 0n),
    ...compareTexts(
      'breaks',
      breaks.map((one) => describe(one, ids, truncated)),
      await expectedBreaks(books),
    ),
  ];
}
