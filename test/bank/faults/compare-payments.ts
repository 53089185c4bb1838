/** Compares payments and balances: each payment has the outcome of the bank, once, and each account the money that is its own. */
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
function expectedState({ outcome, code }: ExpectedPayment, isWrong: boolean): string {
  if (isWrong) return 'PROCESSING - IN_FILE -';
  if (outcome === 'EXECUTED') return 'COMPLETED - CONFIRMED -';
  return `FAILED COMPLETED ${outcome} ${code}`;
}

const paymentRows = ({ db, connection }: Books): Promise<PaymentRow[]> =>
  rawRows<PaymentRow & Record<string, unknown>>(
    db.orm,
    sql`select t.id, t.reference, t.status, t.refund_status as refund, p.status as bank_status, p.reason_code as reason,
          p.amount::text as amount
        from transactions t left join bank_payments p on p.transaction_id = t.id
        where t.platform_id = ${uuidOf(connection.platformId)} and t.type = 'OUTGOING'`,
  );

/** Payments that came back to their account. */
const isRefunded = ({ outcome }: ExpectedPayment): boolean =>
  outcome === 'REJECTED' || outcome === 'RETURNED';

export async function comparePayments(books: Books): Promise<string[]> {
  const { bank, payments } = books;
  const rows = await paymentRows(books);
  const expected = bank.expected();
  const wrong = new Set(bank.breaks().flatMap(({ kind, id }) => (kind === 'WRONG_AMOUNT' ? [id] : [])));
  const received = [...expected].map(
    ([id, one]) => `${id} ${expectedState(one, wrong.has(id))} ${one.amount}`,
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

/** Each account has its deposits less the payments that did not come back. */
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
  for (const { transactionId, accountId, amount } of payments) {
    const outcome = bank.expected().get(referenceOf.get(transactionId) ?? '');
    if (!outcome || !isRefunded(outcome)) add(accountId, -amount);
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
