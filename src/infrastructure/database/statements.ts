/**
 * Statements whose text is made once. The query builder puts a text together for every call, which costs more than
 * sending it: on the paths that money takes, only the values are new each time.
 */
import { fillPlaceholders, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core';

/** A statement as a driver takes it. */
export interface Query {
  readonly sql: string;
  readonly params: unknown[];
}

const dialect = new PgDialect();

export const toQuery = (text: SQL): Query => dialect.sqlToQuery(text);

/** A statement with `sql.placeholder`s, and how its values are filled in. */
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

const encoded = (columns: readonly [string, PgColumn][], row: Readonly<Record<string, unknown>>): unknown[] =>
  columns.map(([name, column]) => {
    const value = row[name];
    return value === null || value === undefined ? null : column.mapToDriverValue(value);
  });

/** Inserts rows of a table, one at a time, with all of its columns or those that are named. */
export function inserter<T extends PgTable, Name extends string = keyof T['$inferInsert'] & string>(
  table: T,
  names?: readonly Name[],
): (row: Row<T, Name>) => Query {
  const columns = columnsOf(table, names);
  const list = sql.raw(columns.map(([, column]) => `"${column.name}"`).join(', '));
  const places = sql.raw(columns.map((_, index) => `$${index + 1}`).join(', '));
  const text = toQuery(sql`insert into ${table} (${list}) values (${places})`).sql;
  return (row) => ({ sql: text, params: encoded(columns, row) });
}

/** Rewrites the named columns of the row with an id. */
export function updater<T extends PgTable, Name extends string>(
  table: T,
  names: readonly Name[],
): (id: string, row: Row<T, Name>) => Query {
  const columns = columnsOf(table, names);
  const changes = sql.raw(columns.map(([, column], index) => `"${column.name}" = $${index + 2}`).join(', '));
  const text = toQuery(sql`update ${table} set ${changes} where "id" = $1`).sql;
  return (id, row) => ({ sql: text, params: [id, ...encoded(columns, row)] });
}
