/**
 * Reading rows at the price of the query. The query builder's decoding costs more than the statement on the pages that
 * dashboards ask for most, so these reads name their columns and decode them in place.
 */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Executor, rawRows } from './client.ts';

type Decode = (value: never) => unknown;

/** `2026-11-02 09:00:00.123+00`, as the server writes it in UTC; anything else goes the slow way. */
function toDate(text: string): Date {
  if (text.length >= 22 && text.charCodeAt(10) === 32 && text.endsWith('+00')) {
    const fraction = text.charCodeAt(19) === 46 ? Number(text.slice(20, -3).padEnd(3, '0').slice(0, 3)) : 0;
    return new Date(
      Date.UTC(
        +text.slice(0, 4),
        +text.slice(5, 7) - 1,
        +text.slice(8, 10),
        +text.slice(11, 13),
        +text.slice(14, 16),
        +text.slice(17, 19),
        fraction,
      ),
    );
  }
  return new Date(text);
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

export interface RowReader<Row> {
  /** The columns by the names of the record, of the table or of an alias of it: what stands after `select`. */
  columns(alias?: string): SQL;
  /** Decodes what the driver gave, in place. */
  decode(raw: Record<string, unknown>): Row;
}

/** Reads rows of a table, or of some columns of it. */
export function rowReader<T extends PgTable, K extends keyof T['$inferSelect'] & string>(
  table: T,
  names?: readonly K[],
): RowReader<Pick<T['$inferSelect'], K>> {
  const all = getTableColumns(table) as Record<string, PgColumn>;
  const picked = Object.entries(all).filter(
    ([name]) => !names || (names as readonly string[]).includes(name),
  );
  const decoders = picked.flatMap(([name, column]) => {
    const decode = decoderOf(column);
    return decode ? [[name, decode] as const] : [];
  });
  return {
    columns: (alias) =>
      sql.join(
        picked.map(([name, column]) =>
          alias
            ? sql`${sql.identifier(alias)}.${sql.identifier(column.name)} as ${sql.identifier(name)}`
            : sql`${column} as ${sql.identifier(name)}`,
        ),
        sql`, `,
      ),
    decode(raw) {
      for (const [name, decode] of decoders) {
        const value = raw[name];
        if (value !== null) raw[name] = decode(value as never);
      }
      return raw as never;
    },
  };
}

/** Runs a statement whose rows a reader can decode. */
export async function readRows<Row>(db: Executor, reader: RowReader<Row>, statement: SQL): Promise<Row[]> {
  const rows = await rawRows(db, statement);
  return rows.map((row) => reader.decode(row));
}

/** `column = any(...)` with one parameter, so that lists of every length are one statement. */
export const isAnyOf = (column: PgColumn, uuids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...uuids])}::uuid[])`;
