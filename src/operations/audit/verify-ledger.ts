/**
 * Verifies all records about money in one snapshot of the database. It may run while servers run and does not block them.
 *
 * Decision: an event without a position is no error, because positions are assigned after commit. The result contains the
 * number of such events.
 */
import { sql } from 'drizzle-orm';
import { type Database, type Executor, rawRows } from '../../infrastructure/database/client.ts';
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { auditLogChecks, checkSeals } from './audit-log-checks.ts';
import { bankChecks } from './bank-checks.ts';
import { apiId, type CheckResult, runCheck } from './check.ts';
import { eventChecks } from './event-checks.ts';
import { ledgerChecks } from './ledger-checks.ts';
import { ruleChecks } from './rule-checks.ts';
import { transactionChecks } from './transaction-checks.ts';

export const checks = [
  ...ledgerChecks,
  ...transactionChecks,
  ...bankChecks,
  ...eventChecks,
  ...auditLogChecks,
  ...ruleChecks,
];

const maxHeads = 1_000;

/** Money that was returned for a deleted customer. */
interface SuspenseBalance {
  readonly platformId: string;
  readonly currency: string;
  /** In the currency's smallest unit, as text, because it may exceed the range of a JSON number. */
  readonly amount: string;
}

export interface Verdict {
  readonly verified: boolean;
  readonly checks: readonly CheckResult[];
  /** Committed events without a position in the log. */
  readonly eventsWaiting: number;
  /** The last entry of the audit log of each platform, at most 1,000: retain them to compare them with those of a later verification. */
  readonly auditLogs: readonly {
    readonly platformId: string;
    readonly position: number;
    readonly hash: string;
  }[];
  /** Whether the seals of the audit logs were checked: not without the master key. */
  readonly sealsChecked: boolean;
  /** Money that an operator must pay out; no error. */
  readonly suspense: readonly SuspenseBalance[];
}

/**
 * Runs all checks in the given transaction.
 *
 * @param dataKey without it, the seals of the audit log are not checked.
 */
export async function verdictIn(tx: Executor, dataKey?: SealingKey): Promise<Verdict> {
  const results: CheckResult[] = [];
  for (const check of checks) results.push(await runCheck(tx, check));
  if (dataKey) results.push(await checkSeals(tx, dataKey));
  const heads = await rawRows<{ platformId: string; position: unknown; hash: string }>(
    tx,
    sql`select ${apiId('Platform', 'platform_id')} as "platformId", position, encode(hash, 'hex') as hash
        from audit_heads order by platform_id limit ${maxHeads}`,
  );
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
    auditLogs: heads.map(({ position, ...head }) => ({ ...head, position: Number(position) })),
    sealsChecked: dataKey !== undefined,
  };
}

export const verifyLedger = ({ orm }: Pick<Database, 'orm'>, dataKey?: SealingKey): Promise<Verdict> =>
  orm.transaction(
    async (raw) => {
      const tx = raw as unknown as Executor;
      // The statement timeout of servers does not apply here.
      await tx.execute(sql`set local statement_timeout = 0`);
      return verdictIn(tx, dataKey);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
