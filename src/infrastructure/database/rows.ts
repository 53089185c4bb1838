/**
 * Reading rows at the price of the query. The query builder's decoding costs more than the statement on the pages that
 * dashboards ask for most, so these reads name their columns, take values by their place, and make each row in one go.
 */
import { getTableColumns, getTableName, is, SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './client.ts';
import { type Query, toQuery } from './statements.ts';

type Decode = (value: never) => unknown;

const zero = 48;
const two = (text: string, at: number): number =>
  (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;

/** `2026-11-02 09:00:00.123+00`, as the server writes it in UTC; anything else goes the slow way. */
function toDate(text: string): Date {
  const { length } = text;
  if (length < 22 || length > 26 || text.charCodeAt(10) !== 32 || !text.endsWith('+00'))
    return new Date(text);
  let milliseconds = 0;
  if (text.charCodeAt(19) === 46) {
    for (let at = 20, worth = 100; at < length - 3; at += 1, worth /= 10) {
      milliseconds += (text.charCodeAt(at) - zero) * worth;
    }
  }
  return new Date(
    Date.UTC(
      two(text, 0) * 100 + two(text, 2),
      two(text, 5) - 1,
      two(text, 8),
      two(text, 11),
      two(text, 14),
      two(text, 17),
      milliseconds,
    ),
  );
}

/** What the drivers leave as they got it; everything else they have decoded. */
function decoderOf(column: PgColumn): Decode | undefined {
  switch (column.columnType) {
    case 'PgTimestamp':
      return ((value: string | Date) => (value instanceof Date ? value : toDate(value))) as Decode;
    case 'PgBigInt64':
      return ((value: string | number | bigint) => BigInt(value)) as Decode;
    case 'PgBigInt53':
      return ((value: string | number) => Number(value)) as Decode;
    case 'PgJsonb':
      return ((value: unknown) => (typeof value === 'string' ? JSON.parse(value) : value)) as Decode;
    case 'PgCustomColumn':
      return ((value: unknown) => column.mapFromDriverValue(value as never)) as Decode;
    default:
      return undefined;
  }
}

/** The values of one row, in the order of the statement's columns. */
export type Values = readonly unknown[];

export interface RowReader<Row> {
  /** The columns, of the table or of an alias of it: what stands after `select`. */
  columns(alias?: string): SQL;
  /** How many they are. */
  readonly width: number;
  /** The row whose first value stands at `from`. */
  decode(values: Values, from?: number): Row;
}

/** Reads rows of a table, or of some columns of it. */
export function rowReader<T extends PgTable, K extends keyof T['$inferSelect'] & string>(
  table: T,
  names?: readonly K[],
): RowReader<Pick<T['$inferSelect'], K>> {
  const picked = Object.entries(getTableColumns(table) as Record<string, PgColumn>).filter(
    ([name]) => !names || (names as readonly string[]).includes(name),
  );
  const decoders = picked.map(([, column]) => decoderOf(column));
  const fields = picked.map(([name], index) => {
    const value = `values[from + ${index}]`;
    return decoders[index]
      ? `${JSON.stringify(name)}: ${value} === null ? null : decoders[${index}](${value})`
      : `${JSON.stringify(name)}: ${value}`;
  });
  // An object literal gives every row the same shape; assigning names in a loop takes several times as long. The names
  // are those of our own tables.
  const decode = new Function('decoders', `return (values, from) => ({ ${fields.join(', ')} });`)(
    decoders,
  ) as (values: Values, from: number) => Pick<T['$inferSelect'], K>;
  const spelled = (of: string): SQL =>
    sql.raw(picked.map(([, column]) => `"${of}"."${column.name}"`).join(', '));
  const own = spelled(getTableName(table));
  return {
    columns: (alias) => (alias === undefined ? own : spelled(alias)),
    width: picked.length,
    decode: (values, from = 0) => decode(values, from),
  };
}

interface Session {
  prepareQuery(
    query: Query,
    fields: undefined,
    name: undefined,
    inArrayMode: true,
    decode: (rows: unknown[][]) => unknown[][],
  ): { execute(): Promise<unknown[][]> };
}

const asTheyAre = (rows: unknown[][]): unknown[][] => rows;

/** Runs a statement and answers its rows as values by their place. It is on its way when this returns. */
export function readValues(db: Executor, statement: SQL | Query): Promise<unknown[][]> {
  const session = db._.session as unknown as Session;
  const query = is(statement, SQL) ? toQuery(statement) : statement;
  return session.prepareQuery(query, undefined, undefined, true, asTheyAre).execute();
}

/** Runs a statement whose columns are a reader's. */
export async function readRows<Row>(
  db: Executor,
  reader: RowReader<Row>,
  statement: SQL | Query,
): Promise<Row[]> {
  const rows = await readValues(db, statement);
  return rows.map((values) => reader.decode(values));
}

/** `column = any(...)` with one parameter, so that lists of every length are one statement. */
export const isAnyOf = (column: PgColumn, uuids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...uuids])}::uuid[])`;

/**
 * The rows of a list for each of several parents. Each parent's are read in the list's order through its own index and
 * end at the list's limit, so that a parent with many rows costs no more than any other.
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
