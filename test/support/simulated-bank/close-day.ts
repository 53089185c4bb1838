/** Intraday publications, and the end of a day of the bank. */
import { isOpenDay, nextDay } from './bank-dates.ts';
import { bankAccounts } from './bank-ledger.ts';
import { type BankState, bookSingle, nextNumber, recordBreak } from './bank-state.ts';
import { camtFormat, camtMessage, publishFile } from './publish-file.ts';
import { publishStatements } from './publish-statements.ts';
import { writeCamt052, writeCamt054 } from './write-camt.ts';
import { writeNachaReturns } from './write-nacha-returns.ts';

/** Publishes what is new on this day: an intraday report, notifications of credits, and NACHA returns. */
export async function publishIntraday(state: BankState): Promise<void> {
  const { behaviours } = state;
  const entries = state.entries.slice(state.notifiedCount);
  state.notifiedCount = state.entries.length;
  const credits = entries.filter(({ kind, amount }) => kind === 'DEPOSIT' && amount > 0n);
  for (const credit of credits) {
    if (!behaviours.decide('creditNotification', credit.bankReference)) continue;
    await publishFile(state, 'camt054', writeCamt054(credit, camtMessage(state), camtFormat(state)));
  }
  if (entries.length > 0 && behaviours.decide('intradayReport')) {
    const status = behaviours.decide('pendingIntraday') ? 'PDNG' : 'BOOK';
    const text = writeCamt052(entries, status, camtMessage(state), camtFormat(state));
    await publishFile(state, 'camt052', text);
  }
  await publishReturns(state);
}

const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

async function publishReturns(state: BankState): Promise<void> {
  const { account, today: date, nachaReturns: returns } = state;
  if (returns.length === 0) return;
  state.nachaReturns = [];
  const traces = returns.map(() => nextNumber(state, 'trace'));
  const modifier = modifiers.charAt((nextNumber(state, `returns ${date}`) - 1) % modifiers.length);
  const text = writeNachaReturns({ account, date, modifier, firstTrace: traces[0] ?? 1, returns });
  await publishFile(state, 'nacha-returns', text);
}

/** A movement that no payment and no deposit explains. It is real: the balance of the bank changes. */
function bookUnexplained(state: BankState): void {
  const request = state.behaviours.decide('unexplainedEntry');
  if (!request) return;
  const random = state.behaviours.random('unexplainedEntry');
  const size = BigInt(random.between(1, 50_000));
  const amount = request.amount ?? (random.chance(0.5) ? size : -size);
  const entry = bookSingle(
    state,
    { kind: 'OTHER', amount, information: 'Miscellaneous', mustHaveReference: true },
    { name: 'Unknown Party', remittance: 'Adjustment' },
    bankAccounts.errors,
  );
  recordBreak(state, 'UNEXPLAINED_ENTRY', entry.bankReference, amount);
}

function startDay(state: BankState, date: string): void {
  state.today = date;
  state.entries = [];
  state.notifiedCount = 0;
  if (!isOpenDay(date)) return;
  const due = state.scheduled.filter((work) => work.date <= date);
  state.scheduled = state.scheduled.filter((work) => work.date > date);
  for (const { run } of due) run();
}

/** Publishes the files of the current day, and starts the next open one. */
export async function closeDay(state: BankState): Promise<void> {
  if (!state.isFinishing) bookUnexplained(state);
  await publishIntraday(state);
  await publishStatements(state);
  let date = nextDay(state.today);
  while (!isOpenDay(date)) date = nextDay(date);
  startDay(state, date);
}
