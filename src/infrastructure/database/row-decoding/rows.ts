/**
 * Reads rows faster than the query builder, whose decoding takes longer than the statement on the most requested pages.
 * These reads name their columns, take rows as arrays of values, and make each record with a generated function.
 */
import { getTableColumns, getTableName, is, SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../client.ts';
import { type Query, toQuery } from '../statements.ts';
import { compileRowDecoder, type Values } from './row-decoder.ts';

export type { Values } from './row-decoder.ts';

interface RowReader<Row> {
  /** The column list for `select`, of the table or of an alias of it. */
  columns(alias?: string): SQL;
  /** The number of columns. */
  readonly width: number;
  /** The record whose first value has the index `from`. */
  decode(values: Values, from?: number): Row;
}

/** Reads rows of a table, or some columns of them. */
export function rowReader<T extends PgTable, K extends keyof T['$inferSelect'] & string>(
  table: T,
  names?: readonly K[],
): RowReader<Pick<T['$inferSelect'], K>> {
  type Row = Pick<T['$inferSelect'], K>;
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>).filter(
    ([name]) => !names || (names as readonly string[]).includes(name),
  );
  const decode = compileRowDecoder(columns) as (values: Values, from: number) => Row;
  const columnList = (source: string): SQL =>
    sql.raw(columns.map(([, column]) => `"${source}"."${column.name}"`).join(', '));
  const ownColumns = columnList(getTableName(table));
  return {
    columns: (alias) => (alias === undefined ? ownColumns : columnList(alias)),
    width: columns.length,
    decode: (values, from = 0) => decode(values, from),
  };
}

/** The part of a Drizzle session that runs a finished statement. */
interface DrizzleSession {
  prepareQuery(
    query: Query,
    fields: undefined,
    name: undefined,
    inArrayMode: true,
    decode: (rows: unknown[][]) => unknown[][],
  ): { execute(): Promise<unknown[][]> };
}

const withoutDecoding = (rows: unknown[][]): unknown[][] => rows;

/** Runs a statement and returns its rows as arrays of values. The statement is sent before this returns. */
export function readValues(db: Executor, statement: SQL | Query): Promise<unknown[][]> {
  const session = db._.session as unknown as DrizzleSession;
  const query = is(statement, SQL) ? toQuery(statement) : statement;
  return session.prepareQuery(query, undefined, undefined, true, withoutDecoding).execute();
}

/** Runs a statement whose columns are those of a reader. */
export async function readRows<Row>(
  db: Executor,
  reader: RowReader<Row>,
  statement: SQL | Query,
): Promise<Row[]> {
  const rows = await readValues(db, statement);
  return rows.map((values) => reader.decode(values));
}

/** `column = any(...)` of texts with one parameter: a statement has at most 65,535. */
export const isOneOf = (column: PgColumn, texts: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...texts])}::text[])`;

/** `column = any(...)` with one parameter, so that lists of all lengths share one statement text. */
export const isAnyOf = (column: PgColumn, uuids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...uuids])}::uuid[])`;

/**
 * The first rows of a list for each of several parents. Each parent's rows are read through its own index range and stop
 * at the list's limit, so the cost does not depend on how many rows a parent has.
 *
 * @param list selects a parent's rows, given its key as SQL.
 */
export const firstOfEach = (
  keys: readonly string[],
  list: (parent: SQL) => SQL,
  type: 'uuid' | 'text' = 'uuid',
): SQL =>
  sql`select listed.* from unnest(${sql.param([...keys])}::${sql.raw(type)}[]) as parent (key)
      cross join lateral (${list(sql`parent.key`)}) listed`;
