/** An audit check. It runs inside the database and reports how many rows it checked and which are wrong. */
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';

export interface Check {
  /** The invariant, as a sentence. */
  readonly name: string;
  /** A query that counts the rows that the check covers. */
  readonly rows: SQL;
  /** A query with one column, `offender`: a line for each wrong record, which starts with its id. */
  readonly wrong: SQL;
}

export interface CheckResult {
  readonly name: string;
  /** How many rows the check covered. */
  readonly rows: number;
  readonly wrong: number;
  /** The first few offenders. */
  readonly offenders: readonly string[];
}

export const offendersShown = 5;

/** Runs the check. The result is small regardless of the size of the database. */
export async function runCheck(tx: Executor, { name, rows, wrong }: Check): Promise<CheckResult> {
  const [row] = await rawRows<{ rows: unknown; wrong: unknown; offenders: string | null }>(
    tx,
    sql`with wrong (offender) as materialized (${wrong})
        select (${rows}) as rows, (select count(*) from wrong) as wrong,
          (select string_agg(offender, E'\n' order by offender)
            from (select offender from wrong order by offender limit ${offendersShown}) first) as offenders`,
  );
  return {
    name,
    rows: Number(row?.rows ?? 0),
    wrong: Number(row?.wrong ?? 0),
    offenders: row?.offenders?.split('\n') ?? [],
  };
}

/** The id of a record in the format of the API. */
export const apiId = (type: string, column: string): SQL => sql.raw(`'${type}:' || ${column}`);
