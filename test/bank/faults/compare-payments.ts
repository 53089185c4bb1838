/**
 * Compares payments and balances: each payment has the outcome of the bank, once, and each account the money that is its own.
 *
 * Decision: a direct debit that comes back is COMPLETED with a break when the service knew of its collection first, and FAILED otherwise.
 * Statements come late and in any order, so both are right; account, payment and break must then agree.
 */
import { sql } from 'drizzle-orm';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../../src/kernel/ids.ts';
import { serviceAccountUuid } from '../../../src/ledger/chart.ts';
import type { ExpectedPayment } from '../../support/simulated-bank/records.ts';
import { accountOf, type Books, compareTexts, compareValues } from './differences.ts';

interface PaymentRow {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly refund: string | null;
  readonly bank_status: string | null;
  readonly reason: string | null;
  readonly amount: string | null;
}

/** The states of the transaction, its refund and its payment at the bank, and the bank's reason. */
const stateOf = ({ status, refund, bank_status: atBank, reason }: PaymentRow): string =>
  [status, refund ?? '-', atBank ?? '-', reason ?? '-'].join(' ');

/** A payment that the bank booked with a wrong amount stays open, because a person decides on the break. */
function expectedState(
  { outcome, code, direction }: ExpectedPayment,
  isWrong: boolean,
  found: PaymentRow | undefined,
): string {
  if (isWrong) return 'PROCESSING - IN_FILE -';
  if (outcome === 'EXECUTED') return 'COMPLETED - CONFIRMED -';
  if (direction === 'CREDIT') return `FAILED COMPLETED ${outcome} ${code}`;
  if (outcome === 'REJECTED' || found?.status !== 'COMPLETED') return `FAILED - ${outcome} ${code}`;
  // The entry of a return says only that it is a break; a report says why it came back.
  return found.bank_status === 'CONFIRMED' ? 'COMPLETED - CONFIRMED -' : `COMPLETED - RETURNED ${code}`;
}

export const paymentRows = ({ db, connection }: Books): Promise<PaymentRow[]> =>
  rawRows<PaymentRow & Record<string, unknown>>(
    db.orm,
    sql`select t.id, t.reference, t.status, t.refund_status as refund, p.status as bank_status, p.reason_code as reason,
          p.amount::text as amount
        from transactions t left join bank_payments p on p.transaction_id = t.id
        where t.platform_id = ${uuidOf(connection.platformId)} and (t.type = 'OUTGOING' or p.direction = 'DEBIT')`,
  );

/** Payments that came back to their account. */
const isRefunded = ({ outcome }: ExpectedPayment): boolean =>
  outcome === 'REJECTED' || outcome === 'RETURNED';

/** The end-to-end ids of direct debits that came back after their money was credited. */
export const creditedReturns = (
  bank: Books['bank'],
  rows: readonly Pick<PaymentRow, 'reference' | 'status'>[],
): ReadonlySet<string> => {
  const expected = bank.expected();
  const isCredited = ({ reference, status }: Pick<PaymentRow, 'reference' | 'status'>) => {
    const one = expected.get(reference);
    return one?.direction === 'DEBIT' && one.outcome === 'RETURNED' && status === 'COMPLETED';
  };
  return new Set(rows.filter(isCredited).map(({ reference }) => reference));
};

const wrongAmounts = ({ bank }: Books): ReadonlySet<string> =>
  new Set(bank.breaks().flatMap(({ kind, id }) => (kind === 'WRONG_AMOUNT' ? [id] : [])));

export async function comparePayments(books: Books): Promise<string[]> {
  const { bank, payments } = books;
  const rows = await paymentRows(books);
  const expected = bank.expected();
  const wrong = wrongAmounts(books);
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  const received = [...expected].map(
    ([id, one]) => `${id} ${expectedState(one, wrong.has(id), byReference.get(id))} ${one.amount}`,
  );
  const results = bank
    .fileResults()
    .filter(({ result, reason }) => result !== 'EXECUTED' && reason?.length !== 4);
  return [
    ...compareTexts(
      'accepted payments',
      rows.map(({ id }) => idOf('Transaction', id)),
      payments.map(({ transactionId }) => transactionId),
    ),
    ...compareTexts(
      'outcomes of payments',
      rows.map((row) => `${row.reference} ${stateOf(row)} ${row.amount}`),
      received,
    ),
    ...compareTexts(
      'payments that the bank received more than once',
      [...expected].flatMap(([id, { timesReceived }]) => (timesReceived === 1 ? [] : [id])),
      [],
    ),
    ...compareTexts(
      'files that the bank could not execute',
      results.map(({ name, result, reason }) => `${name} ${result} ${reason ?? ''}`),
      [],
    ),
    ...(await compareAccounts(books, rows)),
    ...(await compareBankAccount(books)),
  ];
}

/** Each account has its deposits and direct debits less the payments that did not come back. */
async function compareAccounts(books: Books, rows: readonly PaymentRow[]): Promise<string[]> {
  const { db, bank, accounts, payments, connection } = books;
  const expected = new Map<Id<'InternalAccount'>, bigint>([...accounts.values()].map((id) => [id, 0n]));
  const add = (id: Id<'InternalAccount'>, amount: bigint) =>
    expected.set(id, (expected.get(id) ?? 0n) + amount);
  for (const deposit of bank.deposits()) {
    const account = accountOf(books, deposit);
    if (account) add(account, deposit.amount);
  }
  const referenceOf = new Map(rows.map(({ id, reference }) => [idOf('Transaction', id), reference]));
  const [outcomes, wrong, credited] = [bank.expected(), wrongAmounts(books), creditedReturns(bank, rows)];
  for (const { transactionId, accountId, amount, direction } of payments) {
    const reference = referenceOf.get(transactionId) ?? '';
    const one = outcomes.get(reference);
    if (direction === 'OUT') {
      if (!one || !isRefunded(one)) add(accountId, -amount);
    } else if ((one?.outcome === 'EXECUTED' && !wrong.has(reference)) || credited.has(reference)) {
      add(accountId, amount);
    }
  }
  const balances = await rawRows<{ id: string; balance: string; held: string }>(
    db.orm,
    sql`select account_id as id, balance::text as balance, held::text as held from audit_balances
        where platform_id = ${uuidOf(connection.platformId)} and currency = ${connection.currency} and owner <> 'SERVICE'`,
  );
  const found = balances.flatMap(({ id, balance, held }) => {
    const accountId = idOf('InternalAccount', id);
    return expected.has(accountId) ? [`${accountId} ${balance} held ${held}`] : [];
  });
  return compareTexts(
    'balances of accounts',
    found,
    [...expected].map(([id, balance]) => `${id} ${balance} held 0`),
  );
}

/** The bank account of the ledger has the balance that the bank states, and its fees are booked. */
async function compareBankAccount({ db, bank, connection }: Books): Promise<string[]> {
  const { platformId, currency } = connection;
  const balanceOf = async (code: 'BANK' | 'BANK_FEES'): Promise<bigint> => {
    const [row] = await rawRows<{ balance: string }>(
      db.orm,
      sql`select balance::text as balance from audit_balances
          where account_id = ${serviceAccountUuid(uuidOf(platformId), code, currency)}`,
    );
    return BigInt(row?.balance ?? 0);
  };
  // The account is ours, so the ledger has it as a debit.
  return [
    ...compareValues('balance of the bank account', -(await balanceOf('BANK')), bank.balance()),
    ...compareValues('fees of the bank', -(await balanceOf('BANK_FEES')), bank.fees()),
  ];
}
