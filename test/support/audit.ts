/** The audit of a ledger, read from its three views. */
import { sql } from 'drizzle-orm';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';

export interface Audit {
  /** Entries whose postings do not sum to zero in a currency. */
  readonly unbalancedEntries: number;
  /** Currencies of which all accounts together do not sum to zero. */
  readonly currenciesOff: readonly string[];
  /** Customers' and platforms' accounts below zero, posted or available. */
  readonly negativeAccounts: number;
  /** Accounts whose stored balance is not the sum of their postings. */
  readonly driftedAccounts: number;
  /** Accounts whose stored held amount is not the sum of their placed holds. */
  readonly driftedHolds: number;
}

export const soundLedger: Audit = {
  unbalancedEntries: 0,
  currenciesOff: [],
  negativeAccounts: 0,
  driftedAccounts: 0,
  driftedHolds: 0,
};

export async function audit({ orm }: Database): Promise<Audit> {
  const count = async (query: ReturnType<typeof sql>): Promise<number> => {
    const [row] = await rawRows<{ n: string | number }>(orm, sql`select count(*) as n from (${query}) q`);
    return Number(row?.n);
  };
  const off = await rawRows<{ currency: string }>(
    orm,
    sql`select currency from audit_balances group by currency having sum(balance) <> 0`,
  );
  return {
    unbalancedEntries: await count(
      sql`select entry_id from audit_postings group by entry_id, currency having sum(amount) <> 0`,
    ),
    currenciesOff: off.map(({ currency }) => currency),
    negativeAccounts: await count(
      sql`select 1 from audit_balances where owner <> 'SERVICE' and (balance < 0 or balance - held < 0)`,
    ),
    driftedAccounts: await count(
      sql`select 1 from audit_balances b where b.balance <>
        coalesce((select sum(p.amount) from audit_postings p where p.account_id = b.account_id), 0)`,
    ),
    driftedHolds: await count(
      sql`select 1 from audit_balances b where b.held <>
        coalesce((select sum(h.amount) from audit_holds h where h.account_id = b.account_id and h.status = 'PLACED'), 0)`,
    ),
  };
}
