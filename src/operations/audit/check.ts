/** One question about what is recorded, answered inside the database: how many rows were looked at, which are wrong. */
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';

export interface Check {
  /** What should hold, as a sentence. */
  readonly name: string;
  /** A query of one number: the rows that the check looks at. */
  readonly looked: SQL;
  /** A query of one column, `offender`: a line for each thing that is wrong, beginning with its id. */
  readonly wrong: SQL;
}

export interface CheckResult {
  readonly name: string;
  readonly looked: number;
  readonly wrong: number;
  /** The first few. */
  readonly offenders: readonly string[];
}

const offendersShown = 5;

/** Only sums and the first few offenders leave the database, however large it is. */
export async function runCheck(tx: Executor, { name, looked, wrong }: Check): Promise<CheckResult> {
  const [row] = await rawRows<{ looked: unknown; wrong: unknown; offenders: string | null }>(
    tx,
    sql`with wrong (offender) as materialized (${wrong})
        select (${looked}) as looked, (select count(*) from wrong) as wrong,
          (select string_agg(offender, E'\n' order by offender)
            from (select offender from wrong order by offender limit ${offendersShown}) first) as offenders`,
  );
  return {
    name,
    looked: Number(row?.looked ?? 0),
    wrong: Number(row?.wrong ?? 0),
    offenders: row?.offenders?.split('\n') ?? [],
  };
}

/** The id of a record as the API spells it. */
export const apiId = (type: string, column: string): SQL => sql.raw(`'${type}:' || ${column}`);
