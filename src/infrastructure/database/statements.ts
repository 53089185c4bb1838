/**
 * Statements whose text is built once. The query builder builds the text for every call, which takes longer than sending
 * it. Frequent statements, such as those of payments, use these functions and fill in only the values.
 */
import { fillPlaceholders, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core';

/** A statement as the driver takes it. */
export interface Query {
  readonly sql: string;
  readonly params: unknown[];
}

const dialect = new PgDialect();

export const toQuery = (text: SQL): Query => dialect.sqlToQuery(text);

/** Builds a statement with `sql.placeholder`s. Returns a function that fills in the values. */
export function statement<Name extends string>(
  text: SQL,
): (values: Readonly<Record<Name, unknown>>) => Query {
  const query = toQuery(text);
  return (values) => ({ sql: query.sql, params: fillPlaceholders(query.params, values) });
}

type Row<T extends PgTable, Name extends string> = Required<
  Pick<T['$inferInsert'], Name & keyof T['$inferInsert']>
>;

function columnsOf(table: PgTable, names: readonly string[] | undefined): [string, PgColumn][] {
  const all = Object.entries(getTableColumns(table) as Record<string, PgColumn>);
  return names ? all.filter(([name]) => names.includes(name)) : all;
}

/** Rows as the JSON that `json_populate_recordset` reads: keys are column names, and amounts are text, so no digit is lost. */
const recordset = (
  columns: readonly [string, PgColumn][],
  rows: readonly Readonly<Record<string, unknown>>[],
): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        columns.map(([name, column]) => {
          const value = row[name];
          return [column.name, typeof value === 'bigint' ? String(value) : (value ?? null)];
        }),
      ),
    ),
  );

/**
 * Builds the insert of any number of rows. The rows are one parameter, so every count shares one statement text.
 *
 * @param ending what follows, for example `on conflict do nothing`.
 */
export function bulkInserter<T extends PgTable, Name extends string = keyof T['$inferInsert'] & string>(
  table: T,
  names?: readonly Name[],
  ending: SQL = sql``,
): (rows: readonly Row<T, Name>[]) => Query {
  const columns = columnsOf(table, names);
  const list = sql.raw(columns.map(([, column]) => `"${column.name}"`).join(', '));
  const text = toQuery(
    sql`insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, $1::json) ${ending}`,
  ).sql;
  return (rows) => ({ sql: text, params: [recordset(columns, rows)] });
}

/**
 * Builds the update of the named columns of any number of rows, found by their ids. The ids are a parameter of their own, so that
 * the planner uses the primary key: it takes any JSON to have a hundred rows, and would read the whole of a table that is not large.
 */
export function bulkUpdater<T extends PgTable, Name extends string>(
  table: T,
  names: readonly Name[],
): (rows: readonly (Row<T, Name> & { readonly id: string })[]) => Query {
  const columns = columnsOf(table, ['id', ...names]);
  const assignments = sql.raw(
    columns
      .filter(([name]) => name !== 'id')
      .map(([, column]) => `"${column.name}" = new."${column.name}"`)
      .join(', '),
  );
  const text = toQuery(
    sql`update ${table} set ${assignments} from json_populate_recordset(null::${table}, $1::json) new
        where ${table}.id = new.id and ${table}.id = any($2::uuid[])`,
  ).sql;
  return (rows) => ({ sql: text, params: [recordset(columns, rows), rows.map(({ id }) => id)] });
}
