/**
 * Invariants between the ledger and the records of banks.
 *
 * Decision: an entry of the ledger does not name the bank entry that it books. Both have the same time, currency and amount, so
 * as many of one kind as of the other means that each was booked once.
 *
 * Source: docs/behaviour/bank-connections.md#reconciliation.
 */
import { type SQL, sql } from 'drizzle-orm';
import { apiId, type Check } from './check.ts';

const booked = sql`(select c.platform_id, c.currency, e.amount, e.booked_at as at
    from bank_entries e join bank_connections c on c.id = e.connection_id where e.kind is not null
  union all
  select platform_id, currency, opening_balance, created_at from bank_connections where opening_balance <> 0)`;

/** The postings of a service account of banks. */
const postingsOf = (code: 'BANK' | 'BANK_BREAKS' | 'UNMATCHED_DEPOSITS'): SQL => sql`ledger_accounts a
  join postings p on p.account_id = a.id where a.owner = 'SERVICE' and a.code = ${sql.raw(`'${code}'`)}`;

export const bankChecks: readonly Check[] = [
  {
    name: 'the account of a bank is its opening balance plus all booked entries',
    rows: sql`select count(*) from (select distinct platform_id, currency from bank_connections) one`,
    wrong: sql`select ${apiId('Platform', 'platform_id')} || ' is off by ' || sum(amount) || ' ' || currency
      from (
        select platform_id, currency, amount from ${booked} b
        union all
        select a.platform_id, a.currency, p.amount from ${postingsOf('BANK')}
      ) part group by platform_id, currency having sum(amount) <> 0`,
  },
  {
    name: 'each booked entry of a bank is in the ledger once',
    rows: sql`select count(*) from bank_entries where kind is not null`,
    wrong: sql`select ${apiId('Platform', 'platform_id')} || ' has ' || abs(sum(step)) || ' of ' || amount || ' '
        || currency || ' at ' || at || case when sum(step) > 0 then ' not in the ledger' else ' in the ledger only' end
      from (
        select platform_id, currency, amount, at, 1 as step from ${booked} b
        union all
        select a.platform_id, a.currency, -p.amount, p.created_at, -1 from ${postingsOf('BANK')}
      ) part group by platform_id, currency, amount, at having sum(step) <> 0`,
  },
  {
    name: 'an entry of a bank has a kind if and only if it is booked',
    rows: sql`select count(*) from bank_entries`,
    wrong: sql`select ${apiId('BankEntry', 'id')} || ' has the kind ' || coalesce(kind, 'null')
      from bank_entries where (kind is null) <> (booked_at is null)`,
  },
  {
    name: 'the totals of a day of a bank are those of its booked entries',
    rows: sql`select count(*) from bank_day_totals`,
    wrong: sql`select ${apiId('BankConnection', 'connection_id')} || ' is off by ' || sum(n) || ' entries and ' || sum(amount)
        || ' on ' || booked_on || ' (' || kind || ')'
      from (
        select connection_id, booked_on, kind, 1 as n, amount from bank_entries where kind is not null
        union all
        select connection_id, booked_on, kind, -count, -sum from bank_day_totals
      ) part group by connection_id, booked_on, kind having sum(n) <> 0 or sum(amount) <> 0`,
  },
  {
    name: 'the account of breaks is the sum of the breaks that were not fees',
    rows: sql`select count(*) from bank_entries where kind = 'BREAK'`,
    wrong: sql`select ${apiId('Platform', 'platform_id')} || ' is off by ' || sum(amount) || ' ' || currency
      from (
        select e.platform_id, c.currency, -e.break_amount as amount
        from bank_entries e join bank_connections c on c.id = e.connection_id where e.kind = 'BREAK' and not e.is_bank_fee
        union all
        select a.platform_id, a.currency, p.amount from ${postingsOf('BANK_BREAKS')}
      ) part group by platform_id, currency having sum(amount) <> 0`,
  },
  {
    name: 'the account of unmatched deposits is the sum of the open ones',
    rows: sql`select count(*) from unmatched_deposits`,
    wrong: sql`select ${apiId('Platform', 'platform_id')} || ' is off by ' || sum(amount) || ' ' || currency
      from (
        select platform_id, currency, -amount as amount from unmatched_deposits where status in ('OPEN', 'IN_REVIEW')
        union all
        select a.platform_id, a.currency, p.amount from ${postingsOf('UNMATCHED_DEPOSITS')}
      ) part group by platform_id, currency having sum(amount) <> 0`,
  },
];
