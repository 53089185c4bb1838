/** Whether a customer has unfinished payments, or an external account is used by one. */

import { sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { rawRows } from '../../infrastructure/database/client.ts';
import type { Id } from '../../kernel/ids.ts';
import { idOf, uuidOf } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';

/**
 * Whether a payment of the customer, or any payment from or to one of the customer's accounts, is unfinished. A COMPLETED
 * payment is unfinished while a step of its plan is still scheduled, such as a bank return.
 */
export async function hasUnfinishedPayments(
  tx: Executor,
  scope: Scope,
  id: Id<'Customer'>,
): Promise<boolean> {
  const customer = uuidOf(id);
  const theirs = sql`t.platform_id = ${uuidOf(scope.platformId)} and (
    t.customer_id = ${customer}
    or exists (select from internal_accounts i
      where i.customer_id = ${customer} and i.id in (t.source_internal_id, t.destination_internal_id))
    or exists (select from external_accounts e
      where e.customer_id = ${customer} and e.id in (t.source_external_id, t.destination_external_id)))`;
  const [row] = await rawRows<{ unfinished: boolean }>(
    tx,
    sql`select exists (
          select from transactions t where ${theirs}
            and (t.status in ('CREATED', 'PENDING', 'PROCESSING') or t.refund_status = 'PENDING')
        ) or exists (
          select from jobs j join transactions t on t.id = substr(j.payload->>'transactionId', 13)::uuid
          where j.kind = 'settle-transaction' and j.platform_id = t.platform_id and ${theirs}
        ) as unfinished`,
  );
  return row?.unfinished ?? false;
}

/** Whether a payment in progress uses the external account. */
export async function isUsedByUnfinishedPayment(tx: Executor, id: Id<'ExternalAccount'>): Promise<boolean> {
  const [row] = await rawRows<{ used: boolean }>(
    tx,
    sql`select exists (
          select from transactions t
          where (t.source_external_id = ${uuidOf(id)} or t.destination_external_id = ${uuidOf(id)})
            and (t.status in ('CREATED', 'PENDING', 'PROCESSING') or t.refund_status = 'PENDING')
        ) as used`,
  );
  return row?.used ?? false;
}

/** Of these accounts, those that a payment in progress pulls money from. A quote is in progress from its execution on. */
export async function pulledByUnfinishedPayments(
  tx: Executor,
  ids: readonly Id<'ExternalAccount'>[],
): Promise<Set<Id<'ExternalAccount'>>> {
  const rows = await rawRows<{ id: string }>(
    tx,
    sql`select distinct source_external_id as id from transactions
      where source_external_id in (${sql.join(
        ids.map((id) => sql`${uuidOf(id)}::uuid`),
        sql`, `,
      )})
        and (status = 'PROCESSING' or (status = 'PENDING' and origin = 'TRANSFER_IN'))`,
  );
  return new Set(rows.map(({ id }) => idOf('ExternalAccount', id)));
}
