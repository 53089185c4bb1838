/**
 * Verifies everything that is recorded about money, in one snapshot of the database: beside running servers it sees
 * one instant of them, and they never wait for it.
 *
 * Decision: an event that still waits for its position is no mistake, since positions are given after commit. How many
 * wait is told beside the checks.
 */
import { sql } from 'drizzle-orm';
import { type Database, type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { apiId, type CheckResult, runCheck } from './check.ts';
import { eventChecks } from './event-checks.ts';
import { ledgerChecks } from './ledger-checks.ts';
import { ruleChecks } from './rule-checks.ts';
import { transactionChecks } from './transaction-checks.ts';

export const checks = [...ledgerChecks, ...transactionChecks, ...eventChecks, ...ruleChecks];

/** Money that came back for a customer who was deleted meanwhile. */
export interface SuspenseBalance {
  readonly platformId: string;
  readonly currency: string;
  /** In the currency's smallest unit, as text: it may be more than a JSON number carries. */
  readonly amount: string;
}

export interface Verdict {
  readonly verified: boolean;
  readonly checks: readonly CheckResult[];
  /** Committed, and not yet given their place in the log. */
  readonly eventsWaiting: number;
  /** For an operator to pay out; no mistake. */
  readonly suspense: readonly SuspenseBalance[];
}

/** The verdict on what the transaction sees. */
export async function verdictIn(tx: Executor): Promise<Verdict> {
  const results: CheckResult[] = [];
  for (const check of checks) results.push(await runCheck(tx, check));
  const [waiting] = await rawRows<{ n: unknown }>(
    tx,
    sql`select count(*) as n from events where position is null`,
  );
  const suspense = await rawRows<{ platformId: string; currency: string; amount: string }>(
    tx,
    sql`select ${apiId('Platform', 'a.platform_id')} as "platformId", a.currency, sum(p.amount)::text as amount
        from ledger_accounts a join postings p on p.account_id = a.id
        where a.code = 'SUSPENSE' group by 1, 2 having sum(p.amount) <> 0 order by 1, 2`,
  );
  return {
    suspense,
    verified: results.every(({ wrong }) => wrong === 0),
    checks: results,
    eventsWaiting: Number(waiting?.n ?? 0),
  };
}

export const verifyLedger = ({ orm }: Pick<Database, 'orm'>): Promise<Verdict> =>
  orm.transaction(
    async (raw) => {
      const tx = raw as unknown as Executor;
      // However long it takes: what bounds the statements of servers is not meant for this.
      await tx.execute(sql`set local statement_timeout = 0`);
      return verdictIn(tx);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
