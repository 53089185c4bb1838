/**
 * Keyset pagination over the time-ordered id. A cursor contains the last record and the name of its list, so that a cursor
 * of another list, or of other filters, is rejected instead of returning a wrong page.
 *
 * Source: docs/behaviour/conventions.md#pagination; schema.graphql, "connections".
 */
import { createHash } from 'node:crypto';
import { InvalidInput } from './errors.ts';
import { type Id, type IdType, isUuid, uuidOf } from './ids.ts';

export const defaultPageSize = 20;
export const maxPageSize = 100;

export interface PageRequest {
  readonly first: number;
  /** The uuid after which the page starts. */
  readonly after: string | undefined;
  /** Identifies the list and its filters. Part of each of its cursors. */
  readonly list: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly list: string;
}

/** Cursors of earlier versions hash a platform id as `PlatformConfig:<uuid>`, so that prefix stays in the hash. */
const platformId = /^Platform:/;

/** A short name for a list with its filters. Equal filters give the same name. */
export function listName(name: string, filters: unknown = {}): string {
  const canonical = JSON.stringify(filters, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : typeof value === 'string'
        ? value.replace(platformId, 'PlatformConfig:')
        : value,
  );
  if (canonical === '{}') return name;
  return `${name}.${createHash('sha256').update(canonical).digest('base64url').slice(0, 8)}`;
}

export const encodeCursor = (list: string, id: Id<IdType>): string =>
  Buffer.from(`${list}|${uuidOf(id)}`).toString('base64url');

function decodeCursor(list: string, cursor: string): string | undefined {
  const [name, uuid, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('|');
  return name === list && uuid && isUuid(uuid) && rest.length === 0 ? uuid : undefined;
}

/** Parses pagination arguments. The error names `first` or `after`. */
export function pageRequest(
  list: string,
  { first, after }: { first?: number | null | undefined; after?: string | null | undefined },
  names: { size: string; cursor: string } = { size: 'first', cursor: 'after' },
): PageRequest | InvalidInput {
  const fields = [];
  const size = first ?? defaultPageSize;
  if (!Number.isInteger(size) || size < 1 || size > maxPageSize) {
    fields.push({ path: names.size, message: `must be an integer from 1 to ${maxPageSize}` });
  }
  let uuid: string | undefined;
  if (after !== null && after !== undefined) {
    uuid = decodeCursor(list, after);
    if (!uuid) fields.push({ path: names.cursor, message: 'is not a cursor of this list' });
  }
  return fields.length > 0 ? new InvalidInput(fields) : { first: size, after: uuid, list };
}

/** Builds a page from rows that were read with `limit first + 1`. */
export function pageOf<T>(request: PageRequest, rows: readonly T[]): Page<T> {
  return {
    items: rows.length > request.first ? rows.slice(0, request.first) : rows,
    hasNextPage: rows.length > request.first,
    hasPreviousPage: request.after !== undefined,
    list: request.list,
  };
}
