/** The bank of a run: it takes files, receives deposits and closes days, while the service is killed. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type postgres from 'postgres';
import { pause, type Random } from '../../faults/random.ts';
import type { RunRecord } from '../../faults/record.ts';
import type { SimulatedBank } from '../../support/simulated-bank/simulated-bank.ts';
import { type Destinations, randomDeposit } from './random-deposit.ts';

interface BankDaysOptions {
  /** Connected to the database under test. */
  readonly sql: postgres.Sql;
  readonly bank: SimulatedBank;
  readonly folder: string;
  readonly random: Random;
  readonly record: RunRecord;
  readonly destinations: Destinations;
  /** The account from which deposits come. */
  readonly theirNumber: string;
}

const roundMs = 2_000;

/**
 * Makes an exchange and a cut-off due.
 *
 * Decision: the clock of the service is real, and its cut-offs are hourly. The run forgets by SQL that the files of the last cut-off were
 * made, so that the waiting payments are due again. Nothing else of the schedule is changed.
 */
export async function makeDue(sql: postgres.Sql): Promise<void> {
  await sql`update bank_connections set next_exchange_at = now(), last_cut_off_at = '2000-01-01T00:00:00Z'`;
  await startNachaDay(sql);
}

/**
 * A day has at most 36 NACHA files, and a bank knows a file by its minute and its modifier. So the files of today are moved to the day
 * before, when all are written, and none is of this minute: the next one is of a later minute than all that have its modifier. A process
 * that makes files holds the lock of the connection from before it reads the clock.
 */
const startNachaDay = (sql: postgres.Sql): Promise<unknown> =>
  sql.begin(async (tx) => {
    await tx`select id from bank_connections for update`;
    await tx`update bank_files set created_at = created_at - interval '1 day'
      where kind = 'NACHA' and created_at > clock_timestamp() - interval '1 day' and not exists (
        select 1 from bank_files
        where kind = 'NACHA' and (storage_key is null or created_at >= date_trunc('minute', clock_timestamp())))`;
  });

export interface BankDays {
  /** Stops after the current round. */
  stop(): Promise<void>;
}

/** A round every two seconds: files, deposits, and on every third round the end of a day. */
export function startBankDays(options: BankDaysOptions, deposits: number): BankDays {
  const { sql, bank, random, record, destinations, theirNumber } = options;
  let left = deposits;
  let stopping = false;
  const loop = (async () => {
    for (let round = 1; !stopping; round += 1) {
      await makeDue(sql);
      await bank.readOutbox();
      const now = Math.min(left, random.between(0, 2 * Math.ceil(deposits / 60)));
      for (let nth = 0; nth < now; nth += 1) bank.deposit(randomDeposit(random, destinations, theirNumber));
      left -= now;
      if (random.chance(0.3)) await bank.publishIntraday();
      if (round % 3 === 0) await bank.closeDay();
      await pause(roundMs);
    }
    for (; left > 0; left -= 1) bank.deposit(randomDeposit(random, destinations, theirNumber));
  })().catch((error: Error) => record.finding(`the bank stopped: ${error.message}`));
  return {
    async stop() {
      stopping = true;
      await loop;
    },
  };
}

const jobKinds = [
  'submit-bank-payment',
  'start-bank-payments',
  'cancel-bank-payments',
  'book-bank-records',
  'settle-bank-entry',
  'credit-bank-deposits',
];

type DrainOptions = Pick<BankDaysOptions, 'sql' | 'bank' | 'folder' | 'record'>;

/** What the service still has to do. */
async function openWork({ sql, folder }: DrainOptions): Promise<Record<string, number>> {
  const [row] = await sql<Record<string, number>[]>`
    select (select count(*)::int from bank_payments where status = 'WAITING') as "waiting payments",
      (select count(*)::int from bank_files where status in ('READY', 'STAGED', 'RECEIVED')) as "open files",
      (select count(*)::int from bank_entries where kind is null) as "entries to book",
      (select count(*)::int from bank_reports where applied_at is null) as "reports to apply",
      (select count(*)::int from jobs where kind in ${sql(jobKinds)}) as jobs`;
  const [toBank, toUs] = await Promise.all(['outbox', 'inbox'].map((name) => readdir(join(folder, name))));
  return { ...row, outbox: toBank?.length ?? 0, inbox: toUs?.length ?? 0 };
}

const total = (work: Readonly<Record<string, number>>): number =>
  Object.values(work).reduce((sum, one) => sum + one, 0);

/** Exchanges files and closes days until neither the service nor the bank has anything to do. */
export async function drain(options: DrainOptions, timeoutMs: number): Promise<void> {
  const { sql, bank, record } = options;
  const until = Date.now() + timeoutMs;
  for (let idle = 0; idle < 2; ) {
    await makeDue(sql);
    await pause(roundMs);
    const taken = await bank.readOutbox();
    const work = await openWork(options);
    if (total(work) === 0 && taken.length === 0) {
      idle += 1;
      await bank.finish();
    } else idle = 0;
    if (Date.now() < until) continue;
    record.finding(`still open in the end: ${JSON.stringify(work)}`);
    return;
  }
}
