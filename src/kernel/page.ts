/**
 * Keyset pagination over the time-ordered id. A cursor contains the last record and the name of its list, so that a cursor
 * of another list, or of other filters, is rejected instead of returning a wrong page.
 *
 * Source: docs/behaviour/conventions.md#pagination; schema.graphql, "connections".
 */
import { createHash } from 'node:crypto';
import { type FieldError, InvalidInput } from './errors.ts';
import { type Id, type IdType, isUuid, uuidOf } from './ids.ts';

export const defaultPageSize = 20;
export const maxPageSize = 100;

export interface PageRequest {
  /** The number of records. */
  readonly first: number;
  /** The uuid after which the page starts. */
  readonly after: string | undefined;
  /** The uuid before which the page ends. */
  readonly before?: string | undefined;
  /** Whether the page has the last records of the range and not the first. */
  readonly isFromEnd?: boolean;
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
        : typeof value === 'bigint'
          ? String(value)
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

/** Which records of a list a page has: the first ones after a cursor, or the last ones before a cursor. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** The size of a page and its side. The error names `first` or `last`, or `names.size`. */
export function pageSizeOf(
  { first, last }: Pick<PageArguments, 'first' | 'last'>,
  names: { size: string } = { size: 'first' },
): { size: number; isFromEnd: boolean } | FieldError {
  const isFromEnd = last !== null && last !== undefined;
  const path = isFromEnd ? 'last' : names.size;
  if (isFromEnd && first !== null && first !== undefined) {
    return { path, message: 'must not be used together with first' };
  }
  const size = last ?? first ?? defaultPageSize;
  return Number.isInteger(size) && size >= 1 && size <= maxPageSize
    ? { size, isFromEnd }
    : { path, message: `must be an integer from 1 to ${maxPageSize}` };
}

/** Parses pagination arguments. The error names each wrong argument. */
export function pageRequest(
  list: string,
  { first, last, after, before }: PageArguments,
  names: { size: string; cursor: string } = { size: 'first', cursor: 'after' },
): PageRequest | InvalidInput {
  const fields: FieldError[] = [];
  const length = pageSizeOf({ first, last }, names);
  if ('path' in length) fields.push(length);
  const uuidIn = (path: string, cursor: string | null | undefined): string | undefined => {
    if (cursor === null || cursor === undefined) return undefined;
    const uuid = decodeCursor(list, cursor);
    if (!uuid) fields.push({ path, message: 'is not a cursor of this list with this filter' });
    return uuid;
  };
  const range = { after: uuidIn(names.cursor, after), before: uuidIn('before', before) };
  if (fields.length > 0 || 'path' in length) return new InvalidInput(fields);
  return { first: length.size, isFromEnd: length.isFromEnd, ...range, list };
}

/** Builds a page from rows that were read with `limit first + 1`, from the end of the range if the request says so. */
export function pageOf<T>(request: PageRequest, rows: readonly T[]): Page<T> {
  const hasMore = rows.length > request.first;
  const items = hasMore ? rows.slice(0, request.first) : rows;
  return {
    items: request.isFromEnd ? [...items].reverse() : items,
    hasNextPage: request.isFromEnd ? request.before !== undefined : hasMore,
    hasPreviousPage: request.isFromEnd ? hasMore : request.after !== undefined,
    list: request.list,
  };
}
