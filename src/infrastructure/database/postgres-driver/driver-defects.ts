/** Workarounds for defects of the driver that need no state. `README.md` names the upstream reports. */
import type postgres from 'postgres';

/** Stops the driver from storing the origin of each failed statement, keyed by its text, in a map without a limit. */
export function disableOriginCache(sql: postgres.Sql): void {
  Object.defineProperty(Object.getPrototypeOf(sql.unsafe('')), 'origin', {
    get: () => '',
    configurable: true,
  });
}

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
