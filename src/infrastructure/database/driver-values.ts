/**
 * How the driver reads and writes values, the same on every connection. What arrays of a server look like the driver
 * asks it, by itself, on a connection's first use; should that very question fail it ends the process. So it is asked
 * on the first connection of a process, and the others are told.
 */
import type postgres from 'postgres';

interface Values {
  readonly parsers: object;
  readonly serializers: object;
  readonly shared: { readonly typeArrayMap: object };
}

const valuesOf = (sql: postgres.Sql): Values => sql.options as unknown as Values;

/**
 * Whether the driver can write a value whatever the server takes it for. The query builder writes dates and JSON by
 * itself, and `undefined` is nobody's value.
 */
export function isWritable(value: unknown): boolean {
  if (typeof value === 'object') {
    if (Array.isArray(value)) return value.every(isWritable);
    return value === null || value instanceof Uint8Array;
  }
  return typeof value !== 'undefined' && typeof value !== 'function' && typeof value !== 'symbol';
}

export class DriverValues {
  readonly #prepare: (sql: postgres.Sql) => void;
  #known: Values | undefined;

  /** @param prepare sets what the query builder reads and writes by itself. */
  constructor(prepare: (sql: postgres.Sql) => void) {
    this.#prepare = prepare;
  }

  /** Options for the driver. */
  get options(): { readonly fetch_types: boolean } {
    return { fetch_types: this.#known === undefined };
  }

  /** Sets up a connection before its first use. */
  adopt(sql: postgres.Sql): void {
    this.#prepare(sql);
    if (!this.#known) return;
    const own = valuesOf(sql);
    Object.assign(own.parsers, this.#known.parsers);
    Object.assign(own.serializers, this.#known.serializers);
    Object.assign(own.shared.typeArrayMap, this.#known.shared.typeArrayMap);
  }

  /** Takes what a connection has learned once it has answered. */
  learn(sql: postgres.Sql): void {
    this.#known ??= valuesOf(sql);
  }
}
