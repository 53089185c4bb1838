/**
 * The gauges of bank connections: what waits for a person, and how old the last exchange is. Every process reports the whole
 * database.
 *
 * Decision: read at most once a minute, only if scraped. Each count uses a partial index, which has the open records only.
 */
import { sql } from 'drizzle-orm';
import { type Database, rawRows } from '../../infrastructure/database/client.ts';
import { cached } from '../../infrastructure/observability/cached.ts';
import { type Gauge, withinTimeout } from '../../infrastructure/observability/gauge.ts';

const cacheMs = 60_000;
/** Series of one gauge. */
const maxConnections = 1_000;

interface ConnectionState {
  readonly connection: string;
  readonly isActive: boolean;
  readonly ageSeconds: number;
  readonly breaks: number;
  readonly deposits: number;
  readonly inReview: number;
  readonly quarantined: number;
}

async function readConnections({ orm }: Database, realNow: Date): Promise<readonly ConnectionState[]> {
  const rows = await rawRows<Record<keyof ConnectionState, string | number | boolean>>(
    orm,
    sql`select 'BankConnection:' || c.id as connection, c.status = 'ACTIVE' as "isActive",
        greatest(0, extract(epoch from ${realNow.toISOString()}::timestamptz
          - coalesce(c.last_success_at, c.created_at))) as "ageSeconds",
        coalesce(b.n, 0) as breaks, coalesce(d.n, 0) as deposits,
        coalesce(f.in_review, 0) as "inReview", coalesce(f.quarantined, 0) as quarantined
      from bank_connections c
        left join (
          select connection_id, count(*) as n from bank_entries
          where kind = 'BREAK' and resolved_at is null group by 1
        ) b on b.connection_id = c.id
        left join (
          select connection_id, count(*) as n from unmatched_deposits
          where status in ('OPEN', 'IN_REVIEW') group by 1
        ) d on d.connection_id = c.id
        left join (
          select connection_id, count(*) filter (where status = 'IN_REVIEW') as in_review,
            count(*) filter (where status = 'QUARANTINED') as quarantined
          from bank_files where status in ('IN_REVIEW', 'QUARANTINED') group by 1
        ) f on f.connection_id = c.id
      order by c.id limit ${maxConnections}`,
  );
  return rows.map((row) => ({
    connection: String(row.connection),
    isActive: row.isActive === true,
    ageSeconds: Number(row.ageSeconds),
    breaks: Number(row.breaks),
    deposits: Number(row.deposits),
    inReview: Number(row.inReview),
    quarantined: Number(row.quarantined),
  }));
}

export function bankGauges(db: Database, realNow: () => Date): readonly Gauge[] {
  const states = cached(() => readConnections(db, realNow()), cacheMs);
  const gauge = (
    name: string,
    help: string,
    pick: (state: ConnectionState) => number,
    includes: (state: ConnectionState) => boolean = () => true,
  ): Gauge => ({
    name,
    help,
    labelNames: ['connection'],
    read: async () => {
      const read = await withinTimeout(states());
      return (read ?? []).filter(includes).map((state) => [state.connection, pick(state)]);
    },
  });
  return [
    gauge(
      'payments_bank_exchange_age_seconds',
      'Seconds since the last successful exchange of files of an active bank connection.',
      ({ ageSeconds }) => ageSeconds,
      ({ isActive }) => isActive,
    ),
    gauge(
      'payments_bank_breaks_open',
      'Entries of a bank that no record explains, and that are not resolved.',
      ({ breaks }) => breaks,
    ),
    gauge(
      'payments_bank_unmatched_deposits_open',
      'Deposits that are neither assigned nor returned.',
      ({ deposits }) => deposits,
    ),
    gauge(
      'payments_bank_files_in_review',
      'Files to a bank that two persons must release.',
      ({ inReview }) => inReview,
    ),
    gauge(
      'payments_bank_files_quarantined',
      'Files of a bank that could not be used.',
      ({ quarantined }) => quarantined,
    ),
  ];
}
