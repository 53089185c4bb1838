/**
 * The condition, the order and the limit of a statement that reads one page of a list, for `pageOf`. A list is in the order
 * of its ids, newest first unless it is ascending. A page from the end of its range is read in the reverse order.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PageRequest } from '../../kernel/page.ts';

interface PageSql {
  /** The ids after `after` and before `before`. */
  readonly within: SQL | undefined;
  readonly order: SQL;
  /** One row more than the page has, so that a further page is known. */
  readonly limit: number;
}

export function pageSql(
  id: PgColumn | SQL,
  { first, after, before, isFromEnd = false }: PageRequest,
  { isAscending = false }: { isAscending?: boolean } = {},
): PageSql {
  const [follows, precedes] = isAscending ? [sql`>`, sql`<`] : [sql`<`, sql`>`];
  return {
    within: and(
      after === undefined ? undefined : sql`${id} ${follows} ${after}`,
      before === undefined ? undefined : sql`${id} ${precedes} ${before}`,
    ),
    order: sql`${id} ${sql.raw(isAscending === isFromEnd ? 'desc' : 'asc')}`,
    limit: first + 1,
  };
}
