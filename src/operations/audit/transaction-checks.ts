/**
 * Invariants between transactions, the ledger and pending jobs.
 *
 * A transfer out has a hold while it is PENDING, which is captured when it is sent to the rail. A quoted payment is debited
 * when it is sent. Incoming payments, and payments pulled from a bank, are credited when they are COMPLETED. A COMPLETED
 * refund returns the full amount.
 *
 * Decision: the event log shows whether a failed payment was debited. The ledger code does not write the log, so a
 * difference between the two reveals a bug.
 *
 * Source: docs/architecture.md#ledger; docs/behaviour/payments.md#states-of-an-outgoing-transaction, docs/behaviour/payments.md#states-of-an-incoming-transaction.
 */
import { sql } from 'drizzle-orm';
import { apiId, type Check } from './check.ts';

const transactionId = apiId('Transaction', 't.id');

/** Pulled from a bank. Nothing is posted before the bank pays. */
const isPulled = sql`(t.source_external_id is not null and t.destination_internal_id is not null)`;
const wasDebited = sql`(t.type = 'OUTGOING' and (t.status = 'COMPLETED'
  or t.status = 'PROCESSING' and not ${isPulled}
  or t.status = 'FAILED' and exists (
    select from transaction_steps v where v.resource_id = ${transactionId}
      and v.status = case when ${isPulled} then 'COMPLETED' else 'PROCESSING' end)))`;
const wasCredited = sql`(t.type = 'INCOMING' and t.status = 'COMPLETED')`;
const isReturned = sql`(t.refund_status is not distinct from 'COMPLETED')`;
const hasMoved = sql`((${wasDebited} or ${wasCredited}) and not ${isReturned})`;

/** Whether a job for the next step exists. The payment of a quote has an expiry job until the quote is executed. */
const hasNextJob = sql`exists (
  select from jobs j
  where j.kind = case when t.status = 'PENDING' and t.origin = 'UMA_RECEIPT' then 'end-approval-window'
      else 'settle-transaction' end
    and j.payload->>'transactionId' = ${transactionId}
  union all
  select from jobs j
  where t.status = 'PENDING' and j.kind = 'expire-quote' and j.payload->>'quoteId' = ${apiId('Quote', 't.quote_id')})`;

export const transactionChecks: readonly Check[] = [
  {
    name: 'open holds have the amount and the account of a payment that waits for its rail',
    rows: sql`select count(*) from holds where status = 'PLACED'`,
    wrong: sql`select 'hold ' || h.id || ' of Transaction:' || h.transaction_id
        || coalesce(', which is ' || t.status, ', which does not exist')
      from holds h left join transactions t on t.id = h.transaction_id and t.platform_id = h.platform_id
      where h.status = 'PLACED' and (
        t.type = 'OUTGOING' and t.origin = 'TRANSFER_OUT' and t.status = 'PENDING'
        and t.source_internal_id = h.account_id and t.source_currency = h.currency and t.sent_amount = h.amount
      ) is not true`,
  },
  {
    name: 'closed holds were captured by payments that were sent, or released by payments that were not',
    rows: sql`select count(*) from holds where status <> 'PLACED'`,
    wrong: sql`select 'hold ' || h.id || ' of Transaction:' || h.transaction_id || ' is ' || h.status
        || coalesce(' and it is ' || t.status, ' and it does not exist')
      from holds h left join transactions t on t.id = h.transaction_id and t.platform_id = h.platform_id
      where h.status <> 'PLACED' and (
        t.source_internal_id = h.account_id and t.source_currency = h.currency and t.sent_amount = h.amount
        and case h.status
          when 'CAPTURED' then ${wasDebited}
          else t.status in ('FAILED', 'EXPIRED') and not ${wasDebited} end
      ) is not true`,
  },
  {
    name: 'transfers out have the hold that their status requires',
    rows: sql`select count(*) from transactions where origin = 'TRANSFER_OUT'`,
    wrong: sql`select ${transactionId} || ' is ' || t.status || coalesce(', its hold is ' || h.status, ' without a hold')
      from transactions t left join holds h on h.transaction_id = t.id
      where t.origin = 'TRANSFER_OUT' and (
        t.status = 'PENDING' and h.status is distinct from 'PLACED'
        or t.status in ('PROCESSING', 'COMPLETED') and h.status is distinct from 'CAPTURED')`,
  },
  {
    name: 'transactions have the entries that their status requires',
    rows: sql`select count(*) from transactions`,
    wrong: sql`select ${transactionId} || ' is ' || t.status || coalesce(', refund ' || t.refund_status, '')
        || ', with ' || coalesce(e.entries, 0) || ' entries'
      from transactions t
        left join (select transaction_id, count(*) as entries from entries group by 1) e on e.transaction_id = t.id
      where coalesce(e.entries, 0)
        <> (${wasDebited} or ${wasCredited})::int + (${wasDebited} and ${isReturned})::int
      union all
      select 'entry ' || e.id || ' is of Transaction:' || e.transaction_id || ', which does not exist'
      from entries e left join transactions t on t.id = e.transaction_id and t.platform_id = e.platform_id
      where e.transaction_id is not null and t.id is null`,
  },
  {
    name: 'entries move the amounts of their transaction, and sum to zero after a refund',
    rows: sql`select count(*) from transactions`,
    // A refund to the suspense account counts as a refund to the source if the source is closed.
    wrong: sql`select 'Transaction:' || transaction_id || ' is off by ' || sum(amount) || ' on ' || account
      from (
        select e.transaction_id, p.amount, case
            when a.code = 'FEES' then 'fees'
            when a.code = 'SUSPENSE' then coalesce(${apiId('InternalAccount', 'closed.id')}, 'suspense')
            else ${apiId('InternalAccount', 'a.id')} end as account
        from postings p join entries e on e.id = p.entry_id join ledger_accounts a on a.id = p.account_id
          left join transactions t on t.id = e.transaction_id and a.code = 'SUSPENSE'
          left join ledger_accounts closed
            on closed.id = t.source_internal_id and closed.currency = p.currency and closed.closed
        where e.transaction_id is not null and (a.posted is not null or a.code in ('FEES', 'SUSPENSE'))
        union all
        select t.id, side.amount, side.account
        from transactions t cross join lateral (values
          (t.sent_amount, ${apiId('InternalAccount', 't.source_internal_id')}, t.type = 'OUTGOING'),
          (-t.received_amount, ${apiId('InternalAccount', 't.destination_internal_id')}, true),
          (-t.fees, 'fees', t.type = 'OUTGOING')
        ) side (amount, account, applies)
        where side.account is not null and side.applies and ${hasMoved}
      ) moved group by transaction_id, account having sum(amount) <> 0`,
  },
  {
    // A production rail reports from outside, so its payments have no job. A failed debit is refunded in the same commit.
    name: 'open payments have a job for their next step, and failed debits are refunded',
    rows: sql`select count(*) from transactions
      where status in ('CREATED', 'PENDING', 'PROCESSING') or refund_status = 'PENDING'
        or type = 'OUTGOING' and status = 'FAILED'`,
    wrong: sql`select ${transactionId} || ' is ' || t.status || coalesce(', refund ' || t.refund_status, '')
        || ', and has no job for its next step'
      from transactions t join platforms p on p.id = t.platform_id
      where (
        p.mode = 'SANDBOX' and (t.status in ('CREATED', 'PENDING', 'PROCESSING') or t.refund_status = 'PENDING')
        or t.type = 'OUTGOING' and t.status = 'FAILED' and t.refund_status is null and ${wasDebited}
      ) and not ${hasNextJob}`,
  },
];
