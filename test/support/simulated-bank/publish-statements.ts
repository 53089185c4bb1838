/** Publishes statements: on pages, delayed, out of order, repeated, or with other content than before. */
import { sumOf } from './bank-amounts.ts';
import { addOpenDays, compactDate } from './bank-dates.ts';
import { type BankState, nextNumber, ownBalance, recordBreak } from './bank-state.ts';
import { camtFormat, camtMessage, publishFile } from './publish-file.ts';
import type { Statement } from './records.ts';
import { writeCamt053 } from './write-camt.ts';

const maxPages = 4;

/** Pages of about the same size; each has the balances before and after its entries. */
export function pagesOf(statement: Statement, pageCount: number): readonly Statement[] {
  const size = Math.ceil(statement.entries.length / pageCount);
  const count = Math.ceil(statement.entries.length / size);
  let opening = statement.opening;
  return Array.from({ length: count }, (_, index) => {
    const entries = statement.entries.slice(index * size, (index + 1) * size);
    const page = { number: index + 1, isLast: index + 1 === count };
    const closing = opening + sumOf(entries.map(({ amount }) => amount));
    const made = { ...statement, entries, opening, closing, page };
    opening = closing;
    return made;
  });
}

const publish053 = (state: BankState, statements: readonly Statement[]): Promise<void> =>
  publishFile(state, 'camt053', writeCamt053(statements, camtMessage(state), camtFormat(state)));

async function deliver(state: BankState, statement: Statement): Promise<void> {
  const { behaviours } = state;
  const { id, entries } = statement;
  const isPaged = entries.length > 1 && behaviours.decide('paginateStatement', id) !== undefined;
  const pageCount = isPaged ? behaviours.random('paginateStatement').between(2, maxPages) : 1;
  const pages = isPaged ? pagesOf(statement, pageCount) : [statement];
  for (const page of pages) await publish053(state, [page]);
  if (isPaged || !behaviours.decide('conflictingStatement', id)) return;
  // The same entries and balances, so that booking the second one would double them.
  await publish053(state, [{ ...statement, information: 'Corrected copy' }]);
  recordBreak(state, 'CONFLICTING_STATEMENT', id);
}

/** The statement of the current day. Its number may follow a number that no statement has. */
function makeStatement(state: BankState): Statement {
  const { account, today, entries } = state;
  if (state.behaviours.decide('skipStatementNumber')) {
    state.statementNumber += 1;
    recordBreak(state, 'STATEMENT_GAP', String(state.statementNumber));
  }
  state.statementNumber += 1;
  const closing = ownBalance(state);
  const opening = closing - sumOf(entries.map(({ amount }) => amount));
  const number = state.statementNumber;
  const id = `STM-${compactDate(today, 4)}-${number}`;
  return { id, number, date: today, account, opening, closing, entries };
}

/** Publishes the held statements that are due: first the new one, so that they come out of order. */
async function deliverWithHeld(state: BankState, statement: Statement): Promise<void> {
  const due = state.held.filter(({ dueOn }) => dueOn <= state.today);
  state.held = state.held.filter((one) => !due.includes(one));
  const reordered = due.filter(({ mode }) => mode === 'REORDERED').map((one) => one.statement);
  if (reordered.length > 0) await publish053(state, [statement, ...reordered]);
  else await deliver(state, statement);
  for (const one of due) if (one.mode === 'DELAYED') await deliver(state, one.statement);
}

/** A statement of an account that is not ours, with an entry that must never be booked. */
async function publishForeignStatement(state: BankState): Promise<void> {
  const { account, today } = state;
  const other =
    account.iban === undefined
      ? { ...account, accountNumber: `${account.accountNumber ?? ''}9`.slice(-17) }
      : { ...account, iban: 'DE75512108001245126199' };
  const id = `STM-OTHER-${nextNumber(state, 'foreign')}`;
  const entry = {
    kind: 'DEPOSIT' as const,
    bankReference: `${id}-1`,
    hasBankReference: true,
    amount: 12_345n,
    date: today,
    details: [{ amount: 12_345n, name: 'Other Payer', remittance: 'For another account' }],
  };
  const balances = { opening: 0n, closing: 12_345n };
  await publish053(state, [{ id, number: 1, date: today, account: other, ...balances, entries: [entry] }]);
  recordBreak(state, 'FOREIGN_ACCOUNT', id);
}

/** Makes and publishes the statement of the current day. */
export async function publishStatements(state: BankState): Promise<void> {
  const { behaviours, today } = state;
  const statement = makeStatement(state);
  state.statements.push(statement);
  const delay = state.isFinishing ? undefined : behaviours.decide('delayStatement', statement.id);
  const reorder =
    delay || state.isFinishing ? undefined : behaviours.decide('reorderStatement', statement.id);
  if (delay) {
    const days = delay.days ?? behaviours.random('delayStatement').between(2, 3);
    state.held.push({ statement, dueOn: addOpenDays(today, days), mode: 'DELAYED' });
  } else if (reorder) state.held.push({ statement, dueOn: addOpenDays(today, 1), mode: 'REORDERED' });
  else await deliverWithHeld(state, statement);
  if (behaviours.decide('foreignStatement')) await publishForeignStatement(state);
}
