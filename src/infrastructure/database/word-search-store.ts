/**
 * Searches records by the starts of their words, in the table `search_words`.
 *
 * Decision: only functions and operators of core PostgreSQL, because the embedded database has few extensions and a managed
 * server may not allow any.
 *
 * Decision: a word with few matches is read as a list of records, and all other conditions are checked for each of them. A word
 * with many matches is checked for each record of the list in its order: many matches mean that a page is full soon.
 *
 * Source: docs/behaviour/conventions.md#search.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import { type Executor, rawRows } from './client.ts';
import type { searchKinds } from './tables.ts';

type SearchKind = (typeof searchKinds)[number];

/** The maximum number of matches that are read as a list. */
export const maxNarrow = 2_000;

/** Sorts after every character that a word has. */
const last = '\u{10ffff}';

/** Whether the text starts with the word, in the order of an index with `text_pattern_ops`. */
export const startsWith = (column: SQL, start: SQL): SQL =>
  sql`${column} ~>=~ ${start} and ${column} ~<~ (${start} || ${last}::text)`;

/** The word as the table stores words. */
const stored = (word: string): SQL => sql`search_word(${word}::text)`;

export const matchesOf = (platformId: Id<'Platform'>, kinds: readonly SearchKind[], word: string): SQL[] =>
  kinds.map(
    (kind) => sql`
      from search_words w where w.platform_id = ${uuidOf(platformId)} and w.kind = ${kind}
        and ${startsWith(sql`w.word`, stored(word))}`,
  );

/**
 * Whether a record has a word of one of the kinds that starts with the word. A scalar subquery, so that the planner reads the
 * words of each record by its id, and not all records of the word.
 */
export const hasWord = (record: SQL, kinds: readonly SearchKind[], word: string): SQL => sql`
  (select true from search_words w
   where w.record_id = ${record} and w.kind in ${[...kinds]} and ${startsWith(sql`w.word`, stored(word))} limit 1)`;

/**
 * The numbers of rows of some sources, each counted up to `maxNarrow + 1`.
 *
 * @param sources the part of a statement after its `select` list.
 */
export async function countUpToLimit(db: Executor, sources: readonly SQL[]): Promise<number[]> {
  if (sources.length === 0) return [];
  const counts = sources.map(
    (source, nth) =>
      sql`(select count(*) from (select ${source} limit ${maxNarrow + 1}) s) as ${sql.identifier(`n${nth}`)}`,
  );
  const [row] = await rawRows<Record<string, string | number>>(db, sql`select ${sql.join(counts, sql`, `)}`);
  return sources.map((_, nth) => Number(row?.[`n${nth}`] ?? 0));
}

const maxStreams = 32;

/** The distinct words that start with a word, or undefined if there are more than `maxStreams`. */
export async function distinctWords(
  db: Executor,
  platformId: Id<'Platform'>,
  kind: SearchKind,
  word: string,
): Promise<string[] | undefined> {
  const [matches] = matchesOf(platformId, [kind], word);
  const rows = await rawRows<{ word: string }>(
    db,
    sql`with recursive found (word) as (
          (select w.word ${matches} order by w.word using ~<~ limit 1)
          union all
          select (select w.word ${matches} and w.word ~>~ found.word order by w.word using ~<~ limit 1)
          from found where found.word is not null
        )
        select word from found where word is not null limit ${maxStreams + 1}`,
  );
  return rows.length > maxStreams ? undefined : rows.map((row) => row.word);
}
