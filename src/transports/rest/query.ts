/**
 * Query parameters. Each arrives as text; one that is repeated arrives as its values joined by commas, which is also
 * how a list may be written. Parameters that nobody asked for are ignored.
 *
 * Source: gaps 1.1, 1.5, 1.6.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { CountTooLong, countWithin } from '../../infrastructure/database/counting.ts';
import { DomainError } from '../../kernel/errors.ts';
import { type Id, type IdType, uuidOf } from '../../kernel/ids.ts';
import { boundedList } from '../../kernel/lists.ts';
import { encodeCursor, listName, type Page, type PageRequest, pageRequest } from '../../kernel/page.ts';
import { oneOf, optional, text } from '../../kernel/parse.ts';
import type { Ports } from '../../sandbox/ports.ts';

/** Every parameter by its name. Linear in the text, whose length Node's limit on a request's head bounds. */
export function queryOf(search: string): Readonly<Record<string, string>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const before = values.get(name);
    if (before) before.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(',')]));
}

/** An integer in decimal digits. What is not one stays text, for the schema after it to refuse. */
export const integerIn = <T extends z.ZodType>(schema: T, described: object) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
      schema,
    )
    .meta({ type: 'integer', ...described });

export const flag = oneOf(['true', 'false'])
  .transform((value) => value === 'true')
  // Of the texts that it is written as, a description of a boolean says nothing.
  .meta({ type: 'boolean', enum: undefined });

/** At most `max` values, repeated or joined by commas. A text with more of them is split no further. */
export const listIn = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',', max + 1) : value),
    boundedList(item, max),
  );

export const sortOrder = oneOf(['asc', 'desc'])
  .transform((order) => (order === 'asc' ? 'ASC' : 'DESC'))
  .meta({ default: 'desc' });

/** Of every paged list. */
export const paging = {
  limit: optional(integerIn(z.unknown(), { minimum: 1, maximum: 100, default: 20 })),
  cursor: optional(text(1024, 0)).meta({ description: '`nextCursor` of the previous page.' }),
};

export interface PageResponse<T> {
  readonly page: Page<T>;
  /** Absent where it would take too long to count. */
  readonly totalCount: number | undefined;
}

type Asked = { readonly limit?: unknown; readonly cursor?: string | undefined } & Record<string, unknown>;

/**
 * The page that the parameters ask for.
 *
 * @param list its name over GraphQL, whose cursors these are too.
 */
export const pageAsked = (list: string, { limit, cursor, ...filter }: Asked): PageRequest | DomainError =>
  pageRequest(
    listName(list, filter),
    { first: limit as number | undefined, after: cursor },
    { size: 'limit', cursor: 'cursor' },
  );

/** Reads a page and counts the list that it belongs to, as long as that may take. */
export async function readPage<T>(
  { db, countSeconds }: Pick<Ports, 'db' | 'countSeconds'>,
  list: string,
  asked: Asked,
  read: (page: PageRequest) => Promise<Page<T>>,
  count: (db: Executor) => Promise<number>,
): Promise<PageResponse<T> | DomainError> {
  const request = pageAsked(list, asked);
  if (request instanceof DomainError) return request;
  const page = await read(request);
  const total = await countWithin(db, countSeconds, count);
  return { page, totalCount: total instanceof CountTooLong ? undefined : total };
}

/** `{data, hasMore, nextCursor, totalCount}`, the last two where there are any. */
export function pageView<T extends { readonly id: Id<IdType> }>(
  { page, totalCount }: PageResponse<T>,
  data: readonly unknown[],
) {
  const last = page.items.at(-1);
  return {
    data,
    hasMore: page.hasNextPage,
    ...(page.hasNextPage && last && { nextCursor: encodeCursor(page.list, uuidOf(last.id)) }),
    ...(totalCount !== undefined && { totalCount }),
  };
}
