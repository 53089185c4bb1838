/**
 * The gauges of the ledger: whether it balances.
 *
 * Decision: the ledger is summed in the background, at most once a minute and only if scraped, because the sum reads the
 * postings of the service's own accounts. A gauge has the time of the last sum; after a failure it keeps its value. Every
 * process reports the whole database.
 */
import { sql } from 'drizzle-orm';
import { type Database, rawRows } from '../../infrastructure/database/client.ts';
import { cached } from '../../infrastructure/observability/cached.ts';
import { type Gauge, type GaugeValues, withinTimeout } from '../../infrastructure/observability/gauge.ts';

const cacheMs = 60_000;

interface LedgerSums {
  /** The sum of all accounts of each currency. */
  readonly sums: GaugeValues;
  readonly wrongHoldCount: number;
  readonly at: number;
}

/** Both results must be zero: the sum of the accounts of each currency, and the number of accounts and holds that differ. */
async function sumLedger({ orm }: Database): Promise<LedgerSums> {
  const sums = await rawRows<{ currency: string; sum: string }>(
    orm,
    sql`select currency, sum(balance) as sum from audit_balances group by currency`,
  );
  const [row] = await rawRows<{ off: string | number }>(
    orm,
    sql`select
      (select count(*) from (select id, currency, held from ledger_accounts where held <> 0) a
        full join (
          select account_id, currency, sum(amount) as amount from holds where status = 'PLACED' group by 1, 2
        ) h on h.account_id = a.id and h.currency = a.currency
        where coalesce(a.held, 0) <> coalesce(h.amount, 0))
      + (select count(*) from holds h left join transactions t on t.id = h.transaction_id
        where h.status = 'PLACED' and (t.status in ('CREATED', 'PENDING', 'PROCESSING')) is not true) as off`,
  );
  return {
    sums: sums.map(({ currency, sum }) => [currency, Number(sum)]),
    wrongHoldCount: Number(row?.off ?? 0),
    at: Date.now() / 1000,
  };
}

export function ledgerGauges(db: Database): readonly Gauge[] {
  let sums: LedgerSums | undefined;
  const sum = cached(async () => {
    sums = await sumLedger(db).catch(() => sums);
  }, cacheMs);
  /** The last known sum. Starts a new one if due, and waits only for the first. */
  const lastSum = async () => {
    const started = sum();
    if (!sums) await withinTimeout(started);
    return sums;
  };
  const gauge = (
    name: string,
    help: string,
    valuesOf: (last: LedgerSums) => GaugeValues,
    labelNames: readonly string[] = [],
  ): Gauge => ({
    name,
    help,
    labelNames,
    read: async () => {
      const last = await lastSum();
      return last ? valuesOf(last) : [];
    },
  });
  return [
    gauge(
      'payments_ledger_sum',
      'Sum of all ledger accounts of a currency, in its smallest unit. Any value other than 0 is an error.',
      (last) => last.sums,
      ['currency'],
    ),
    gauge(
      'payments_ledger_holds_off',
      'Accounts whose held amount differs from the sum of their open holds, plus open holds without an open transaction. Any value other than 0 is an error.',
      ({ wrongHoldCount }) => [['', wrongHoldCount]],
    ),
    gauge('payments_ledger_summed_at_seconds', 'Unix time of the last sum of the ledger.', ({ at }) => [
      ['', at],
    ]),
  ];
}
