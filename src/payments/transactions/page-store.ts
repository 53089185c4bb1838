/** SQL that reads a page of a transaction list, or counts the matches of a search. Source: docs/behaviour/conventions.md#pagination. */
import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import type { PageRequest } from '../../kernel/page.ts';
import { transactions } from '../tables.ts';
import type { Driver } from './search-store.ts';
import type { TransactionFilter } from './transaction-filter.ts';

/** The part of a statement that reads a page. Newest first by default. */
const pageBy = (id: PgColumn | SQL, { sortOrder }: TransactionFilter, page: PageRequest) => {
  const { within, order, limit } = pageSql(id, page, { isAscending: sortOrder === 'ASC' });
  return { within, onPage: sql`order by ${order} limit ${limit}` };
};

/**
 * Selects a page of the records that the drivers find. Two drivers can find the same record.
 *
 * @param condition all conditions of the list: a driver only narrows it.
 */
export function selectDriven(
  columns: (alias?: string) => SQL,
  drivers: readonly Driver[],
  condition: SQL | undefined,
  filter: TransactionFilter,
  page: PageRequest,
): SQL {
  const { within, onPage } = pageBy(transactions.id, filter, page);
  const parts = drivers.map(
    ({ each, condition: driven }) => sql`
      (select part.* from ${each} cross join lateral (
        select * from ${transactions} where ${and(driven, condition, within)} ${onPage}
      ) part)`,
  );
  return sql`
    select ${columns('merged')} from (
      select distinct on (found.id) found.* from (${sql.join(parts, sql` union all `)}) found order by found.id
    ) merged ${pageBy(sql`merged.id`, filter, page).onPage}`;
}

/**
 * Selects a page of a list.
 *
 * @param columns the columns of `transactions`, or of an alias of it.
 */
export function selectPage(
  columns: (alias?: string) => SQL,
  conditions: readonly SQL[],
  filter: TransactionFilter,
  page: PageRequest,
): SQL {
  const { within, onPage } = pageBy(transactions.id, filter, page);
  const selectWhere = (condition: SQL, columns: SQL): SQL =>
    sql`select ${columns} from ${transactions} where ${and(condition, within)} ${onPage}`;
  const [first, ...others] = conditions;
  if (first === undefined) return sql`select ${columns()} from ${transactions} where false`;
  if (others.length === 0) return selectWhere(first, columns());
  const merged = sql.join(
    conditions.map((condition) => sql`(${selectWhere(condition, sql`*`)})`),
    sql` union all `,
  );
  return sql`select ${columns('merged')} from (${merged}) merged ${pageBy(sql`merged.id`, filter, page).onPage}`;
}

/** Counts the records that the drivers find, each once, with the parameters of `selectDriven`. */
export function countDriven(drivers: readonly Driver[], condition: SQL | undefined): SQL {
  const parts = drivers.map(
    ({ each, condition: driven }) => sql`
      select part.id from ${each} cross join lateral (
        select ${transactions.id} from ${transactions} where ${and(driven, condition)}
      ) part`,
  );
  return sql`select count(distinct id) as total from (${sql.join(parts, sql` union all `)}) found`;
}
