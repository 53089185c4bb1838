/** Each kind of corruption of the records, made with disabled triggers. */
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../../src/infrastructure/database/client.ts';
import { newUuid } from '../../../src/kernel/ids.ts';

const one = async (tx: Executor, query: SQL): Promise<string> => {
  const [row] = await rawRows<{ id: string }>(tx, query);
  if (!row) throw new Error('the world has none');
  return row.id;
};

const aTransaction = (tx: Executor, where: SQL) =>
  one(tx, sql`select id from transactions t where ${where} limit 1`);
const usdAccount = (tx: Executor) =>
  one(
    tx,
    sql`select id from ledger_accounts where owner = 'CUSTOMER' and currency = 'USD' and posted > 1000 limit 1`,
  );
const apiIdOf = (uuid: string) => `Transaction:${uuid}`;

/** The corruption, the start of the name of its check, and a function that makes it and returns the start of the reported line. */
export const corruptions: readonly [
  what: string,
  check: string,
  corrupt: (tx: Executor) => Promise<string>,
][] = [
  [
    'a posting with a wrong amount',
    'entries sum to zero',
    async (tx) => {
      const id = await one(tx, sql`select entry_id as id from postings limit 1`);
      await tx.execute(sql`update postings set amount = amount + 1 where id in (
        select id from postings where entry_id = ${id} order by id limit 1)`);
      return `entry ${id}`;
    },
  ],
  [
    'an entry with one posting',
    'entries have two postings',
    async (tx) => {
      const id = await one(tx, sql`select entry_id as id from postings limit 1`);
      await tx.execute(sql`delete from postings where id in (
        select id from postings where entry_id = ${id} order by id offset 1)`);
      return `entry ${id}`;
    },
  ],
  [
    'a posting whose entry was deleted',
    'postings have an entry',
    async (tx) => {
      const id = await one(tx, sql`select id from entries limit 1`);
      await tx.execute(sql`delete from entries where id = ${id}`);
      return 'posting ';
    },
  ],
  [
    'a posting of another currency than its account',
    'postings have an entry, and an account',
    async (tx) => {
      const id = await one(tx, sql`select id from postings where currency = 'EUR' limit 1`);
      await tx.execute(sql`update postings set currency = 'INR' where id = ${id}`);
      return `posting ${id}`;
    },
  ],
  [
    'a stored balance that was increased',
    'balances are the sums',
    async (tx) => {
      const id = await usdAccount(tx);
      await tx.execute(sql`update ledger_accounts set posted = posted + 1 where id = ${id}`);
      return `InternalAccount:${id}`;
    },
  ],
  [
    'a changed balance after a posting',
    'the balance after each posting',
    async (tx) => {
      const id = await usdAccount(tx);
      await tx.execute(sql`update postings set balance_after = balance_after + 1 where id in (
        select id from postings where account_id = ${id} limit 1)`);
      return `InternalAccount:${id}`;
    },
  ],
  [
    'a missing balance after a posting',
    'the balance after each posting',
    async (tx) => {
      const id = await usdAccount(tx);
      await tx.execute(sql`update postings set balance_after = null where id in (
        select id from postings where account_id = ${id} limit 1)`);
      return `InternalAccount:${id}`;
    },
  ],
  [
    'an account below zero, against the constraint',
    'no customer or platform is overdrawn',
    async (tx) => {
      await tx.execute(sql`alter table ledger_accounts drop constraint available_is_not_negative`);
      const id = await usdAccount(tx);
      await tx.execute(sql`update ledger_accounts set posted = -1 where id = ${id}`);
      return `InternalAccount:${id}`;
    },
  ],
  [
    'an open account of a deleted customer',
    'accounts of deleted customers are closed',
    async (tx) => {
      const id = await usdAccount(tx);
      await tx.execute(sql`update customers set deleted_at = now()
        where id = (select customer_id from internal_accounts where id = ${id})`);
      return `InternalAccount:${id}`;
    },
  ],
  [
    'a refund in suspense whose account is open',
    'entries move the amounts of their transaction',
    async (tx) => {
      const id = await aTransaction(tx, sql`t.refund_status = 'COMPLETED' and t.origin = 'TRANSFER_OUT'`);
      await tx.execute(sql`update postings p set balance_after = null, account_id = s.id
        from entries e, ledger_accounts s
        where e.id = p.entry_id and e.transaction_id = ${id} and p.amount > 0 and p.balance_after is not null
          and s.platform_id = p.platform_id and s.currency = p.currency and s.code = 'SUSPENSE'`);
      return apiIdOf(id);
    },
  ],
  [
    'money without a source, in both the balance and the posting',
    "each platform's accounts sum to zero",
    async (tx) => {
      const id = await usdAccount(tx);
      await tx.execute(sql`update ledger_accounts set posted = posted + 100 where id = ${id}`);
      await tx.execute(sql`insert into postings (id, entry_id, platform_id, account_id, currency, amount, balance_after, created_at)
        select ${newUuid()}, ${newUuid()}, platform_id, id, currency, 100, posted, now() from ledger_accounts where id = ${id}`);
      return 'Platform:';
    },
  ],
  [
    'a stored held amount that was increased',
    'the held amount of an account',
    async (tx) => {
      const id = await usdAccount(tx);
      await tx.execute(sql`update ledger_accounts set held = held + 1 where id = ${id}`);
      return `InternalAccount:${id}`;
    },
  ],
  [
    'a hold of a missing account',
    'the held amount of an account',
    async (tx) => {
      const id = await one(tx, sql`select id from holds limit 1`);
      await tx.execute(sql`update holds set account_id = ${newUuid()} where id = ${id}`);
      return `hold ${id}`;
    },
  ],
  [
    'a final transaction with an open hold',
    'open holds have the amount and the account',
    async (tx) => {
      const id = await one(tx, sql`select id from holds where status = 'CAPTURED' limit 1`);
      await tx.execute(sql`update holds set status = 'PLACED' where id = ${id}`);
      return `hold ${id}`;
    },
  ],
  [
    'an open hold of another amount than its payment',
    'open holds have the amount and the account',
    async (tx) => {
      const id = await one(tx, sql`select id from holds where status = 'PLACED' limit 1`);
      await tx.execute(sql`update holds set amount = amount + 1 where id = ${id}`);
      return `hold ${id}`;
    },
  ],
  [
    'a released hold of a completed payment',
    'closed holds were captured',
    async (tx) => {
      const id = await one(tx, sql`select id from holds where status = 'CAPTURED' limit 1`);
      await tx.execute(sql`update holds set status = 'RELEASED' where id = ${id}`);
      return `hold ${id}`;
    },
  ],
  [
    'an accepted transfer without its hold',
    'transfers out have the hold',
    async (tx) => {
      const id = await aTransaction(tx, sql`t.origin = 'TRANSFER_OUT' and t.status = 'PENDING'`);
      await tx.execute(sql`delete from holds where transaction_id = ${id}`);
      return apiIdOf(id);
    },
  ],
  [
    'a completed payment without its entry',
    'transactions have the entries',
    async (tx) => {
      const id = await aTransaction(tx, sql`t.origin = 'TRANSFER_IN' and t.status = 'COMPLETED'`);
      await tx.execute(
        sql`delete from postings where entry_id in (select id from entries where transaction_id = ${id})`,
      );
      await tx.execute(sql`delete from entries where transaction_id = ${id}`);
      return apiIdOf(id);
    },
  ],
  [
    'an entry of a missing transaction',
    'transactions have the entries',
    async (tx) => {
      const id = await one(tx, sql`select id from entries limit 1`);
      await tx.execute(sql`update entries set transaction_id = ${newUuid()} where id = ${id}`);
      return `entry ${id}`;
    },
  ],
  [
    'a payment with another amount than its entry',
    'entries move the amounts of their transaction',
    async (tx) => {
      const id = await aTransaction(
        tx,
        sql`t.origin = 'QUOTE' and t.status = 'COMPLETED' and t.refund_status is null
        and t.source_internal_id is not null`,
      );
      await tx.execute(sql`update transactions set sent_amount = sent_amount + 1 where id = ${id}`);
      return apiIdOf(id);
    },
  ],
  [
    'fees without an entry',
    'entries move the amounts of their transaction',
    async (tx) => {
      const id = await aTransaction(
        tx,
        sql`t.origin = 'QUOTE' and t.status = 'COMPLETED' and t.refund_status is null
        and t.fees > 0`,
      );
      await tx.execute(sql`update transactions set fees = 0 where id = ${id}`);
      return apiIdOf(id);
    },
  ],
  [
    'a reported refund without an entry',
    'transactions have the entries',
    async (tx) => {
      const id = await aTransaction(tx, sql`t.refund_status = 'FAILED'`);
      await tx.execute(sql`update transactions set refund_status = 'COMPLETED' where id = ${id}`);
      return apiIdOf(id);
    },
  ],
  [
    'an open payment without a job',
    'open payments have a job',
    async (tx) => {
      const id = await aTransaction(tx, sql`t.status = 'PROCESSING'`);
      await tx.execute(sql`delete from jobs where payload->>'transactionId' = ${apiIdOf(id)}`);
      return apiIdOf(id);
    },
  ],
  [
    'a failed debit that is never refunded',
    'open payments have a job',
    async (tx) => {
      const id = await aTransaction(tx, sql`t.refund_status = 'COMPLETED' and t.status = 'FAILED'`);
      await tx.execute(sql`update transactions set refund_status = null where id = ${id}`);
      return apiIdOf(id);
    },
  ],
  [
    'a gap in the event log',
    'the event log has every position',
    async (tx) => {
      await tx.execute(sql`delete from events where position = 7`);
      return 'position 7 is missing';
    },
  ],
  [
    'an event log without its first events',
    'the event log has every position',
    async (tx) => {
      await tx.execute(sql`delete from events where position <= 3`);
      return 'position 1 to 3 are missing';
    },
  ],
  [
    'a gap in the events of one record',
    'the published events of each record',
    async (tx) => {
      const id = await one(tx, sql`select resource_id as id from events where sequence = 3 limit 1`);
      await tx.execute(sql`update events set sequence = 999 where resource_id = ${id} and sequence = 2`);
      return id;
    },
  ],
  [
    'a status without an event',
    'the last event of each transaction',
    async (tx) => {
      const id = await aTransaction(tx, sql`t.status = 'EXPIRED'`);
      await tx.execute(sql`update transactions set status = 'FAILED' where id = ${id}`);
      return apiIdOf(id);
    },
  ],
  [
    'a refund without an event',
    'the last event of each transaction',
    async (tx) => {
      const id = await aTransaction(tx, sql`t.refund_status = 'FAILED'`);
      await tx.execute(sql`update transactions set refund_status = null where id = ${id}`);
      return apiIdOf(id);
    },
  ],
  [
    'events of a missing transaction',
    'the last event of each transaction',
    async (tx) => {
      const id = `Transaction:${newUuid()}`;
      await tx.execute(sql`update events set resource_id = ${id} where resource_id in (
        select resource_id from events where topic = 'transaction' limit 1)`);
      return id;
    },
  ],
  [
    'a trigger that is disabled',
    'the triggers',
    async (tx) => {
      await tx.execute(sql`alter table postings disable trigger postings_never_change`);
      return 'trigger postings_never_change on postings is disabled';
    },
  ],
  [
    'a missing trigger',
    'the triggers',
    async (tx) => {
      await tx.execute(sql`drop trigger entries_never_change on entries`);
      return 'trigger entries_never_change on entries is missing';
    },
  ],
  [
    'a partition without a trigger',
    'the triggers',
    async (tx) => {
      await tx.execute(sql`drop trigger postings_must_balance on postings_future`);
      return 'trigger postings_must_balance on postings_future is missing';
    },
  ],
  [
    'a partition without a unique index',
    'the unique indexes',
    async (tx) => {
      await tx.execute(sql`drop index events_future_position_idx`);
      return 'the unique index on (position) of events_future is missing';
    },
  ],
  [
    'a trigger that rejects nothing',
    'the triggers',
    async (tx) => {
      await tx.execute(sql`create or replace function refuse_change() returns trigger language plpgsql as
        'begin return null; end'`);
      return 'trigger entries_never_change on entries is another';
    },
  ],
  [
    'a changed entry of the audit log',
    'the entries of each audit log',
    async (tx) => {
      const id = await one(tx, sql`select platform_id as id from audit_entries limit 1`);
      await tx.execute(
        sql`update audit_entries set operation = 'other' where platform_id = ${id} and position = 2`,
      );
      return `Platform:${id} entry 2 has another hash than its content`;
    },
  ],
  [
    'an audit log without its last entry',
    'the head of each audit log',
    async (tx) => {
      const id = await one(tx, sql`select platform_id as id from audit_heads limit 1`);
      await tx.execute(sql`delete from audit_entries where platform_id = ${id} and position = (
        select position from audit_heads where platform_id = ${id})`);
      return `Platform:${id} ends with entry`;
    },
  ],
  [
    'an audit log that was removed with its head',
    'the head of each audit log',
    async (tx) => {
      const id = await one(tx, sql`select platform_id as id from audit_heads limit 1`);
      await tx.execute(sql`delete from audit_entries where platform_id = ${id}`);
      await tx.execute(sql`delete from audit_heads where platform_id = ${id}`);
      return `Platform:${id} has no head`;
    },
  ],
  [
    'a table whose changes are not recorded',
    'the triggers that record changes',
    async (tx) => {
      await tx.execute(sql`alter table api_tokens disable trigger recorded_in_audit_log`);
      return 'trigger recorded_in_audit_log on api_tokens is disabled';
    },
  ],
  [
    'a missing constraint',
    'the constraints',
    async (tx) => {
      await tx.execute(sql`alter table ledger_accounts drop constraint held_is_not_negative`);
      return 'constraint held_is_not_negative on ledger_accounts is missing';
    },
  ],
];
