/** Compares deposits: each is credited once to the account that it names, or is an unmatched deposit with its amount. */
import { sql } from 'drizzle-orm';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { idOf, uuidOf } from '../../../src/kernel/ids.ts';
import { accountOf, type Books, compareTexts } from './differences.ts';

interface DepositRow {
  readonly payer: string;
  readonly amount: string;
  readonly account: string | null;
  readonly credited: string | null;
  readonly open: string | null;
}

/** The simulated bank numbers payers in the order of their deposits, as their end-to-end ids. */
const payerOf = (index: number): string => `PAYER-${index + 1}`;

/** The entries of deposits, with what became of each. */
const depositRows = ({ db, connection }: Books): Promise<DepositRow[]> =>
  rawRows<DepositRow & Record<string, unknown>>(
    db.orm,
    sql`select e.record->'details'->0->>'endToEndId' as payer, e.amount::text as amount,
          t.destination_internal_id as account, t.received_amount::text as credited, u.amount::text as open
        from bank_entries e
        left join bank_deposits d on d.entry_id = e.id
        left join transactions t on t.id = d.transaction_id and t.status = 'COMPLETED'
        left join unmatched_deposits u on u.entry_id = e.id and u.status = 'OPEN'
        where e.connection_id = ${uuidOf(connection.id)}
          and e.record->'details'->0->>'endToEndId' like 'PAYER-%'`,
  );

export async function compareDeposits(books: Books): Promise<string[]> {
  const found = (await depositRows(books)).map(({ payer, amount, account, credited, open }) =>
    [payer, amount, account ? idOf('InternalAccount', account) : '-', credited ?? '-', open ?? '-'].join(' '),
  );
  const expected = books.bank.deposits().map((deposit, index) => {
    const account = accountOf(books, deposit);
    const { amount } = deposit;
    return [payerOf(index), amount, account ?? '-', account ? amount : '-', account ? '-' : amount].join(' ');
  });
  return compareTexts('deposits', found, expected);
}
