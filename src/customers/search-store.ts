/**
 * SQL of the search for customers, newest first.
 *
 * The rarest word of the search drives the statement. If it has at most `maxNarrow` matches, they are its candidates. If it has
 * more, and is the start of few distinct words, the newest customers of each of these words are merged. Otherwise the list is
 * read in its order, and each customer is checked: the cost is that of the customers up to the end of the page, limited by
 * the time limit `search`.
 *
 * Decision: a caller that is restricted to one customer searches only this one. The number of matches of the platform would show
 * in the time of the response.
 *
 * Source: docs/behaviour/conventions.md#search.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../infrastructure/database/client.ts';
import { pageSql } from '../infrastructure/database/page-sql.ts';
import {
  countUpToLimit,
  distinctWords,
  hasWord,
  matchesOf,
  maxNarrow,
} from '../infrastructure/database/word-search-store.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import type { PageRequest } from '../kernel/page.ts';
import { storedPart } from '../kernel/search-query.ts';
import type { Scope } from '../platforms/access/principal.ts';
import { customers } from './tables.ts';

/** Words with punctuation are stored apart from those without. The part of a word that is stored decides. */
const kindOf = (word: string) =>
  /[!-/:-@[-`{-~]/.test(storedPart(word)) ? ('CUSTOMER_VALUE' as const) : ('CUSTOMER' as const);

const hasAll = (record: SQL, words: readonly string[]): SQL | undefined =>
  and(...words.map((word) => hasWord(record, [kindOf(word)], word)));

const hasWords = (words: readonly string[]): SQL | undefined => hasAll(sql`${customers.id}`, words);

/** The word of a search with the fewest matches, and a statement of their ids if there are at most `maxNarrow`. */
async function rarestOf(
  db: Executor,
  platformId: Id<'Platform'>,
  words: readonly string[],
): Promise<{ word: string; narrow: SQL | undefined }> {
  const counts = await countUpToLimit(
    db,
    words.flatMap((word) => matchesOf(platformId, [kindOf(word)], word)),
  );
  const rarest = counts.indexOf(Math.min(...counts));
  const word = words[rarest] ?? '';
  const isNarrow = (counts[rarest] ?? 0) <= maxNarrow;
  const narrow = isNarrow
    ? sql`select w.record_id ${sql.join(matchesOf(platformId, [kindOf(word)], word))}`
    : undefined;
  return { word, narrow };
}

/** The condition of the customers that have all words, for their count. */
export async function searchCondition(
  db: Executor,
  { platformId, customerId }: Scope,
  words: readonly string[],
): Promise<SQL | undefined> {
  if (customerId) return hasWords(words);
  const { narrow } = await rarestOf(db, platformId, words);
  // An array, so that the planner finds these customers by id and does not read all customers.
  return and(narrow && sql`${customers.id} = any(array(${narrow}))`, hasWords(words));
}

/** The newest customers of each of these words, which are equal to words of the search. */
function newestOf(
  platformId: Id<'Platform'>,
  driver: string,
  words: readonly string[],
  others: readonly string[],
  page: PageRequest,
): SQL {
  const { within, order, limit } = pageSql(sql`w.record_id`, page);
  const found = and(
    sql`w.platform_id = ${uuidOf(platformId)} and w.kind = ${kindOf(driver)} and w.word = d.word`,
    within,
    hasAll(sql`w.record_id`, others),
  );
  return sql`
    select s.record_id from unnest(${sql.param([...words])}::text[]) d (word)
    cross join lateral (select w.record_id from search_words w where ${found} order by ${order} limit ${limit}) s`;
}

/**
 * The statement of a page of customers that have all words.
 *
 * @param matching the conditions of the other filters and of the scope.
 * @param isFiltered whether there is another filter than the search.
 */
export async function selectSearched(
  db: Executor,
  { platformId, customerId }: Scope,
  words: readonly string[],
  {
    columns,
    matching,
    isFiltered,
    page,
  }: {
    columns: SQL;
    matching: SQL | undefined;
    isFiltered: boolean;
    page: PageRequest;
  },
): Promise<SQL> {
  const { within, order, limit } = pageSql(customers.id, page);
  const inOrder = and(matching, within, hasWords(words));
  const readInOrder = sql`select ${columns} from ${customers} where ${inOrder} order by ${order} limit ${limit}`;
  if (customerId) return readInOrder;
  const { word: driver, narrow } = await rarestOf(db, platformId, words);
  const others = words.filter((word) => word !== driver);
  let found = narrow;
  if (!found && !isFiltered) {
    const distinct = await distinctWords(db, platformId, kindOf(driver), driver);
    found = distinct && newestOf(platformId, driver, distinct, others, page);
  }
  if (!found) return readInOrder;
  const candidate = pageSql(sql`found.record_id`, page);
  const candidates = sql`
    select distinct found.record_id from (${found}) found
    where ${and(sql`true`, candidate.within, hasAll(sql`found.record_id`, others))} order by ${candidate.order}`;
  // The limit of one row keeps the planner from joining all customers.
  return sql`
    select customers.* from (${candidates} offset 0) c
    cross join lateral (
      select ${columns} from ${customers} where ${and(sql`${customers.id} = c.record_id`, matching)} limit 1
    ) customers
    order by ${pageSql(sql`c.record_id`, page).order} limit ${limit}`;
}
