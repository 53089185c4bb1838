/**
 * SQL of the search for customers, newest first.
 *
 * The rarest word of the search drives the statement. If it has at most `maxNarrow` matches, they are its candidates. If it has
 * more, and is the start of few distinct words, the newest customers of each of these words are merged. If it is the
 * start of many, the first customers of the list are checked, which are enough for the start of many names. If they are not,
 * or the word is the start of addresses or ids, all its matches are sorted: the cost is proportional to their number, limited
 * by the time limit `search`.
 *
 * Decision: a caller that is restricted to one customer searches only this one. The number of matches of the platform would show
 * in the time of the response.
 *
 * Source: docs/behaviour/conventions.md#search.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
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

/** The word of a search with the fewest matches, a statement of their ids, and whether there are at most `maxNarrow`. */
async function rarestOf(
  db: Executor,
  platformId: Id<'Platform'>,
  words: readonly string[],
): Promise<{ word: string; matches: SQL; isNarrow: boolean }> {
  const counts = await countUpToLimit(
    db,
    words.flatMap((word) => matchesOf(platformId, [kindOf(word)], word)),
  );
  const fewest = Math.min(...counts);
  // The longest of those with many matches, which probably has the fewest.
  const rarest = words.filter((_, nth) => counts[nth] === fewest).toSorted((a, b) => b.length - a.length);
  const [word = ''] = rarest;
  const matches = sql`select w.record_id ${sql.join(matchesOf(platformId, [kindOf(word)], word))}`;
  return { word, matches, isNarrow: fewest <= maxNarrow };
}

/** The condition of the customers that have all words, for their count. */
export async function searchCondition(
  db: Executor,
  { platformId, customerId }: Scope,
  words: readonly string[],
): Promise<SQL | undefined> {
  if (customerId) return hasWords(words);
  const { matches, isNarrow } = await rarestOf(db, platformId, words);
  // An array, so that the planner finds these customers by id and does not read all customers.
  return and(isNarrow ? sql`${customers.id} = any(array(${matches}))` : undefined, hasWords(words));
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

/** Where a page comes from, besides the search itself. */
interface SearchedList {
  readonly columns: SQL;
  /** The conditions of the other filters and of the scope. */
  readonly matching: SQL | undefined;
  /** Whether there is another filter than the search. */
  readonly isFiltered: boolean;
  readonly page: PageRequest;
}

/** The page, from the ids that a statement finds. */
function selectCandidates(
  found: SQL,
  others: readonly string[],
  { columns, matching, page }: SearchedList,
): SQL {
  const candidate = pageSql(sql`found.record_id`, page);
  const candidates = sql`
    select distinct found.record_id from (${found}) found
    where ${and(sql`true`, candidate.within)} order by ${candidate.order}`;
  // In their order, so that no more of them are checked than the page needs. The limit of one row keeps the planner from
  // joining all customers.
  return sql`
    select customers.* from (${candidates} offset 0) c
    cross join lateral (
      select ${columns} from ${customers}
      where ${and(sql`${customers.id} = c.record_id`, hasAll(sql`c.record_id`, others), matching)} limit 1
    ) customers
    order by ${pageSql(sql`c.record_id`, page).order} limit ${candidate.limit}`;
}

/** The search of a caller that is restricted to one customer: `matching` contains its id. */
function selectOwn(words: readonly string[], { columns, matching, page }: SearchedList): SQL {
  const { within, order, limit } = pageSql(customers.id, page);
  const found = and(matching, within, hasWords(words));
  return sql`select ${columns} from ${customers} where ${found} order by ${order} limit ${limit}`;
}

/** The number of customers that are checked in the order of the list. Checking one costs as much as reading eight matches. */
const maxChecked = 1_000;

/** Those among the first `maxChecked` customers of the platform that are in the list and have all words. */
function selectAmongFirst(
  platformId: Id<'Platform'>,
  words: readonly string[],
  { columns, matching, page }: SearchedList,
): SQL {
  const { within, order, limit } = pageSql(customers.id, page);
  const ofPlatform = and(eq(customers.platformId, uuidOf(platformId)), within);
  const first = sql`select * from ${customers} where ${ofPlatform} order by ${order} limit ${maxChecked}`;
  return sql`
    select ${columns} from (${first}) customers
    where ${and(matching, hasWords(words))} order by ${order} limit ${limit}`;
}

/**
 * Reads a page of customers that have all words.
 *
 * @param read executes a statement of the columns.
 */
export async function readSearched<T>(
  db: Executor,
  { platformId, customerId }: Scope,
  words: readonly string[],
  list: SearchedList,
  read: (statement: SQL) => Promise<T[]>,
): Promise<T[]> {
  if (customerId) return read(selectOwn(words, list));
  const { word: driver, matches, isNarrow } = await rarestOf(db, platformId, words);
  const others = words.filter((word) => word !== driver);
  if (isNarrow) return read(selectCandidates(matches, others, list));
  if (!list.isFiltered) {
    const distinct = await distinctWords(db, platformId, kindOf(driver), driver);
    if (distinct) {
      const newest = newestOf(platformId, driver, distinct, others, list.page);
      return read(selectCandidates(newest, [], list));
    }
  }
  if (kindOf(driver) === 'CUSTOMER') {
    const amongFirst = await read(selectAmongFirst(platformId, words, list));
    if (amongFirst.length > list.page.first) return amongFirst;
  }
  return read(selectCandidates(matches, others, list));
}
