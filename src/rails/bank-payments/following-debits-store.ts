/**
 * Direct debits that are not the first of their mandate, because an earlier one is on its way. Both have the same mandate: it is not
 * replaced while a direct debit is in progress.
 */
import { sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { readValues } from '../../infrastructure/database/row-decoding/rows.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { BankPayment } from './bank-payment.ts';

/** Of these payments, the direct debits of accounts with an earlier one that a bank has neither booked nor rejected. */
export async function followingDebits(
  db: Executor,
  payments: readonly BankPayment[],
): Promise<ReadonlySet<Id<'BankPayment'>>> {
  const ids = payments.flatMap(({ id, direction }) => (direction === 'DEBIT' ? uuidOf(id) : []));
  if (ids.length === 0) return new Set();
  const rows = await readValues(
    db,
    sql`select p.id::text from bank_payments p join transactions t on t.id = p.transaction_id
      where p.id = any(${sql.param(ids)}::uuid[]) and exists (
        select from transactions earlier join bank_payments e on e.transaction_id = earlier.id
        where earlier.source_external_id = t.source_external_id
          and e.direction = 'DEBIT' and e.status = 'IN_FILE' and e.id < p.id)`,
  );
  return new Set(rows.map(([id]) => idOf('BankPayment', String(id))));
}
