import type { PgColumn } from 'drizzle-orm/pg-core';
import { parseTimestamp } from './fast-timestamp.ts';

type Decode = (value: never) => unknown;

/** The values of one row, in the order of the statement's columns. */
export type Values = readonly unknown[];

/** The decoder of a column; `undefined` where the drivers return the final value. */
function decoderOf(column: PgColumn): Decode | undefined {
  switch (column.columnType) {
    case 'PgTimestamp':
      return ((value: string | Date) => (value instanceof Date ? value : parseTimestamp(value))) as Decode;
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

/**
 * Generates the function that makes a record of the values from index `from` on.
 *
 * @param columns property names and columns of our own tables. Their names become part of the generated code.
 */
export function compileRowDecoder(
  columns: readonly (readonly [name: string, column: PgColumn])[],
): (values: Values, from: number) => unknown {
  const decoders = columns.map(([, column]) => decoderOf(column));
  const fields = columns.map(([name], index) => {
    const value = `values[from + ${index}]`;
    return decoders[index]
      ? `${JSON.stringify(name)}: ${value} === null ? null : decoders[${index}](${value})`
      : `${JSON.stringify(name)}: ${value}`;
  });
  // An object literal gives every row the same hidden class. Assigning names in a loop takes several times as long.
  return new Function('decoders', `return (values, from) => ({ ${fields.join(', ')} });`)(decoders) as (
    values: Values,
    from: number,
  ) => unknown;
}
