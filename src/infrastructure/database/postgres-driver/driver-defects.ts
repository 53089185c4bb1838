/** Workarounds for defects of the driver that need no state. `README.md` names the upstream reports. */
import type postgres from 'postgres';

/** Stops the driver from storing the origin of each failed statement, keyed by its text, in a map without a limit. */
export function disableOriginCache(sql: postgres.Sql): void {
  Object.defineProperty(Object.getPrototypeOf(sql.unsafe('')), 'origin', {
    get: () => '',
    configurable: true,
  });
}

/** A statement of the driver, as far as the workarounds use it. */
interface DriverQuery {
  readonly options: { readonly mayRetry?: boolean };
  readonly reject: (error: unknown) => void;
  cancelled: unknown;
  parameters: unknown;
  failedWith?: unknown;
}

/**
 * Stops the driver from sending a prepared statement again whose plan or name the server no longer has, unless the statement has
 * the option `mayRetry`. It would be sent behind what follows it, such as the COMMIT of its transaction, and then commit alone. A
 * statement that is sent again has its values encoded again.
 */
export function mendRetries(sql: postgres.Sql): void {
  Object.defineProperty(Object.getPrototypeOf(sql.unsafe('')), 'retried', {
    get(this: DriverQuery) {
      return this.failedWith;
    },
    // The driver sets it to the error of the first attempt, and then sends the statement unless it is cancelled.
    set(this: DriverQuery, error: unknown) {
      this.failedWith = error;
      // The first attempt has replaced them by their texts, and a text is no value: `true` would become `false`.
      this.parameters = null;
      if (this.options.mayRetry) return;
      this.cancelled = true;
      this.reject(error);
    },
    configurable: true,
  });
}

/** The driver cannot encode a number for a parameter of some types, such as JSON, and takes its text for all of them. */
export const numbersAsText = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.map(numbersAsText) : value;
};

/** The protocol counts parameters with 16 bits. */
export const maxParameters = 65_533;

/**
 * Removes the empty slots at the start of a result. The driver does not reset its row counter when a statement fails after
 * some rows, so the next result starts at that offset.
 */
export function withoutLeadingGap(rows: unknown[]): unknown[] {
  const gap = rows.length > 0 && !(0 in rows) ? rows.findIndex((_, index) => index in rows) : 0;
  if (gap > 0) rows.splice(0, gap);
  return rows;
}

/**
 * Whether the driver can encode a parameter whatever type the server expects. The query builder encodes dates and JSON
 * itself. The driver reports an encoding error to the wrong statement, so other values must not reach it.
 */
export function isSerializable(value: unknown): boolean {
  if (typeof value === 'object') {
    if (Array.isArray(value)) return value.every(isSerializable);
    return value === null || value instanceof Uint8Array;
  }
  return typeof value !== 'undefined' && typeof value !== 'function' && typeof value !== 'symbol';
}
