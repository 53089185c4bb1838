/**
 * Metrics read from the database: pending work, and whether the ledger balances. They are cached for a few seconds, and a
 * scrape never waits for long.
 *
 * Decision: the ledger is summed in the background, at most once a minute and only if scraped, because the sum reads the
 * postings of the service's own accounts. A gauge has the time of the last sum; after a failure it keeps its value. Every
 * process reports the metrics of the whole database.
 */
import { type SQL, sql } from 'drizzle-orm';
import { startWatchdog } from '../../kernel/watchdog.ts';
import { type Database, rawRows } from '../database/client.ts';
import { readLogHead } from '../events/event-store.ts';
import type { EventTail } from '../events/tail.ts';
import { cached } from './cached.ts';

type Values = readonly (readonly [label: string, value: number])[];

export interface Stats {
  readonly gauges: readonly {
    readonly name: string;
    readonly help: string;
    readonly labelNames: readonly string[];
    readonly read: () => Promise<Values>;
  }[];
}

const cacheMs = 5_000;
const ledgerCacheMs = 60_000;
const timeoutMs = 2_000;
/** A job that has been due for this long is overdue. */
const overdueAfterMs = 30_000;

/**
 * Jobs that have been due by real time for at least `afterMs`. Jobs that a moved sandbox clock made due are never overdue by
 * this definition: the instant in real time when they became due is unknown.
 */
export const overdueJobs = (realNow: Date, afterMs: number): SQL =>
  sql`select count(*) as n from jobs where due_at <= ${new Date(realNow.getTime() - afterMs).toISOString()}::timestamptz`;

interface Backlog {
  readonly due: number;
  readonly overdue: number;
  readonly failed: number;
  readonly unsequenced: number;
  readonly head: number;
  readonly pending: number;
  readonly oldestPendingSeconds: number;
  readonly failedDeliveries: number;
  readonly queuedTo: number;
}

async function readBacklog({ orm }: Database, realNow: Date): Promise<Backlog> {
  const now = sql`${realNow.toISOString()}::timestamptz`;
  const [row] = await rawRows<Record<keyof Backlog, string | number | null>>(
    orm,
    sql`select
      (select count(*) from jobs j join platforms p on p.id = j.platform_id
        where j.due_at <= ${now} + p.clock_offset_ms * interval '1 millisecond') as due,
      (${overdueJobs(realNow, overdueAfterMs)}) as overdue,
      (select count(*) from jobs where attempts > 0) as failed,
      (select count(*) from events where position is null) as unsequenced,
      (select coalesce(max(position), 0) from events) as head,
      (select coalesce(max(position), 0) from webhook_cursor) as "queuedTo",
      (select count(*) from webhook_deliveries where status = 'PENDING') as pending,
      (select coalesce(extract(epoch from max(${now} + p.clock_offset_ms * interval '1 millisecond' - d.created_at)), 0)
        from webhook_deliveries d join platforms p on p.id = d.platform_id where d.status = 'PENDING') as "oldestPendingSeconds",
      (select count(*) from webhook_deliveries where status = 'FAILED') as "failedDeliveries"`,
  );
  const number = (name: keyof Backlog) => Number(row?.[name] ?? 0);
  return {
    due: number('due'),
    overdue: number('overdue'),
    failed: number('failed'),
    unsequenced: number('unsequenced'),
    head: number('head'),
    queuedTo: number('queuedTo'),
    pending: number('pending'),
    oldestPendingSeconds: Math.max(0, number('oldestPendingSeconds')),
    failedDeliveries: number('failedDeliveries'),
  };
}

interface LedgerSums {
  /** The sum of all accounts of each currency. */
  readonly sums: Values;
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

/** `undefined` after a timeout or a failure. The scrape then omits the value. */
async function withinTimeout<T>(result: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const stopWatchdog = startWatchdog(timeoutMs, () => resolve(undefined));
    result.then(resolve, () => resolve(undefined)).finally(stopWatchdog);
  });
}

export function createStats(db: Database, tail: EventTail, realNow: () => Date): Stats {
  const backlog = cached(() => readBacklog(db, realNow()), cacheMs);
  const lagSeconds = createLagMeter(db, tail);
  let sums: LedgerSums | undefined;
  const sum = cached(async () => {
    sums = await sumLedger(db).catch(() => sums);
  }, ledgerCacheMs);
  /** The last known sum. Starts a new one if due, and waits only for the first. */
  const lastSum = async () => {
    const started = sum();
    if (!sums) await withinTimeout(started);
    return sums;
  };
  const ofBacklog = (name: string, help: string, pick: (read: Backlog) => number) => ({
    name,
    help,
    labelNames: [],
    read: async (): Promise<Values> => {
      const read = await withinTimeout(backlog());
      return read ? [['', pick(read)]] : [];
    },
  });
  return {
    gauges: [
      ofBacklog('payments_jobs_due', 'Jobs that are due on the clock of their platform.', ({ due }) => due),
      ofBacklog(
        'payments_jobs_late',
        `Jobs that have been due for ${overdueAfterMs / 1000} seconds.`,
        ({ overdue }) => overdue,
      ),
      ofBacklog('payments_jobs_failed', 'Jobs that failed and will be retried.', ({ failed }) => failed),
      ofBacklog(
        'payments_events_unsequenced',
        'Events without a position in the log.',
        (read) => read.unsequenced,
      ),
      ofBacklog(
        'payments_event_tail_lag_positions',
        'Positions of the log that this process has not dispatched.',
        (read) => Math.max(0, read.head - tail.position),
      ),
      {
        name: 'payments_event_tail_lag_seconds',
        help: 'How long this process has been behind the log, in seconds.',
        labelNames: [],
        read: async () => {
          const seconds = await withinTimeout(lagSeconds());
          return seconds === undefined ? [] : [['', seconds]];
        },
      },
      ofBacklog(
        'payments_webhooks_unqueued',
        'Positions of the log that are not in the webhook queues.',
        (read) => Math.max(0, read.head - read.queuedTo),
      ),
      ofBacklog('payments_webhooks_pending', 'Deliveries that are pending.', ({ pending }) => pending),
      ofBacklog(
        'payments_webhooks_oldest_pending_seconds',
        'Age of the oldest pending delivery, on the clock of its platform.',
        (read) => read.oldestPendingSeconds,
      ),
      ofBacklog(
        'payments_webhooks_dead',
        'Deliveries that failed permanently.',
        ({ failedDeliveries }) => failedDeliveries,
      ),
      {
        name: 'payments_ledger_sum',
        help: 'Sum of all ledger accounts of a currency, in its smallest unit. Any value other than 0 is an error.',
        labelNames: ['currency'],
        read: async () => (await lastSum())?.sums ?? [],
      },
      {
        name: 'payments_ledger_holds_off',
        help: 'Accounts whose held amount differs from the sum of their open holds, plus open holds without an open transaction. Any value other than 0 is an error.',
        labelNames: [],
        read: async () => {
          const last = await lastSum();
          return last ? [['', last.wrongHoldCount]] : [];
        },
      },
      {
        name: 'payments_ledger_summed_at_seconds',
        help: 'Unix time of the last sum of the ledger.',
        labelNames: [],
        read: async () => {
          const last = await lastSum();
          return last ? [['', last.at]] : [];
        },
      },
    ],
  };
}

/** Returns a function for the number of seconds since the tail fell behind the log; 0 while it is not behind. */
export function createLagMeter(db: Database, tail: Pick<EventTail, 'position'>): () => Promise<number> {
  let since: { readonly at: number; readonly position: number } | undefined;
  return async () => {
    const { head, waiting } = await readLogHead(db.orm);
    // A tail that makes progress is not stuck, even if it is far behind.
    if ((!waiting && head <= tail.position) || (since && tail.position > since.position)) since = undefined;
    if (waiting || head > tail.position) since ??= { at: performance.now(), position: tail.position };
    return since ? (performance.now() - since.at) / 1000 : 0;
  };
}
