/**
 * Query parameters, and pages of lists. The values of a repeated parameter are joined by commas, which is also another
 * form of a list. Unknown parameters are ignored.
 *
 * Source: docs/behaviour/conventions.md#transport, docs/behaviour/conventions.md#pagination, docs/behaviour/conventions.md#filters.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { ReadTooLong, readList, readWithin } from '../../infrastructure/database/wide-reads.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Id, IdType } from '../../kernel/ids.ts';
import { boundedList } from '../../kernel/lists.ts';
import { encodeCursor, listName, type Page, type PageRequest, pageRequest } from '../../kernel/page.ts';
import { instant, oneOf, optional, text } from '../../kernel/parse.ts';
import type { Ports } from '../../sandbox/ports.ts';

/** The parameters by name. Linear in the text, whose length is limited by Node's limit on header size. */
export function queryOf(search: string): Readonly<Record<string, string>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const others = values.get(name);
    if (others) others.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(',')]));
}

/** An integer in decimal digits. Any other value stays text, and `schema` rejects it. */
export const integerIn = <T extends z.ZodType>(schema: T, description: object) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
      schema,
    )
    .meta({ type: 'integer', ...description });

export const flag = oneOf(['true', 'false'])
  .transform((value) => value === 'true')
  // The description has a boolean, without the enumeration of its text values.
  .meta({ type: 'boolean', enum: undefined });

/** At most `max` values, repeated or joined by commas. Splitting stops after the first value that exceeds the limit. */
export const listIn = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',', max + 1) : value),
    boundedList(item, max),
  );

export const sortOrder = oneOf(['asc', 'desc'])
  .transform((order) => (order === 'asc' ? 'ASC' : 'DESC'))
  .meta({ default: 'desc' });

/** Filters by date, inclusive. */
export const createdRange = {
  createdAfter: optional(instant).meta({ description: 'Created at this time or later.' }),
  createdBefore: optional(instant).meta({ description: 'Created at this time or earlier.' }),
};
export const updatedRange = {
  updatedAfter: optional(instant).meta({ description: 'Last changed at this time or later.' }),
  updatedBefore: optional(instant).meta({ description: 'Last changed at this time or earlier.' }),
};

/** The parameters of every paged list. */
export const paging = {
  limit: optional(integerIn(z.unknown(), { minimum: 1, maximum: 100, default: 20 })).meta({
    description: 'Page size, 1 to 100. Default: 20.',
  }),
  cursor: optional(text(1024, 0)).meta({ description: '`nextCursor` of the previous page.' }),
};

interface PageResponse<T> {
  readonly page: Page<T>;
  /** Absent when counting takes too long. */
  readonly totalCount: number | undefined;
}

type PageParameters = { readonly limit?: unknown; readonly cursor?: string | undefined } & Record<
  string,
  unknown
>;

/**
 * The page that the parameters select.
 *
 * @param list the name of the list in GraphQL. Both APIs use the same cursors.
 */
export const pageRequestOf = (
  list: string,
  { limit, cursor, ...filter }: PageParameters,
): PageRequest | DomainError =>
  pageRequest(
    listName(list, filter),
    { first: limit as number | undefined, after: cursor },
    { size: 'limit', cursor: 'cursor' },
  );

/**
 * Reads a page and counts its list, unless counting takes too long.
 *
 * @param isWide whether the list has no index for its filter.
 */
export async function readPage<T>(
  ports: Pick<Ports, 'db' | 'countSeconds' | 'searchSeconds'>,
  list: string,
  parameters: PageParameters,
  read: (db: Executor, page: PageRequest) => Promise<Page<T>>,
  count: (db: Executor) => Promise<number>,
  { isWide = false }: { isWide?: boolean } = {},
): Promise<PageResponse<T> | DomainError> {
  const request = pageRequestOf(list, parameters);
  if (request instanceof DomainError) return request;
  const page = await readList(ports, isWide, (db) => read(db, request));
  const total = await readWithin(ports.db, ports.countSeconds, count);
  return { page, totalCount: total instanceof ReadTooLong ? undefined : total };
}

/** The response body of a page. `nextCursor` and `totalCount` are absent when they have no value. */
export function pageView<T extends { readonly id: Id<IdType> }>(
  { page, totalCount }: PageResponse<T>,
  data: readonly unknown[],
) {
  const last = page.items.at(-1);
  return {
    data,
    hasMore: page.hasNextPage,
    ...(page.hasNextPage && last && { nextCursor: encodeCursor(page.list, last.id) }),
    ...(totalCount !== undefined && { totalCount }),
  };
}
