/** Invariants of the ledger: entries, postings, stored balances and held sums. Source: docs/architecture.md#ledger. */
import { sql } from 'drizzle-orm';
import { apiId, type Check } from './check.ts';

/** A ledger account of a customer or platform has the uuid of its internal account. Service accounts have no API id. */
const accountId = sql`case when a.owner = 'SERVICE' then 'service account ' || a.id
  else ${apiId('InternalAccount', 'a.id')} end`;

export const ledgerChecks: readonly Check[] = [
  {
    name: 'entries sum to zero in each currency',
    rows: sql`select count(*) from entries`,
    wrong: sql`select 'entry ' || entry_id || ' is off by ' || sum(amount) || ' ' || currency
      from postings group by entry_id, currency having sum(amount) <> 0`,
  },
  {
    name: 'entries have two postings or more',
    rows: sql`select count(*) from entries`,
    wrong: sql`select 'entry ' || e.id || ' has ' || count(p.id)
      from entries e left join postings p on p.entry_id = e.id group by e.id having count(p.id) < 2`,
  },
  {
    name: 'postings have an entry, and an account of their currency',
    rows: sql`select count(*) from postings`,
    wrong: sql`select 'posting ' || p.id || case when e.id is null then ' has no entry' else ' has no account' end
      from postings p
        left join entries e on e.id = p.entry_id and e.platform_id = p.platform_id
        left join ledger_accounts a
          on a.id = p.account_id and a.platform_id = p.platform_id and a.currency = p.currency
      where e.id is null or a.id is null`,
  },
  {
    name: 'balances are the sums of their postings',
    rows: sql`select count(*) from ledger_accounts where posted is not null`,
    wrong: sql`select ${accountId} || ' has the balance ' || a.posted || ', its postings sum to ' || coalesce(p.sum, 0)
      from ledger_accounts a
        left join (select account_id, sum(amount) as sum from postings group by account_id) p on p.account_id = a.id
      where a.posted <> coalesce(p.sum, 0)`,
  },
  {
    // Each posting starts at the balance after another posting. The first starts at zero, and the last ends at the stored
    // balance. The check needs no order: each balance must occur as often as a start as it does as an end.
    name: 'the balance after each posting is the balance before it plus the posting',
    rows: sql`select count(*) from postings where balance_after is not null`,
    wrong: sql`select distinct ${apiId('InternalAccount', 'id')} || ' has a posting with another balance after it'
      from (
        select p.account_id as id, p.balance_after as balance, 1 as ends from postings p
          where p.balance_after is not null
        union all
        select p.account_id, p.balance_after - p.amount, -1 from postings p where p.balance_after is not null
        union all select id, 0, 1 from ledger_accounts where posted is not null
        union all select id, posted, -1 from ledger_accounts where posted is not null
        union all
        select p.account_id, null, 1 from postings p join ledger_accounts a on a.id = p.account_id
          where a.posted is not null and p.balance_after is null
      ) step group by id, balance having sum(ends) <> 0`,
  },
  {
    name: 'no customer or platform is overdrawn',
    rows: sql`select count(*) from ledger_accounts where owner <> 'SERVICE'`,
    wrong: sql`select ${accountId} || ' has ' || a.posted || ', of which ' || a.held || ' is held'
      from ledger_accounts a
      where a.owner <> 'SERVICE' and (a.posted is null or a.held is null or a.held < 0 or a.posted - a.held < 0)`,
  },
  {
    name: 'accounts of deleted customers are closed and empty, and no others are closed',
    rows: sql`select count(*) from ledger_accounts where owner <> 'SERVICE'`,
    wrong: sql`select ${accountId} || case when a.closed then ' is closed' else ' is not closed' end
        || ', and holds ' || coalesce(a.posted, 0)
      from ledger_accounts a
        left join internal_accounts i on i.id = a.id
        left join customers c on c.id = i.customer_id
      where a.closed <> (c.deleted_at is not null) or a.closed and (a.posted <> 0 or a.held <> 0)`,
  },
  {
    name: "each platform's accounts sum to zero in each currency",
    rows: sql`select count(*) from ledger_accounts`,
    wrong: sql`select ${apiId('Platform', 'platform_id')} || ' is off by ' || sum(balance) || ' ' || currency
      from (
        select platform_id, currency, posted as balance from ledger_accounts where posted is not null
        union all
        select p.platform_id, p.currency, p.amount from postings p
          where not exists (select from ledger_accounts a where a.id = p.account_id and a.posted is not null)
      ) part group by platform_id, currency having sum(balance) <> 0`,
  },
  {
    name: 'the held amount of an account is the sum of its open holds',
    rows: sql`select count(*) from ledger_accounts where posted is not null`,
    wrong: sql`select ${accountId} || ' has the held amount ' || coalesce(a.held, 0) || ', its open holds sum to '
        || coalesce(h.sum, 0)
      from ledger_accounts a
        left join (
          select account_id, currency, sum(amount) as sum from holds where status = 'PLACED' group by 1, 2
        ) h on h.account_id = a.id and h.currency = a.currency
      where coalesce(a.held, 0) <> coalesce(h.sum, 0)
      union all
      select 'hold ' || h.id || ' has no account of its currency' from holds h
      where not exists (
        select from ledger_accounts a
        where a.id = h.account_id and a.platform_id = h.platform_id and a.currency = h.currency)`,
  },
];
